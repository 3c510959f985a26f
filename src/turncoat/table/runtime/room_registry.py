"""The room registry: every table of the server. It opens rooms, finds, loads and unloads them."""

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.rulesets import BOOKS, rulebook
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.handlers.dispatch import check
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.bots import BotRunner
from turncoat.table.runtime.clocks import ClockRunner
from turncoat.table.runtime.retention import RetentionSweeper
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import LoopTime, Time
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.runtime.unloading import RoomUnloader
from turncoat.table.state.table import Table
from turncoat.table.store import CodeTaken, SqliteStore, Store

LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels: a code is no word, and nothing in it is read for a digit."""
CODE_LENGTHS: Final = (4, 4, 4, 5, 5, 5)
"""A code that is taken is drawn again, longer after some tries."""

describe(
    {
        "newer-table": N_(
            "This table was used with a newer version of the server, which understands more than this one."
        ),
    }
)


class ServerMetrics(msgspec.Struct, frozen=True):
    """How much is going on in a server; nothing of any one table."""

    tables: int
    games: int
    connections: int
    entries: int
    """Commands kept since the start."""


class RoomRegistry:
    """All rooms. One a process; it belongs to one event loop."""

    def __init__(self, settings: ServerSettings, store: Store | None = None, time: Time | None = None) -> None:
        self.settings = settings
        self.store = store or SqliteStore(settings.data / "tables.sqlite3", settings.now)
        self.time = time or LoopTime()
        self.entries_kept = 0
        self.bot_runner = BotRunner(settings.pace)
        self.clock_runner = ClockRunner(self.time, settings.hold, settings.now)
        self.retention = RetentionSweeper(self, self._drop)
        self.unloader = RoomUnloader(self.loaded, self.unload, self.time.now)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let what was begun be finished, then close the store."""
        for room in self._rooms.values():
            room.close()
        self.bot_runner.close()
        self.clock_runner.close()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def metrics(self) -> ServerMetrics:
        """How much is going on."""
        tables = [room.table for room in self._rooms.values()]
        connections = sum(len(room.watchers) for room in self._rooms.values())
        running = sum(table.running for table in tables)
        return ServerMetrics(len(tables), running, connections, self.entries_kept)

    # Rooms

    async def open(self, person: str, name: str, game_setup: c.GameSetup | None = None) -> Room:
        """Open a table; the first game of the rulebooks unless another is asked for. Raises Refused."""
        if game_setup is None:
            game = next(iter(BOOKS))
            game_setup = c.GameSetup(game, rulebook(game).players[0])
        for length in CODE_LENGTHS:
            code = "".join(secrets.choice(LETTERS) for _ in range(length))
            if code in self._rooms:
                continue
            table = Table()
            table.code = code
            command = c.Open(code, name, game_setup)
            check(table, person, command)
            room = Room(table, self)
            try:
                await self.finish(room.take(c.Entry("", person, command)))
            except CodeTaken:
                continue
            self._rooms[code], room.used = room, self.time.now()
            self.refresh(room)
            server_log.info("table opened", table=code, open_tables=len(self._rooms))
            return room
        raise AssertionError("every code that was drawn is taken")

    async def find(self, code: str) -> Room:
        """The room of that code, read from the store when it is not in memory. Raises Refused."""
        room = self._rooms.get(code)
        if room is None and code and len(code) <= max(CODE_LENGTHS) and set(code) <= set(LETTERS):
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(loading)
        if room is None:
            raise Refused(Refusal("no-such-table"))
        room.used = self.time.now()
        return room

    def at_hand(self, code: str) -> Room | None:
        """The room of that code, when it is in memory."""
        return self._rooms.get(code)

    def unload(self, room: Room) -> None:
        """Keep the table in the store alone until somebody looks at it again."""
        room.unloaded = True
        self._drop(room)

    def loaded(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    async def _load(self, code: str) -> Room | None:
        entries = await self.store.load(code)
        if not entries:
            return None
        try:
            table, lost = await asyncio.to_thread(rebuild, entries)  # many games take a while
        except msgspec.DecodeError as error:
            server_log.warning("a table of another version", table=code, kind=type(error).__name__)
            raise Refused(Refusal("newer-table")) from None
        room = self._rooms[code] = Room(table, self, len(entries))
        server_log.info("table loaded", table=code, entries=len(entries), lost=lost)
        await room.restore(entries, lost=lost)
        self.refresh(room)
        return room

    def _drop(self, room: Room) -> None:
        self._rooms.pop(room.table.code, None)
        room.close()
        self.bot_runner.forget(room)

    # What rooms need

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end: a visitor who hangs up must not stop a command between the log and the table."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            await asyncio.shield(task)
        finally:
            del task  # a refusal holds this frame: with the task in it, it would hold itself, and the game, for long

    def refresh(self, room: Room) -> None:
        """Something has changed in the room: let bots and clocks begin what is due now."""
        self.bot_runner.refresh(room)
        self.clock_runner.refresh(room)
