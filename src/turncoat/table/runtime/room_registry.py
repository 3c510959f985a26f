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
from turncoat.table import server_log as journal
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.bots import Pace, Players, find_bot
from turncoat.table.runtime.clocks import LoopTime, Time, Timekeeper, Timer
from turncoat.table.runtime.retention import Sweeper
from turncoat.table.runtime.spectator_delay import Late, split
from turncoat.table.runtime.team_draft import Considering
from turncoat.table.runtime.unloading import Idle
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


class Seated:
    """A table with what only the running server has: its lock, its watchers, its bots."""

    def __init__(self, table: Table, entries: int) -> None:
        self.table = table
        self.entries = entries
        self.lock = asyncio.Lock()
        self.timer = Timer()
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
        self.late: Late | None = None
        """The table as who looks on sees it, when the host wants him to be late."""
        self.considering = Considering()
        """Whom the leader considers; nothing of it is kept."""
        self.drawn: dict[str, Any] = {}
        """For a face to keep what it has drawn for all, by language."""

    @property
    def watching(self) -> int:
        """How many look on without a seat."""
        return sum(bool(person) and self.table.seat_of(person) is None for person in self.here)

    def seen_by(self, person: str) -> "Seated":
        """What this person sees of the table: who has no seat sees a game late, when the host wants it so."""
        late = self.late
        if late is None or not late.is_needed or self.table.seat_of(person) is not None:
            return self
        return late.seated

    def is_closed_to(self, person: str) -> bool:
        """Whether the person may not look on. Before a game the chairs are for all to see who may take one."""
        settings = self.table.settings
        if settings.spectators or self.table.seat_of(person) is not None:
            return False
        return self.table.play is not None or settings.locked

    def tell(self) -> None:
        """Wake everybody who watches; each finds out for himself what is new to him."""
        if self.late is not None:
            self.late.seated.presence = self.presence
        for watcher in tuple(self.watchers):
            watcher()


