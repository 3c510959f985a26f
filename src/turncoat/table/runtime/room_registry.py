"""The room registry: opens, finds, loads and unloads all tables of a server."""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.rebuilding import CannotApply, Loss, rebuild
from turncoat.table.runtime.blocking import Blocking
from turncoat.table.runtime.bot_timing import BotTiming
from turncoat.table.runtime.bots import BotRunner
from turncoat.table.runtime.clocks import ClockRunner
from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.notices import NoticeRunner
from turncoat.table.runtime.open_tables import OpenTables
from turncoat.table.runtime.retention import RetentionSweeper
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import LoopTime, Time
from turncoat.table.runtime.server_settings import BOT_BUDGET, ServerSettings
from turncoat.table.runtime.unloading import RoomUnloader
from turncoat.table.runtime.waking import TableWaker
from turncoat.table.state.table import DEFAULT_BOT, Table
from turncoat.table.store.errors import CodeTaken, OwnedElsewhere, StoreFailure
from turncoat.table.store.opening import open_store
from turncoat.table.store.protocols import Store, TableLease
from turncoat.table.values.codes import drawn_code, is_code, length_for
from turncoat.table.values.settings import NEW_TABLE

FAILURE_LOGGED_AFTER: Final = 60.0
"""Minimum seconds between two log entries about a failing store."""
STORE_CHECK_INTERVAL: Final = 5.0
"""Seconds between two health checks of the store, and the timeout of each."""
TROUBLE_CHECK_INTERVAL: Final = 0.5
"""Seconds between two health checks after a failed write, or while the disk is almost full."""
HANDOVER_WAIT: Final = 2.0
"""Seconds that a request waits for a table owned by another server."""
HANDOVER_STEP: Final = 0.05
"""Seconds between two attempts to take it."""
ASK_AGAIN_AFTER: Final = 1.0
"""Seconds after which the owner is asked again, in case the first request was lost."""
HANDOVER_REST: Final = 10.0
"""Seconds for which a table stays put after a handover before an older server may have it back."""
WARNED_AFTER: Final = 60.0
"""Minimum seconds between two warnings that the balancer sends one table to two servers."""
LONGER_AFTER: Final = 3
"""Number of attempts after which a drawn code, if taken, gets one letter longer."""
TRIES: Final = 9

describe(
    {
        "unreadable-table": N_(
            "This server can't read the table; a newer version may have written it. Nothing is lost: please tell "
            "whoever runs the server."
        ),
    },
    status=501,  # not 503: a browser that knows the site would think the server is down, and wait for it
    is_public=True,
)


class Gauges(msgspec.Struct, frozen=True):
    """Current load of a server, without details of any single table."""

    tables: int
    games: int
    connections: int
    seats: dict[str, int]
    """Number of seats of each kind: person, bot and empty."""


