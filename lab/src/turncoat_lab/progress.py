"""Progress of work that is done in parts."""

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[int], None]
"""Callback with the number of games played so far."""


def after(before: int, progress: Progress | None) -> Progress | None:
    """Return a callback for a part that begins after `before` games.

    >>> after(10, print)(5)
    15
    """
    return None if progress is None else lambda done: progress(before + done)
