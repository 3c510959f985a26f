"""Seats and sets of seats, as plain ints for fast cloning and stepping.

A *seat* is a position at the table, numbered clockwise from 0. A *seat set* is a bit mask: bit `k` is seat `k`.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Annotated, TypeAlias


class Kind(Enum):
    """Kinds of whole numbers, by which a field of an event says what its number means."""

    SEAT = "seat"
    SEATS = "seats"


Seat: TypeAlias = Annotated[int, Kind.SEAT]
SeatSet: TypeAlias = Annotated[int, Kind.SEATS]

SPECTATOR: Seat = -1
"""A viewer without a seat, who sees what is public and is asked nothing.

>>> from turncoat import SPECTATOR, Game, Ruleset
>>> ruleset = Ruleset.of("resistance", 5)
>>> Game(ruleset, ruleset.deal(b"an evening")).view(SPECTATOR).board.roles
[None, None, None, None, None]
"""
CHANCE: Seat = -2
"""The pseudo-seat asked when cards decide after the deal (a reshuffle, a random steal). Its choices are recorded.

>>> from random import Random
>>> from turncoat import CHANCE, Choice, Game, Ruleset, pick
>>> ruleset, rng = Ruleset.of("hail-hydra", 5), Random(1)
>>> game = Game(ruleset, ruleset.deal(b"an evening"))
>>> while CHANCE not in (prompts := game.prompts()):
...     seat, prompt = next(iter(prompts.items()))
...     game.play(seat, Choice(prompt.number, pick(prompt.option, rng)))
>>> prompts[CHANCE].question.name
'shuffle-pile'
"""
NOBODY: SeatSet = 0


def seat_set(seats: Iterable[Seat]) -> SeatSet:
    """Return the set of the seats.

    >>> seat_set([0, 2])
    5
    """
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


class _SeatTuples(dict[SeatSet, tuple[Seat, ...]]):
    """Cache of the seats in each set. A lookup is much cheaper than a call."""

    def __missing__(self, mask: SeatSet) -> tuple[Seat, ...]:
        seats = self[mask] = tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
        return seats


SEATS_IN = _SeatTuples()
"""Table of the seats in a set, in ascending order, for hot paths: `SEATS_IN[5] == (0, 2)`."""


def seats_in(mask: SeatSet) -> tuple[Seat, ...]:
    """Return the seats in a set, in ascending order.

    >>> seats_in(5)
    (0, 2)
    """
    return SEATS_IN[mask]


def everyone(players: int) -> SeatSet:
    """Return all seats of a table: `everyone(5) == 0b11111`."""
    return (1 << players) - 1


def is_in(seat: Seat, mask: SeatSet) -> bool:
    """Return whether the seat is in the set. A spectator and chance never are."""
    return seat >= 0 and mask >> seat & 1 == 1


def left_of(seat: Seat, players: int) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % players


def right_of(seat: Seat, players: int) -> Seat:
    """Return the next seat counter-clockwise."""
    return (seat - 1) % players


def clockwise(start: Seat, players: int) -> Iterator[Seat]:
    """Yield every seat once, clockwise, beginning with `start`."""
    for step in range(players):
        yield (start + step) % players


def first_clockwise(start: Seat, players: int, among: SeatSet) -> Seat | None:
    """Return the first seat of the set at or after `start`, clockwise. None if the set is empty.

    >>> first_clockwise(3, 5, 0b00110)
    1
    """
    ahead = among >> start
    if ahead:
        return start + (ahead & -ahead).bit_length() - 1
    return (among & -among).bit_length() - 1 if among else None
