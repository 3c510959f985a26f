"""Cost of each GET for everybody else: its time in the event loop, where all other requests wait meanwhile.

    python -m bench.gets [--json]

Every route is requested at its worst (`WORST`): all modules, the most players, a host name and a token that nobody has
used before. The server runs in this process. Its work in other threads blocks nobody and does not count. Function calls
are counted as well, by a profiler: they are the same on every machine.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from turncoat.circles.changes import with_games
from turncoat.circles.circle import Circle
from turncoat.circles.games import game_of
from turncoat.circles.store import Circles
from turncoat.extensions import load_extensions
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import is_in, seats_in
from turncoat.table import commands as c
from turncoat.table.runtime import blocking, open_tables
from turncoat.table.runtime.blocking import MOST_BLOCKED, BlockedPerson, BlockList
from turncoat.table.runtime.open_tables import MOST_LISTED, OpenTable
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.protocols import LATEST
from turncoat.table.values.settings import TableSettings
from turncoat.web.app import create_app
from turncoat.web.context import WebContext
from turncoat.web.http.identity import Visitor
from turncoat.web.http.limits import RateLimits
from turncoat.web.screen.address import query_of
from turncoat.web.table.page import scripts

TIMES: Final = 5
"""Number of requests to each address after the first."""
FINISHED: Final = 200
"""Number of finished games, one and its copies, at the table whose statistics are requested."""
PLENTY: Final = msgspec.convert(
    {
        name: 10**9 if isinstance(rate, int) else f"{10**9}/minute"
        for name, rate in msgspec.to_builtins(RateLimits()).items()
    },
    RateLimits,
)
HOST: Final = "ola"


class Cost(msgspec.Struct, frozen=True):
    """Cost of a GET for the event loop."""

    route: str
    path: str
    status: int
    first_ms: float
    ms: float
    """Median of the later requests."""
    calls: int
    """Function calls of one more request."""


def fullest(game: str) -> Ruleset:
    """Return the ruleset with the most players and as many modules as are compatible."""
    players, modules = rulebook(game).players[-1], tuple[str, ...]()
    for name in rulebook(game).chapters:
        with contextlib.suppress(RulesetError):
            modules = Ruleset.of(game, players, (*modules, name)).modules
    return Ruleset.of(game, players, modules)


def setup_of(ruleset: Ruleset) -> c.GameSetup:
    """Return the setup of a table with that ruleset."""
    return c.GameSetup(ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options))


class Site:
    """A server with tables that have much to render."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.context: WebContext = app.state.context
        self.setups: list[Room] = []
        """One table of each game before its first game."""
        self.games: list[Room] = []
        """One table of each game with a game in progress."""
        self.finished: list[Room] = []
        """One table of each game whose games are over."""
        self.circle: Circle
        """A circle with many games."""
        self.of_circle: Room
        """Its table."""
        self._fresh = count()

    async def fill(self) -> None:
        """Open the tables and play."""
        for game in BOOKS:
            for where in (self.setups, self.games, self.finished):
                room = await self.context.registry.open(HOST, "Ola", setup_of(fullest(game)))
                where.append(room)
                for number in range(1, fullest(game).players):
                    await room.submit(f"person{number}", c.Sit(f"Person {number}"))
            tomorrow = int(self.context.registry.store.time()) + 24 * 60 * 60
            await self.setups[-1].submit(HOST, c.ArrangeMeeting(tomorrow, "Europe/Warsaw"))
            settings = TableSettings(bots_talk=False)
            await self.games[-1].submit(HOST, c.ChangeSettings(settings))
            await self.games[-1].submit(HOST, c.Start())
            for _ in range(4):
                await choose(self.games[-1])
            over = self.finished[-1]
            await over.submit(HOST, c.Start())
            while over.table.running:
                await choose(over)
            await over.submit(HOST, c.ShareGame(1, f"token-{over.table.code}-1", tells_result=True))
            games = over.table.history.summaries
            games |= {number: msgspec.structs.replace(games[1], number=number) for number in range(2, FINISHED + 1)}
        await self._fill_lists()

    async def _fill_lists(self) -> None:
        """Fill the list of open tables, and that of the people whom the host has blocked."""
        store, setup = self.context.registry.store, setup_of(fullest(next(iter(BOOKS))))
        for number in range(MOST_LISTED):
            table = OpenTable(
                code=f"BCDF{number}",
                game=setup.game,
                players=setup.players,
                modules=setup.modules,
                people=1,
                host=f"Person {number}",
                language="en",
                is_running=False,
                may_sit=True,
                may_ask=False,
                may_watch=True,
                until=LATEST,
            )
            await store.write_document(open_tables.KIND, table.code, msgspec.json.encode(table))
        people = tuple(BlockedPerson(f"blocked{number}", f"Person {number}") for number in range(MOST_BLOCKED))
        await store.write_document(blocking.KIND, HOST, msgspec.json.encode(BlockList(people)))
        circles = Circles(self.context.registry.store)
        circle = await circles.found(HOST, "Thursdays", "Ola", ("once",))
        played = [game_of(circle, room.table.code, room.table.history.summaries[1]) for room in self.finished]
        copies = [msgspec.structs.replace(one, number=number) for one in played for number in range(FINISHED)]
        self.circle = await circles.change(circle.id, lambda one: with_games(one, copies))
        self.of_circle = await self.context.registry.open(HOST, "Ola", circle=circle.id)

    def fresh(self) -> int:
        """Return a number that no request has had."""
        return next(self._fresh)

    async def get(self, address: str, person: str) -> int:
        """Request an address as that person, under a host name that nobody has used, and return the status."""
        path, _, query = address.partition("?")
        answer = Response()
        self.context.signer.remember(answer, Visitor(person, "Ola"), False)
        headers = {
            "host": f"table{self.fresh()}.local",
            "cookie": answer.headers["set-cookie"].partition(";")[0],
            "accept-language": "en",
        }
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
        }
        scope |= {"path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": ""}
        scope |= {"headers": [(name.encode(), value.encode()) for name, value in headers.items()]}
        scope |= {"client": ("127.0.0.1", 50000), "server": ("127.0.0.1", 8000)}
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await self.app(scope, receive, send)
        return statuses[0]


