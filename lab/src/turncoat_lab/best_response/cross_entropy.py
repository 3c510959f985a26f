"""The cross-entropy method: candidates are drawn around a mean, and the best of them make the next mean."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, pstdev
from typing import Final, TypeAlias

from turncoat_lab.best_response.match import Response, Training

ROUNDS: Final = 6
CANDIDATES: Final = 16
"""Candidates in each round."""
INITIAL_DEVIATION: Final = 0.25
"""Standard deviation of the candidates in the first round. The search space is [0, 1]."""
MIN_DEVIATION: Final = 0.03
ELITE_SHARE: Final = 0.25
"""Share of the candidates that make the next mean."""

LEAST_BUDGET: Final = ROUNDS * CANDIDATES
"""Budget in games at which each candidate plays one."""

Vector: TypeAlias = tuple[float, ...]
"""A point of the search space: numbers from 0 to 1."""


def search(training: Training, mean: Vector, response_of: Callable[[Vector], Response]) -> Vector:
    """Search for the vector whose response wins most.

    The candidates of a round play the same deals. Equal arguments give equal vectors, whoever plays the games.
    """
    games = training.budget // LEAST_BUDGET
    deviations: Sequence[float] = [INITIAL_DEVIATION] * len(mean)
    rng = Random(f"{training.seed}/candidates")
    for number in range(ROUNDS):
        candidates = [mean]
        while len(candidates) < CANDIDATES:
            drawn = [rng.gauss(about, wide) for about, wide in zip(mean, deviations, strict=True)]
            candidates.append(tuple(min(1.0, max(0.0, one)) for one in drawn))
        wins = training.wins([response_of(candidate) for candidate in candidates], games, number)
        order = sorted(range(CANDIDATES), key=lambda index: -wins[index])
        best = [candidates[index] for index in order[: round(ELITE_SHARE * CANDIDATES)]]
        mean = tuple(fmean(column) for column in zip(*best, strict=True))
        found = [pstdev(column) for column in zip(*best, strict=True)]
        deviations = [max(MIN_DEVIATION, fmean(two)) for two in zip(deviations, found, strict=True)]
    return mean
