"""Work spread over processes. Results come in the order of the work, however many processes there are.

All work of the laboratory that takes long goes through here.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, TypeVar

from turncoat.extensions import load_extensions
from turncoat.lab.cache import ResultCache

T = TypeVar("T")


def in_order(
    work: Callable[..., T], pieces: Iterable[Sequence[Any]], jobs: int = 1, results: ResultCache[T] | None = None
) -> Iterator[T]:
    """What `work` makes of each piece (its arguments), in their order; `work` is a function of a module.

    With `results`, what was computed before is taken from there, and the rest is kept there as soon as it is computed.
    When the caller stops early or is interrupted, pending work is cancelled.
    """
    if results is not None:
        work = partial(_computed_once, work, results)
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


def _computed_once(work: Callable[..., T], results: ResultCache[T], *piece: Any) -> T:
    """What is kept of a piece, or what comes of it now. The process that computes it keeps it."""
    key = results.key(work, piece)
    found = results.get(key)
    if found is None:
        found = work(*piece)
        results.put(key, found)
    return found
