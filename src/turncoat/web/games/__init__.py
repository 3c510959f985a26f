"""What each game looks like, a file a game."""
