"""Rulebooks, one package per game. Importing this package registers them with the kernel."""

from turncoat.games import hail_hydra, resistance, round_table, winter_soldier
from turncoat.kernel.rulebooks import BOOKS

# The Resistance is the main game, so it is listed first instead of in registration order.
for _name in ("resistance", "winter-soldier", "hail-hydra", "round-table"):
    BOOKS[_name] = BOOKS.pop(_name)

__all__ = ["hail_hydra", "resistance", "round_table", "winter_soldier"]
