"""The cost of one visitor's attack for everybody else: `python -m bench.load --attack NAME`.

The server runs on one core with the limits that `turncoat serve` has. On the other core an attack runs from one address
(127.0.0.2), and a probe requests `/healthz` from another (127.0.0.3, `probe`). An attack is a function in `ATTACKS`: it
prepares what it needs, reports that it is `ready`, and continues until it is cancelled.
"""

import asyncio
import itertools
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
import uvloop

from bench.gets import fullest
from bench.load.checks import logs
from bench.load.drive import on_core
from bench.load.pages import SCRIPT
from bench.load.server import AS_USUAL, CannotMeasure, LoadedServer, allow_files, served, two_cores
from bench.load.wire import Answer, HttpClient, local
from turncoat.extensions import load_extensions
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.simulation.random_table import RandomTable, play
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import apply
from turncoat.table.state.table import Table
from turncoat.table.values.notes import LONGEST_GENERAL_NOTE, LONGEST_NOTE
from turncoat.web.table.routes import REFUSAL

ATTACKER: Final = "127.0.0.2"
OTHER: Final = "127.0.0.3"
FILES: Final = 3000
LOOKED_FOR: Final = 0.05
"""Seconds of each search for signs of a thinking bot."""
STILL_THINKS: Final = 0.1
"""Seconds after them in which the bot may still be thinking."""
_CSRF: Final = re.compile(rb'name="csrf" value="([0-9a-f]+)"')


class AttackFigures(msgspec.Struct, frozen=True):
    """The cost of an attack to others. Waits are in milliseconds."""

    attack: str
    seconds: float
    asked: int
    """Number of requests to `/healthz` by the probe."""
    p50_ms: float
    p99_ms: float
    max_ms: float
    server_busy: float
    """Share of its core that the server used."""
    memory_mb: float
    kept_mb_a_minute: float
    """Growth of the store."""
    counts: Mapping[str, int]
    """Numbers of the answers to the attacker."""
    told: Mapping[str, float]
    """Accuracy of the attacker's guesses of secrets, by the source of the guess: the share of pairs of cases that it
    puts in the right order. 0.5 is guessing, and 0 reveals as much as 1."""


class Attacked:
    """The server under attack, as the attacker sees it."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.counts = Counter[str]()
        """Numbers of the answers so far, for the figures."""
        self.tell: Callable[[Path], dict[str, float]] = lambda folder: {}
        """Rate the attacker's guesses of secrets by the server's folder."""
        self.is_ready = asyncio.Event()
        self._visitors: list[AttackVisitor] = []

    def ready(self) -> None:
        """Report that the preparation is over, so that the measured time begins."""
        self.is_ready.set()

    def visitor(self) -> "AttackVisitor":
        """Return another browser at the attacker's address."""
        self._visitors.append(visitor := AttackVisitor(self))
        return visitor

    def close(self) -> None:
        """Close all connections after the attack."""
        for visitor in self._visitors:
            visitor.close()


