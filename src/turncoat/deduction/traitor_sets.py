"""All sets of seats that may be the traitors, and what is reckoned for all of them at once: with NumPy, or without.

Both give the same numbers; NumPy is only quicker.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Protocol, TypeAlias

from turncoat.deduction.features import MOST_ABOARD
from turncoat.deduction.model import Weights
from turncoat.kernel.seats import SeatSet, seat_set

try:
    import numpy
except ImportError:  # it is in the extra `lab` only
    numpy: Any = None  # type: ignore[no-redef]

Numbers: TypeAlias = Any
"""A number for each set: a list, or an array of NumPy."""
IMPOSSIBLE: Final = -math.inf


class Sets(Protocol):
    """All sets of so many traitors at a table, in one order, and sums over them."""

    masks: tuple[SeatSet, ...]
    numbers: dict[SeatSet, int]
    """Where each set is in that order."""

    def zeros(self) -> Numbers:
        """Zero for each set."""

    def plus(self, scores: Numbers, weights: Weights) -> Numbers:
        """The scores with an act's weights added; the old ones are left as they are."""

    def chances(self, scores: Numbers, deals: Sequence[int]) -> Numbers:
        """The chance of each set: so many deals, times the exponential of the score; at least one has a deal."""

    def sums(self, chances: Numbers, seat: int) -> tuple[float, float]:
        """The sums of the chances of the sets to which the seat belongs, and of those to which it does not."""


class PlainSets:
    """Without NumPy."""

    def __init__(self, players: int, traitors: int) -> None:
        self.members = tuple(combinations(range(players), traitors))
        self.masks = tuple(map(seat_set, self.members))
        self.numbers = {mask: number for number, mask in enumerate(self.masks)}

    def zeros(self) -> list[float]:
        return [0.0] * len(self.masks)

    def plus(self, scores: list[float], weights: Weights) -> list[float]:
        leader, team, whole, seats = weights
        leads = 1 << leader if leader >= 0 else 0
        found = []
        columns = tuple(zip(*seats, strict=True))
        for mask, members, score in zip(self.masks, self.members, scores, strict=True):
            aboard = (mask & team).bit_count()
            of = 2 * (aboard if aboard < MOST_ABOARD else MOST_ABOARD) + (1 if mask & leads else 0)
            score += whole[of]
            if columns:
                column = columns[of]
                for seat in members:
                    score += column[seat]
            found.append(score)
        return found

    def chances(self, scores: list[float], deals: Sequence[int]) -> list[float]:
        most = max(score for score, number in zip(scores, deals, strict=True) if number)
        found = [math.exp(min(0.0, s - most)) * n if n else 0.0 for s, n in zip(scores, deals, strict=True)]
        total = math.fsum(found)
        return [one / total for one in found]

    def sums(self, chances: list[float], seat: int) -> tuple[float, float]:
        with_it, without = [], []
        for one, mask in zip(chances, self.masks, strict=True):
            (with_it if mask >> seat & 1 else without).append(one)
        return math.fsum(with_it), math.fsum(without)


class ArraySets:
    """With NumPy."""

    def __init__(self, players: int, traitors: int) -> None:
        members = tuple(combinations(range(players), traitors))
        self.masks = tuple(map(seat_set, members))
        self.numbers = {mask: number for number, mask in enumerate(self.masks)}
        self._masks = numpy.array(self.masks, numpy.int64)
        self._has = numpy.array([[mask >> seat & 1 for seat in range(players)] for mask in self.masks], float)
        self._with = [numpy.flatnonzero(column) for column in self._has.T]
        self._without = [numpy.flatnonzero(column == 0) for column in self._has.T]
        self._rows = numpy.arange(len(self.masks))

    def zeros(self) -> Numbers:
        return numpy.zeros(len(self.masks))

    def plus(self, scores: Numbers, weights: Weights) -> Numbers:
        leader, team, whole, seats = weights
        of = 2 * numpy.minimum(numpy.bitwise_count(self._masks & team), MOST_ABOARD)
        if leader >= 0:
            of = of + (self._masks >> leader & 1)
        found = scores + numpy.array(whole)[of]
        return found + (self._has @ numpy.array(seats))[self._rows, of] if seats else found

    def chances(self, scores: Numbers, deals: Sequence[int]) -> Numbers:
        numbers = numpy.array(deals, float)
        most = scores[numbers > 0].max()
        found = numpy.exp(numpy.minimum(0.0, scores - most)) * numbers
        return found / found.sum()

    def sums(self, chances: Numbers, seat: int) -> tuple[float, float]:
        return float(chances[self._with[seat]].sum()), float(chances[self._without[seat]].sum())


@lru_cache(maxsize=64)
def sets_of(players: int, traitors: int, plain: bool = False) -> Sets:
    """The sets of so many traitors at such a table; `plain`: without NumPy, though it may be there."""
    if numpy is None or plain:
        return PlainSets(players, traitors)
    return ArraySets(players, traitors)
