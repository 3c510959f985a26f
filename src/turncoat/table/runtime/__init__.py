"""The parts that only a running server has: rooms, clocks, bots and the spectator delay."""
