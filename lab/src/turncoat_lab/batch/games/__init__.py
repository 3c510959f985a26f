"""The rules of the games as compiled functions, with a folder per game and a file per chapter as in
`turncoat.games`."""
