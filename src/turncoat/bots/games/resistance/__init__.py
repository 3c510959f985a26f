"""The bot of The Resistance: decisions in `bot`, inference of the spies in `spy_sets`, and a file for each chapter."""
