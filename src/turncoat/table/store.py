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
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from turncoat.kernel.words import N_, composed
from turncoat.table.erasing import Eraser

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
        """Leave no byte in any file of what was replaced or deleted; without this that is done within a while."""

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


class SqliteStore:
    """The embedded default: a file in the data directory."""

    _eraser: Eraser
    """Only the writer thread knows it."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self._path = path
        self._now = now
        self._jobs: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], Any] | None, Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    async def append(self, code: str, number: int, entries: Sequence[bytes], person: str = "") -> None:
        def job(connection: sqlite3.Connection) -> None:
            rows = [(code, number + index, entry) for index, entry in enumerate(entries)]
            try:
                connection.executemany(f"INSERT INTO {self._eraser.log_of(code)} VALUES (?, ?, ?)", rows)  # noqa: S608
            except sqlite3.IntegrityError:
                raise CodeTaken(code) from None
            if person:
                connection.execute("INSERT OR IGNORE INTO people VALUES (?, ?)", (person, code))
            connection.execute(_TOUCH, (code, int(self._now()), TOUCHED))

        await self._do(job)

    async def load(self, code: str) -> list[bytes]:
        def job(connection: sqlite3.Connection) -> list[bytes]:
            log = self._eraser.log_of(code)
            found = connection.execute(f"SELECT entry FROM {log} WHERE code = ? ORDER BY number", (code,))  # noqa: S608
            return [row[0] for row in found]

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
            log = self._eraser.log_of(code)
            connection.execute(f"DELETE FROM {log} WHERE code = ?", (code,))  # noqa: S608 - names of ours
            rows = [(code, number, entry) for number, entry in enumerate(entries)]
            connection.executemany(f"INSERT INTO {log} VALUES (?, ?, ?)", rows)  # noqa: S608
            self._eraser.note()

        await self._do(job)

    async def delete(self, code: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for table in (self._eraser.log_of(code), "people", "tables", "links"):
                connection.execute(f"DELETE FROM {table} WHERE code = ?", (code,))  # noqa: S608 - names of ours
            self._eraser.note()

        await self._do(job)

    async def clean(self) -> None:
        cleaned: Future[None] = Future()
        self._jobs.put((None, cleaned))
        await asyncio.wrap_future(cleaned)

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
        done: Future[T] = Future()
        self._jobs.put((job, done))
        return await asyncio.wrap_future(done)

    # In the writer thread

    def _run(self, opened: "Future[None]") -> None:
        try:
            connection = self._open()
            self._eraser = Eraser(connection)
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
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # of a new file: what is free goes back to the system
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
        try:
            batch = [self._jobs.get(timeout=self._eraser.wait())]
        except queue.Empty:
            self._eraser.step()
            return True
        while len(batch) < MOST_TOGETHER and not self._jobs.empty():
            batch.append(self._jobs.get())
        asked = [item for item in batch if item is not None and item[1].set_running_or_notify_cancel()]
        jobs = [(job, future) for job, future in asked if job is not None]
        done: list[tuple[Future[Any], Any]] = []
        try:
            connection.execute("BEGIN")
            for job, future in jobs:
                connection.execute("SAVEPOINT one")
                try:
                    done.append((future, job(connection)))
                except Exception as error:
                    future.set_exception(error)
                    # A full disk may have ended the whole transaction: then this raises, and nothing of it was kept.
                    connection.execute("ROLLBACK TO one")
                connection.execute("RELEASE one")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for _, future in jobs:
                if not future.done():
                    future.set_exception(error)
        else:
            for future, value in done:
                future.set_result(value)
        for wanted, future in asked:
            if wanted is None:
                self._eraser.ask(future)
        is_open = None not in batch
        if is_open and self._eraser.wait() == 0:  # also while there is always something else to do
            self._eraser.step()
        return is_open
