"""What a game counts besides wins, to measure how balanced its rules are."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat

Counts: TypeAlias = Counter[tuple[str, ...]]
"""Amounts by names that the game chooses, added up over many games."""


class Factor(msgspec.Struct, frozen=True):
    """Something that differs from game to game and may favour a side, such as which heroes are in play."""

    title: str
    """The title of its table: Heroes."""
    one: str
    """What one of its values is called: hero."""
    titles: Mapping[str, str]
    """The title of each value by its name, in the order of the table."""


class BalanceTable(msgspec.Struct, frozen=True):
    """A table of figures, ready to print."""

    title: str
    about: str
    """What the figures say; may be empty."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Balance:
    """What is counted in each finished game of a ruleset, and how the totals are shown.

    Wins are always counted. A rulebook with more to count returns a subclass from `Rulebook.balance`.
    """

    side: str = ""
    """The side whose share of wins is measured; the first one in alphabetical order when empty."""
    aim: str = ""
    """What a balanced ruleset would show; may be empty."""
    factors: tuple[Factor, ...] = ()
    """For each value of these it is measured how much more often the side wins with it."""

    def holders(self, board: Any) -> Iterable[tuple[Seat, str]]:
        """Which seat had which value of a factor at the end of a game."""
        return ()

    def counted(self, board: Any, events: Sequence[Event]) -> Mapping[tuple[str, ...], int]:
        """Other amounts to add up, from the last board of a game and its events."""
        return {}

    def columns(self, games: int, counts: Counts) -> Iterable[tuple[str, str]]:
        """More columns for the games with one number of players: title and content of each."""
        return ()

    def tables(self, games: int, counts: Counts) -> Iterable[BalanceTable]:
        """Tables about all the games together."""
        return ()
