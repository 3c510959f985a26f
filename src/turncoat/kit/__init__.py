"""Kits: everything that a game needs on a real table, to print, to emboss in Braille, and to mark for fingers.

A kit is made from the components that a ruleset's game and chapters declare (`components_of`). This package deals no
cards and knows no game.
"""
