"""All possible sets of traitors, and vectorized arithmetic over them, with NumPy or without.

Both give the same numbers, but NumPy is faster.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from itertools import combinations
from typing import Any, Final, Protocol, TypeAlias

from turncoat.deduction.features import COMPOSITION_COUNT, MOST_ABOARD, NO_BALLOT
from turncoat.deduction.model import BallotWeights, Weights
from turncoat.kernel.seats import Seat, SeatSet, seat_set


def numpy_or_none() -> Any:
    """Return NumPy if it is installed, as it is with the package turncoat-lab, or None."""
    try:
        return import_module("numpy")
    except ImportError:
        return None


numpy: Final = numpy_or_none()
HAS_NUMPY: Final = numpy is not None

BySet: TypeAlias = Any
"""A number for each set: a list, or a NumPy array."""
IMPOSSIBLE: Final = -math.inf
MOST_TEAMS: Final = 1 << 10
"""Number of pairs of leader and team whose compositions are cached. The cache is cleared when it overflows."""


class Sets(Protocol):
    """All sets of a given number of traitors at a table, in a fixed order, and sums over them."""

    masks: tuple[SeatSet, ...]
    numbers: dict[SeatSet, int]
    """Index of each set in that order."""

    def zeros(self) -> BySet:
        """Return zero for each set."""

    def plus(self, scores: BySet, weights: Weights) -> BySet:
        """Return new scores with an act's weights added."""

    def logarithms(self, numbers: Iterable[int], deals: Iterable[int], count: int) -> BySet:
        """Return the logarithm of each set's deals, from `count` pairs of a set's index and some of its deals."""

    def likelihoods(self, scores: BySet, deals: BySet) -> BySet:
        """Return the likelihood of each set, the largest being 1.

        It is the set's number of deals, given as a logarithm, times the exponential of its score.
        """

    def sums(self, likelihoods: BySet) -> tuple[list[float], list[float]]:
        """Return for each seat the total likelihood of the sets with it, and of those without it."""
        ...


class PlainSets:
    """Sums over sets in plain Python."""

    def __init__(self, players: int, traitors: int) -> None:
        self.members = tuple(combinations(range(players), traitors))
        self._bits = tuple(1 << seat for seat in range(players))
        self.masks = tuple(map(seat_set, self.members))
        self.numbers = {mask: number for number, mask in enumerate(self.masks)}

    def zeros(self) -> list[float]:
        return [0.0] * len(self.masks)

    def plus(self, scores: list[float], weights: Weights) -> list[float]:
        leader, team = weights.leader, weights.team
        whole, seats = weights.of_seats()
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

    def logarithms(self, numbers: Iterable[int], deals: Iterable[int], count: int) -> list[float]:
        found = [0] * len(self.masks)
        for number, more in zip(numbers, deals, strict=True):
            found[number] += more
        return [math.log(one) if one else IMPOSSIBLE for one in found]

    def likelihoods(self, scores: list[float], deals: list[float]) -> list[float]:
        found = [score + number for score, number in zip(scores, deals, strict=True)]
        most, exp = max(found), math.exp
        return [exp(one - most) for one in found]

    def sums(self, likelihoods: list[float]) -> tuple[list[float], list[float]]:
        some = [(one, mask) for one, mask in zip(likelihoods, self.masks, strict=True) if one]
        with_it = [sum([one for one, mask in some if mask & bit]) for bit in self._bits]
        return with_it, [sum([one for one, mask in some if not mask & bit]) for bit in self._bits]


