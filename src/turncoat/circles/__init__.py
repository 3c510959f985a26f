"""Circles: lasting groups of friends without accounts, their games, and what can be said about those."""
