"""Cross-validation folds of recorded games. Equal numbers of games have equal folds."""

from collections.abc import Sequence
from random import Random
from typing import Final

FOLDS: Final = 10
SEED: Final = "ten parts"


def folds_of(count: int, folds: int = FOLDS) -> list[list[int]]:
    """Split the numbers of so many games into folds of nearly equal size. They depend on the arguments alone.

    >>> folds_of(6, 3)
    [[2, 1], [4, 3], [0, 5]]
    """
    order = list(range(count))
    Random(SEED).shuffle(order)
    return [order[fold::folds] for fold in range(folds)]


def without(folds: Sequence[Sequence[int]], fold: int) -> list[int]:
    """Return the numbers of all folds except one."""
    return [number for other, numbers in enumerate(folds) if other != fold for number in numbers]
