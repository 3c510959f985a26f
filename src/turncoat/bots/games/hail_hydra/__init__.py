"""The bot of Hail Hydra: `bot` decides, `laid_cards` weighs who the agents are."""
