"""Secure erasure: no deleted byte stays in the store's file, and nobody has to wait for it.

SQLite overwrites a deleted row (`secure_delete`), but copies may remain where a page was split earlier. So the store is
copied, a few tables at a time, into a second log. When the first is empty, it is dropped, and SQLite overwrites all of
its pages. `VACUUM` would do the same, but hold up every table of the server until it is done.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import Final

from turncoat.table.store.sqlite_jobs import PendingJob, wake

REST: Final = 10 * 60.0
"""Minimum seconds between two rewrites of the store."""
RETRY_AFTER: Final = 60.0
"""Seconds until a retry after an error of the disk."""
READING: Final = 1.0
"""Seconds between two checks whether somebody, such as a backup, still reads the data to be erased."""
STEP: Final = 0.004
"""Seconds of work in one step. A table whose move has begun is moved completely."""
PAGES: Final = 256
"""Number of pages returned to the system in one step."""


def log_of_all(connection: sqlite3.Connection) -> str:
    """Return the relation to select the entries of all tables from: during a rewrite there are two logs."""
    found = connection.execute("SELECT name FROM sqlite_master WHERE name = 'log_anew'").fetchone()
    return "(SELECT * FROM log UNION ALL SELECT * FROM log_anew)" if found else "log"


class Eraser:
    """Rewrites a store in steps. It belongs to the store's writer thread, and its progress survives a restart."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        failure: Callable[[sqlite3.Error], Exception],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = connection
        self._failure = failure
        """Turns an error of SQLite into the exception for those who wait."""
        self._now = now
        found = connection.execute("SELECT name FROM sqlite_master WHERE name = 'log_anew'").fetchone()
        self._is_moving = found is not None
        (moved,) = connection.execute("SELECT max(code) FROM log_anew").fetchone() if found else ("",)
        self._moved: str = moved or ""
        """The last table that was moved. The new log has all up to it, the old one the others."""
        self._unclean = connection.execute("SELECT 1 FROM unclean").fetchone() is not None
        """True if something was deleted since the last rewrite began."""
        self._steps: Iterator[None] | None = None
        """Remaining steps of the current rewrite."""
        self._next = now()
        """Earliest time of the next step, if there is anything to do."""
        self._asked: list[PendingJob] = []
        self._waiting: list[PendingJob] = []
        """Jobs that wait for the end of the current rewrite."""

    def log_of(self, code: str) -> str:
        """Return the name of the log that has the entries of a table."""
        return "log_anew" if self._is_moving and code <= self._moved else "log"

    def note(self) -> None:
        """Note a deletion in the open transaction."""
        self._connection.execute("INSERT INTO unclean VALUES (1)")
        self._unclean = True

    def ask(self, done: PendingJob) -> None:
        """Start a rewrite now, and complete the job when it is done."""
        self._asked.append(done)
        self._next = self._now()

    def wait(self) -> float | None:
        """Return the seconds until a step is due, or None if there is nothing to do."""
        if self._steps is None and not (self._is_moving or self._unclean or self._asked):
            return None
        return max(0.0, self._next - self._now())

    def step(self) -> None:
        """Do one step, in a transaction of its own."""
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
            self._do(self._copy_statement("log"), "UPDATE unclean SET since = 0")
            self._is_moving, self._moved = True, ""
        self._unclean = False
        while self._move():
            yield
        self._do("DROP TABLE log", "ALTER TABLE log_anew RENAME TO log")
        self._is_moving = False
        found = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in found:  # these are small, and each is rewritten at once
            if name not in ("log", "unclean"):
                yield
                self._rewrite(name)
        while self._shrink():
            yield
        self._do("DELETE FROM unclean WHERE since = 0")
        while self._has_reader():
            self._next = self._now() + READING
            yield

    def _move(self) -> bool:
        """Move some tables from the old log to the new one. Return False if none are left."""
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

    def _copy_statement(self, name: str) -> str:
        """Return the statement that creates a copy of this table."""
        (made,) = self._connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        return re.sub(rf'^CREATE TABLE "?{name}"?', f"CREATE TABLE {name}_anew", made)

    def _rewrite(self, name: str) -> None:
        create = self._copy_statement(name)
        columns = [column for _, column, *_ in self._connection.execute(f"PRAGMA table_info({name})")]
        if "WITHOUT ROWID" not in create:
            columns.insert(0, "rowid")  # it gives the order of insertion
        copied = ", ".join(columns)
        self._do(
            create,
            f"INSERT INTO {name}_anew ({copied}) SELECT {copied} FROM {name} ORDER BY 1",  # noqa: S608
            f"DROP TABLE {name}",
            f"ALTER TABLE {name}_anew RENAME TO {name}",
        )

    def _shrink(self) -> bool:
        """Return some free pages to the system. Return False if there were none."""
        (free,) = self._connection.execute("PRAGMA freelist_count").fetchone()
        self._connection.execute(f"PRAGMA incremental_vacuum({PAGES})").fetchall()
        (left,) = self._connection.execute("PRAGMA freelist_count").fetchone()
        return bool(left < free)

    def _has_reader(self) -> bool:
        """Empty the write-ahead log. Return whether a reader prevents that for now."""
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
