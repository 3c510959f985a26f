"""Progress bar of commands that play many games."""

import sys
from collections.abc import Callable
from time import monotonic
from typing import Final

from turncoat.kernel.words import N_
from turncoat.telling import Translate

BAR: Final = 30
"""Width of the bar in columns."""

_SO_FAR: Final = N_("{done} of {all}")


def progress_bar(games: int, say: Translate) -> Callable[[int], None] | None:
    """Return a function that draws a progress bar on standard error, or None if that is not a terminal.

    It redraws at most ten times a second.
    """
    stream = sys.stderr
    if not stream.isatty():
        return None
    drawn = monotonic()

    def show(done: int) -> None:
        nonlocal drawn
        now = monotonic()
        if done < games and now - drawn < 0.1:
            return
        drawn = now
        full, said = BAR * done // games, say(_SO_FAR).format(done=done, all=games)
        stream.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {said}")
        if done == games:
            stream.write("\r" + " " * (BAR + len(said) + 10) + "\r")
        stream.flush()

    return show
