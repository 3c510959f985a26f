"""Pages of finished games: replays, statistics, records, and the proof of a fair deal."""
