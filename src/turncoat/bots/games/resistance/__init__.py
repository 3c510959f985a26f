"""The bot of The Resistance: `bot` decides, `worlds` weighs who the spies are, the modules have files of their own."""
