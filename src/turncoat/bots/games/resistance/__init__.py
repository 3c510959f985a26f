"""The bots of The Resistance: `bot` decides, `sensible_2` votes at people's pace, `worlds` weighs who the spies are.

The modules have files of their own.
"""
