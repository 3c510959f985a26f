"""The SQLite store: a file in the data directory, for one process, with one writer thread.

Whatever `append` has acknowledged survives a killed process and a power loss: WAL with `synchronous=FULL` syncs every
commit. Entries that arrive during a commit are committed together, so many tables need few syncs.
"""

import asyncio
import os
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from turncoat.kernel.words import N_, composed
from turncoat.table.store.data_directory import DirectoryLock, not_writable
from turncoat.table.store.errors import CodeTaken, Conflict, NotOwner, OtherFormat, StoreError, StoreFailure
from turncoat.table.store.protocols import (
    LATEST,
    TOUCH_INTERVAL,
    Damage,
    Document,
    Store,
    StoredEntry,
    TableLease,
    check_document,
    is_name,
    judged,
)
from turncoat.table.store.server_key import KEY_FILE, key_digest
from turncoat.table.store.sqlite_erasing import Eraser
from turncoat.table.store.sqlite_jobs import Job, PendingJob, wake
from turncoat.table.store.sqlite_schema import check_format, create_later_tables, create_tables, note_key, noted_key
from turncoat.table.store.write_ahead_log import log_of, set_aside_damaged

T = TypeVar("T")

MOST_TOGETHER: Final = 256
_OTHER_FORMAT: Final = N_(
    "{path} was written by another version of Turncoat (format {found}; this one reads {known});"
    " please start that version, or choose another data directory"
)
_DAMAGED: Final = N_(
    "{path} is damaged ({why}), so nothing was changed in it; keep a copy of the data directory, and restore the "
    "last backup with: turncoat restore FILE --replace"
)
_OTHER_KEY: Final = N_(
    "{path} is missing or is not the key of the tables there, so all players would lose their seats; put the right "
    "file back (every backup has it), or, if it is lost, start with a new key: turncoat reset-key --data {folder}"
)
_NOT_OPENED: Final = N_("cannot use {path}: {why}; is another server or program using this file?")
BUSY_TIMEOUT: Final = 2000
"""Milliseconds for which another program may delay opening or writing the file."""
LEAST_ROOM: Final = 1 << 20
"""Free bytes on the disk below which any write may fail."""
DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""SQLite's codes for a file that is damaged."""
_UNCERTAIN: Final = frozenset({sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC})
"""SQLite's codes after which the state of the disk is unknown."""
_TOUCH: Final = """
INSERT INTO tables (code, touched) VALUES (?, ?)
ON CONFLICT (code) DO UPDATE SET touched = excluded.touched WHERE touched < excluded.touched - ?
"""


