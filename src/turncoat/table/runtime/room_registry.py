"""The room registry: every table of the server. It opens rooms, finds, loads and unloads them."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.data_directory import TABLES
from turncoat.table.handlers.dispatch import check
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.bot_timing import BotTiming
from turncoat.table.runtime.bots import BotRunner
from turncoat.table.runtime.clocks import ClockRunner
from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.retention import RetentionSweeper
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import LoopTime, Time
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.runtime.unloading import RoomUnloader
from turncoat.table.state.table import DEFAULT_BOT, Table
from turncoat.table.store import CodeTaken, SqliteStore, Store, StoreFailure
from turncoat.table.values.codes import drawn_code, is_code, length_for
from turncoat.table.values.settings import NEW_TABLE

FAILURE_LOGGED_AFTER: Final = 60.0
"""Seconds for which it is not said again that the store is in trouble."""
STORE_CHECK_INTERVAL: Final = 5.0
"""Seconds between two checks that the store can keep something, and the longest that one may take."""
LONGER_AFTER: Final = 3
"""A code that is taken is drawn again, and one letter longer after so many tries."""
TRIES: Final = 9

describe(
    {
        "newer-table": N_(
            "This table was used with a newer version of the server, which knows things that this one does not."
        ),
    }
)


class Gauges(msgspec.Struct, frozen=True):
    """How much is going on in a server at this moment; nothing of any one table."""

    tables: int
    games: int
    connections: int
    seats: dict[str, int]
    """How many of each kind there are."""


class RoomRegistry:
    """All rooms. One a process; it belongs to one event loop."""

    def __init__(self, settings: ServerSettings, store: Store | None = None, time: Time | None = None) -> None:
        self.settings = settings
        self.store = store or SqliteStore(settings.data / TABLES, settings.now)
        self.time = time or LoopTime()
        self.metrics = Metrics()
        self.is_stopping = False
        self._check: asyncio.Future[bool] | None = None
        """Whether the store was well when that was last tried, or is being tried."""
        self._checked = 0.0
        self._noted: float | None = None
        """When it was last said that the store is in trouble."""
        self.bot_runner = BotRunner(BotTiming(settings.bot_pause, settings.bot_budget))
        self.clock_runner = ClockRunner(self.time, settings.hold, self.store.time)
        self.retention = RetentionSweeper(self, self._drop)
        self.unloader = RoomUnloader(self.loaded, self.unload, self.time.now)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def notify_stopping(self, patience: float) -> None:
        """Tell every open connection that the server stops; wait so long at most until all have gone."""
        self.is_stopping = True
        for room in self._rooms.values():
            room.tell()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(room.watchers for room in self._rooms.values()):  # noqa: ASYNC110 - many events, and soon
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Let what was begun be finished, then close the store."""
        for room in self._rooms.values():
            room.close()
        self.bot_runner.close()
        self.clock_runner.close()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def gauges(self) -> Gauges:
        """How much is going on now."""
        tables = [room.table for room in self._rooms.values()]
        connections = sum(len(room.watchers) for room in self._rooms.values())
        running = sum(table.running for table in tables)
        seats = Counter({"person": 0, "bot": 0, "empty": 0})
        seats.update(occupant.kind for table in tables for occupant in table.seats)
        return Gauges(len(tables), running, connections, seats)

    # Rooms

    async def open(self, person: str, name: str, game_setup: c.GameSetup | None = None, bot: str = DEFAULT_BOT) -> Room:
        """Open a table; the first game of the rulebooks unless another is asked for. Raises Refused."""
        if game_setup is None:
            game = next(iter(BOOKS))
            game_setup = c.GameSetup(game, rulebook(game).players[0])
        try:
            length = length_for(await self.store.count() + 1)
        except StoreFailure as failure:
            self.note_failure(failure)
            raise Refused(Refusal("not-kept")) from None
        for tried in range(TRIES):
            code = drawn_code(length + tried // LONGER_AFTER)
            if code in self._rooms:
                continue
            table = Table()
            table.code = code
            command = c.Open(code, name, game_setup, settings=NEW_TABLE, bot=bot)
            check(table, person, command)
            room = Room(table, self)
            try:
                await self.finish(room.log.take(c.Entry("", person, command)))
            except CodeTaken:
                continue
            except StoreFailure as failure:
                self.note_failure(failure)
                raise Refused(Refusal("not-kept")) from None
            self._rooms[code], room.used = room, self.time.now()
            self.refresh(room)
            server_log.info("table opened", table=code, open_tables=len(self._rooms))
            return room
        raise AssertionError("every code that was drawn is taken")

    async def find(self, code: str) -> Room:
        """The room of that code, read from the store when it is not in memory. Raises Refused."""
        room = self._rooms.get(code)
        if room is None and is_code(code):
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(loading)
        if room is None:
            raise Refused(Refusal("no-such-table"))
        room.used = self.time.now()
        return room

    def loaded_room(self, code: str) -> Room | None:
        """The room of that code, when it is in memory."""
        return self._rooms.get(code)

    def unload(self, room: Room) -> None:
        """Keep the table in the store alone until somebody looks at it again."""
        self._drop(room)
        room.unload()

    def loaded(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    async def _load(self, code: str) -> Room | None:
        try:
            entries = await self.store.load(code)
        except StoreFailure as failure:
            self.note_failure(failure)
            raise
        if not entries:
            return None
        try:
            table, lost = await asyncio.to_thread(rebuild, entries)  # many games take a while
        except msgspec.DecodeError as error:
            server_log.warning("a table of another version", table=code, kind=type(error).__name__)
            raise Refused(Refusal("newer-table")) from None
        room = Room(table, self, len(entries))
        await room.restore(entries, lost=lost)
        self._rooms[code] = room
        server_log.info("table loaded", table=code, entries=len(entries), lost=lost)
        self.refresh(room)
        return room

    def _drop(self, room: Room) -> None:
        self._rooms.pop(room.table.code, None)
        room.close()
        self.bot_runner.forget(room)

    # What rooms need

    def note_failure(self, failure: StoreFailure) -> None:
        """The store could not keep something: say so to whoever runs the server, but not for every command."""
        now = self.time.now()
        if self._noted is None or now - self._noted > FAILURE_LOGGED_AFTER:
            server_log.error("the store cannot keep what happens: look after the disk", why=str(failure))
            self._noted = now

    async def is_well(self) -> bool:
        """Whether the store can keep something now. It is tried now and then, however often this is asked."""
        if self._check is None or (self._check.done() and self.time.now() - self._checked >= STORE_CHECK_INTERVAL):
            self._check, self._checked = asyncio.ensure_future(self._try_store()), self.time.now()
        try:
            return await asyncio.wait_for(asyncio.shield(self._check), STORE_CHECK_INTERVAL)
        except TimeoutError:  # a disk that does not answer
            return False

    async def _try_store(self) -> bool:
        try:
            await self.store.check()
        except StoreFailure as failure:
            self.note_failure(failure)
            return False
        return True

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do the work in the background, and to its end when the server stops."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end: a visitor who hangs up must not stop a command between the log and the table."""
        task = self.begin(work)
        try:
            await asyncio.shield(task)
        finally:
            del task  # a refusal holds this frame: with the task in it, it would hold itself, and the game, for long

    def refresh(self, room: Room) -> None:
        """Something has changed in the room: let bots and clocks begin what is due now."""
        room.note_scenes()
        self.bot_runner.refresh(room)
        self.clock_runner.refresh(room)
