"""Seats and sets of seats as in the kernel, where a set is a bit mask."""

from typing import Any, Final

import numpy as np

from turncoat_lab.batch.chance import below
from turncoat_lab.batch.compiler import compiled, inlined

MOST_SEATS: Final = 12
NO_SEAT: Final = -1
"""Nobody, or a pass."""


@inlined
def size_of(mask: int) -> int:
    """Return the number of seats in a set. The compiler turns this loop into one instruction."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def first_clockwise(start: int, players: int, among: int) -> int:
    """Return the first seat of the set at or after `start`, clockwise, or NO_SEAT if the set is empty."""
    if not among:
        return NO_SEAT
    ahead = among >> start
    return start + lowest(ahead) if ahead else lowest(among)


@compiled
def drawn_seat(chance: Any, allowed: int) -> int:
    """Draw one of the seats uniformly. The set must not be empty."""
    left = below(chance, size_of(allowed))
    mask = allowed
    while left:
        mask &= mask - 1
        left -= 1
    return lowest(mask)


@inlined
def lowest(mask: int) -> int:
    """Return the lowest seat of a set, which must not be empty. It equals the number of bits below it."""
    return size_of((mask & -mask) - 1)


@compiled
def drawn_set(chance: Any, allowed: int, size: int) -> int:
    """Draw a set of that many of the seats uniformly (selection sampling)."""
    left, wanted, chosen, mask = size_of(allowed), size, 0, allowed
    while wanted:
        seat = mask & -mask
        if below(chance, left) < wanted:
            chosen |= seat
            wanted -= 1
        mask ^= seat
        left -= 1
    return chosen


def binomials() -> Any:
    """Return the binomial coefficients, with n in rows and k in columns."""
    table = np.zeros((MOST_SEATS + 1, MOST_SEATS + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, MOST_SEATS + 1):
        for k in range(1, n + 1):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


BINOMIALS: Final = binomials()
