"""The batch core: many games at once, by compiled rules that are equal to the kernel's game for game."""
