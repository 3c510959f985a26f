"""The hall: every table of the server.

Commands come in, are checked, go to the store, take effect, and who watches is told; in that order.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import BOOKS, rulebook
from turncoat.kernel.seats import CHANCE
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.bots import BotRunner, Pace, find_bot
from turncoat.table.runtime.clocks import ClockRunner, LoopTime, RoomClock, Time
from turncoat.table.runtime.retention import RetentionSweeper
from turncoat.table.runtime.spectator_delay import SpectatorDelay, split
from turncoat.table.runtime.team_draft import TeamDraft
from turncoat.table.runtime.unloading import RoomUnloader
from turncoat.table.state.chat import clean_text
from turncoat.table.state.table import Table
from turncoat.table.store import CodeTaken, SqliteStore, Store
from turncoat.table.values.deal_opening import fresh_seed
from turncoat.table.values.masking import mask, masked_words

LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels: a code is no word, and nothing in it is read for a digit."""
CODE_LENGTHS: Final = (4, 4, 4, 5, 5, 5)
"""A code that is taken is drawn again, longer after some tries."""

HOLD: Final = 3.0
"""Seconds to call something out before a reveal, in games where that may be done at any time: enough to see that all
have chosen, and longer than a bot thinks."""


KEEP: Final = 365
"""Days for which a server keeps what nobody deletes before."""


class Settings(msgspec.Struct, frozen=True):
    """How a hall is run."""

    data: Path
    pace: Pace = Pace()
    hold: float = HOLD
    """Seconds that a table is held open before a reveal that nobody triggers; 0 is not at all."""
    keep: int = KEEP
    """Days after which anything is forgotten: a finished game, and a table at which nothing happened. 0: never."""
    now: Callable[[], float] = time.time
    """The time, in seconds since 1970."""


class Figures(msgspec.Struct, frozen=True):
    """How much is going on in a hall."""

    tables: int
    games: int
    connections: int
    entries: int
    """Commands kept since the start."""


class Room:
    """A table with what only the running server has: its lock, its watchers, its bots."""

    def __init__(self, table: Table, entries: int) -> None:
        self.table = table
        self.entries = entries
        self.lock = asyncio.Lock()
        self.timer = RoomClock()
        self.gone = False
        """Whether the table was deleted."""
        self.most_kept = 0
        """Days after which the server forgets anything; 0 is never."""
        self.unloaded = False
        """Whether the table has gone out of memory: whoever still has this finds the table anew."""
        self.used = 0.0
        """When somebody last wanted something of the table."""
        self.watchers: set[Callable[[], None]] = set()
        self.here: dict[str, int] = {}
        """Open connections of each person."""
        self.presence = 0
        """Counts changes of who is here."""
        self.live = self
        """The table as it is now; another than this one where this is what it was a while ago."""
        self.delay: SpectatorDelay | None = None
        """The table as who looks on sees it, when the host wants him to be late."""
        self.team_draft = TeamDraft()
        """Whom the leader considers; nothing of it is kept."""
        self.drawn: dict[str, Any] = {}
        """For a face to keep what it has drawn for all, by language."""

    @property
    def watching(self) -> int:
        """How many look on without a seat."""
        return sum(bool(person) and self.table.seat_of(person) is None for person in self.here)

    def seen_by(self, person: str) -> "Room":
        """What this person sees of the table: who has no seat sees a game late, when the host wants it so."""
        late = self.delay
        if late is None or not late.is_needed or self.table.seat_of(person) is not None:
            return self
        return late.room

    def is_closed_to(self, person: str) -> bool:
        """Whether the person may not look on. Before a game the chairs are for all to see who may take one."""
        settings = self.table.settings
        if settings.spectators or self.table.seat_of(person) is not None:
            return False
        return self.table.session is not None or settings.locked

    def tell(self) -> None:
        """Wake everybody who watches; each finds out for himself what is new to him."""
        if self.delay is not None:
            self.delay.room.presence = self.presence
        for watcher in tuple(self.watchers):
            watcher()


