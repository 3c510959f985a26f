"""The bot of Winter Soldier: `bot` decides, `votes` works out who is HYDRA."""
