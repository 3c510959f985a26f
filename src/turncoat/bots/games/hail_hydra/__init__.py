"""The bot of Hail Hydra: `bot` decides, `laid_cards` works out who the agents are."""
