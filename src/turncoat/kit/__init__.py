"""Kits: everything that a game needs on a real table, printed, embossed in Braille, and with tactile marks.

A kit is made from the components that a ruleset's game and chapters declare (`components_of`). This package deals no
cards and knows no game.
"""