class SqliteStore(Store):
    """The embedded default: a file in the data directory, for one process."""

    is_shared = False
    damage: Damage | None = None
    _eraser: Eraser
    """Used by the writer thread only."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self._path = path
        self._now = now
        self._jobs: queue.SimpleQueue[PendingJob | None] = queue.SimpleQueue()
        self._believed = 0
        """Latest trusted time of the system clock."""
        self._failed: StoreFailure | None = None
        """Failure after which nothing can be written until the server restarts."""
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    # Logs

    async def open(self, code: str, entries: Sequence[StoredEntry], *, person: str = "") -> TableLease:
        lease = TableLease(code)
        try:
            await self.append(lease, 0, entries, person=person)
        except NotOwner:
            raise CodeTaken(code) from None
        return lease

    async def append(
        self,
        lease: TableLease,
        number: int,
        entries: Sequence[StoredEntry],
        *,
        person: str = "",
        link: str = "",
        unlink: str = "",
        forget: int = 0,
    ) -> None:
        code = lease.code

        def job(connection: sqlite3.Connection) -> None:
            log = self._eraser.log_of(code)
            if self._length_of(connection, code) != number:
                raise NotOwner(code)  # nobody else writes here, but the log ends elsewhere
            for place, one in enumerate(entries, number):
                if one.slot:
                    row = (code, one.slot, place, one.game, one.entry)
                    connection.execute("INSERT OR REPLACE INTO latest VALUES (?, ?, ?, ?, ?)", row)
                else:
                    added = f"INSERT INTO {log} VALUES (?, ?, ?, ?)"  # noqa: S608 - names of ours
                    connection.execute(added, (code, place, one.game, one.entry))
            if person:
                connection.execute("INSERT OR IGNORE INTO people VALUES (?, ?)", (person, code))
            if link:
                connection.execute("INSERT OR REPLACE INTO links VALUES (?, ?, ?)", (link, code, entries[0].game))
            if unlink:
                connection.execute("DELETE FROM links WHERE token = ?", (unlink,))
            if forget:
                for table in (log, "latest", "links"):
                    deleted = f"DELETE FROM {table} WHERE code = ? AND game BETWEEN 1 AND ?"  # noqa: S608 - ours
                    connection.execute(deleted, (code, forget))
                self._eraser.note()
            connection.execute(_TOUCH, (code, int(self.time()), TOUCH_INTERVAL))

        await self._do(job)

    def _length_of(self, connection: sqlite3.Connection, code: str) -> int:
        """Return the number of the next entry. The last one is always there: it is only replaced by a later one."""
        log = self._eraser.log_of(code)
        last = f"SELECT max(number) FROM {log} WHERE code = ?"  # noqa: S608 - names of ours
        latest = "SELECT max(number) FROM latest WHERE code = ?"
        found = [connection.execute(select, (code,)).fetchone()[0] for select in (last, latest)]
        return max((number for number in found if number is not None), default=-1) + 1

    async def load(self, code: str) -> list[bytes]:
        def job(connection: sqlite3.Connection) -> list[bytes]:
            found = connection.execute(select_entries(self._eraser.log_of(code)), (code, code))
            return [row[1] for row in found]

        return await self._do(job)

    async def delete(self, lease: TableLease) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for table in (self._eraser.log_of(lease.code), "latest", "people", "tables", "links", "waking"):
                connection.execute(f"DELETE FROM {table} WHERE code = ?", (lease.code,))  # noqa: S608 - names of ours
            self._eraser.note()

        await self._do(job)

    async def clean(self) -> None:
        await self._ask(None)

    # Directory

    async def count(self) -> int:
        def job(connection: sqlite3.Connection) -> int:
            return int(connection.execute("SELECT COUNT(*) FROM tables").fetchone()[0])

        return await self._do(job)

    async def lengths(self, codes: Sequence[str]) -> dict[str, int]:
        def job(connection: sqlite3.Connection) -> dict[str, int]:
            lengths = {code: self._length_of(connection, code) for code in codes}
            return {code: length for code, length in lengths.items() if length}

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

    async def code_of_link(self, token: str) -> str:
        def job(connection: sqlite3.Connection) -> str:
            found = connection.execute("SELECT code FROM links WHERE token = ?", (token,)).fetchone()
            return found[0] if found else ""

        return await self._do(job)

    async def plan(self, lease: TableLease, due: int) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET due = ? WHERE code = ?", (due, lease.code))

        await self._do(job)

    async def due(self, now: int, untouched: int = 0) -> tuple[list[str], list[str]]:
        def job(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
            due = connection.execute("SELECT code FROM tables WHERE due BETWEEN 1 AND ?", (now,))
            idle = connection.execute("SELECT code FROM tables WHERE touched < ?", (untouched,))
            return [row[0] for row in due], [row[0] for row in idle]

        return await self._do(job)

    async def wake(self, lease: TableLease, at: int) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO waking VALUES (?, ?)", (lease.code, at))

        await self._do(job)

    async def waking(self, now: int) -> list[str]:
        def job(connection: sqlite3.Connection) -> list[str]:
            found = "SELECT code FROM waking JOIN tables USING (code) WHERE at BETWEEN 1 AND ? ORDER BY at, code"
            return [row[0] for row in connection.execute(found, (now,))]

        return await self._do(job)

    def clock(self) -> float:
        return self._now()

    def time(self) -> float:
        return max(self._now(), self._believed)

    async def believes(self, now: int) -> bool:
        def job(connection: sqlite3.Connection) -> tuple[int, int]:
            believed, doubted = connection.execute("SELECT believed, doubted FROM clock").fetchone()
            believed, doubted = judged(believed, doubted, now)
            connection.execute("UPDATE clock SET believed = ?, doubted = ?", (believed, doubted))
            return believed, doubted

        self._believed, doubted = await self._do(job)
        return not doubted

    async def add_counts(self, period: int, counts: Mapping[str, int]) -> dict[str, int]:
        return dict(counts)

    async def check(self) -> None:
        def job(connection: sqlite3.Connection) -> None:
            # Insert and delete a row: a page is written even so.
            connection.execute("INSERT INTO links VALUES ('', '', 0)")
            connection.execute("DELETE FROM links WHERE token = ''")

        await self._do(job)

    def has_room(self) -> bool:
        try:
            return shutil.disk_usage(self._path.parent).free >= LEAST_ROOM
        except OSError:
            return False

    # Documents

    async def read_document(self, kind: str, name: str) -> Document | None:
        def job(connection: sqlite3.Connection) -> Document | None:
            found = "SELECT name, version, value FROM documents WHERE kind = ? AND name = ?"
            row = connection.execute(found, (kind, name)).fetchone()
            return Document(*row) if row else None

        return await self._do(job) if is_name(kind) and is_name(name) else None

    async def write_document(self, kind: str, name: str, value: bytes, *, after: int = 0, due: int = 0) -> int:
        check_document(kind, name, due)

        def job(connection: sqlite3.Connection) -> int:
            self._check_version(connection, kind, name, after)
            row = (kind, name, after + 1, due, value)
            connection.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?)", row)
            return after + 1

        return await self._do(job)

    async def delete_document(self, kind: str, name: str, *, after: int) -> None:
        check_document(kind, name, 0)
        if not after:
            raise Conflict(kind)

        def job(connection: sqlite3.Connection) -> None:
            self._check_version(connection, kind, name, after)
            connection.execute("DELETE FROM documents WHERE kind = ? AND name = ?", (kind, name))
            self._eraser.note()

        await self._do(job)

    def _check_version(self, connection: sqlite3.Connection, kind: str, name: str, version: int) -> None:
        found = "SELECT version FROM documents WHERE kind = ? AND name = ?"
        (there,) = connection.execute(found, (kind, name)).fetchone() or (0,)
        if there != version:
            raise Conflict(kind)

    async def documents(self, kind: str, most: int) -> list[Document]:
        def job(connection: sqlite3.Connection) -> list[Document]:
            found = "SELECT name, version, value FROM documents WHERE kind = ? ORDER BY rowid DESC LIMIT ?"
            return [Document(*row) for row in connection.execute(found, (kind, min(max(most, 0), LATEST)))]

        return await self._do(job) if is_name(kind) else []

    async def drop_documents(self, now: int) -> int:
        def job(connection: sqlite3.Connection) -> int:
            dropped = connection.execute("DELETE FROM documents WHERE due BETWEEN 1 AND ?", (now,)).rowcount
            if dropped:
                self._eraser.note()
            return dropped

        return await self._do(job)

    # Ownership: nobody else can use the directory

    def has_lease(self) -> bool:
        return True

    async def take(self, code: str) -> TableLease | None:
        return TableLease(code)

    async def release(self, leases: Sequence[TableLease]) -> None:
        pass

    async def ask_for(self, code: str, people: Sequence[str] = ()) -> None:
        pass

    def listen(
        self,
        lost: Callable[[], None],
        asked: Callable[[str, float, Sequence[str]], None],
        reconnected: Callable[[bool], None],
    ) -> None:
        pass

    # Start and end

    async def prepare(self, key: bytes, *, resets_key: bool = False) -> None:
        digest = key_digest(key)

        def job(connection: sqlite3.Connection) -> None:
            noted = noted_key(connection)
            if noted != digest and has_content(connection) and not resets_key:
                folder = self._path.parent
                raise StoreError(composed(_OTHER_KEY, path=str(folder / KEY_FILE), folder=str(folder)))
            if noted != digest:
                note_key(connection, digest)

        try:
            await self._do(job)
        except StoreFailure as failure:
            raise not_writable(self._path.parent, failure) from None

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        done: T = await self._ask(job)
        return done

    async def _ask(self, job: Job | None) -> Any:
        asked = PendingJob(job)
        self._jobs.put(asked)
        return await asked.outcome()

    # In the writer thread

    def _run(self, opened: "Future[None]") -> None:
        try:
            lock = DirectoryLock(self._path.parent)
        except StoreError as error:
            opened.set_exception(error)
            return
        try:
            self.damage = _set_aside_damaged(self._path)
            connection = open_database(self._path)
            file = self._path.stat()
            self._file = file.st_dev, file.st_ino
            self._eraser = Eraser(connection, self._failure)
            (self._believed,) = connection.execute("SELECT believed FROM clock").fetchone()
        except BaseException as error:
            lock.release()
            opened.set_exception(error)
            return
        opened.set_result(None)
        while self._work(connection):
            pass
        connection.close()
        lock.release()

    def _work(self, connection: sqlite3.Connection) -> bool:
        """Run all pending jobs in one transaction. Return False when the store is closed."""
        try:
            batch = [self._jobs.get(timeout=self._eraser.wait())]
        except queue.Empty:
            self._eraser.step()
            return True
        while len(batch) < MOST_TOGETHER and not self._jobs.empty():
            batch.append(self._jobs.get())
        asked = [item for item in batch if item is not None and not item.is_given_up]
        jobs = [(item.job, item) for item in asked if item.job is not None]
        try:
            self._check_file()
            if self._failed is not None:
                raise self._failed
            connection.execute("BEGIN")
            if not self._try_together(connection, jobs):
                self._do_separately(connection, jobs)
            connection.execute("COMMIT")
        except (sqlite3.Error, StoreFailure) as error:
            with suppress(sqlite3.Error):  # if even this fails, the next BEGIN reports it
                connection.execute("ROLLBACK")
            failure = self._failure(error)
            for _, item in jobs:
                if not item.is_failed:
                    item.fail(failure)
        wake([item for _, item in jobs])
        for item in asked:
            if item.job is None:
                self._eraser.ask(item)
        is_open = None not in batch
        if is_open and self._eraser.wait() == 0:  # even if there is always something else to do
            self._eraser.step()
        return is_open

    def _try_together(self, connection: sqlite3.Connection, jobs: Sequence[tuple[Job, PendingJob]]) -> bool:
        """Run all jobs, or none if one fails. That is rare, so there is no savepoint for each."""
        try:
            for job, item in jobs:
                item.succeed(job(connection))
        except Exception:
            with suppress(sqlite3.Error):  # a full disk may have ended the transaction
                connection.execute("ROLLBACK")
            connection.execute("BEGIN")
            return False
        return True

    def _do_separately(self, connection: sqlite3.Connection, jobs: Sequence[tuple[Job, PendingJob]]) -> None:
        """Run each job that can be done, even if others fail."""
        for job, item in jobs:
            connection.execute("SAVEPOINT one")
            try:
                item.succeed(job(connection))
            except Exception as error:
                item.fail(self._failure(error) if isinstance(error, sqlite3.Error) else error)
                # A full disk may have ended the whole transaction. Then this raises, and nothing is stored.
                connection.execute("ROLLBACK TO one")
            connection.execute("RELEASE one")

    def _check_file(self) -> None:
        """Check that the file is still in place: writes to a deleted or moved file would be lost."""
        try:
            found = self._path.stat()
        except OSError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self._file:
            self._failed = self._failed or StoreFailure("the file was moved or deleted")

    def _failure(self, error: sqlite3.Error | StoreFailure) -> StoreFailure:
        """Return the failure for an error of SQLite. After some errors, all later writes are refused."""
        if isinstance(error, StoreFailure):
            return error
        failure = StoreFailure(getattr(error, "sqlite_errorname", type(error).__name__))
        code = getattr(error, "sqlite_errorcode", 0)
        if code in _UNCERTAIN or is_damage(error):
            self._failed = failure
        return failure


def _set_aside_damaged(path: Path) -> Damage | None:
    try:
        return set_aside_damaged(path) if path.exists() else None
    except OSError as error:
        raise not_writable(path.parent, error) from None


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether SQLite reports a damaged file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE


def open_database(path: Path) -> sqlite3.Connection:
    """Open and check the database. The caller holds the lock of its directory.

    Raises StoreError. A file that is damaged or of another version stays untouched.
    """
    try:
        _make_or_find(path)
        with ExitStack() as stack:
            connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT / 1000)
            stack.callback(connection.close)
            checked = connection.execute("PRAGMA quick_check(1)").fetchone()
            if checked != ("ok",):
                raise damaged(path, checked[0])
            check_format(connection)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON")
            create_later_tables(connection)
            stack.pop_all()
            return connection
    except OtherFormat as error:
        raise StoreError(
            composed(_OTHER_FORMAT, path=str(path), found=str(error.found), known=str(error.known))
        ) from None
    except OSError as error:
        raise not_writable(path.parent, error) from None
    except sqlite3.Error as error:
        if is_damage(error):
            raise damaged(path, str(error)) from None
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise StoreError(composed(_NOT_OPENED, path=str(path), why=str(error))) from None
        raise not_writable(path.parent, error) from None


def has_content(connection: sqlite3.Connection) -> bool:
    """Return whether the database has any tables of players, or documents."""
    found = "SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM documents)"
    return bool(connection.execute(found).fetchone()[0])


def _make_or_find(path: Path) -> None:
    """Ensure that a writable file exists. Raises StoreError if an existing one has lost its content, and OSError."""
    if not path.exists():
        if log_of(path).exists():
            raise damaged(path, N_("only its write-ahead log is there"))
        _create(path)
    elif not path.stat().st_size:  # SQLite would take it for a new one, and discard its write-ahead log
        raise damaged(path, N_("it is empty"))
    os.close(os.open(path, os.O_RDWR))


def _create(path: Path) -> None:
    """Create a new database. It is renamed when complete, so that an empty file always means lost data."""
    new = path.with_name(path.name + ".new")
    # SQLite gives its other files the mode of this one. They are private, whatever the directory allows.
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # free pages go back to the system
        create_tables(connection)
    new.replace(path)


def select_entries(log: str) -> str:
    """Return the query for a table's entries with their numbers. `log` is the log that holds them."""
    return (
        f"SELECT number, entry FROM {log} WHERE code = ?"  # noqa: S608 - names of ours
        " UNION ALL SELECT number, entry FROM latest WHERE code = ? ORDER BY number"
    )


def damaged(path: Path, why: str) -> StoreError:
    """Return the error that reports a damaged file to the operator."""
    return StoreError(composed(_DAMAGED, path=str(path), why=" ".join(why.split())))
