"""The bots of Hail Hydra: their versions, and what laid cards tell of who the agents are."""
