"""Bot games without a table: single games, or many with statistics."""