class AttackVisitor:
    """A browser at the attacker's address, with its own cookies."""

    def __init__(self, on: Attacked) -> None:
        self._on = on
        self._http = HttpClient(on.host, on.port, ATTACKER)
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.path = "/"
        """The address of the visitor's table."""

    @property
    def headers(self) -> str:
        """Headers of each request."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return f"Cookie: {cookies}\r\nAccept-Language: en\r\nOrigin: http://{self._on.host}:{self._on.port}\r\n"

    async def get(self, path: str) -> Answer:
        """Get a page. Raises OSError."""
        return self._note(await self._http.ask("GET", path, self.headers))

    async def post(self, path: str, headers: str = "", **fields: str) -> Answer:
        """Send a form. Raises OSError."""
        body = urlencode({**fields, "csrf": self.csrf}).encode()
        form = "Content-Type: application/x-www-form-urlencoded\r\n"
        return self._note(await self._http.ask("POST", path, self.headers + form + headers, body))

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def _note(self, answer: Answer) -> Answer:
        refused = answer.headers.get(REFUSAL.lower(), "")
        self._on.counts[f"{answer.status} {refused}".strip()] += 1
        self.cookies |= answer.cookies
        if found := _CSRF.search(answer.body):
            self.csrf = found[1].decode()
        return answer


Attack = Callable[[Attacked], Awaitable[None]]


async def quiet(on: Attacked) -> None:
    """Do nothing, to measure the waits on this machine without an attack."""
    on.ready()
    await asyncio.Event().wait()


async def plain(on: Attacked) -> None:
    """Open 1,000 connections, each with one GET at a time."""
    on.ready()
    await asyncio.gather(*(_ask_in_line(on, 1) for _ in range(1000)))


async def pipelined(on: Attacked) -> None:
    """Open 1,150 connections, each with 15 pipelined GETs at a time."""
    on.ready()
    await asyncio.gather(*(_ask_in_line(on, 15) for _ in range(1150)))


async def _ask_in_line(on: Attacked, count: int) -> None:
    request = f"GET /rules HTTP/1.1\r\nHost: {on.host}:{on.port}\r\n\r\n".encode() * count
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(on.host, on.port, local_addr=local(ATTACKER))
            try:
                while True:
                    writer.write(request)
                    for _ in range(count):
                        head = await reader.readuntil(b"\r\n\r\n")
                        on.counts[head[9:12].decode()] += 1
                        size = re.search(rb"content-length: (\d+)", head)
                        await reader.readexactly(int(size[1]) if size is not None else 0)
            finally:
                writer.close()
        on.counts["hung up"] += 1
        await asyncio.sleep(0.1)


async def expensive(on: Attacked) -> None:
    """Open 40 connections for one GET at a time of the most expensive pages: kits, links to a seat, setups."""
    load_extensions()
    host = on.visitor()
    await host.get("/")
    path = (await host.post("/new", name="A")).headers["location"]
    addresses = [f"{path}/device", path]
    for game in BOOKS:
        ruleset = fullest(game)
        modules = [("module", name) for name in ruleset.modules]
        addresses.append(f"/kit?{urlencode([('game', game), ('players', ruleset.players), *modules])}")
    visitors = [on.visitor() for _ in range(40)]
    for visitor in visitors:
        visitor.cookies |= host.cookies
    on.counts.clear()
    on.ready()
    await asyncio.gather(*(_ask_in_turn(visitor, number, addresses) for number, visitor in enumerate(visitors)))


async def _ask_in_turn(visitor: AttackVisitor, first: int, addresses: Sequence[str]) -> None:
    for number in itertools.count(first):
        with suppress(OSError):
            await visitor.get(addresses[number % len(addresses)])


async def replays(on: Attacked) -> None:
    """Post 30 records in turn by 12 visitors, each viewed from its end with all cards open."""
    load_extensions()
    records = [_record(game, number) for number in range(10) for game in BOOKS]
    visitors = [on.visitor() for _ in range(12)]
    for visitor in visitors:
        await visitor.get("/replay")
    on.counts.clear()
    on.ready()
    await asyncio.gather(*(_watch(visitor, number, records) for number, visitor in enumerate(visitors)))


def _record(game: str, number: int) -> str:
    ruleset = Ruleset.of(game, rulebook(game).players[-1])
    played: Game[Any] = Game(ruleset, ruleset.deal(bytes([number]) * 32))
    play(played, RandomTable(number))
    return print_record(record_of(played))


async def _watch(visitor: AttackVisitor, first: int, records: Sequence[str]) -> None:
    for number in itertools.count(first * 5):
        with suppress(OSError):
            await visitor.post("/replay", record=records[number % len(records)], at="end", **{"as": "open"})


async def notes(on: Attacked) -> None:
    """Fill the notes of 40 people at 4 tables with new words over and over."""
    load_extensions()
    people = [on.visitor() for _ in range(40)]
    for host, *guests in (people[first : first + 10] for first in range(0, 40, 10)):
        await host.get("/")
        path = (await host.post("/new", name="A")).headers["location"]
        await host.post(path, do="set-up", game="resistance", players="10")
        for number, guest in enumerate(guests):
            await guest.get(path)
            await guest.post(path, do="sit", name=f"B{number}")
        for one in (host, *guests):
            one.path = path
    on.counts.clear()
    on.ready()
    await asyncio.gather(*(_write_notes(one) for one in people))


async def _write_notes(visitor: AttackVisitor) -> None:
    for number in itertools.count():
        word = chr(0x1F600 + number % 64)
        seats = {f"note-{seat}": word * LONGEST_NOTE for seat in range(10)}
        with suppress(OSError):
            await visitor.post(visitor.path, SCRIPT, do="write-notes", notes=word * LONGEST_GENERAL_NOTE, **seats)


async def thoughts(on: Attacked) -> None:
    """Begin games with bots over and over, and time another page while the first leader thinks.

    The question is whether the page is slower, or faster, when a spy thinks.
    """
    load_extensions()
    asked: dict[str, tuple[str, list[float]]] = {}
    """Bot of each table, and the page's time in each game."""
    on.tell = lambda folder: _told_by_thoughts(logs(folder), asked)
    turns = asyncio.Lock()
    await asyncio.gather(*[_host_bots(on, bot, asked, turns) for bot in ("easy", "normal", "hard")])


