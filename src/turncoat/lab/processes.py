"""Work spread over processes. Results come in the order of the work, however many processes there are."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from turncoat.extensions import load_extensions

T = TypeVar("T")


def in_order(work: Callable[..., T], pieces: Iterable[Sequence[Any]], jobs: int = 1) -> Iterator[T]:
    """What `work` makes of each piece (its arguments), in their order; `work` is a function of a module.

    When the caller stops early or is interrupted, pending work is cancelled.
    """
    if jobs <= 1:
        for piece in pieces:
            yield work(*piece)
        return
    # A forked process knows what this one has read from files: chapters, card sets, bots.
    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)
    try:
        waiting = [pool.submit(work, *piece) for piece in pieces]
        waiting.reverse()
        while waiting:
            yield waiting.pop().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """A new process: Ctrl+C is for the one that gives out the work, which lets the others finish what they are at."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_extensions()
