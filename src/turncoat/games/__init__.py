"""The rulebooks, one package a game; importing this makes them known to the kernel."""

from turncoat.games import hail_hydra, resistance, winter_soldier
from turncoat.kernel.rulebooks import BOOKS

# The Resistance is what people come for: it is listed first, whatever the alphabet says.
for _name in ("resistance", "winter-soldier", "hail-hydra"):
    BOOKS[_name] = BOOKS.pop(_name)

__all__ = ["hail_hydra", "resistance", "winter_soldier"]
