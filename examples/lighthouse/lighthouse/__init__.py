"""Lighthouse: a small whole game from outside, with its rules, its bot and its looks."""
