"""Progress of work that is done part by part."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int], None]
"""It is told how many games have been played so far."""


def after(before: int, progress: Progress | None) -> Progress | None:
    """What tells `progress` of a part that begins when so many games have been played.

    >>> after(10, print)(5)
    15
    """
    return None if progress is None else lambda done: progress(before + done)