class AlreadyOpened(Exception):
    """Raised when the same request has already opened the table."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Loading:
    """State of a table that is being read."""

    def __init__(self) -> None:
        self.room: asyncio.Future[Room | None]
        self.may_ask = False
        """True if another server that owns the table may be asked for it."""
        self.people: list[str] = []
        """People who want the table on this server."""


class RoomRegistry:
    """All rooms of a process. It belongs to one event loop."""

    def __init__(self, settings: ServerSettings, store: Store | None = None, time: Time | None = None) -> None:
        self.settings = settings
        self.store = store or open_store(settings.store, settings.data, settings.now)
        self.store.listen(self._note_lost_lease, self._hand_over, self._note_reconnected)
        self.time = time or LoopTime()
        self.metrics = Metrics()
        self.is_draining = False
        """True if the server is about to stop and nobody new should be sent here."""
        self.is_stopping = False
        self.faulty: set[str] = set()
        """Codes of tables whose log held an entry that could not be applied at the last attempt."""
        self._check: asyncio.Future[bool] | None = None
        """The latest health check of the store, finished or running."""
        self._checked = 0.0
        self._warned = -WARNED_AFTER
        """Time of the last warning that the balancer sends one table to two servers."""
        self._is_in_doubt = False
        """True if a write has failed since the last successful health check."""
        self._noted: float | None = None
        """Time of the last log entry about a failing store."""
        self.is_reading: Callable[[Room], bool] = lambda room: False
        """Tells whether a lone player is still reading an explanation. Set by the page, which knows."""
        self.note_games: Callable[[Room], None] = lambda room: None
        """Called after each change at a table, so that finished games can be added to its circle."""
        self.bot_runner = BotRunner(BotTiming(settings.bot_pause, BOT_BUDGET, settings.bot_limit))
        self.notice_runner = NoticeRunner(self)
        self.reminder_at: Callable[[Table], int] = self.notice_runner.wakes_at
        """Returns the time at which somebody must be told that they are waited for at a table, or 0."""
        self.clock_runner = ClockRunner(self.time, settings.hold, self.store.time, self.store.believes)
        self.retention = RetentionSweeper(self, self._drop)
        self.blocking = Blocking(self, self.loaded)
        self.open_tables = OpenTables(self, self.loaded)
        self.unloader = RoomUnloader(self.loaded, self.unload, self.time.now)
        self.waker = TableWaker(self, self.loaded_room, self.faulty.__contains__)
        self._rooms: dict[str, Room] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks by person, so that each opens one table at a time."""
        self._loading: dict[str, _Loading] = {}
        self._releasing: dict[str, asyncio.Task[None]] = {}
        """Running releases of tables, by code."""
        self._left: dict[str, int] = {}
        """Number of log entries of each table that was in memory when the lease was lost."""
        self._losses = 0
        """Number of times the lease was lost."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._background: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the store, the bots' process and the background tasks."""
        await self.store.start()
        self.bot_runner.process.begin()  # now, so that no bot has to wait for it
        if (damage := self.store.damage) is not None:
            server_log.error(
                "the write-ahead log was damaged: the latest changes, already confirmed to players, are lost;"
                " the damaged files are set aside",
                commits=damage.commits,
                file=str(damage.set_aside),
            )
        works = [self.retention.run(), self.unloader.run(), self.waker.run(), self.blocking.run()]
        if self.settings.open_tables:
            works.append(self.open_tables.run())
        self._background = [asyncio.create_task(work) for work in works]

    async def drain(self, patience: float) -> None:
        """Ask for no new visitors, and keep playing until everybody has left or `patience` seconds have passed.

        Does nothing unless the store is shared: only then can the balancer send people to another server.
        """
        self.is_draining = self.store.is_shared
        if self.is_draining:
            await self._until_all_have_gone(patience)

    async def notify_stopping(self, patience: float) -> None:
        """Tell every open connection that the server stops, and wait at most `patience` seconds for them to close.

        If the store is shared, all tables are then released to the other servers.
        """
        self.is_stopping = True
        self._tell_all()
        await self._until_all_have_gone(patience)
        if self.store.is_shared:
            rooms = self.loaded()
            self._lose_all()
            with suppress(StoreFailure):  # the lease expires by itself
                await self.store.release([room.log.lease for room in rooms])

    async def _until_all_have_gone(self, patience: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(room.watchers for room in self._rooms.values()):  # noqa: ASYNC110 - many events, and soon
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Stop all background work, wait for running tasks and close the store."""
        for task in self._background:
            task.cancel()
        for room in self._rooms.values():
            room.close()
        self.bot_runner.close()
        self.clock_runner.close()
        self.notice_runner.close()
        while self._tasks:  # one may begin another
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def gauges(self) -> Gauges:
        """Return the current load."""
        tables = [room.table for room in self._rooms.values()]
        connections = sum(len(room.watchers) for room in self._rooms.values())
        running = sum(table.running for table in tables)
        seats = Counter({"person": 0, "bot": 0, "empty": 0})
        seats.update(occupant.kind for table in tables for occupant in table.seats)
        return Gauges(len(tables), running, connections, seats)

    # Rooms

    async def open(
        self,
        person: str,
        name: str,
        game_setup: c.GameSetup | None = None,
        bot: str = DEFAULT_BOT,
        *,
        once: Sequence[str] = (),
        circle: str = "",
    ) -> Room:
        """Open a table, with the first game of the rulebooks by default. Raises Refused.

        `once` holds secrets of the request. Codes are derived from the first of them, so a repeated request opens no
        second table, whichever server it reaches. Raises AlreadyOpened if it has, also for a table opened under the
        other secrets.
        """
        if game_setup is None:
            game = next(iter(BOOKS))
            game_setup = c.GameSetup(game, rulebook(game).players[0])
        async with self._opening.setdefault(person, asyncio.Lock()):  # a repeated request finds the table of the first
            opening = c.Open("", name, game_setup, settings=NEW_TABLE, bot=bot, circle=circle)
            return await self._open(person, opening, once)

    async def _open(self, person: str, opening: c.Open, once: Sequence[str]) -> Room:
        try:
            length = length_for(await self.store.count() + 1)
        except StoreFailure as failure:
            self.note_failure(failure)
            raise Refused(Refusal("not-kept")) from None
        for secret in once[1:]:
            if await self._is_hosted(code := drawn_code(length, f"{secret} 0"), person):
                raise AlreadyOpened(code)
        for tried in range(TRIES):
            code = drawn_code(length + tried // LONGER_AFTER, f"{once[0]} {tried}" if once else "")
            if code in self._rooms:
                if once and await self._is_hosted(code, person):
                    raise AlreadyOpened(code)
                continue
            table = Table()
            table.code = code
            room = Room(table, self)
            try:
                await self.finish(room.log.open(person, msgspec.structs.replace(opening, code=code)))
            except CodeTaken:
                if once and await self._is_hosted(code, person):
                    raise AlreadyOpened(code) from None
                continue
            except StoreFailure as failure:
                self.note_failure(failure)
                raise Refused(Refusal("not-kept")) from None
            self._rooms[code], room.used = room, self.time.now()
            room.here_since = room.used
            await self._keep_blocked_out(room, person)
            self.refresh(room)
            server_log.info("table opened", table=code, open_tables=len(self._rooms))
            return room
        raise AssertionError("every code drawn is taken")

    async def _keep_blocked_out(self, room: Room, host: str) -> None:
        await self.blocking.apply(room)
        if room.table.membership.kept_out:
            with suppress(StoreFailure):  # it is tried again with the next table
                await self.blocking.renew(host)

    async def _is_hosted(self, code: str, person: str) -> bool:
        with suppress(Refused):
            return (await self.read_table(code)).host == person
        return False

    async def find(self, code: str, person: str = "", *, asks: bool = True) -> Room:
        """Return the room of that code, taking over and loading the table if necessary. Raises Refused.

        With `asks`, a server that owns the table is asked to hand it over to this person, which it does if they have a
        seat there.
        """
        if not self.store.has_lease() or (self.is_stopping and self.store.is_shared):
            raise Refused(Refusal("table-moves"))
        room = self._rooms.get(code)
        if room is None and is_code(code):
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = _Loading()
                loading.room = asyncio.ensure_future(self._load(code, loading))
                loading.room.add_done_callback(lambda done: self._note_loaded(code, done))
            loading.may_ask |= asks
            if person and person not in loading.people:
                loading.people.append(person)
            room = await asyncio.shield(loading.room)
        if room is None:
            raise Refused(Refusal("no-such-table"))
        room.used = self.time.now()
        return room

    async def read_table(self, code: str) -> Table:
        """Return the table of that code for reading only, without taking it over. Raises Refused."""
        if not self.store.is_shared or code in self._rooms:
            return (await self.find(code)).table
        return await self.read_log(code)

    async def read_log(self, code: str) -> Table:
        """Return the table of that code, rebuilt from its log, and keep nothing of it in memory. Raises Refused."""
        if not (entries := await self._entries(code)):
            raise Refused(Refusal("no-such-table"))
        table, _ = await self._rebuilt(code, entries)
        return table

    def loaded_room(self, code: str) -> Room | None:
        """Return the room of that code if it is in memory."""
        return self._rooms.get(code)

    def unload(self, room: Room) -> None:
        """Remove the room from memory. The store still has the table."""
        self._drop(room)
        room.unload()
        if self.store.is_shared:
            self._release(room.log.lease)

    def release(self, room: Room) -> None:
        """Release a table opened here to the first server that asks for it. With an unshared store, it stays."""
        if self.store.is_shared:
            self.unload(room)

    def loaded(self) -> list[Room]:
        """Return the rooms in memory."""
        return list(self._rooms.values())

    def _note_loaded(self, code: str, done: asyncio.Future[Room | None]) -> None:
        del self._loading[code]
        if not done.cancelled():
            done.exception()  # marks the error as retrieved: all who waited may have left

    async def _load(self, code: str, loading: _Loading) -> Room | None:
        losses = self._losses
        lease, is_handed_over = await self._take(code, loading)
        if lease is None:
            return None
        try:
            entries = await self._entries(code)
            if not entries:
                return None
            length = (await self.store.lengths([code]))[code]
            table, lost = await self._rebuilt(code, entries)
            room = Room(table, self, length, lease)
            await room.log.resume(entries, lost)
            if self._losses != losses:  # another server may have taken it meanwhile
                room.lose()
                raise Refused(Refusal("table-moves"))
        except BaseException:
            self._release(lease)
            raise
        room.here_since = self.time.now()
        if is_handed_over:
            room.stays_until = room.here_since + HANDOVER_REST
        self._rooms[code] = room
        server_log.info("table loaded", table=code, lost=lost)  # no entry count: it would reveal notes
        await self.blocking.apply(room)
        self.refresh(room)
        return room

    async def _entries(self, code: str) -> list[bytes]:
        try:
            return await self.store.load(code)
        except StoreFailure as failure:
            self.note_failure(failure)
            raise

    async def _rebuilt(self, code: str, entries: Sequence[bytes]) -> tuple[Table, Loss]:
        try:
            table, lost = await asyncio.to_thread(rebuild, entries)  # many games take a while
        except (msgspec.DecodeError, CannotApply) as error:
            self._note_unreadable(code, error)
            raise Refused(Refusal("unreadable-table")) from None
        if lost == "rules-broke":
            server_log.error("the rules reject a game's log; the game was ended", table=code)
        self.faulty.discard(code)
        return table, lost

    def _note_unreadable(self, code: str, error: Exception) -> None:
        """Log the table as unreadable, once per table."""
        if code not in self.faulty:
            # Neither the entry's position nor the number of entries is logged: they would reveal notes and secret talk.
            kind = type(error.__cause__ or error).__name__
            server_log.error("a table's log cannot be read; it was left unchanged", table=code, kind=kind)
        self.faulty.add(code)

    def _drop(self, room: Room) -> None:
        self._rooms.pop(room.table.code, None)
        room.close()
        self.bot_runner.forget(room)
        self.notice_runner.forget(room)

    # Who owns which table

    async def _take(self, code: str, loading: _Loading) -> tuple[TableLease | None, bool]:
        """Return a lease on the table, and whether another server handed it over. Raises Refused, StoreFailure."""
        began = self.time.now()
        asked, asked_for = -math.inf, 0
        while True:
            try:
                lease = await self.store.take(code)
                is_taken_over = lease is not None and lease.is_taken_over
                self.metrics.ownership["taken-over"] += is_taken_over
                return lease, math.isfinite(asked) and not is_taken_over
            except OwnedElsewhere:
                now = self.time.now()
                if not loading.may_ask:
                    raise Refused(Refusal("table-moves")) from None
                if now >= began + HANDOVER_WAIT:
                    self.metrics.refuse("table-moves")
                    raise Refused(Refusal("table-moves")) from None
                if now >= asked + ASK_AGAIN_AFTER:
                    asked, asked_for = now, 0
                if asked == now or asked_for < len(loading.people):
                    people = loading.people[asked_for:]
                    asked_for += len(people)
                    await self.store.ask_for(code, people)
            except StoreFailure as failure:
                self.note_failure(failure)
                raise
            await asyncio.sleep(HANDOVER_STEP)

    def _hand_over(self, code: str, age: float, people: Sequence[str]) -> None:
        """Hand a table over to another server that asks for it on behalf of these people, but not back and forth.

        Only people with a seat can move a table: otherwise, anybody who knows its code could keep it from the players.
        If the asking server, up for `age` seconds, is younger than the room, the balancer has changed and sends
        everybody there, so no seat is needed.
        """
        room = self._rooms.get(code)
        if room is None:
            if code not in self._releasing:
                self.begin(self._read_and_hand_over(code, age, people))
            return
        now = self.time.now()
        is_seated = any(room.table.seat_of(person) is not None for person in people)
        if self.is_draining or age < now - room.here_since or (is_seated and now >= room.stays_until):
            self.begin(self._give(room))
            return
        self.metrics.ownership["asked-again"] += 1
        if now - self._warned >= WARNED_AFTER:
            self._warned = now
            server_log.warning(
                "requests for one table reach two servers; let the balancer choose by table code", table=code
            )

    async def _read_and_hand_over(self, code: str, age: float, people: Sequence[str]) -> None:
        """Load a table that is owned but not in memory, to see who sits there, then hand it over.

        It can be left so by an uncertain write or a failed release.
        """
        with suppress(Refused, StoreFailure):
            await self.find(code, asks=False)
            self._hand_over(code, age, people)

    async def _give(self, room: Room) -> None:
        async with room.log.lock:  # the running command is finished first
            if room.table.code in self._releasing:  # several servers have asked
                return
            if not room.unloaded:
                self._drop(room)
                room.lose()
            released = self._release(room.log.lease)
        await released
        self.metrics.ownership["handed-over"] += 1
        server_log.info("table handed over", table=room.table.code)

    def _release(self, lease: TableLease) -> asyncio.Task[None]:
        released = self._releasing[lease.code] = self.begin(self._try_release(lease))
        released.add_done_callback(lambda done: self._note_released(lease.code, done))
        return released

    def _note_released(self, code: str, done: asyncio.Task[None]) -> None:
        if self._releasing.get(code) is done:
            del self._releasing[code]

    async def _try_release(self, lease: TableLease) -> None:
        """Release the table. If that fails, whoever asks for the table still gets it."""
        try:
            await self.store.release([lease])
        except StoreFailure as failure:
            self.note_failure(failure)

    def lose(self, table: Table, *, is_uncertain: bool) -> None:
        room = self._rooms.get(table.code)
        if room is not None and room.table is table:
            self._drop(room)
            room.lose()
            self.metrics.ownership["uncertain" if is_uncertain else "lost"] += 1
            server_log.warning("table lost", table=table.code, is_uncertain=is_uncertain)

    def give_up(self, table: Table, error: Exception) -> None:
        self._note_unreadable(table.code, error)
        room = self._rooms.get(table.code)
        if room is not None and room.table is table:
            self._drop(room)
            room.lose()
            if self.store.is_shared:
                self._release(room.log.lease)

    def _note_lost_lease(self) -> None:
        """Drop all rooms. Nothing is sent to anybody until there is a lease again, and then every table is reloaded."""
        self._losses += 1
        self.metrics.ownership["lost"] += len(self._rooms)
        self._left |= {room.table.code: room.log.entries for room in self.loaded()}
        self._lose_all()

    def _note_reconnected(self, is_promoted: bool) -> None:
        if is_promoted:
            server_log.warning(
                "a standby has replaced the database; unless it was synchronous, tables that nobody had open"
                " may have lost their last moves"
            )
        self.begin(self._compare_with_store())

    async def _compare_with_store(self) -> None:
        """Log which tables have lost entries that the database had confirmed.

        A standby that replaces the database may not have received all of them; tables then continue from what it has.
        """
        left, self._left = self._left, {}
        rooms = {room.table.code: room for room in self.loaded()}
        known = left | {code: room.log.entries for code, room in rooms.items()}
        try:
            lengths = await self.store.lengths(list(known))
            for code in [code for code, length in known.items() if lengths.get(code, 0) < length]:
                if (room := rooms.get(code)) is not None and not await self._has_fallen_back(room):
                    continue
                server_log.error("the database has lost confirmed changes", table=code)
        except StoreFailure as failure:  # it will be reconnected
            self._left = known
            self.note_failure(failure)

    async def _has_fallen_back(self, room: Room) -> bool:
        """Drop the room if the store has fewer entries than it, and return whether it has."""
        async with room.log.lock:  # nobody is writing
            code = room.table.code
            if room.unloaded or (await self.store.lengths([code])).get(code, 0) >= room.log.entries:
                return False
            self._drop(room)
            room.lose()
            released = self._release(room.log.lease)
        await released
        return True

    def _lose_all(self) -> None:
        for room in self.loaded():
            self._drop(room)
            room.lose()

    def _tell_all(self) -> None:
        for room in self._rooms.values():
            room.tell()

    # What rooms need

    def note_failure(self, failure: StoreFailure) -> None:
        """Log that the store has failed, though not for every command."""
        now = self.time.now()
        if not self._is_in_doubt:
            self._is_in_doubt, self._checked = True, -math.inf  # earlier checks do not count
        if self._noted is None or now - self._noted > FAILURE_LOGGED_AFTER:
            server_log.error("the store cannot write; check the disk", why=str(failure))
            self._noted = now

    async def is_well(self) -> bool:
        """Return whether the store can save anything at the moment.

        The answer is cached for a few seconds, for less when there is reason to doubt it.
        """
        if not self.store.has_lease():
            return False
        in_doubt = self._is_in_doubt or not self.store.has_room()
        interval = TROUBLE_CHECK_INTERVAL if in_doubt else STORE_CHECK_INTERVAL
        if self._check is None or (self._check.done() and self.time.now() - self._checked >= interval):
            self._check, self._checked = asyncio.ensure_future(self._try_store()), self.time.now()
        try:
            return await asyncio.wait_for(asyncio.shield(self._check), STORE_CHECK_INTERVAL)
        except TimeoutError:  # a disk that does not answer
            return False

    async def _try_store(self) -> bool:
        try:
            await self.store.check()
        except StoreFailure as failure:
            self._is_in_doubt = True
            self.note_failure(failure)
            return False
        self._is_in_doubt = False
        return True

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run the work in the background. A stopping server waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work to its end: a client that hangs up must not stop a command between the log and the table."""
        task = self.begin(work)
        try:
            await asyncio.shield(task)
        finally:
            del task  # a refusal holds this frame: with the task in it, it would hold itself, and the game, for long

    def refresh(self, room: Room) -> None:
        """Let scenes, bots, clocks and notices react to a change in the room."""
        if room.unloaded:  # e.g. when a connection to a table that has moved ends
            return
        room.note_scenes()
        if self.blocking.has_new_host(room):
            self.begin(self.blocking.apply(room, is_new_host=True))
        self.note_games(room)
        self.bot_runner.refresh(room)
        self.clock_runner.refresh(room)
        self.notice_runner.refresh(room)
