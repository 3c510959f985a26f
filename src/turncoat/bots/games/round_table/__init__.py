"""The bot of Round Table: decisions in `bot`, who is Merlin in `merlin`, reasons in `talk`."""
