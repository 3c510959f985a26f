"""Boards: the state of a game, folded from its events.

The game's own board folds every event. The board of a view folds the events as its seat saw them, with
None in the hidden fields. Both use the same class and the same `Event.apply`, so they cannot drift apart.
"""

from functools import cache
from typing import Any, Self

import msgspec

from turncoat.kernel.seats import SeatSet, everyone


class Result(msgspec.Struct, frozen=True):
    """Outcome of a game: the winning side and the reason, both as words that the game defines.

    >>> Result("spies", "five-rejections").winner
    'spies'
    """

    winner: str
    reason: str


class Votes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Voting totals of a game: proposals put to the vote, proposals passed, and each seat's ballots."""

    proposals: int = 0
    approved: int = 0
    ballots: tuple[int, ...] = ()
    """Number of ballots cast by each seat."""
    approvals: tuple[int, ...] = ()
    """Number of approving ballots cast by each seat."""


class Slotted:
    """Mixin that derives equality, copying and repr from `__slots__`, for small mutable state.

    Lists and dicts are copied one level deep, nested `Slotted` values by their own `copy`.
    """

    __slots__ = ()

    @classmethod
    @cache
    def _slots(cls) -> tuple[str, ...]:
        return tuple(slot for base in cls.__mro__ for slot in getattr(base, "__slots__", ()))

    def copy(self) -> Self:
        """Return an independent copy. The values inside lists and dicts must be immutable."""
        kind = type(self)
        twin = object.__new__(kind)
        for slot in kind._slots():
            value = getattr(self, slot)
            setattr(twin, slot, value.copy() if _IS_MUTABLE[type(value)] else value)
        return twin

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, s) == getattr(other, s) for s in self._slots())

    __hash__ = None  # type: ignore[assignment]  # mutable state has no hash

    def __repr__(self) -> str:
        inner = ", ".join(f"{slot}={getattr(self, slot)!r}" for slot in self._slots())
        return f"{type(self).__name__}({inner})"


class _IsMutable(dict[type[Any], bool]):
    """Record of which types must be copied with their owner. It is a cache because games are cloned very often."""

    def __missing__(self, kind: type[Any]) -> bool:
        answer = self[kind] = issubclass(kind, list | dict | Slotted)
        return answer


_IS_MUTABLE = _IsMutable()


class Part(Slotted):
    """State that one chapter adds to the board, such as its tokens and cards. Subclasses define their `__slots__`."""

    __slots__ = ()


class Board(Slotted):
    """State that every game's board has. Games add their own `__slots__`.

    >>> from turncoat import Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> board = Game(ruleset, ruleset.deal(b"an evening")).board
    >>> isinstance(board, Board), board.players, board.result
    (True, 5, None)
    """

    __slots__ = ("everyone", "parts", "players", "result")

    def __init__(self, players: int) -> None:
        self.players = players
        self.everyone: SeatSet = everyone(players)
        """All seats at the table."""
        self.result: Result | None = None
        self.parts: dict[str, Part] = {}

    @property
    def silent(self) -> SeatSet:
        """Seats that the rules forbid to talk now. The application closes the chat to them."""
        return 0

    @property
    def channel(self) -> SeatSet:
        """Seats that may talk in private now, unheard by the others. The application opens a channel for them."""
        return 0

    def copy(self) -> Self:
        twin = super().copy()
        if self.parts:
            twin.parts = {name: part.copy() for name, part in self.parts.items()}
        return twin
