"""Erasing for good: no byte of what was deleted is left in the store's file, and nobody waits meanwhile.

SQLite overwrites a deleted row (`secure_delete`), but copies of it can lie where a page was split before. So the store
is written anew, a few tables at a time, into a second log; when the first is empty it is dropped, and SQLite overwrites
every page that was in it. `VACUUM` does the same, and holds every table of the server up until it is through.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Final

from turncoat.table.store.sqlite_jobs import PendingJob, wake

REST: Final = 10 * 60.0
"""Seconds between two times that the store is written anew."""
RETRY_AFTER: Final = 60.0
"""Seconds until it is tried again when the disk is in trouble."""
READING: Final = 1.0
"""Seconds until it is looked again whether somebody still reads what is to be erased, as a backup does."""
STEP: Final = 0.004
"""Seconds of work in one step; the table that is moved when they are over is moved to its end."""
PAGES: Final = 256
"""Pages given back to the system in one step."""


def log_of_all(connection: sqlite3.Connection) -> str:
    """What to select the entries of every table from: while a store is written anew there are two logs."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE name = 'log_anew'").fetchone()
    return "(SELECT * FROM log UNION ALL SELECT * FROM log_anew)" if found else "log"


class Eraser:
    """Writes a store anew in steps. It belongs to the store's writer thread, and what it is at survives a restart."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        failure: Callable[[sqlite3.Error], Exception],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = connection
        self._failure = failure
        """What to tell those who wait when SQLite says this."""
        self._now = now
        found = connection.execute("SELECT name FROM sqlite_master WHERE name = 'log_anew'").fetchone()
        self._is_moving = found is not None
        (moved,) = connection.execute("SELECT max(code) FROM log_anew").fetchone() if found else ("",)
        self._moved: str = moved or ""
        """The last table that was moved: those up to it are in the new log, the others in the old one."""
        self._unclean = connection.execute("SELECT 1 FROM unclean").fetchone() is not None
        """Whether something was deleted since the last time began."""
        self._steps: Iterator[None] | None = None
        """What is left to do of the time that is under way."""
        self._next = now()
        """When the next step is due at the earliest, if there is anything to do."""
        self._asked: list[PendingJob] = []
        self._waiting: list[PendingJob] = []
        """Who waits for the end of what is under way."""

    def log_of(self, code: str) -> str:
        """The name of the log in which the entries of a table are."""
        return "log_anew" if self._is_moving and code <= self._moved else "log"

    def note(self) -> None:
        """Something was deleted, in the transaction that is open."""
        self._connection.execute("INSERT INTO unclean VALUES (1)")
        self._unclean = True

    def ask(self, done: PendingJob) -> None:
        """Erase now what was deleted, and say when it is done."""
        self._asked.append(done)
        self._next = self._now()

    def wait(self) -> float | None:
        """Seconds until a step is due; None when there is nothing to do."""
        if self._steps is None and not (self._is_moving or self._unclean or self._asked):
            return None
        return max(0.0, self._next - self._now())

    def step(self) -> None:
        """Do a little, in a transaction of its own."""
        if self._steps is None:
            self._steps = self._all_steps()
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
            self._next = self._now() + (0.0 if self._asked else REST)
            finished, self._waiting = self._waiting, []
            wake(finished)
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._steps, self._unclean, self._next = None, True, self._now() + RETRY_AFTER
            failed, self._waiting, self._asked = self._waiting + self._asked, [], []
            for done in failed:
                done.fail(self._failure(error))
            wake(failed)

    def _all_steps(self) -> Iterator[None]:
        self._waiting, self._asked = self._waiting + self._asked, []
        if not self._is_moving:
            self._do(self._create_anew("log"), "UPDATE unclean SET since = 0")
            self._is_moving, self._moved = True, ""
        self._unclean = False
        while self._move():
            yield
        self._do("DROP TABLE log", "ALTER TABLE log_anew RENAME TO log")
        self._is_moving = False
        found = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in found:  # these hold little of each table, and are written anew at once
            if name not in ("log", "unclean"):
                yield
                self._write_anew(name)
        while self._shrink():
            yield
        self._do("DELETE FROM unclean WHERE since = 0")
        while self._is_read():
            self._next = self._now() + READING
            yield

    def _move(self) -> bool:
        """Move some tables from the old log to the new one; False when there are none any more."""
        connection, until, moved = self._connection, time.perf_counter() + STEP, self._moved
        connection.execute("BEGIN")
        is_left = True
        while is_left and time.perf_counter() < until:
            (code,) = connection.execute("SELECT min(code) FROM log").fetchone()
            is_left = code is not None
            if is_left:
                connection.execute("INSERT INTO log_anew SELECT * FROM log WHERE code = ? ORDER BY number", (code,))
                connection.execute("DELETE FROM log WHERE code = ?", (code,))
                moved = code
        connection.execute("COMMIT")
        self._moved = moved
        return is_left

    def _create_anew(self, name: str) -> str:
        """The statement that makes another table like this one."""
        (made,) = self._connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        return re.sub(rf'^CREATE TABLE "?{name}"?', f"CREATE TABLE {name}_anew", made)

    def _write_anew(self, name: str) -> None:
        create = self._create_anew(name)
        columns = [column for _, column, *_ in self._connection.execute(f"PRAGMA table_info({name})")]
        if "WITHOUT ROWID" not in create:
            columns.insert(0, "rowid")  # it says in which order the rows came
        copied = ", ".join(columns)
        self._do(
            create,
            f"INSERT INTO {name}_anew ({copied}) SELECT {copied} FROM {name} ORDER BY 1",  # noqa: S608
            f"DROP TABLE {name}",
            f"ALTER TABLE {name}_anew RENAME TO {name}",
        )

    def _shrink(self) -> bool:
        """Give some of the free pages back to the system; False when none were."""
        (free,) = self._connection.execute("PRAGMA freelist_count").fetchone()
        self._connection.execute(f"PRAGMA incremental_vacuum({PAGES})").fetchall()
        (left,) = self._connection.execute("PRAGMA freelist_count").fetchone()
        return bool(left < free)

    def _is_read(self) -> bool:
        """Empty the write-ahead log; whether somebody reads what is in it, so that it cannot be done yet."""
        (busy,) = self._connection.execute("PRAGMA busy_timeout").fetchone()
        self._connection.execute("PRAGMA busy_timeout=0")
        (is_read, _, _) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self._connection.execute(f"PRAGMA busy_timeout={busy}")
        return bool(is_read)

    def _do(self, *statements: str) -> None:
        self._connection.execute("BEGIN")
        for statement in statements:
            self._connection.execute(statement)
        self._connection.execute("COMMIT")
