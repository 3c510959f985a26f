"""The board as everybody sees it: a model that every game may fill."""
