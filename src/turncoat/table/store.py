"""The store: an append-only log per table in SQLite, with one writer thread.

What `append` has acknowledged survives a kill of the process and of the machine: WAL with `synchronous=FULL` syncs
every commit. Entries that arrive while a commit is under way are committed together, so that many tables cost few
syncs.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")

FORMAT: Final = 1
MOST_TOGETHER: Final = 256
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS log (
    code TEXT, number INTEGER, entry BLOB NOT NULL, PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (person TEXT, code TEXT, PRIMARY KEY (person, code)) WITHOUT ROWID;
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
        """The codes of the tables where the person has sat down."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish what was begun."""


class SqliteStore:
    """The embedded default: a file in the data directory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], Future[Any]] | None] = (
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
                connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)
            except sqlite3.IntegrityError:
                raise CodeTaken(code) from None
            if person:
                connection.execute("INSERT OR IGNORE INTO people VALUES (?, ?)", (person, code))

        await self._do(job)

    async def load(self, code: str) -> list[bytes]:
        def job(connection: sqlite3.Connection) -> list[bytes]:
            return [
                row[0] for row in connection.execute("SELECT entry FROM log WHERE code = ? ORDER BY number", (code,))
            ]

        return await self._do(job)

    async def tables_of(self, person: str) -> list[str]:
        def job(connection: sqlite3.Connection) -> list[str]:
            return [row[0] for row in connection.execute("SELECT code FROM people WHERE person = ?", (person,))]

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
        except (sqlite3.Error, OSError, StoreError) as error:
            opened.set_exception(
                StoreError(f"cannot use {self._path}: {error}; is another server running with this data directory?")
            )
            return
        opened.set_result(None)
        while self._work(connection):
            pass
        connection.close()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=2)
        # One process owns the file: a second server is told so at once instead of mixing its log into this one.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if found not in (0, FORMAT):
            connection.close()
            raise StoreError(f"its format is {found}, this version reads {FORMAT}")
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version={FORMAT}; COMMIT;")
        return connection

    def _work(self, connection: sqlite3.Connection) -> bool:
        """Do what is waiting in one transaction; False when the store is closed."""
        batch = [self._jobs.get()]
        while len(batch) < MOST_TOGETHER and not self._jobs.empty():
            batch.append(self._jobs.get())
        jobs = [item for item in batch if item is not None and item[1].set_running_or_notify_cancel()]
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
        return None not in batch
