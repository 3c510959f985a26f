"""The public board: a model that every game can fill in."""
