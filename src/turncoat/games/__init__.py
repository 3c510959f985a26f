"""The rulebooks, one package a game; importing this makes them known to the kernel."""

from turncoat.games import hail_hydra, resistance, winter_soldier

__all__ = ["hail_hydra", "resistance", "winter_soldier"]
