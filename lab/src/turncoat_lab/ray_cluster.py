"""The machines of a Ray cluster as workers. This is the only module that imports Ray, from the extra `ray`.

Ray only distributes pieces. A worker accepts one only if it has exactly this machine's code, so that its results are
equal byte for byte. It is sent what single files have loaded here (chapters, bots, card sets). A piece whose worker
died is given to another. An error of our own ends the work, as in one process.
"""

import logging
import os
import platform
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Generic, TypeVar, cast

from turncoat import __version__
from turncoat.extensions import load_extensions, load_files, loaded_files
from turncoat.kernel.words import N_, composed
from turncoat.simulation.processes import Results, Workers
from turncoat_lab.cache import code_digest

# Ray would print dead workers to standard output, where results go, and report every cluster to its makers. It reads
# both variables when it is imported.
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray  # pyright: ignore[reportMissingImports]
from ray.exceptions import RayError, RayTaskError  # pyright: ignore[reportMissingImports]

T = TypeVar("T")

LOCAL: Final = "local"
"""Instead of an address: a cluster of this machine's processors alone, for as long as the command runs."""
RETRIES: Final = 5
"""Number of times that a piece is retried after its worker died."""
PIECES_AHEAD: Final = 4
"""Maximum number of pending pieces for each processor of the cluster."""
LEAST_AHEAD: Final = 64
"""Number of pieces that may always be pending, so that an autoscaling cluster sees that there is work."""
SECONDS_TO_ANSWER: Final = 20.0

_NO_START: Final = N_("cannot start Ray on this machine: {why}")
_NOT_JOINED: Final = N_("cannot join the Ray cluster at {address}: {why}")
_OTHER_CODE: Final = N_(
    "the machine {machine} of the Ray cluster has different code, so its results could differ: {theirs} there, "
    "{ours} here; install the same Turncoat, extensions, Python and NumPy on all machines"
)
_NOT_DONE: Final = N_("the Ray cluster could not finish part of the work: {why}")


class ClusterError(Exception):
    """The cluster cannot do the work. The message says why, and what would be right."""

    status = 1
    """Exit status of a command that needs the cluster."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        """The message in translatable form."""


@dataclass
class _Given(Generic[T]):
    """A piece that was given out."""

    key: str
    """Key of its result in the cache."""
    running: Any
    """Ray's reference to the running task, or None once its result is here."""
    result: T | None = None


class RayCluster(Workers):
    """The machines of the Ray cluster at this address, or the processors of this machine (`local`).

    A program that has called `ray.init` itself stays in the cluster that it joined, so pieces are finished even if they
    are no longer wanted.
    """

    def __init__(self, address: str = LOCAL) -> None:
        self.address = address
        self.are_here = address == LOCAL
        self._has_joined = False

    def start(self) -> None:
        """Join the cluster until the program ends. Raises ClusterError."""
        if ray.is_initialized():
            return
        own: dict[str, Any] = {"include_dashboard": False} if self.address == LOCAL else {}
        try:
            _check_reachable(self.address)
            ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR, **own)
        except Exception as error:
            message = composed(
                _NO_START if self.address == LOCAL else _NOT_JOINED, address=self.address, why=_reason(error)
            )
            raise ClusterError(message) from error
        self._has_joined = True

    def _leave(self) -> None:
        """Leave the cluster, which then drops all of this program's tasks.

        Cancelling piece by piece (`ray.cancel`) would occasionally end this program: Ray (2.60) fails a check of its
        own when a result arrives at that very moment.
        """
        if self._has_joined:
            ray.shutdown()
            self._has_joined = False

    def map(
        self, work: Callable[..., T], pieces: Iterable[Sequence[Any]], results: Results[T] | None = None
    ) -> Generator[T, None, None]:
        """Yield the results in order, computed by the cluster and cached on this machine. Raises ClusterError."""
        self.start()
        sent = ray.put(loaded_files()), ray.put(work)
        task, code = _task(), code_here()

        def give_out(piece: Sequence[Any]) -> _Given[T]:
            key = results.key(work, piece) if results is not None else ""
            kept = results.get(key) if results is not None else None
            return _Given(key, None if kept is not None else task.remote(code, sent, piece), kept)

        ahead = max(LEAST_AHEAD, PIECES_AHEAD * int(ray.cluster_resources().get("CPU", 0)))
        left, given = iter(pieces), deque[_Given[T]]()
        try:
            while True:
                given.extend(map(give_out, islice(left, ahead - len(given))))
                if not given:
                    return
                if given[0].running is None:
                    yield cast(T, given.popleft().result)
                    continue
                running = {one.running: one for one in given if one.running is not None}
                (finished,), _ = ray.wait(list(running), num_returns=1)
                done = running[finished]
                done.running, done.result = None, (result := _result(finished, code))
                if results is not None:
                    results.put(done.key, result)
        finally:
            if any(one.running is not None for one in given):
                self._leave()


def _check_reachable(address: str) -> None:
    """Check that something listens at the address, since Ray itself would try for minutes. Raises OSError."""
    host, _, port = address.rpartition(":")
    if port.isdecimal() and "/" not in host:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_ANSWER).close()


def code_here() -> str:
    """Describe everything on this machine that determines a result: the code and the kind of processor."""
    return f"turncoat {__version__} ({platform.machine()}, {code_digest()[:16]})"


def _task() -> Any:
    """Return the remote task. It is a local function, so it is sent by value and runs even where Turncoat is
    missing."""

    def task(code: str, sent: tuple[Any, Any], piece: Sequence[Any]) -> tuple[str, str, Any]:
        machine = platform.node()
        try:
            from turncoat_lab import ray_cluster
        except ImportError as error:
            return machine, str(error), None
        here = ray_cluster.code_here()
        return machine, here, ray_cluster.do(sent, piece) if here == code else None

    return ray.remote(max_retries=RETRIES, retry_exceptions=False)(task)


def _result(finished: Any, code: str) -> Any:
    """Return the result of a piece. Raises ClusterError, and whatever the work has raised."""
    try:
        machine, theirs, result = ray.get(finished)
    except RayTaskError as error:
        raise getattr(error, "cause", None) or error from error
    except RayError as error:
        raise ClusterError(composed(_NOT_DONE, why=_reason(error))) from error
    if theirs != code:
        raise ClusterError(composed(_OTHER_CODE, machine=machine, theirs=theirs, ours=code))
    return result


def _reason(error: BaseException) -> str:
    """Return the root cause of an error of Ray's, which may quote a whole traceback."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error).strip()
    lines = text.splitlines()
    return (lines[-1] if "Traceback (most recent call last)" in text else " ".join(lines)) or repr(error)


def do(sent: tuple[Any, Any], piece: Sequence[Any]) -> Any:
    """Do a piece of the work that was sent, on a worker."""
    return _unpacked(*sent)(*piece)


@lru_cache(maxsize=1)
def _unpacked(files: Any, work: Any) -> Callable[..., Any]:
    """Unpack the work, once for all its pieces. The extension files must be loaded before it."""
    load_extensions()
    load_files(ray.get(files))
    found: Callable[..., Any] = ray.get(work)
    return found
