"""Plain values of a table: who sits where, names, settings, summaries. Nothing here knows a table."""
