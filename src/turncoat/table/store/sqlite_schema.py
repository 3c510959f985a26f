"""The schema of the SQLite store."""

import sqlite3
from typing import Final

from turncoat.table.store.errors import OtherFormat

FORMAT: Final = 1
"""Format number in the database's `user_version`."""
TABLES: Final = (
    """CREATE TABLE log (
        code TEXT, number INTEGER, game INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (code, number)
    ) WITHOUT ROWID""",
    # Entries of which only the latest in each slot is stored
    """CREATE TABLE latest (
        code TEXT, slot TEXT, number INTEGER NOT NULL, game INTEGER NOT NULL, entry BLOB NOT NULL,
        PRIMARY KEY (code, slot)
    ) WITHOUT ROWID""",
    "CREATE TABLE people (person TEXT, code TEXT, PRIMARY KEY (person, code)) WITHOUT ROWID",
    "CREATE TABLE tables (code TEXT PRIMARY KEY, touched INTEGER NOT NULL, due INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE links (token TEXT PRIMARY KEY, code TEXT NOT NULL, game INTEGER NOT NULL) WITHOUT ROWID",
    # Earlier values of the system clock, to detect a wrong one
    "CREATE TABLE clock (believed INTEGER NOT NULL, doubted INTEGER NOT NULL)",
    "INSERT INTO clock VALUES (0, 0)",
    # Marks deletions since the last rewrite of the store
    "CREATE TABLE unclean (since INTEGER)",
    # Digest of the key that the tables belong to, not the key itself; empty until a server has one
    "CREATE TABLE key_check (digest BLOB NOT NULL)",
    "INSERT INTO key_check VALUES (x'')",
)


LATER_TABLES: Final = (
    # Values that belong to no table. The rowid gives the order of writing
    """CREATE TABLE IF NOT EXISTS documents (
        kind TEXT, name TEXT, version INTEGER NOT NULL, due INTEGER NOT NULL, value BLOB NOT NULL,
        PRIMARY KEY (kind, name)
    )""",
    # Times when tables must next be loaded
    "CREATE TABLE IF NOT EXISTS waking (code TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID",
)
"""Tables that a database of this format may lack until it is opened."""


def format_of(connection: sqlite3.Connection) -> int:
    """Return the format of the database's tables, or 0 if there are none."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in a new database. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in (*TABLES, *LATER_TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version={FORMAT}")
    connection.execute("COMMIT")


def create_later_tables(connection: sqlite3.Connection) -> None:
    """Create the tables that a database of this format may lack. Raises sqlite3.Error."""
    for statement in LATER_TABLES:
        connection.execute(statement)


def check_format(connection: sqlite3.Connection) -> None:
    """Raise OtherFormat if the database has another format."""
    if (found := format_of(connection)) != FORMAT:
        raise OtherFormat(found, FORMAT)


def noted_key(connection: sqlite3.Connection) -> bytes:
    """Return the digest of the key that the tables belong to, or empty bytes if no server has used them."""
    (digest,) = connection.execute("SELECT digest FROM key_check").fetchone()
    return bytes(digest)


def note_key(connection: sqlite3.Connection, digest: bytes) -> None:
    """Store the digest of the key that the tables belong to from now on."""
    connection.execute("UPDATE key_check SET digest = ?", (digest,))
