"""Statistics of tells: a likelihood ratio, its exact interval, and a correction for many acts.

The ratio is between the rates at which traitors and loyal seats do the act in the same situation, or its inverse. Both
counts are treated as those of rare events (Poisson). Given the total count, the side of each act is then binomial. For
frequent acts the interval is slightly too wide.
"""

from collections.abc import Sequence
from math import exp, inf, lgamma, log
from typing import Final

LIMIT: Final = 4.0
"""Ratio above which an act is a tell."""
TAIL: Final = 0.025
"""Probability in each tail of a two-sided 95% interval."""
FALSE_DISCOVERIES: Final = 0.05


def at_least(hits: int, trials: int, chance: float) -> float:
    """Return the chance of at least so many hits.

    >>> round(at_least(2, 2, 0.8), 2), at_least(0, 2, 0.8)
    (0.64, 1.0)
    """
    if hits <= 0 or chance >= 1:
        return 1.0
    if chance <= 0:
        return 0.0
    yes, no = log(chance), log(1 - chance)
    whole = lgamma(trials + 1)
    return min(
        1.0,
        sum(
            exp(whole - lgamma(k + 1) - lgamma(trials - k + 1) + k * yes + (trials - k) * no)
            for k in range(hits, trials + 1)
        ),
    )


def p_value(hits: int, others: int, trials: int, other_trials: int, ratio: float) -> float:
    """Return the chance of a ratio at least as high as observed, hits / trials to others / other_trials, if it is
    `ratio`."""
    return at_least(hits, hits + others, ratio * trials / (ratio * trials + other_trials))


def lowest_ratio(hits: int, others: int, trials: int, other_trials: int) -> float:
    """Return the lower bound of the ratio's 95% interval.

    >>> 2 < lowest_ratio(50, 10, 100, 100) < 5 < lowest_ratio(500, 100, 1000, 1000) * 1.3
    True
    """
    if not hits:
        return 0.0
    low, high = 1e-6, 1e6
    while high / low > 1.001:
        middle = (low * high) ** 0.5
        if p_value(hits, others, trials, other_trials, middle) < TAIL:
            low = middle
        else:
            high = middle
    return low


def share_ratio(hits: int, others: int, trials: int, other_trials: int) -> float:
    """Return the ratio of both shares, infinite if the others have none."""
    return inf if not others else (hits / trials) / (others / other_trials)


def discovered(p_values: Sequence[float]) -> list[bool]:
    """Return which of many findings are accepted as true (Benjamini and Hochberg).

    If no finding is true, the chance that any is accepted is at most 5%. Of those accepted, at most one in twenty is
    expected to be chance.

    Where none is true, any is found with a chance of 5% at most; of those that are found, one in twenty at most is
    expected to be chance.

    >>> discovered([0.001, 0.04, 0.9])
    [True, False, False]
    """
    order = sorted(p_values)
    limit = max((p for rank, p in enumerate(order, 1) if p <= FALSE_DISCOVERIES * rank / len(order)), default=-1.0)
    return [p <= limit for p in p_values]
