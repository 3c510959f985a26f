"""The rules of the games as compiled functions; a folder a game, a chapter a file, as under `turncoat.games`."""
