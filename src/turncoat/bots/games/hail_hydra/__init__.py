"""The bot of Hail Hydra: decisions in `bot`, inference of the agents in `laid_cards`."""