class ArraySets:
    """Sums over sets with NumPy.

    A table has only hundreds of sets, so the number of calls matters more than the size of the sums.
    """

    def __init__(self, players: int, traitors: int) -> None:
        members = tuple(combinations(range(players), traitors))
        self.masks = tuple(map(seat_set, members))
        self.numbers = {mask: number for number, mask in enumerate(self.masks)}
        self._masks = numpy.array(self.masks, numpy.int64)
        has = numpy.array([[mask >> seat & 1 for seat in range(players)] for mask in self.masks], float)
        self._has_and_lacks = numpy.hstack((has, 1 - has))
        """For each set, 1 for each seat in it, followed by 1 for each seat not in it."""
        self._has_or_lacks = numpy.stack((has, 1 - has), 2).reshape(len(has), 2 * players)
        """The same flags, interleaved seat by seat."""
        self._first_cells = COMPOSITION_COUNT * numpy.arange(len(self.masks))
        """Start of each set's row in a table of sets and compositions."""
        self._players = players
        self._compositions: dict[tuple[Seat, SeatSet], tuple[BySet, BySet]] = {}
        """By leader and team: the team's composition for each set, and its cell in that table."""

    def zeros(self) -> BySet:
        return numpy.zeros(len(self.masks))

    def plus(self, scores: BySet, weights: Weights) -> BySet:
        leader, team, whole, ballots, of_ballots = weights
        of, cells = self._compositions.get((leader, team)) or self._learn(leader, team)
        if of_ballots is None:
            return numpy.array(whole).take(of) + scores
        arrays = of_ballots.array
        if arrays is None:
            arrays = of_ballots.array = _BallotArrays(self._players)
        if arrays.filled < len(of_ballots.met):
            arrays.fill(of_ballots)
        rows = arrays.rows.take(ballots, 0).reshape(2 * self._players, COMPOSITION_COUNT)
        found = self._has_or_lacks.dot(rows).take(cells)
        found += scores
        return found

    def _learn(self, leader: Seat, team: SeatSet) -> tuple[BySet, BySet]:
        of = 2 * numpy.minimum(numpy.bitwise_count(self._masks & team), MOST_ABOARD).astype(numpy.intp)
        if leader >= 0:
            of += self._masks >> leader & 1
        if len(self._compositions) > MOST_TEAMS:
            self._compositions.clear()
        found = self._compositions[leader, team] = of, self._first_cells + of
        return found

    def logarithms(self, numbers: Iterable[int], deals: Iterable[int], count: int) -> BySet:
        of, more = numpy.fromiter(numbers, numpy.intp, count), numpy.fromiter(deals, float, count)
        with numpy.errstate(divide="ignore"):
            return numpy.log(numpy.bincount(of, more, len(self.masks)))

    def likelihoods(self, scores: BySet, deals: BySet) -> BySet:
        found = scores + deals
        found -= numpy.maximum.reduce(found)
        return numpy.exp(found, found)

    def sums(self, likelihoods: BySet) -> tuple[list[float], list[float]]:
        both = likelihoods.dot(self._has_and_lacks).tolist()
        return both[: self._players], both[self._players :]


class _BallotArrays:
    """Scores of the ballots of one kind of vote, each with its share of the vote's own score."""

    __slots__ = ("_players", "filled", "rows")

    def __init__(self, players: int) -> None:
        self._players = players
        self.rows = numpy.zeros((NO_BALLOT + 1, 2, COMPOSITION_COUNT))
        """Score of each ballot by composition: if cast by a traitor, and if cast by a loyal player."""
        self.filled = 0
        """Number of the ballots met so far that are in the array."""

    def fill(self, weights: BallotWeights) -> None:
        """Add the ballots met since the last call."""
        share = numpy.array(weights.whole) / self._players
        for number in weights.met[self.filled :]:
            loyal = numpy.array(weights.loyal[number]) + share
            self.rows[number] = weights.traitor[number] + loyal, loyal
        self.filled = len(weights.met)


@lru_cache(maxsize=64)
def sets_of(players: int, traitors: int, plain: bool = False) -> Sets:
    """Return the sets of that many traitors at a table. With `plain`, do not use NumPy even if it is installed."""
    if plain or not HAS_NUMPY:
        return PlainSets(players, traitors)
    return ArraySets(players, traitors)