class Hall:
    """All tables. One a process; it belongs to one event loop."""

    def __init__(self, settings: Settings, store: Store | None = None, time: Time | None = None) -> None:
        self.settings = settings
        self.store = store or SqliteStore(settings.data / "tables.sqlite3", settings.now)
        self.players = Players(self, settings.pace)
        self.keeper = Timekeeper(self, time or LoopTime(), settings.hold)
        self.sweeper = Sweeper(self)
        self.idle = Idle(self)
        self._kept = 0
        self._seated: dict[str, Seated] = {}
        self._loading: dict[str, asyncio.Future[Seated | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let what was begun be finished, then close the store."""
        for seated in self._seated.values():
            if seated.late is not None:
                seated.late.close()
        self.players.close()
        self.keeper.close()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    def figures(self) -> Figures:
        """How much is going on; nothing of any one table."""
        tables = [seated.table for seated in self._seated.values()]
        connections = sum(len(seated.watchers) for seated in self._seated.values())
        running = sum(table.running for table in tables)
        return Figures(len(tables), running, connections, self._kept)

    # Tables

    async def open(self, person: str, name: str, wish: c.Wish | None = None) -> Seated:
        """Open a table. Raises Refused."""
        if wish is None:
            game = "resistance" if "resistance" in BOOKS else next(iter(BOOKS))
            wish = c.Wish(game, rulebook(game).players[0])
        for length in CODE_LENGTHS:
            code = "".join(secrets.choice(LETTERS) for _ in range(length))
            if code in self._seated:
                continue
            command = c.Open(code, name, wish)
            table = Table()
            table.check(person, command)
            seated = Seated(table, 0)
            seated.most_kept = self.settings.keep
            try:
                await self._shielded(self._take(seated, code, c.Entry("", person, command)))
            except CodeTaken:
                continue
            self._seated[code], seated.used = seated, self.keeper.now()
            self.keeper.look(seated)
            journal.info("table opened", table=code, open_tables=len(self._seated))
            return seated
        raise AssertionError("every code that was drawn is taken")

    async def find(self, code: str) -> Seated:
        """The table of that code, read from the store when it is not in memory. Raises Refused."""
        seated = self._seated.get(code)
        if seated is None and code and len(code) <= max(CODE_LENGTHS) and set(code) <= set(LETTERS):
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            seated = await asyncio.shield(loading)
        if seated is None:
            raise Refused(Refusal("no-such-table"))
        seated.used = self.keeper.now()
        return seated

    def tables(self) -> list[Seated]:
        """The tables in memory."""
        return list(self._seated.values())

    def unload(self, seated: Seated) -> None:
        """Keep the table in the store alone until somebody looks at it again."""
        seated.unloaded = True
        self.drop(seated)

    def at_hand(self, code: str) -> Seated | None:
        """The table of that code, when it is in memory."""
        return self._seated.get(code)

    async def _load(self, code: str) -> Seated | None:
        entries = await self.store.load(code)
        if not entries:
            return None
        try:
            table, lost = await asyncio.to_thread(rebuild, entries)  # a long evening takes a while
        except msgspec.DecodeError as error:
            journal.warning("a table of another version", table=code, kind=type(error).__name__)
            raise Refused(Refusal("newer-table")) from None
        seated = Seated(table, len(entries))
        seated.most_kept = self.settings.keep
        self._seated[code] = seated
        journal.info("table loaded", table=code, entries=len(entries), lost=lost)
        async with seated.lock:
            if behind := table.settings.spectators_behind:
                old, new = split(entries, behind)
                then, _ = await asyncio.to_thread(rebuild, old)
                seated.late = Late(seated, Seated(then, 0), new)
            if lost:
                await self._take(seated, code, c.Entry("", c.HOUSE, c.Drop("rules-changed")))
            await self._chance(seated)
            await self._over(seated)
            await self._keep_late(seated)
        self.players.look(seated)
        self.keeper.look(seated)
        return seated

    # Commands

    async def do(self, seated: Seated, by: str, command: c.AnyCommand, id: str = "") -> None:
        """Take a command. Raises Refused, with nothing changed; sent twice under one id it is taken once."""
        await self._shielded(self._do(seated, by, command, id))

    async def _do(self, seated: Seated, by: str, command: c.AnyCommand, id: str) -> None:
        if seated.unloaded:
            seated = await self.find(seated.table.code)
        table, seated.used = seated.table, self.keeper.now()
        async with seated.lock:
            if seated.gone:
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
                wish = table.wish
                is_played = any(sitter.person for sitter in table.seats)
                command = c.Start(rulebook(wish.game).version, self.keeper.holds and is_played, luck_once=True)
                bots = tuple(secrets.token_hex(16) for _ in range(wish.players))
                entry = c.Entry(id, by, command, bots=bots)
            if isinstance(command, c.SetUp | c.AddBot) and command.bot:
                find_bot(command.bot)
            table.check(by, command)
            if isinstance(command, c.AboutCourse):
                self.keeper.check(seated, by, command)
            await self._take(seated, table.code, entry)
            await self._chance(seated)
            await self._keep_late(seated)
            if isinstance(command, c.Start):
                journal.info("game started", table=table.code, game=table.wish.game, players=table.wish.players)
            elif table.play is not None and table.play.result is not None and isinstance(command, c.IN_GAME):
                journal.info("game over", table=table.code, game=table.wish.game)
        self.players.look(seated)
        self.keeper.look(seated)
        seated.tell()

    async def _take(self, seated: Seated, code: str, entry: c.Entry) -> None:
        """Write, then apply. The entry was checked, and the table's lock is held."""
        if isinstance(entry.command, c.Open | c.Start):
            entry = msgspec.structs.replace(entry, seed=fresh_seed())
        entry = msgspec.structs.replace(entry, at=round(self.settings.now(), 1))
        sits = isinstance(entry.command, c.Open | c.Sit)
        if isinstance(entry.command, c.Share):
            await self.store.link(entry.command.token, code)
        elif isinstance(entry.command, c.Unshare):
            await self.store.link(seated.table.archive.shared[entry.command.game].token, "")
        await self.store.append(code, seated.entries, [c.encode(entry)], entry.by if sits else "")
        seated.entries += 1
        self._kept += 1
        if seated.late is not None:
            seated.late.add(entry)
        try:
            seated.table.apply(entry)
        except Exception as error:
            if not isinstance(entry.command, (c.Start, *c.IN_GAME)):
                raise
            await self._broke(seated, code, error)
        if isinstance(entry.command, c.IN_GAME):
            await self._over(seated)
        elif isinstance(entry.command, c.Over | c.Arrange):
            await self.sweeper.plan(seated)

    async def _over(self, seated: Seated) -> None:
        """Keep what is to be kept of a game, once it is over."""
        table, now = seated.table, int(self.settings.now())
        play = table.play
        if play is None or play.result is None or play.number in table.archive.finished:
            return
        finished = play.finished(table.archive.times.get(play.number, 0), now)
        over = c.Over(play.number, finished, table.version)
        await self._take(seated, table.code, c.Entry("", c.HOUSE, over))

    def drop(self, seated: Seated) -> None:
        """A table that is kept no longer."""
        self._seated.pop(seated.table.code, None)
        if seated.late is not None:
            seated.late.close()
        self.keeper.forget(seated)
        self.players.forget(seated)

    async def _chance(self, seated: Seated) -> None:
        """Let the cards decide whatever they are asked, and keep each of their choices too."""
        table = seated.table
        while (play := table.play) is not None:
            try:
                choice = play.chance()
            except Exception as error:
                await self._broke(seated, table.code, error)
                return
            if choice is None:
                return
            command = c.Choose(play.number, CHANCE, choice.to, choice.answer)
            await self._take(seated, table.code, c.Entry("", c.CHANCE_PERSON, command))

    async def _keep_late(self, seated: Seated) -> None:
        """The table as who looks on sees it: there when it is wanted, and up to what he may know."""
        wanted, late = bool(seated.table.settings.spectators_behind), seated.late
        if wanted and late is None:
            # Whoever looked on has seen everything up to now.
            table, _ = await asyncio.to_thread(rebuild, await self.store.load(seated.table.code))
            late = seated.late = Late(seated, Seated(table, 0))
        elif late is not None and not wanted:
            late.close()
            seated.late = None
        if seated.late is not None:
            seated.late.catch_up()

    async def _broke(self, seated: Seated, code: str, error: Exception) -> None:
        """A fault in the rules: nobody knows what state the game is in, so it ends with a notice; the table stays."""
        # What the error says may be a secret of the game: its kind alone goes into the log.
        journal.error("the rules broke", table=code, kind=type(error).__name__)
        seated.table.play = None
        await self._take(seated, code, c.Entry("", c.HOUSE, c.Drop("rules-broke")))

    async def _shielded(self, work: Coroutine[Any, Any, None]) -> None:
        # A visitor who hangs up must not stop a command between the log and the table.
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    # Who is here

    def come(self, seated: Seated, person: str, watcher: Callable[[], None]) -> None:
        """Somebody opened a connection; `watcher` is called (in the loop) whenever something may have changed."""
        seated.watchers.add(watcher)
        seated.here[person] = seated.here.get(person, 0) + 1
        if seated.here[person] == 1:
            seated.presence += 1
            self.keeper.look(seated)
            seated.tell()

    def go(self, seated: Seated, person: str, watcher: Callable[[], None]) -> None:
        """A connection ended."""
        seated.watchers.discard(watcher)
        seated.here[person] -= 1
        if not seated.here[person]:
            del seated.here[person]
            seated.presence += 1
            self.keeper.look(seated)
            seated.tell()
