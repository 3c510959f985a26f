"""The bot of Winter Soldier: decisions in `bot`, inference in `votes`, models of loyal players in `onlookers`."""
