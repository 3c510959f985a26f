"""Who does work that takes long: this process, several, or the machines of a cluster.

All of it goes through here, in pieces that depend on nothing but the work. Results come in the order of
the pieces, so what is made of them is the same, byte for byte, whoever has worked.
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
    """Results of pieces of work that are kept, by name."""

    def key(self, work: Callable[..., T], piece: Sequence[Any]) -> str:
        """Return the name of a result: equal for equal work by equal code."""

    def get(self, key: str) -> T | None:
        """Return what is kept under that name."""

    def put(self, key: str, result: T) -> None:
        """Keep a result."""


class Workers(ABC):
    """Those who do the work."""

    are_here: bool = True
    """Whether they are processes of this machine, which find its files and programs."""

    def start(self) -> None:  # noqa: B027 - most have nothing to start
        """Start what the first piece would otherwise wait for."""

    @abstractmethod
    def in_order(
        self, work: Callable[..., T], pieces: Iterable[Sequence[Any]], results: Results[T] | None = None
    ) -> Generator[T, None, None]:
        """What `work` makes of each piece (its arguments), in their order.

        `work` is a function of a module, or a `partial` of one with what all pieces need, which each worker gets once.
        With `results`, what was computed before is taken from there, and the rest is kept there as soon as it is
        computed; then all that it depends on is in the piece. When the caller stops early (`close`) or is interrupted,
        pending work is cancelled.
        """


@dataclass(frozen=True)
class Processes(Workers):
    """Processes of this machine; one is this process."""

    count: int = 1

    def in_order(
        self, work: Callable[..., T], pieces: Iterable[Sequence[Any]], results: Results[T] | None = None
    ) -> Generator[T, None, None]:
        if results is not None:
            work = partial(_computed_once, work, results)
        if self.count <= 1:
            for piece in pieces:
                yield work(*piece)
            return
        # A forked process has all that this one has: the work is not copied to it.
        context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)
        pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=_begin, initargs=(loaded_files(), work))
        try:
            waiting = [pool.submit(_do, *piece) for piece in pieces]
            waiting.reverse()
            while waiting:
                yield waiting.pop().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


ONE_PROCESS: Final = Processes()


def parts_of(games: int, largest: int) -> list[tuple[int, int]]:
    """Cut so many games into parts, from the first number to the one behind the last.

    >>> parts_of(5, 2)
    [(0, 2), (2, 4), (4, 5)]
    """
    return [(first, min(games, first + largest)) for first in range(0, games, largest)]


_work: Callable[..., Any]
"""What a process of a pool does with its pieces."""


def _begin(files: Iterable[ExtensionFile], work: Callable[..., Any]) -> None:
    """A new process: Ctrl+C is for the one that gives out the work, which lets the others finish what they are at."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load_extensions()
    load_files(files)
    _work = work


def _do(*piece: Any) -> Any:
    return _work(*piece)


def _computed_once(work: Callable[..., T], results: Results[T], *piece: Any) -> T:
    """What is kept of a piece, or what comes of it now. The process that computes it keeps it."""
    key = results.key(work, piece)
    found = results.get(key)
    if found is None:
        found = work(*piece)
        results.put(key, found)
    return found
