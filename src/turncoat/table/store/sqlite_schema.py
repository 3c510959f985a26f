"""The tables of the store's database, and the steps by which a file of an earlier version comes to them.

The database says in `user_version` how many of the steps it has taken. A step that stood in a version that was
published is never changed: a further one follows it.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final

from turncoat.table.store.errors import NewerFormat

Step = tuple[str, ...]
"""Statements, which are all done or none of them."""
STEPS: Final[tuple[Step, ...]] = (
    (  # 0.1.0
        """CREATE TABLE log (
            code TEXT, number INTEGER, entry BLOB NOT NULL, PRIMARY KEY (code, number)
        ) WITHOUT ROWID""",
        "CREATE TABLE people (person TEXT, code TEXT, PRIMARY KEY (person, code)) WITHOUT ROWID",
        "CREATE TABLE tables (code TEXT PRIMARY KEY, touched INTEGER NOT NULL, due INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE links (token TEXT PRIMARY KEY, code TEXT NOT NULL) WITHOUT ROWID",
    ),
    (  # what the clock on the wall has said, so that a wrong one is noticed
        "CREATE TABLE clock (believed INTEGER NOT NULL, doubted INTEGER NOT NULL)",
        "INSERT INTO clock SELECT coalesce(max(touched), 0), 0 FROM tables",
    ),
    (  # what was deleted since the store was written anew
        "CREATE TABLE unclean (since INTEGER)",
    ),
    (  # what identifies the key that the tables go with, and not the key itself
        "CREATE TABLE key_check (digest BLOB NOT NULL)",
    ),
)


def format_of(connection: sqlite3.Connection) -> int:
    """How many steps the database has taken; 0 when it is new."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def migrate(connection: sqlite3.Connection, steps: Sequence[Step] = STEPS) -> None:
    """Take the steps that the database has not taken yet, each as a whole. Raises NewerFormat, sqlite3.Error.

    After an error the database is as the last whole step has left it, and the version that knows it can go on with it.
    """
    found = format_of(connection)
    if found > len(steps):
        raise NewerFormat(found, len(steps))
    for number, step in enumerate(steps[found:], found + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def noted_key(connection: sqlite3.Connection) -> bytes | None:
    """Return the digest of the key that the tables go with; None when none was noted."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'key_check'").fetchone():
        return None  # a backup of an earlier version
    found = connection.execute("SELECT digest FROM key_check").fetchone()
    return found[0] if found else None


def note_key(connection: sqlite3.Connection, digest: bytes) -> None:
    """Let the tables go with the key of this digest from now on."""
    connection.execute("DELETE FROM key_check")
    connection.execute("INSERT INTO key_check VALUES (?)", (digest,))
