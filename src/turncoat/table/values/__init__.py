"""Plain values of a table: occupants, names, settings, summaries. Nothing here knows a table."""
