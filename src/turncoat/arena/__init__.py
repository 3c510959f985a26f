"""Comparison of bots: contests at mixed tables, with a referee and ratings."""
