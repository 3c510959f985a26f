"""The bot of The Resistance: `bot` decides, `spy_sets` weighs who the spies are; chapters have files of their own."""
