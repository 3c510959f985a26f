"""The measured server: a process on its own core, with a durable store in its own folder."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

# As `turncoat serve`, except that one address may open any number of tables and connections, since all players come
# from it.
_SERVE: Final = """
import sys
from pathlib import Path
from turncoat.web.http.limits import RateLimits
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
often, many = "1000000000/minute", 1_000_000
lines = {"connections": many, "connections_each": many, "connections_from": many}
lines |= {"requests_at_once": many}
rates = RateLimits(tables=often, commands=often, misses=often, joins_from=often, stored_bytes=often, **lines)
run(ServerSettings(Path(sys.argv[1]), store=sys.argv[3], port=0, hold=float(sys.argv[2]), scenes=0), rates=rates)
"""
AS_USUAL: Final = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
run(ServerSettings(Path(sys.argv[1]), port=0, hold=float(sys.argv[2])))
"""
"""As `turncoat serve`, with all its limits."""
_STOPS_WITHIN: Final = 60.0
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class CannotMeasure(Exception):
    """The measurement is impossible here. The message says why in one line."""


class Cores(msgspec.Struct, frozen=True):
    """The core of the server and the core of the driver."""

    server: int
    driver: int


def two_cores() -> Cores:
    """Return the first two cores that this process may use. Raises CannotMeasure."""
    if not hasattr(os, "sched_getaffinity"):
        raise CannotMeasure("this system does not let a program choose its core; the load is measured on Linux")
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise CannotMeasure("server and driver each need a core, and there is only one here")
    return Cores(cores[0], cores[1])


def allow_files(count: int) -> None:
    """Allow this process and its children so many open files and connections. Raises CannotMeasure."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= count:
        return
    if hard != resource.RLIM_INFINITY and hard < count:
        raise CannotMeasure(f"{count} connections are wanted, and this system allows {hard} for a process")
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


class Used(msgspec.Struct, frozen=True):
    """Resources used by a process, and by everything on its core, up to a moment."""

    cpu: float
    """Seconds of processor time."""
    database: float
    """Seconds of processor time of every PostgreSQL on this machine."""
    core_busy: float
    core_all: float


class LoadedServer(msgspec.Struct, frozen=True):
    """A running server."""

    host: str
    port: int
    pid: int
    core: int
    folder: Path

    def used(self) -> Used:
        """Return the resources used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        busy, whole = core_times(self.core)
        return Used((int(fields[11]) + int(fields[12])) / _TICKS, database_time(), busy, whole)

    def megabytes(self) -> float:
        """Return the resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
        return int(found[1]) / 1000 if found else float("nan")


def database_time() -> float:
    """Return the processor time of every PostgreSQL on this machine in seconds, its ended processes included."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            before, _, after = stat.read_text(encoding="utf-8").rpartition(")")
            if before.endswith("(postgres"):
                ticks += sum(map(int, after.split()[11:15]))
    return ticks / _TICKS


def core_times(core: int) -> tuple[float, float]:
    """Return the seconds that the core was busy and the seconds in all, since the machine was started."""
    for line in Path("/proc/stat").read_text(encoding="ascii").splitlines():
        name, *fields = line.split()
        if name == f"cpu{core}":
            times = [int(field) / _TICKS for field in fields[:8]]
            return sum(times) - times[3] - times[4], sum(times)
    return 0.0, 0.0


@contextmanager
def served(folder: Path, core: int, given: float, serve: str = _SERVE, store: str = "") -> Iterator[LoadedServer]:
    """Start a server with its store in that folder, on that core, and stop it properly, so that the store is complete.

    `serve` is the program that starts it. It gets the folder, `given` (seconds to hold a table open), and the address
    of a shared `store`.
    """
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", serve, str(folder), str(given), store],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://([^:/]+):(\d+)", process.stdout.readline())
            if found is None:
                raise CannotMeasure(f"the server did not start: {(folder / 'server.log').read_text(encoding='utf-8')}")
            yield LoadedServer(found[1], int(found[2]), process.pid, core, folder)
        finally:
            process.terminate()
            try:
                process.communicate(timeout=_STOPS_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
