"""Lighthouse: a small but complete third-party game, with rules, a bot and a browser presentation."""
