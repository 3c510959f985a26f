"""Turncoat: an open platform for hidden-loyalty games, for people, bots and researchers."""

__version__ = "0.1.0"

__all__ = ["__version__"]
