"""What only a running server has: rooms, clocks, bots, spectators who see a table late."""
