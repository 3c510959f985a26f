"""Finished games: replays, statistics, and the proof of a fair deal."""
