"""A kit: everything that a game needs on a real table, to print, to emboss in Braille, and to mark for fingers.

It is made from what a ruleset's game and chapters declare (`components_of`). It deals nothing, and knows no game.
"""
