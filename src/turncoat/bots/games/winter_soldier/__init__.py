"""The bot of Winter Soldier: `bot` decides, `votes` weighs who HYDRA is, `onlookers` how loyal players would vote."""