Addresses = Callable[[Site], Sequence[str]]


def _same(*addresses: str) -> Addresses:
    return lambda site: addresses


def _of_any_ruleset(path: str, more: str = "") -> Addresses:
    return lambda site: [f"{path}?{urlencode(query_of(fullest(game)))}{more}" for game in BOOKS]


def _at(rooms: Callable[[Site], Sequence[Room]], *ends: str) -> Addresses:
    return lambda site: [f"/t/{room.table.code}{end}" for room in rooms(site) for end in ends]


def _setups(site: Site) -> Sequence[Room]:
    return site.setups


def _games(site: Site) -> Sequence[Room]:
    return site.games


def _finished(site: Site) -> Sequence[Room]:
    return site.finished


def _everywhere(site: Site) -> Sequence[Room]:
    return (*site.setups, *site.games, *site.finished)


def _screens(end: str) -> Addresses:
    def addresses(site: Site) -> Sequence[str]:
        key = site.context.signer.screen_key
        return [f"/t/{room.table.code}/screen{end}?key={key(room.table.code, HOST)}" for room in _everywhere(site)]

    return addresses


def _linked(end: str) -> Addresses:
    return lambda site: [f"/r/token-{room.table.code}-1{end}" for room in site.finished]


def _seat_links(site: Site) -> Sequence[str]:
    link, code = site.context.signer.seat_link, site.games[0].table.code
    return [f"/t/{code}/device/{link(code, 'person1')}"]


