"""Seats and sets of seats: plain ints, so that a game clones and steps fast.

A *seat* is a place at the table, numbered clockwise from 0. A *seat set* is a bit mask: bit `k` is seat `k`.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Seat: TypeAlias = int
SeatSet: TypeAlias = int

SPECTATOR: Seat = -1
"""The viewer who has no seat: sees what is public, is asked nothing."""
CHANCE: Seat = -2
"""Who is asked when cards decide after the deal (a reshuffle, a random steal); its choices are recorded too."""
NOBODY: SeatSet = 0


def seat_set(seats: Iterable[Seat]) -> SeatSet:
    """The set of the seats.

    >>> seat_set([0, 2])
    5
    """
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


class _SeatTuples(dict[SeatSet, tuple[Seat, ...]]):
    """The seats of every set met so far: a lookup is much cheaper than a call."""

    def __missing__(self, mask: SeatSet) -> tuple[Seat, ...]:
        seats = self[mask] = tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
        return seats


SEATS_IN = _SeatTuples()
"""The seats of a set in ascending order, as a table: `SEATS_IN[5] == (0, 2)`; for hot paths."""


def seats_in(mask: SeatSet) -> tuple[Seat, ...]:
    """The seats of a set in ascending order.

    >>> seats_in(5)
    (0, 2)
    """
    return SEATS_IN[mask]


def everyone(players: int) -> SeatSet:
    """All seats of a table: `everyone(5) == 0b11111`."""
    return (1 << players) - 1


def is_in(seat: Seat, mask: SeatSet) -> bool:
    """Whether the seat belongs to the set; the spectator and chance belong to none."""
    return seat >= 0 and mask >> seat & 1 == 1


def left_of(seat: Seat, players: int) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % players


def right_of(seat: Seat, players: int) -> Seat:
    """The next seat counter-clockwise."""
    return (seat - 1) % players


def clockwise(start: Seat, players: int) -> Iterator[Seat]:
    """Every seat once, clockwise, beginning with `start`."""
    for step in range(players):
        yield (start + step) % players


def first_clockwise(start: Seat, players: int, among: SeatSet) -> Seat | None:
    """The first seat of the set at or after `start`, clockwise; None when the set is empty.

    >>> first_clockwise(3, 5, 0b00110)
    1
    """
    ahead = among >> start
    if ahead:
        return start + (ahead & -ahead).bit_length() - 1
    return (among & -among).bit_length() - 1 if among else None
