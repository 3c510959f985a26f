"""Distribution of long computations over this process, several processes, or a cluster.

Work is split into pieces that depend only on the work itself, and results are returned in the order of the pieces. The
outcome is therefore identical, byte for byte, however it is distributed.
"""

import multiprocessing
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from turncoat.extensions import ExtensionFile, load_extensions, load_files, loaded_files

T = TypeVar("T")


class Results(Protocol[T]):
    """Cache of results, by key."""

    def key(self, work: Callable[..., T], piece: Sequence[Any]) -> str:
        """Return the key of a result. Equal work by equal code has equal keys."""

    def get(self, key: str) -> T | None:
        """Return the cached result for the key, if any."""

    def put(self, key: str, result: T) -> None:
        """Store a result."""


class Workers(ABC):
    """Abstract executor of work."""

    are_here: bool = True
    """True if the workers run on this machine and can access its files and programs."""

    def start(self) -> None:  # noqa: B027 - most have nothing to start
        """Start up early what the first piece would otherwise wait for."""

    @abstractmethod
    def map(
        self, work: Callable[..., T], pieces: Iterable[Sequence[Any]], results: Results[T] | None = None
    ) -> Generator[T, None, None]:
        """Yield the result of `work` for each piece (its arguments), in order.

        `work` is a module-level function, or a `partial` of one with the arguments that all pieces share, which each
        worker receives once. With `results`, cached results are reused and new ones are stored as soon as they are
        computed. In that case, a result must depend on nothing but its piece. If the caller stops early (`close`) or is
        interrupted, pending work is cancelled.
        """


@dataclass(frozen=True)
class Processes(Workers):
    """Executor that uses processes of this machine. With a count of 1, the work runs in this process."""

    count: int = 1

    def map(
        self, work: Callable[..., T], pieces: Iterable[Sequence[Any]], results: Results[T] | None = None
    ) -> Generator[T, None, None]:
        if results is not None:
            work = partial(_computed_once, work, results)
        if self.count <= 1:
            for piece in pieces:
                yield work(*piece)
            return
        # A forked process inherits everything from this one, so the work need not be copied.
        context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
        pool = ProcessPoolExecutor(
            self.count, mp_context=context, initializer=_init_worker, initargs=(loaded_files(), work)
        )
        try:
            waiting = [pool.submit(_run_piece, *piece) for piece in pieces]
            waiting.reverse()
            while waiting:
                yield waiting.pop().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


ONE_PROCESS: Final = Processes()


def parts_of(games: int, largest: int) -> list[tuple[int, int]]:
    """Split a number of games into parts, as half-open ranges of numbers.

    >>> parts_of(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(first, min(games, first + largest)) for first in range(0, games, largest)]


_work: Callable[..., Any]
"""The function that a pool process applies to its pieces."""


def _init_worker(files: Iterable[ExtensionFile], work: Callable[..., Any]) -> None:
    """Initialize a pool process. Only the parent handles Ctrl+C, and lets the others finish their current pieces."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_extensions()
    load_files(files)
    _work = work


def _run_piece(*piece: Any) -> Any:
    return _work(*piece)


def _computed_once(work: Callable[..., T], results: Results[T], *piece: Any) -> T:
    """Return the cached result of a piece, or compute and store it in this process."""
    key = results.key(work, piece)
    found = results.get(key)
    if found is None:
        found = work(*piece)
        results.put(key, found)
    return found
