"""An attack with hundreds of spectators at the attacker's own table, whose host changes their name all the time.

    python -m bench.load.spectators_attack [--spectators N] [--renames R] [--connects C] [--named] [--seconds S]

The server runs as `turncoat serve` does, on one core. The attackers, and another visitor who only requests `/healthz`
from a different address, run on another. The waits of that visitor are printed.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from bench.load.pages import SCRIPT
from bench.load.server import LoadedServer, allow_files, served, two_cores
from bench.load.wire import HttpClient, WebSocketClient, open_socket

OTHER_ADDRESS: Final = "127.0.0.2"
"""Address of the visitor who waits, to which no limit of the attackers' address applies."""
GAP: Final = 0.02
"""Seconds from an answer to that visitor's next request."""
AT_ONCE: Final = 8
"""Number of spectators who arrive at the same time."""
FORM: Final = "Content-Type: application/x-www-form-urlencoded\r\n"
FILES: Final = 4096
SERVE: Final = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
run(ServerSettings(Path(sys.argv[1]), port=0, spectators=int(sys.argv[2])))
"""
_CSRF: Final = re.compile(r'name="csrf" value="([0-9a-f]+)"')
_SOCKET: Final = re.compile(r'data-socket="([^"]+)" data-version="(\d+)"')


class Attack(msgspec.Struct, frozen=True):
    """The parameters of the attack."""

    spectators: int = 780
    renames: float = 9.0
    """Changes of the host's name per second."""
    connects: float = 0.0
    """Spectators who come and go per second."""
    named: bool = False
    """True if each spectator has a name of their own, as people who have sat at a table have."""
    playing: bool = True
    """True to watch a game in progress. False to watch the table before it."""


class Waited(msgspec.Struct, frozen=True):
    """Waits of another visitor for answers, in milliseconds, and what the attackers got."""

    asked: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    server_busy: float
    """The server's processor time, as a share of the time."""
    renamed: int
    bytes_each: float
    """Bytes per second sent to a spectator."""


class Browser:
    """The browser of an attacker."""

    def __init__(self, server: LoadedServer) -> None:
        self.server = server
        self.http = HttpClient(server.host, server.port)
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.bytes = 0
        self.socket: WebSocketClient | None = None

    @property
    def _headers(self) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        origin = f"http://{self.server.host}:{self.server.port}"
        return f"Cookie: {cookies}\r\nAccept-Language: en\r\nOrigin: {origin}\r\n"

    async def get(self, path: str) -> str:
        """Get a page."""
        answer = await self.http.ask("GET", path, self._headers)
        self.cookies |= answer.cookies
        html = answer.body.decode()
        found = _CSRF.search(html)
        self.csrf = found[1] if found is not None else self.csrf
        return html

    async def post(self, path: str, headers: str = SCRIPT, **fields: str) -> dict[str, str]:
        """Send a form and return the headers of the answer."""
        body = urlencode({**fields, "csrf": self.csrf}).encode()
        answer = await self.http.ask("POST", path, self._headers + headers, body)
        self.cookies |= answer.cookies
        return answer.headers

    async def watch(self, path: str) -> None:
        """Load the table and keep its socket open."""
        found = _SOCKET.search(await self.get(path))
        assert found is not None
        self.http.close()
        path = f"{unescape(found[1])}&after={found[2]}&chat=0&channel=0&watching=0&packed=1"
        self.socket = await open_socket(self.server.host, self.server.port, path, self._take, self._lost, self._headers)

    def _take(self, payload: bytes, came: float) -> None:
        self.bytes += len(payload)

    def _lost(self, why: str) -> None:
        self.socket = None

    def close(self) -> None:
        """Close the connections."""
        self.http.close()
        if self.socket is not None:
            self.socket.close()


