"""Worlds: entire servers within this process, each with virtual time and a given deal.

Two worlds get the same commands at the same moments. A viewer who cannot know which of the two deals is theirs must get
the same from both: the same bytes in the same order at the same moments.
"""

import asyncio
import json
import math
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
import pytest
from starlette.responses import Response

from tests.support.virtual_time import ThinkingBots, VirtualLoop, count_work_of_threads
from turncoat import bots
from turncoat.bots import Bot
from turncoat.bots.remarks import Remark
from turncoat.kernel.chapters import Deal, Offer
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime import table_log
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.deal_opening import fresh_seed
from turncoat.table.values.settings import TableSettings
from turncoat.web.app import create_app
from turncoat.web.http.identity import Visitor
from turncoat.web.http.limits import RateLimits
from turncoat.web.table.page import page_key_of, scripts

BEGAN: Final = 1_750_000_000.0
"""Wall-clock time at which a world begins, in seconds since 1970."""
PLENTY: Final = msgspec.convert(
    {
        name: 10**9 if isinstance(rate, int) else f"{10**9}/minute"
        for name, rate in msgspec.to_builtins(RateLimits()).items()
    },
    RateLimits,
)
"""Rate limits that never apply, since limits count real seconds, and a whole game takes few of those here."""
RANDOM_BY_DESIGN: Final = {
    "token_hex": "seeds of deals (with them the commitments) and of bots, ids of programs that only watch",
    "token_urlsafe": "ids of people without a cookie, tokens of share links",
    "token_bytes": "the key that signs cookies, seats' tokens and forms",
    "choice": "codes of tables",
}
"""Random values that the server draws, by function, with their uses.

Both worlds draw them alike, so nothing has to be left out of the comparison on their account.
"""
MEASURED: Final = ("_seconds", "_bytes", "_ms")
"""Units of metrics that are measured on the real machine and differ between equal runs. All others are compared."""
COOKIE_NAME: Final = "Somebody"
_SOCKET: Final = re.compile(r'data-socket="([^"]+)"')
_HELD: Final = re.compile(r'data-held="([^"]*)"')
_VERSION: Final = re.compile(r'data-version="(\d+)"')
REAL_BOTS: Final = bots.find


class SameBot(Bot):
    """A bot whose choices and remarks are independent of its knowledge, and whose speed depends on its role."""

    thought = 0.0
    """Duration of the latest thought of any of these bots, in seconds."""
    speaks = True
    heard = 0

    def choose(self, prompt: Prompt) -> Answer:
        SameBot.thought = active().thinking(self.seat)
        return next(iter(prompt.option.answers()))

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        SameBot.thought = active().thinking(self.seat)
        return None

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        self.heard += len(list(said))

    def remark(self) -> Remark | None:
        """Speak about another player each time it has heard something."""
        SameBot.thought = active().thinking(self.seat)
        about = (self.seat + 1 + self.heard % (self.ruleset.players - 1)) % self.ruleset.players
        return Remark("suspect", about, "on-failed", 1)


class Client:
    """A viewer's socket to a world's server, which records every message with its moment."""

    kind = ""
    """The kind of client: a page, a shared screen or a program."""

    def __init__(self, world: "World", viewer: Seat, path: str, query: str = "", cookie: str = "") -> None:
        self.viewer = viewer
        self.heard: list[tuple[float, Any]] = []
        self._inbox: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self._world = world
        self._inbox.put_nowait({"type": "websocket.connect"})
        scope = world.scope("websocket", path, query, cookie)
        self._task = world.loop.create_task(world.app(scope, self._inbox.get, self._send))

    async def _send(self, message: Any) -> None:
        self.heard.append((round(self._world.loop.time(), 6), message))

    def say(self, **message: object) -> None:
        """Send a message to the server."""
        self.send(json.dumps(message))

    def choose(self, **fields: str) -> None:
        """Send a choice as a page's script does."""
        csrf = self._world.context.signer.csrf(Visitor(person(self.viewer), COOKIE_NAME))
        self.send(urlencode({"csrf": csrf, **fields}))

    def send(self, text: str) -> None:
        """Send a text to the server."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        """Drop the connection, as when the page is closed or the network is gone."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})