async def _host_bots(on: Attacked, bot: str, asked: dict[str, tuple[str, list[float]]], turns: asyncio.Lock) -> None:
    host, other = on.visitor(), on.visitor()
    await host.get("/")
    host.path = (await host.post("/new", name="A")).headers["location"]
    waits: list[float] = []
    asked[host.path.removeprefix("/t/")] = bot, waits
    await host.post(host.path, do="set-up", game="resistance", players="10", bots=bot)
    on.ready()
    while True:
        async with turns:  # one table at a time, since bots of others would disturb the timing
            await host.post(host.path, do="start")
            waits.append(await _waited(other, LOOKED_FOR))
            await asyncio.sleep(STILL_THINKS)
        await host.post(host.path, do="give-up", sure="1")


async def _waited(visitor: AttackVisitor, seconds: float) -> float:
    """Return the visitor's mean wait for an answer over so many seconds."""
    began, count = time.perf_counter(), 0
    while time.perf_counter() < began + seconds:
        await visitor.get("/healthz")
        count += 1
    return (time.perf_counter() - began) / count


def _told_by_thoughts(
    stored: Mapping[str, Sequence[c.Entry]], asked: Mapping[str, tuple[str, Sequence[float]]]
) -> dict[str, float]:
    """Return, for each bot, the AUC of the page's delay as a sign that the leader is a spy.

    The standard error is that of guessing.
    """
    found = {}
    for code, (bot, waits) in asked.items():
        by_side: dict[bool, list[float]] = {True: [], False: []}
        for is_spy, wait in zip(_leaders(stored[code]), waits, strict=False):  # the last game may not have a time
            if is_spy is not None:
                by_side[is_spy].append(wait)
        pairs = [spy > loyal for spy in by_side[True] for loyal in by_side[False]]
        if pairs:
            spies, loyal = len(by_side[True]), len(by_side[False])
            error = ((spies + loyal + 1) / (12 * spies * loyal)) ** 0.5  # of pure guessing
            found[f"{bot} ({spies} spies, {loyal} loyal, ± {error:.2f})"] = sum(pairs) / len(pairs)
    return found


def _leaders(entries: Sequence[c.Entry]) -> Iterator[bool | None]:
    """Yield, for each game of a table, whether its first leader is a spy, or None if the leader is the host."""
    table = Table()
    for entry in entries:
        apply(table, entry)
        if isinstance(entry.command, c.Deal) and table.session is not None:
            (leader,) = seats_in(table.session.waiting)
            role = table.session.view(leader).board.roles[leader]
            yield None if leader == 0 else role == "spy"


ATTACKS: Final[Mapping[str, Attack]] = {
    one.__name__: one for one in (quiet, plain, pipelined, expensive, replays, notes, thoughts)
}
"""All attacks by name."""


def attack(name: str, seconds: float) -> AttackFigures:
    """Run the attack for so many seconds. Raises CannotMeasure."""
    cores = two_cores()
    allow_files(FILES)
    with (
        tempfile.TemporaryDirectory(prefix="turncoat-attack-") as folder,
        on_core(cores.driver),
        served(Path(folder), cores.server, 0.0, AS_USUAL) as server,
    ):
        return uvloop.run(_measure(name, seconds, server))


async def _measure(name: str, seconds: float, server: LoadedServer) -> AttackFigures:
    on = Attacked(server.host, server.port)
    attacking = asyncio.ensure_future(ATTACKS[name](on))
    ready = asyncio.create_task(on.is_ready.wait())
    await asyncio.wait([attacking, ready], return_when=asyncio.FIRST_COMPLETED)
    before, kept = server.used(), _store_size(server.folder)
    asks = [sys.executable, "-m", "bench.load.probe", server.host, str(server.port), OTHER, str(seconds)]
    probe = await asyncio.create_subprocess_exec(*asks, stdout=asyncio.subprocess.PIPE)
    said = asyncio.create_task(probe.communicate())
    await asyncio.wait([attacking, said], return_when=asyncio.FIRST_COMPLETED)
    if attacking.done():
        probe.kill()
        raise CannotMeasure(f"the attack ended by itself: {attacking.exception()!r}")
    out, _ = await said
    after, memory, grown = server.used(), server.megabytes(), _store_size(server.folder) - kept
    attacking.cancel()
    with suppress(asyncio.CancelledError):
        await attacking
    on.close()
    waits = sorted(json.loads(out))
    whole = after.core_all - before.core_all
    return AttackFigures(
        name,
        seconds,
        len(waits),
        median(waits),
        waits[int(len(waits) * 0.99)],
        waits[-1],
        (after.cpu - before.cpu) / whole,
        memory,
        grown / 1e6 / whole * 60,
        on.counts,
        on.tell(server.folder),
    )


def _store_size(folder: Path) -> int:
    """Return the size of the store in bytes."""
    return sum(file.stat().st_size for file in folder.glob("tables.sqlite3*"))