class RoomRegistry:
    """All tables. One a process; it belongs to one event loop."""

    def __init__(self, settings: Settings, store: Store | None = None, time: Time | None = None) -> None:
        self.settings = settings
        self.store = store or SqliteStore(settings.data / "tables.sqlite3", settings.now)
        self.bot_runner = BotRunner(self, settings.pace)
        self.clock_runner = ClockRunner(self, time or LoopTime(), settings.hold)
        self.retention = RetentionSweeper(self)
        self.unloader = RoomUnloader(self)
        self._kept = 0
        self._seated: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let what was begun be finished, then close the store."""
        for room in self._seated.values():
            if room.delay is not None:
                room.delay.close()
        self.bot_runner.close()
        self.clock_runner.close()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def figures(self) -> Figures:
        """How much is going on; nothing of any one table."""
        tables = [room.table for room in self._seated.values()]
        connections = sum(len(room.watchers) for room in self._seated.values())
        running = sum(table.running for table in tables)
        return Figures(len(tables), running, connections, self._kept)

    # Tables

    async def open(self, person: str, name: str, game_setup: c.GameSetup | None = None) -> Room:
        """Open a table. Raises Refused."""
        if game_setup is None:
            game = "resistance" if "resistance" in BOOKS else next(iter(BOOKS))
            game_setup = c.GameSetup(game, rulebook(game).players[0])
        for length in CODE_LENGTHS:
            code = "".join(secrets.choice(LETTERS) for _ in range(length))
            if code in self._seated:
                continue
            command = c.Open(code, name, game_setup)
            table = Table()
            table.check(person, command)
            room = Room(table, 0)
            room.most_kept = self.settings.keep
            try:
                await self._shielded(self._take(room, code, c.Entry("", person, command)))
            except CodeTaken:
                continue
            self._seated[code], room.used = room, self.clock_runner.now()
            self.clock_runner.look(room)
            server_log.info("table opened", table=code, open_tables=len(self._seated))
            return room
        raise AssertionError("every code that was drawn is taken")

    async def find(self, code: str) -> Room:
        """The table of that code, read from the store when it is not in memory. Raises Refused."""
        room = self._seated.get(code)
        if room is None and code and len(code) <= max(CODE_LENGTHS) and set(code) <= set(LETTERS):
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(loading)
        if room is None:
            raise Refused(Refusal("no-such-table"))
        room.used = self.clock_runner.now()
        return room

    def tables(self) -> list[Room]:
        """The tables in memory."""
        return list(self._seated.values())

    def unload(self, room: Room) -> None:
        """Keep the table in the store alone until somebody looks at it again."""
        room.unloaded = True
        self.drop(room)

    def at_hand(self, code: str) -> Room | None:
        """The table of that code, when it is in memory."""
        return self._seated.get(code)

    async def _load(self, code: str) -> Room | None:
        entries = await self.store.load(code)
        if not entries:
            return None
        try:
            table, lost = await asyncio.to_thread(rebuild, entries)  # a long evening takes a while
        except msgspec.DecodeError as error:
            server_log.warning("a table of another version", table=code, kind=type(error).__name__)
            raise Refused(Refusal("newer-table")) from None
        room = Room(table, len(entries))
        room.most_kept = self.settings.keep
        self._seated[code] = room
        server_log.info("table loaded", table=code, entries=len(entries), lost=lost)
        async with room.lock:
            if behind := table.settings.spectators_behind:
                old, new = split(entries, behind)
                then, _ = await asyncio.to_thread(rebuild, old)
                room.delay = SpectatorDelay(room, Room(then, 0), new)
            if lost:
                await self._take(room, code, c.Entry("", c.SERVER, c.AbortGame("rules-changed")))
            await self._chance(room)
            await self._over(room)
            await self._keep_late(room)
        self.bot_runner.look(room)
        self.clock_runner.look(room)
        return room

    # Commands

    async def do(self, room: Room, by: str, command: c.AnyCommand, id: str = "") -> None:
        """Take a command. Raises Refused, with nothing changed; sent twice under one id it is taken once."""
        await self._shielded(self._do(room, by, command, id))

    async def _do(self, room: Room, by: str, command: c.AnyCommand, id: str) -> None:
        if room.unloaded:
            room = await self.find(room.table.code)
        table, room.used = room.table, self.clock_runner.now()
        async with room.lock:
            if room.gone:
                raise Refused(Refusal("no-such-table"))
            if isinstance(command, c.Say):  # what is masked is kept nowhere else either
                # Cleaned first, which refuses what is too long: to look through a long text would hold up everybody.
                text = "" if command.phrase else clean_text(command.text)
                text = mask(text, masked_words(table.settings.masked_words))
                command = msgspec.structs.replace(command, text=text)
            if table.has_taken(c.Entry(id, by, command)):
                return
            entry = c.Entry(id, by, command)
            if isinstance(command, c.Start):
                game_setup = table.game_setup
                is_played = any(occupant.person for occupant in table.seats)
                command = c.Start(
                    rulebook(game_setup.game).version, self.clock_runner.holds and is_played, entropy_once=True
                )
                bots = tuple(secrets.token_hex(16) for _ in range(game_setup.players))
                entry = c.Entry(id, by, command, bots=bots)
            if isinstance(command, c.SetUp | c.AddBot) and command.bot:
                find_bot(command.bot)
            table.check(by, command)
            if isinstance(command, c.ControlCommand):
                self.clock_runner.check(room, by, command)
            await self._take(room, table.code, entry)
            await self._chance(room)
            await self._keep_late(room)
            if isinstance(command, c.Start):
                server_log.info(
                    "game started", table=table.code, game=table.game_setup.game, players=table.game_setup.players
                )
            elif table.session is not None and table.session.result is not None and isinstance(command, c.IN_GAME):
                server_log.info("game over", table=table.code, game=table.game_setup.game)
        self.bot_runner.look(room)
        self.clock_runner.look(room)
        room.tell()

    async def _take(self, room: Room, code: str, entry: c.Entry) -> None:
        """Write, then apply. The entry was checked, and the table's lock is held."""
        if isinstance(entry.command, c.Open | c.Start):
            entry = msgspec.structs.replace(entry, seed=fresh_seed())
        entry = msgspec.structs.replace(entry, at=round(self.settings.now(), 1))
        sits = isinstance(entry.command, c.Open | c.Sit)
        if isinstance(entry.command, c.Share):
            await self.store.link(entry.command.token, code)
        elif isinstance(entry.command, c.Unshare):
            await self.store.link(room.table.history.shared[entry.command.game].token, "")
        await self.store.append(code, room.entries, [c.encode(entry)], entry.by if sits else "")
        room.entries += 1
        self._kept += 1
        if room.delay is not None:
            room.delay.add(entry)
        try:
            room.table.apply(entry)
        except Exception as error:
            if not isinstance(entry.command, (c.Start, *c.IN_GAME)):
                raise
            await self._broke(room, code, error)
        if isinstance(entry.command, c.IN_GAME):
            await self._over(room)
        elif isinstance(entry.command, c.ArchiveGame | c.ChangeSettings):
            await self.retention.plan(room)

    async def _over(self, room: Room) -> None:
        """Keep what is to be kept of a game, once it is over."""
        table, now = room.table, int(self.settings.now())
        session = table.session
        if session is None or session.result is None or session.number in table.history.summaries:
            return
        finished = session.finished(table.history.times.get(session.number, 0), now)
        over = c.ArchiveGame(session.number, finished, table.version)
        await self._take(room, table.code, c.Entry("", c.SERVER, over))

    def drop(self, room: Room) -> None:
        """A table that is kept no longer."""
        self._seated.pop(room.table.code, None)
        if room.delay is not None:
            room.delay.close()
        self.clock_runner.forget(room)
        self.bot_runner.forget(room)

    async def _chance(self, room: Room) -> None:
        """Let the cards decide whatever they are asked, and keep each of their choices too."""
        table = room.table
        while (session := table.session) is not None:
            try:
                choice = session.chance()
            except Exception as error:
                await self._broke(room, table.code, error)
                return
            if choice is None:
                return
            command = c.Choose(session.number, CHANCE, choice.to, choice.answer)
            await self._take(room, table.code, c.Entry("", c.CHANCE_PERSON, command))

    async def _keep_late(self, room: Room) -> None:
        """The table as who looks on sees it: there when it is wanted, and up to what he may know."""
        wanted, late = bool(room.table.settings.spectators_behind), room.delay
        if wanted and late is None:
            # Whoever looked on has seen everything up to now.
            table, _ = await asyncio.to_thread(rebuild, await self.store.load(room.table.code))
            late = room.delay = SpectatorDelay(room, Room(table, 0))
        elif late is not None and not wanted:
            late.close()
            room.delay = None
        if room.delay is not None:
            room.delay.catch_up()

    async def _broke(self, room: Room, code: str, error: Exception) -> None:
        """A fault in the rules: nobody knows what state the game is in, so it ends with a notice; the table stays."""
        # What the error says may be a secret of the game: its kind alone goes into the log.
        server_log.error("the rules broke", table=code, kind=type(error).__name__)
        room.table.session = None
        await self._take(room, code, c.Entry("", c.SERVER, c.AbortGame("rules-broke")))

    async def _shielded(self, work: Coroutine[Any, Any, None]) -> None:
        # A visitor who hangs up must not stop a command between the log and the table.
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    # Who is here

    def come(self, room: Room, person: str, watcher: Callable[[], None]) -> None:
        """Somebody opened a connection; `watcher` is called (in the loop) whenever something may have changed."""
        room.watchers.add(watcher)
        room.here[person] = room.here.get(person, 0) + 1
        if room.here[person] == 1:
            room.presence += 1
            self.clock_runner.look(room)
            room.tell()

    def go(self, room: Room, person: str, watcher: Callable[[], None]) -> None:
        """A connection ended."""
        room.watchers.discard(watcher)
        room.here[person] -= 1
        if not room.here[person]:
            del room.here[person]
            room.presence += 1
            self.clock_runner.look(room)
            room.tell()
