"""The store: an append-only log per table in SQLite, with one writer thread.

What `append` has acknowledged survives when the process is killed or the machine loses power: WAL with
`synchronous=FULL` syncs every commit. Entries that arrive during a commit are committed together, so that many tables
cost few syncs.
"""

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from turncoat.kernel.words import N_, composed

T = TypeVar("T")

FORMAT: Final = 1
MOST_TOGETHER: Final = 256
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS log (
    code TEXT, number INTEGER, entry BLOB NOT NULL, PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (person TEXT, code TEXT, PRIMARY KEY (person, code)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY, touched INTEGER NOT NULL, due INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS links (token TEXT PRIMARY KEY, code TEXT NOT NULL) WITHOUT ROWID;
INSERT OR IGNORE INTO tables (code, touched) SELECT DISTINCT code, unixepoch() FROM log;
"""


_IN_USE: Final = N_("cannot use {path}: {why}; is another server running with this data directory?")
_NEWER: Final = N_(
    "{path} was written by a newer version of Turncoat (format {found}; this one reads {known});"
    " please start that version, or choose another data directory"
)
TOUCHED: Final = 60 * 60
"""Seconds for which a table counts as touched, so that not every entry updates the time."""
_TOUCH: Final = """
INSERT INTO tables (code, touched) VALUES (?, ?)
ON CONFLICT (code) DO UPDATE SET touched = excluded.touched WHERE touched < excluded.touched - ?
"""


class StoreError(Exception):
    """The data directory cannot be used; the message says why and what would help."""


class CodeTaken(Exception):
    """A table of that code is there already."""


class Store(Protocol):
    """What the application needs of a store. Entries are bytes to it; numbers count from 0 within a table."""

    async def append(self, code: str, number: int, entries: Sequence[bytes], person: str = "") -> None:
        """Keep the entries; returns when they are safe. `person` sits at the table from now on.

        Raises CodeTaken when the number is taken.
        """

    async def load(self, code: str) -> list[bytes]:
        """All entries of a table in order; none when there is no such table."""
        raise NotImplementedError

    async def tables_of(self, person: str) -> list[str]:
        """The codes of the tables where the person has sat down; tables where something happened last come first."""
        raise NotImplementedError

    async def replace(self, code: str, entries: Sequence[bytes]) -> None:
        """Keep these entries instead of all that the table has."""

    async def delete(self, code: str) -> None:
        """Keep nothing of a table."""

    async def clean(self) -> None:
        """Leave no byte in any file of what was replaced or deleted."""

    async def plan(self, code: str, due: int) -> None:
        """Something of the table is to be forgotten at that time, in seconds since 1970; 0 is never."""

    async def due(self, now: int, untouched: int = 0) -> tuple[list[str], list[str]]:
        """The tables that have something to forget by `now`, and those to which nothing was added since `untouched`."""
        raise NotImplementedError

    async def link(self, token: str, code: str) -> None:
        """A link of this token leads to something of the table; with an empty code it leads nowhere any more."""

    async def code_of_link(self, token: str) -> str:
        """The table that a link leads to; empty when it leads nowhere."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish what was begun."""


Job = Callable[[sqlite3.Connection], Any]


class _Asked:
    """A job for the writer thread, and who waits for it. A job of None cleans the file."""

    __slots__ = ("_done", "_error", "_value", "is_failed", "job", "loop")

    def __init__(self, job: Job | None) -> None:
        self.job = job
        self.loop = asyncio.get_running_loop()
        self._done: asyncio.Future[Any] = self.loop.create_future()
        self._value: Any = None
        self._error: BaseException | None = None
        self.is_failed = False

    async def outcome(self) -> Any:
        return await self._done

    @property
    def is_given_up(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._done.cancelled()

    def succeed(self, value: Any) -> None:
        self._value = value

    def fail(self, error: BaseException) -> None:
        self._error, self.is_failed = error, True

    def tell(self) -> None:
        """Let who waits go on; in their event loop."""
        if self._done.done():
            return
        if self._error is not None:
            self._done.set_exception(self._error)
        else:
            self._done.set_result(self._value)


def _wake(asked: Sequence[_Asked]) -> None:
    """Let all who wait go on: their event loop is woken once."""
    for loop in {one.loop for one in asked}:
        with suppress(RuntimeError):  # it is closed: nobody waits there any more
            loop.call_soon_threadsafe(_tell, [one for one in asked if one.loop is loop])


def _tell(asked: Sequence[_Asked]) -> None:
    for one in asked:
        one.tell()


class SqliteStore:
    """The embedded default: a file in the data directory."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self._path = path
        self._now = now
        self._jobs: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    async def append(self, code: str, number: int, entries: Sequence[bytes], person: str = "") -> None:
        def job(connection: sqlite3.Connection) -> None:
            rows = [(code, number + index, entry) for index, entry in enumerate(entries)]
            try:
                connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)
            except sqlite3.IntegrityError:
                raise CodeTaken(code) from None
            if person:
                connection.execute("INSERT OR IGNORE INTO people VALUES (?, ?)", (person, code))
            connection.execute(_TOUCH, (code, int(self._now()), TOUCHED))

        await self._do(job)

    async def load(self, code: str) -> list[bytes]:
        def job(connection: sqlite3.Connection) -> list[bytes]:
            return [
                row[0] for row in connection.execute("SELECT entry FROM log WHERE code = ? ORDER BY number", (code,))
            ]

        return await self._do(job)

    async def tables_of(self, person: str) -> list[str]:
        def job(connection: sqlite3.Connection) -> list[str]:
            found = connection.execute(
                "SELECT code FROM people JOIN tables USING (code) WHERE person = ?"
                " ORDER BY touched DESC, tables.rowid DESC",
                (person,),
            )
            return [row[0] for row in found]

        return await self._do(job)

    async def replace(self, code: str, entries: Sequence[bytes]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM log WHERE code = ?", (code,))
            rows = [(code, number, entry) for number, entry in enumerate(entries)]
            connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)

        await self._do(job)

    async def delete(self, code: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for table in ("log", "people", "tables", "links"):
                connection.execute(f"DELETE FROM {table} WHERE code = ?", (code,))  # noqa: S608 - names of ours

        await self._do(job)

    async def clean(self) -> None:
        await self._ask(None)

    async def plan(self, code: str, due: int) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET due = ? WHERE code = ?", (due, code))

        await self._do(job)

    async def due(self, now: int, untouched: int = 0) -> tuple[list[str], list[str]]:
        def job(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
            due = connection.execute("SELECT code FROM tables WHERE due BETWEEN 1 AND ?", (now,))
            idle = connection.execute("SELECT code FROM tables WHERE touched < ?", (untouched,))
            return [row[0] for row in due], [row[0] for row in idle]

        return await self._do(job)

    async def link(self, token: str, code: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            if code:
                connection.execute("INSERT OR REPLACE INTO links VALUES (?, ?)", (token, code))
            else:
                connection.execute("DELETE FROM links WHERE token = ?", (token,))

        await self._do(job)

    async def code_of_link(self, token: str) -> str:
        def job(connection: sqlite3.Connection) -> str:
            found = connection.execute("SELECT code FROM links WHERE token = ?", (token,)).fetchone()
            return found[0] if found else ""

        return await self._do(job)

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        done: T = await self._ask(job)
        return done

    async def _ask(self, job: Job | None) -> Any:
        asked = _Asked(job)
        self._jobs.put(asked)
        return await asked.outcome()

    # In the writer thread

    def _run(self, opened: "Future[None]") -> None:
        try:
            connection = self._open()
        except StoreError as error:
            opened.set_exception(error)
            return
        except (sqlite3.Error, OSError) as error:
            opened.set_exception(StoreError(composed(_IN_USE, path=str(self._path), why=str(error))))
            return
        opened.set_result(None)
        while self._work(connection):
            pass
        connection.close()

    def _open(self) -> sqlite3.Connection:
        # SQLite gives its other files the rights of this one; they are nobody else's, whatever the directory allows.
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=2)
        # One process owns the file: a second server is told so at once instead of mixing its log into this one.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if found not in (0, FORMAT):
            connection.close()
            raise StoreError(composed(_NEWER, path=str(self._path), found=str(found), known=str(FORMAT)))
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version={FORMAT}; COMMIT;")
        return connection

    def _work(self, connection: sqlite3.Connection) -> bool:
        """Do what is waiting in one transaction; False when the store is closed."""
        batch = [self._jobs.get()]
        while len(batch) < MOST_TOGETHER and not self._jobs.empty():
            batch.append(self._jobs.get())
        asked = [item for item in batch if item is not None and not item.is_given_up]
        jobs = [(item.job, item) for item in asked if item.job is not None]
        try:
            connection.execute("BEGIN")
            for job, item in jobs:
                connection.execute("SAVEPOINT one")
                try:
                    item.succeed(job(connection))
                except Exception as error:
                    item.fail(error)
                    # A full disk may have ended the whole transaction: then this raises, and nothing of it was kept.
                    connection.execute("ROLLBACK TO one")
                connection.execute("RELEASE one")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for _, item in jobs:
                if not item.is_failed:
                    item.fail(error)
        _wake([item for _, item in jobs])
        cleaners = [item for item in asked if item.job is None]
        _clean(connection, cleaners)
        _wake(cleaners)
        return None not in batch


def _clean(connection: sqlite3.Connection, asked: Sequence[_Asked]) -> None:
    """Write every page anew and empty the write-ahead log: deleted rows leave traces where pages were split."""
    if not asked:
        return
    try:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error as failed:
        for one in asked:
            one.fail(failed)
