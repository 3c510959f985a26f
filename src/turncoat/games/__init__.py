"""The rulebooks, one package a game; importing this makes them known to the kernel."""

from turncoat.games import resistance

__all__ = ["resistance"]
