"""Confidence intervals for proportions."""

from math import sqrt
from typing import Final

Z: Final = 1.959963984540054
"""The 97.5% quantile of the normal distribution, for 95% intervals."""


def wilson(hits: float, trials: float) -> tuple[float, float]:
    """Return Wilson's 95% interval of a proportion. Counts may be fractional, since correlated trials count for less.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    if trials == 0:
        return 0.0, 1.0
    share, weight = hits / trials, Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def difference(hits: int, trials: int, other_hits: int, other_trials: int) -> tuple[float, float]:
    """Return Newcombe's 95% interval of the first proportion minus the second, from the Wilson intervals of both.

    >>> [round(end, 3) for end in difference(56, 70, 48, 80)]
    [0.052, 0.334]
    """
    low, high = wilson(hits, trials)
    other_low, other_high = wilson(other_hits, other_trials)
    share, other = hits / trials, other_hits / other_trials
    below = sqrt((share - low) ** 2 + (other_high - other) ** 2)
    above = sqrt((high - share) ** 2 + (other - other_low) ** 2)
    return share - other - below, share - other + above


def paired(gained: int, lost: int, trials: int) -> tuple[float, float]:
    """Return the 95% interval of a difference of two proportions from paired trials.

    `gained` and `lost` count the pairs in which only the first or only the second hit. Uses the normal approximation,
    for many pairs. Variation that both share does not widen the interval.

    >>> [round(end, 4) for end in paired(300, 200, 10_000)]
    [0.0056, 0.0144]
    """
    shift = (gained - lost) / trials
    reach = Z * sqrt(((gained + lost) / trials - shift * shift) / trials)
    return shift - reach, shift + reach