class World:
    """A server with one table."""

    def __init__(self, data: Path, ruleset: Ruleset, deal: Deal, hold: float = 3.0) -> None:
        self.ruleset, self.deal = ruleset, deal
        self.random = Random("world")
        self.loop = VirtualLoop()
        self.log: list[tuple[float, str, str, dict[str, object]]] = []
        """The server's log entries: moment, level, event and facts."""
        self.clients: dict[str, Client] = {}
        self.thinking: Callable[[Seat], float] = lambda seat: 0.0
        """Returns the seconds that the bot on a seat thinks."""
        with self:
            self.app = create_app(ServerSettings(data, metrics=True, hold=hold, now=self._wall_time), PLENTY)
            self.context = self.app.state.context
            self.registry = self.context.registry
            self.registry.bot_runner.process = ThinkingBots(lambda: SameBot.thought, ServerSettings.bot_limit)
        self.room: Room

    def _wall_time(self) -> float:
        return BEGAN + self.loop.time()

    # Everything happens in the world that was entered last.

    def __enter__(self) -> "World":
        _ACTIVE.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _ACTIVE.pop()

    def run(self, work: Any) -> Any:
        with self:
            outcome = self.loop.run_until_complete(work)
            self.loop.settle()
        return outcome

    def pass_by(self, seconds: float) -> None:
        with self:
            self.loop.pass_by(seconds)

    def close(self) -> None:
        with self:
            for client in self.clients.values():
                client.leave()
            self.loop.pass_by(1.0)
            self.loop.run_until_complete(self.registry.close())
            self.loop.run_until_complete(_end(asyncio.all_tasks(self.loop)))
        self.loop.close()

    # State of the table

    @property
    def session(self) -> GameSession:
        assert self.room.table.session is not None
        return self.room.table.session

    def open(self, people: int, settings: TableSettings, names: Sequence[str] = ()) -> None:
        """Seat people and leave the other seats to bots, then change the table settings as the host."""
        ruleset, names = self.ruleset, names or tuple(map(name, range(people)))
        game_setup = c.GameSetup(ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options))
        self.room = self.run(self.registry.open(person(0), names[0], game_setup))
        for seat in range(1, people):
            self.run(self.room.submit(person(seat), c.Sit(names[seat])))
        self.run(self.room.submit(person(0), c.ChangeSettings(settings)))

    def submit(self, by: str, command: c.Command) -> None:
        self.run(self.room.submit(by, command))

    def move(self) -> None:
        """Move the table to another server, which ends all connections to this one."""

        async def move() -> None:
            self.registry.lose(self.room.table, is_uncertain=False)
            self.room = await self.registry.find(self.room.table.code)

        self.run(move())

    def get_ready(self, by: str) -> None:
        """Confirm that the person has seen their card. A lone person with bots is waited for until then."""

        async def ready() -> None:
            self.room.get_ready(by)

        self.run(ready())

    def clock_left(self) -> float:
        """Return the seconds left on the open question's clock, or infinity without one."""

        async def left() -> float:
            clock = self.room.clock
            return clock.left() if clock.running is not None else math.inf

        seconds: float = self.run(left())
        return seconds

    def staged_until(self) -> float:
        """Return the moment at which the current scenes end."""

        async def ends() -> float:
            return self.loop.time() + self.room.scenes.left

        moment: float = self.run(ends())
        return moment

    def talks(self) -> bool:
        """Return whether the table has time to talk and nothing is on stage."""

        async def now() -> bool:
            return bool(self.room.scenes.talking) and not self.room.scenes.on_stage

        talking: bool = self.run(now())
        return talking

    # Viewers

    def scope(self, kind: str, path: str, query: str = "", cookie: str = "") -> dict[str, Any]:
        headers = [(b"host", b"localhost:8000"), (b"accept-language", b"en")]
        headers += [(b"cookie", cookie.encode())] * bool(cookie)
        scope: dict[str, Any] = {"type": kind, "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1"}
        scope |= {"scheme": "ws" if kind == "websocket" else "http", "method": "GET", "root_path": ""}
        scope |= {"path": path, "raw_path": path.encode(), "query_string": query.encode(), "headers": headers}
        return {**scope, "client": ("127.0.0.1", 50000), "server": ("127.0.0.1", 8000), "subprotocols": []}

    def cookie(self, viewer: Seat) -> str:
        answer = Response()
        self.context.signer.remember(answer, Visitor(person(viewer), COOKIE_NAME), False)
        return answer.headers["set-cookie"].partition(";")[0]

    def add(self, kind: str, viewer: Seat, label: str) -> None:
        """Open a page, a shared screen or a program for this viewer."""
        code, cookie = self.room.table.code, self.cookie(viewer)
        with self:
            match kind:
                case "program":
                    client = Client(self, viewer, f"/api/v1/tables/{code}")
                    token = self.context.signer.seat_token(code, person(viewer)) if viewer != SPECTATOR else ""
                    client.say(type="hello", protocol=1, token=token)
                case "page" | "forging page":
                    # As in a browser, the socket continues from the loaded page.
                    loaded = b"".join(message.get("body", b"") for message in self.get("/t/CODE", viewer)).decode()
                    path, _, query = unescape(_SOCKET.findall(loaded)[0]).partition("?")
                    held = _HELD.findall(loaded)[0].replace(" ", "+")
                    if kind == "forging page":  # one that claims other digests
                        held = re.sub(r"(?<=:)[\w-]{3}", "AAA", held)
                    query += f"&after={_VERSION.findall(loaded)[0]}&packed&held={held}"
                    client = Client(self, viewer, path, query, cookie)
                case "old page" | "wrong page":
                    key = (
                        page_key_of(self.room.room_for(person(viewer)), person(viewer)) if kind != "wrong page" else "?"
                    )
                    query = f"page={key}&scripts={scripts()}"
                    client = Client(self, viewer, f"/t/{code}/updates", query, cookie)
                case "screen":
                    key = self.context.signer.screen_key(code, person(viewer)) if viewer != SPECTATOR else ""
                    client = Client(self, viewer, f"/t/{code}/screen/updates", f"key={key}&packed")
                case _:
                    raise ValueError(kind)
            client.kind = kind
            self.clients[label] = client

    def get(self, path: str, viewer: Seat) -> Any:
        """Return the response to a browser's request: its status, headers and body."""
        got: list[Any] = []

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            got.append(message)

        path, _, query = path.replace("CODE", self.room.table.code).partition("?")
        self.run(self.app(self.scope("http", path, query, self.cookie(viewer)), receive, send))
        if path == "/metrics":
            lines = b"".join(message.get("body", b"") for message in got).decode().splitlines()
            return [
                line for line in lines if not any(unit in line.split(" ")[0] for unit in MEASURED) and line[0] != "#"
            ]
        return got


