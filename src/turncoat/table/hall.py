"""The hall: every table of the server.

Commands come in, are checked, go to the store, take effect, and who watches is told; in that order.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import BOOKS, rulebook
from turncoat.kernel.seats import CHANCE
from turncoat.table import commands as c
from turncoat.table import journal
from turncoat.table.fairness import fresh_seed
from turncoat.table.players import Pace, Players, find_bot
from turncoat.table.store import CodeTaken, SqliteStore, Store
from turncoat.table.table import Table

LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels: a code is no word, and nothing in it is read for a digit."""
CODE_LENGTHS: Final = (4, 4, 4, 5, 5, 5)
"""A code that is taken is drawn again, longer after some tries."""


class Settings(msgspec.Struct, frozen=True):
    """How a hall is run."""

    data: Path
    pace: Pace = Pace()


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
        self.watchers: set[Callable[[], None]] = set()
        self.here: dict[str, int] = {}
        """Open connections of each person."""
        self.presence = 0
        """Counts changes of who is here."""
        self.drawn: dict[str, tuple[Any, Any]] = {}
        """For a face to keep what it has drawn for all, by language: the state that it shows, and the drawing."""

    def tell(self) -> None:
        """Wake everybody who watches; each finds out for himself what is new to him."""
        for watcher in tuple(self.watchers):
            watcher()


class Hall:
    """All tables. One a process; it belongs to one event loop."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store or SqliteStore(settings.data / "tables.sqlite3")
        self.players = Players(self, settings.pace)
        self._kept = 0
        self._seated: dict[str, Seated] = {}
        self._loading: dict[str, asyncio.Future[Seated | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Let what was begun be finished, then close the store."""
        self.players.close()
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

    async def open(self, person: str, name: str, wish: c.Wish | None = None, luck: str = "") -> Seated:
        """Open a table. Raises Refused."""
        if wish is None:
            game = "resistance" if "resistance" in BOOKS else next(iter(BOOKS))
            wish = c.Wish(game, rulebook(game).players[0])
        for length in CODE_LENGTHS:
            code = "".join(secrets.choice(LETTERS) for _ in range(length))
            if code in self._seated:
                continue
            command = c.Open(code, name, wish, luck)
            table = Table()
            table.check(person, command)
            seated = Seated(table, 0)
            try:
                await self._shielded(self._take(seated, code, c.Entry("", person, command)))
            except CodeTaken:
                continue
            self._seated[code] = seated
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
        return seated

    async def _load(self, code: str) -> Seated | None:
        entries = await self.store.load(code)
        if not entries:
            return None
        table, lost = rebuild(entries)
        seated = Seated(table, len(entries))
        self._seated[code] = seated
        journal.info("table loaded", table=code, entries=len(entries), lost=lost)
        async with seated.lock:
            if lost:
                await self._take(seated, code, c.Entry("", c.HOUSE, c.Drop("rules-changed")))
            await self._chance(seated)
        self.players.look(seated)
        return seated

    # Commands

    async def do(self, seated: Seated, by: str, command: c.AnyCommand, id: str = "") -> None:
        """Take a command. Raises Refused, with nothing changed; sent twice under one id it is taken once."""
        await self._shielded(self._do(seated, by, command, id))

    async def _do(self, seated: Seated, by: str, command: c.AnyCommand, id: str) -> None:
        table = seated.table
        async with seated.lock:
            if table.has_taken(c.Entry(id, by, command)):
                return
            entry = c.Entry(id, by, command)
            if isinstance(command, c.Start):
                wish = table.wish
                command = c.Start(rulebook(wish.game).version)
                bots = tuple(secrets.token_hex(16) for _ in range(wish.players))
                entry = c.Entry(id, by, command, bots=bots)
            if isinstance(command, c.SetUp | c.AddBot) and command.bot:
                find_bot(command.bot)
            table.check(by, command)
            await self._take(seated, table.code, entry)
            await self._chance(seated)
            if isinstance(command, c.Start):
                journal.info("game started", table=table.code, game=table.wish.game, players=table.wish.players)
            elif table.play is not None and table.play.result is not None and isinstance(command, c.Choose):
                journal.info("game over", table=table.code, game=table.wish.game)
        seated.tell()
        self.players.look(seated)

    async def _take(self, seated: Seated, code: str, entry: c.Entry) -> None:
        """Write, then apply. The entry was checked, and the table's lock is held."""
        if isinstance(entry.command, c.Open | c.Start):
            entry = msgspec.structs.replace(entry, seed=fresh_seed())
        sits = isinstance(entry.command, c.Open | c.Sit)
        await self.store.append(code, seated.entries, [c.encode(entry)], entry.by if sits else "")
        seated.entries += 1
        self._kept += 1
        try:
            seated.table.apply(entry)
        except Exception as error:
            if not isinstance(entry.command, c.Start | c.Choose):
                raise
            await self._broke(seated, code, error)

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
        if person:
            count = seated.here[person] = seated.here.get(person, 0) + 1
            if count == 1 and seated.table.seat_of(person) is not None:
                seated.presence += 1
                seated.tell()

    def go(self, seated: Seated, person: str, watcher: Callable[[], None]) -> None:
        """A connection ended."""
        seated.watchers.discard(watcher)
        if person:
            count = seated.here[person] = seated.here[person] - 1
            if count == 0:
                del seated.here[person]
                if seated.table.seat_of(person) is not None:
                    seated.presence += 1
                    seated.tell()


def rebuild(entries: list[bytes]) -> tuple[Table, bool]:
    """The table that a log makes; and whether its game was lost, because the rules are others than it began with."""
    table, lost = Table(), False
    for data in entries:
        entry = c.decode(data)
        if isinstance(entry.command, c.Start):
            lost = False
        try:
            table.apply(entry)
        except Exception:  # whatever it is, the people keep their table
            if isinstance(entry.command, c.Choose):
                table.play = None
            lost = True
        if isinstance(entry.command, c.Drop | c.Reopen):
            lost = False
    return table, lost
