"""A classifier of two kinds of games: penalized logistic regression, judged by its AUC.

The AUC is the chance that a game of the second kind scores higher than one of the first: 0.5 is guessing, 1 is certain.
A gradient-boosted forest, tried on the same traits, gave the same figures.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from turncoat_lab.fitting import one_thread
from turncoat_lab.folds import FOLDS

Array: TypeAlias = Any

PENALTY: Final = 10.0
"""L2 penalty: half of it times each squared weight is added to the loss. Traits have a standard deviation of 1."""
STEPS: Final = 30
PRECISION: Final = 1e-6


class Separation(NamedTuple):
    """Separability of two kinds of games."""

    auc: float
    error: float
    """Standard error of the AUC by DeLong's method, with games as independent samples."""


def cross_validated(first: Array, second: Array) -> Separation:
    """Classify the rows of two matrices, a game each, by the traits in their columns.

    A trait is NaN where the game had no occasion for it. The same row of both matrices is in the same fold. The rows
    come in random order. Everything that is fitted or scaled uses the nine other folds.
    """
    folds = np.arange(len(first)) % FOLDS
    scores = np.zeros((2, len(first)))
    with one_thread():
        for fold in range(FOLDS):
            train, test = folds != fold, folds == fold
            rows = np.concatenate([first[train], second[train]])
            scale = _Scale(rows)
            labels = np.repeat([0.0, 1.0], train.sum())
            weights = _fitted(scale.applied(rows), labels)
            scores[0, test], scores[1, test] = (scale.applied(some[test]) @ weights for some in (first, second))
    return separation(scores[0], scores[1])


def separation(lower: Sequence[float], higher: Sequence[float]) -> Separation:
    """Return the AUC of scores that should be higher for the second kind.

    >>> separation([1, 2, 3], [4, 5, 6]).auc, separation([1, 2], [1, 2]).auc
    (1.0, 0.5)
    """
    one, other = np.asarray(lower, float)[:, None], np.asarray(higher, float)[None, :]
    above = (other > one) + 0.5 * (other == one)
    spread = [above.mean(axis=axis).var(ddof=1) / above.shape[1 - axis] for axis in (0, 1)]
    return Separation(float(above.mean()), float(np.sqrt(sum(spread))))


class _Scale:
    """Scales traits to a mean of 0 and a standard deviation of 1. Missing values become the mean."""

    def __init__(self, rows: Array) -> None:
        there = ~np.isnan(rows)
        count = np.maximum(there.sum(axis=0), 1)
        self._mean = np.where(there, rows, 0).sum(axis=0) / count
        variance = (np.where(there, rows - self._mean, 0) ** 2).sum(axis=0) / count
        self._deviation = np.where(variance > PRECISION, np.sqrt(variance), 1.0)

    def applied(self, rows: Array) -> Array:
        """Return the scaled rows with a last column of ones."""
        scaled = np.where(np.isnan(rows), 0, (rows - self._mean) / self._deviation)
        return np.hstack([scaled, np.ones((len(rows), 1))])


def _fitted(rows: Array, labels: Array) -> Array:
    """Fit the weights by Newton's method, which suits the convex loss. The last, the intercept, is barely penalized."""
    weights = np.zeros(rows.shape[1])
    penalty = np.append(np.full(len(weights) - 1, PENALTY), PRECISION)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-(rows @ weights)))
        gradient = rows.T @ (chances - labels) + penalty * weights
        hessian = (rows.T * (chances * (1 - chances))) @ rows + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < PRECISION:
            break
    return weights