async def _end(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


_ACTIVE: list[World] = []


def active() -> World:
    """Return the world in which things currently happen."""
    return _ACTIVE[-1]


def person(seat: Seat) -> str:
    return f"person-{seat}" if seat != SPECTATOR else "somebody"


def name(seat: Seat) -> str:
    return f"Person {seat}"


@pytest.fixture
def worlds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., World]]:
    """Factory of worlds: worlds(ruleset, deal)."""
    count_work_of_threads(monkeypatch)

    monkeypatch.setattr(Ruleset, "deal", lambda ruleset, seed: active().deal)
    monkeypatch.setattr(bots, "find", lambda kind: SameBot)
    monkeypatch.setattr(table_log, "fresh_seed", fresh_seed)  # drawn from the world's random numbers, not the test's
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: active().random.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: active().random.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: active().random.randbytes(size))
    monkeypatch.setattr(secrets, "choice", lambda items: active().random.choice(items))

    def writer(level: str) -> Callable[..., None]:
        def write(event: str, **facts: object) -> None:
            active().log.append((round(active().loop.time(), 6), level, event, facts))

        return write

    for level in ("info", "warning", "error"):
        monkeypatch.setattr(server_log, level, writer(level))
    made: list[World] = []

    def make(ruleset: Ruleset, deal: Deal, **options: Any) -> World:
        data = tmp_path / str(len(made))
        made.append(World(data, ruleset, deal, **options))
        return made[-1]

    yield make
    for world in made:
        world.close()
