"""Statistics beyond wins, to measure how balanced a game is."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat

Counts: TypeAlias = Counter[tuple[str, ...]]
"""Totals over many games, under keys that the game chooses."""


class Factor(msgspec.Struct, frozen=True):
    """Something that differs between games and may favour a side, such as the heroes in play."""

    title: str
    """The title of its table: Heroes."""
    one: str
    """The noun for one of its values: hero."""
    titles: Mapping[str, str]
    """The title of each value, by the value's name, in table order."""


class BalanceTable(msgspec.Struct, frozen=True):
    """A table of figures, ready to print."""

    title: str
    about: str
    """A note on the figures. May be empty."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Balance:
    """Statistics of finished games of a ruleset, and the tables that present them.

    Wins are always counted. A rulebook with more to count returns a subclass from `Rulebook.balance`.
    """

    side: str = ""
    """The side whose win rate is measured. If empty, the first side in alphabetical order."""
    aim: str = ""
    """The result that a balanced ruleset would show. May be empty."""
    factors: tuple[Factor, ...] = ()
    """Factors to measure: for each value, how much more often the side wins with it."""

    def holders(self, board: Any) -> Iterable[tuple[Seat, str]]:
        """Return the seats and the factor value that each held at the end of the game."""
        return ()

    def counted(self, board: Any, events: Sequence[Event]) -> Mapping[tuple[str, ...], int]:
        """Return further amounts to total, from the final board and events of one game."""
        return {}

    def columns(self, games: int, counts: Counts) -> Iterable[tuple[str, str]]:
        """Return extra columns, as title and content, for the games with one number of players."""
        return ()

    def tables(self, games: int, counts: Counts) -> Iterable[BalanceTable]:
        """Return tables that cover all games."""
        return ()
