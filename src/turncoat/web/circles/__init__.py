"""Pages of circles: lasting groups of friends, with their tables, games and statistics."""
