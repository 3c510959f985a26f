"""Boards: the state of a game as the fold of its events.

The game's own board folds every event; the board of a view folds what its seat saw, with None where it did not.
One class, one way to change it (`Event.apply`): the two cannot drift apart.
"""

from functools import cache
from typing import Any, Self

import msgspec

from turncoat.kernel.seats import SeatSet, everyone


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the side that won, and the reason (both words)."""

    winner: str
    reason: str


class Votes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The votes of a game: how many proposals were put to the vote, how many passed, and each seat's ballots."""

    proposals: int = 0
    approved: int = 0
    ballots: tuple[int, ...] = ()
    """How many ballots each seat cast."""
    approvals: tuple[int, ...] = ()
    """How many of them approved."""


class Slotted:
    """Equality, copy and repr by `__slots__`, for small mutable state; lists and dicts are copied one level deep."""

    __slots__ = ()

    @classmethod
    @cache
    def _slots(cls) -> tuple[str, ...]:
        return tuple(slot for base in cls.__mro__ for slot in getattr(base, "__slots__", ()))

    def copy(self) -> Self:
        """An independent copy; the values inside lists and dicts must be immutable."""
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
    """Whether values of a type must be copied with their owner; worked out once, since games are cloned very often."""

    def __missing__(self, kind: type[Any]) -> bool:
        answer = self[kind] = issubclass(kind, list | dict | Slotted)
        return answer


_IS_MUTABLE = _IsMutable()


class Part(Slotted):
    """What one chapter adds to the board: its tokens and cards. Subclasses name their `__slots__`."""

    __slots__ = ()


class Board(Slotted):
    """What every game's board has; games add their own `__slots__`."""

    __slots__ = ("everyone", "parts", "players", "result")

    def __init__(self, players: int) -> None:
        self.players = players
        self.everyone: SeatSet = everyone(players)
        """All seats of the table."""
        self.result: Result | None = None
        self.parts: dict[str, Part] = {}

    @property
    def silent(self) -> SeatSet:
        """Who may not talk now by the rules; the application closes the chat to them."""
        return 0

    @property
    def channel(self) -> SeatSet:
        """Who may talk among themselves now, unheard by the others; the application gives them a channel."""
        return 0

    def copy(self) -> Self:
        twin = super().copy()
        if self.parts:
            twin.parts = {name: part.copy() for name, part in self.parts.items()}
        return twin