async def spectators(
    server: LoadedServer, attack: Attack, seconds: float, ready: Callable[[], None]
) -> tuple[int, int]:
    """Attack a server for so many seconds, and return the accepted renames and the bytes received.

    `ready` is called when the attack begins.
    """
    host = Browser(server)
    await host.get("/")
    path = (await host.post("/new", FORM, name="Ola"))["location"]
    await host.get(path)
    if attack.playing:
        await host.post(path, do="start")
    crowd = [Browser(server) for _ in range(attack.spectators)]
    for first in range(0, len(crowd), AT_ONCE):
        some = crowd[first : first + AT_ONCE]
        await asyncio.gather(*(_come(one, path, number, attack) for number, one in enumerate(some, first)))
    await asyncio.sleep(1.0)
    before = sum(one.bytes for one in crowd)
    ready()
    renamed = 0

    async def rename(turn: int) -> None:
        nonlocal renamed
        answer = await host.post(path, do="rename", name=f"Ola {turn}")
        renamed += "turncoat-refusal" not in answer

    async def visit(turn: int) -> None:
        passer = Browser(server)
        await passer.watch(path)
        passer.close()

    await asyncio.gather(_often(attack.renames, seconds, rename), _often(attack.connects, seconds, visit))
    came = sum(one.bytes for one in crowd) - before
    if lost := sum(one.socket is None for one in crowd):
        sys.stderr.write(f"{lost} spectators lost their connection\n")
    for one in (*crowd, host):
        one.close()
    await asyncio.sleep(0)  # lets the event loop close the connections
    return renamed, came


async def _come(one: Browser, path: str, number: int, attack: Attack) -> None:
    if attack.named:  # a refused request for a seat leaves the name in the cookie
        await one.get(path)
        await one.post(path, do="request-seat", name=f"Guest {number}", seat="99")
    await one.watch(path)


async def _often(a_second: float, seconds: float, do: Callable[[int], Awaitable[None]]) -> None:
    """Do it at this rate for so many seconds, whether or not earlier calls have returned."""
    began, tasks = time.perf_counter(), list[asyncio.Future[None]]()
    for turn in range(round(a_second * seconds)):
        await asyncio.sleep(began + turn / a_second - time.perf_counter())
        tasks.append(asyncio.ensure_future(do(turn)))
    await asyncio.sleep(began + seconds - time.perf_counter())
    await asyncio.gather(*tasks)


def wait_for_answers(host: str, port: int, seconds: float) -> list[float]:
    """Request `/healthz` from another address for so many seconds, and return the seconds until each answer."""
    took = []
    connection = HTTPConnection(host, port, timeout=60, source_address=(OTHER_ADDRESS, 0))
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        took.append(time.perf_counter() - began)
        time.sleep(GAP)
    connection.close()
    return took


def measure(attack: Attack, seconds: float = 30.0) -> Waited:
    """Attack a new server for so many seconds, and measure the waits of others. Raises CannotMeasure."""
    cores = two_cores()
    allow_files(FILES)
    other: list[subprocess.Popen[bytes]] = []
    used: list[Any] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), cores.server, attack.spectators + 20, SERVE) as server,
    ):

        def ready() -> None:
            ask = [sys.executable, "-m", __spec__.name, "--others", server.host, str(server.port), str(seconds)]
            other.append(subprocess.Popen(ask, stdout=subprocess.PIPE))
            used.append(server.used())

        renamed, came = asyncio.run(spectators(server, attack, seconds, ready))
        spent = server.used().cpu - used[0].cpu
        told, _ = other[0].communicate(timeout=60)
    took = sorted(msgspec.json.decode(told, type=list[float]))
    return Waited(
        len(took),
        median(took) * 1e3,
        took[int(len(took) * 0.99)] * 1e3,
        took[-1] * 1e3,
        spent / seconds,
        renamed,
        came / attack.spectators / seconds,
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.spectators_attack", description=__doc__)
    parser.add_argument("--spectators", type=int, default=Attack().spectators)
    parser.add_argument("--renames", type=float, default=Attack().renames, help="a second")
    parser.add_argument("--connects", type=float, default=Attack().connects, help="a second")
    parser.add_argument("--named", action="store_true", help="each spectator has a name of their own")
    parser.add_argument("--setup", action="store_true", help="before a game, and not in one")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--others", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.others:
        host, port, seconds = given.others
        sys.stdout.buffer.write(msgspec.json.encode(wait_for_answers(host, int(port), float(seconds))))
        return 0
    attack = Attack(given.spectators, given.renames, given.connects, given.named, not given.setup)
    found = measure(attack, given.seconds)
    print(attack)
    print(
        f"  others wait {found.median_ms:.1f} ms in the median, {found.p99_ms:.1f} (p99), {found.worst_ms:.1f} at most"
        f" ({found.asked} answers); the server is busy {found.server_busy:.0%} of the time"
    )
    print(f"  {found.renamed} renames were taken; a spectator got {found.bytes_each:,.0f} bytes a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