WORST: Final[Mapping[str, Addresses]] = {
    "/": _same("/"),
    "/new": _same("/new"),
    "/learn": _same("/learn"),
    "/about": _same("/about"),
    "/play": _same("/play"),
    "/waiting": _same("/waiting"),
    "/healthz": _same("/healthz"),
    "/metrics": _same("/metrics"),
    "/rules": _same("/rules"),
    "/rules/{game}": lambda site: [f"/rules/{game}" for game in BOOKS],
    "/manifest.webmanifest": _same("/manifest.webmanifest?language=pl"),
    "/sw.js": _same("/sw.js"),
    "/offline": _same("/offline?language=pl"),
    "/queries": _same("/queries"),
    "/gone": _same("/gone"),
    "/static/{path:path}": _same("/static/js/table.js", "/static/css/table.css", "/static/art.svg"),
    "/kit": _of_any_ruleset("/kit"),
    "/kit.pdf": _same("/kit.pdf?game=resistance&players=5"),
    "/narrator": _of_any_ruleset("/narrator"),
    "/narrator/line.wav": _of_any_ruleset("/narrator/line.wav", "&line=0&language=en"),
    "/spy": _same("/spy"),
    "/spy/{day}": _same("/spy/2026-03-01"),
    "/spy/practice": _same("/spy/practice"),
    "/spy/practice/{seed}": _same("/spy/practice/BCD"),
    "/my-games": _same("/my-games"),
    "/open": _same("/open"),
    "/blocked": _same("/blocked"),
    "/notices": _same("/notices"),
    "/circles": _same("/circles"),
    "/c/{circle}": lambda site: [f"/c/{site.circle.id}", f"/c/{site.circle.id}?all=1"],
    "/c/{circle}/circle.json": lambda site: [f"/c/{site.circle.id}/circle.json"],
    "/c/join/{invitation}": lambda site: [f"/c/join/{site.circle.invitation}"],
    "/sample": _same("/sample?at=end&as=open", "/sample?show=beliefs&as=all"),
    "/replay": _same("/replay"),
    "/t/{code}": _at(_everywhere, ""),
    "/t/{code}/choose": _at(_games, "/choose"),
    "/t/{code}/updates": _at(_games, f"/updates?page=game-1&scripts={scripts()}&again=1"),
    "/t/{code}/screen": _screens(""),
    "/t/{code}/screen.svg": _screens(".svg"),
    "/t/{code}/screen/updates": _screens("/updates"),
    "/t/{code}/kit": _at(_setups, "/kit"),
    "/t/{code}/who": _at(_setups, "/who"),
    "/t/{code}/narrator": _at(_setups, "/narrator"),
    "/t/{code}/device": _at(_games, "/device"),
    "/t/{code}/device/{token}": _seat_links,
    "/t/{code}/pass": _at(_games, "/pass"),
    "/t/{code}/pass/{seat}": _at(_games, "/pass/0"),
    "/t/{code}/circle": lambda site: [f"/t/{site.of_circle.table.code}/circle"],
    "/t/{code}/record": _at(_finished, "/record"),
    "/t/{code}/invitation.ics": _at(_setups, "/invitation.ics"),
    "/t/{code}/deal": _at(_finished, "/deal"),
    "/t/{code}/proof": _at(_finished, "/proof"),
    "/t/{code}/games": _at(_finished, "/games?all=1"),
    "/t/{code}/games/{number}": _at(_finished, "/games/1?at=end&as=open", "/games/1?show=beliefs&as=all"),
    "/t/{code}/games/{number}/record": _at(_finished, "/games/1/record"),
    "/t/{code}/games/{number}/picture/{file}": _at(_finished, "/games/1/picture/wide-en.svg"),
    "/r/{token}": _linked(""),
    "/r/{token}/watch": _linked("/watch?at=end&as=open"),
    "/r/{token}/picture/{file}": _linked("/picture/wide-en.svg"),
}
"""The most expensive addresses of each route."""


def routes(app: Starlette) -> list[str]:
    """Return the paths of all routes that answer GET."""
    return sorted(
        {route.path for route in app.routes if isinstance(route, Route) and "GET" in (route.methods or {"GET"})}
    )


async def cost(site: Site, route: str, address: str) -> Cost:
    """Request an address repeatedly and measure it."""
    times, status = list[float](), 0
    for _ in range(TIMES + 1):
        began = thread_time()
        status = await site.get(address, HOST)
        times.append((thread_time() - began) * 1e3)
    calls = 0

    def note(frame: object, what: str, about: object) -> None:
        nonlocal calls
        calls += what in ("call", "c_call")

    sys.setprofile(note)
    try:
        await site.get(address, HOST)
    finally:
        sys.setprofile(None)
    return Cost(route, address, status, times[0], median(times[1:]), calls)


@contextlib.asynccontextmanager
async def filled_site(folder: Path) -> AsyncIterator[Site]:
    """Provide a server with something behind every route."""
    load_extensions()
    app = create_app(ServerSettings(folder, metrics=True, hold=0, scenes=0), PLENTY)
    async with app.router.lifespan_context(app):
        site = Site(app)
        await site.fill()
        yield site


async def costs(folder: Path) -> list[Cost]:
    """Return the costs of every route, the most expensive first."""
    async with filled_site(folder) as site:
        found = [await cost(site, route, address) for route in routes(site.app) for address in WORST[route](site)]
    return sorted(found, key=lambda one: -one.calls)


async def choose(room: Room) -> None:
    """Let everybody who is asked make the choice that the clock would make."""
    session = room.table.session
    assert session is not None
    for seat in seats_in(session.waiting):
        if is_in(seat, session.waiting):
            choice = session.default(seat)
            await room.submit(room.table.seats[seat].person, c.Choose(session.number, seat, choice.to, choice.answer))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.gets", description="Measure the cost of each GET to the event loop."
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="turncoat-gets-") as folder:
        found = asyncio.run(costs(Path(folder)))
    if wanted.json:
        print(json.dumps(msgspec.to_builtins(found)))
        return
    print("first ms  later ms    calls  address")
    for one in found:
        print(f"{one.first_ms:8.2f} {one.ms:9.2f} {one.calls:8,}  {one.path} ({one.status})")


if __name__ == "__main__":
    main()
