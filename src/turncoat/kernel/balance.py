"""What a game counts of its finished games besides who won, for those who measure how balanced its rules are."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat

Counts: TypeAlias = Counter[tuple[str, ...]]
"""Amounts by names of the game's choice, added up over many games."""


class Things(msgspec.Struct, frozen=True):
    """Things of one kind that are in play in some games only: heroes, say."""

    title: str
    """What all of them are called."""
    one: str
    """What one of them is called."""
    titles: Mapping[str, str]
    """Each by its name, with what it is called, in the order of the table."""


class Table(msgspec.Struct, frozen=True):
    """A table of figures, ready to be printed."""

    title: str
    about: str
    """What the figures say; may be empty."""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Balance:
    """What is counted of each finished game of a ruleset, and how the sums are shown.

    Wins are counted in any case. A rulebook with more to count returns a subclass from `Rulebook.balance`.
    """

    side: str = ""
    """The side whose share of wins is measured; where none is named, the first one in alphabetical order."""
    aim: str = ""
    """What a balanced ruleset would show; may be empty."""
    things: tuple[Things, ...] = ()
    """For each of these it is measured how much more often the side wins with it."""

    def had(self, board: Any) -> Iterable[tuple[Seat, str]]:
        """Which seat had which of the things, at the end of a game."""
        return ()

    def counted(self, board: Any, events: Sequence[Event]) -> Mapping[tuple[str, ...], int]:
        """Whatever else is to be added up, from the last board of a game and its events."""
        return {}

    def columns(self, games: int, counts: Counts) -> Iterable[tuple[str, str]]:
        """More about the games with one number of players: titles of columns, and what stands in them."""
        return ()

    def tables(self, games: int, counts: Counts) -> Iterable[Table]:
        """Tables about all the games together."""
        return ()
