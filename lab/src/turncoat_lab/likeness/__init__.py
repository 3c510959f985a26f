"""Likeness of bots to people in games with missions: the traits that are counted, and the classifier that separates
them."""
