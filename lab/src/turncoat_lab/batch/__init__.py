"""The batch core: many games at once, by compiled rules that match the kernel's game for game."""
