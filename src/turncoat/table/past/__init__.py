"""Games that are over: replays, statistics, the proof of a fair deal."""
