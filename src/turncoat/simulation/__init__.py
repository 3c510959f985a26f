"""Bots play games without a table: one game, or many that are counted."""
