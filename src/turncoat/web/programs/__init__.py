"""Bots and programs at a table, over JSON."""
