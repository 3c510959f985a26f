"""The tables of a store in PostgreSQL, and the steps by which a database of an earlier version comes to them.

A step that stood in a version that was published is never changed: a further one follows it.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import asyncpg

from turncoat.table.store.errors import NewerFormat

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
PooledConnection: TypeAlias = "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"
Step = tuple[str, ...]
"""Statements, which are all done or none of them."""
PARTS: Final = 32
"""Into how many tables the log is cut, by the codes: each can be written anew by itself, which takes a moment."""
MIGRATION_LOCK: Final = 0x7475726E
"""The advisory lock under which one process at a time takes steps."""
STEPS: Final[tuple[Step, ...]] = (
    (
        """CREATE TABLE servers (
            id text PRIMARY KEY,
            until timestamptz NOT NULL  -- a server is alive while its row is here; an expired one is removed by others
        )""",
        """CREATE TABLE tables (
            code text PRIMARY KEY,
            opened bigint GENERATED ALWAYS AS IDENTITY,
            owner text,                 -- of servers; it may be gone
            epoch bigint NOT NULL,      -- counts the changes of owner
            length integer NOT NULL,    -- how many entries the log has
            touched bigint NOT NULL,    -- in seconds since 1970, as is the next
            due bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 50)""",
        """CREATE TABLE log (
            code text NOT NULL, number integer NOT NULL, entry bytea NOT NULL, PRIMARY KEY (code, number)
        ) PARTITION BY HASH (code)""",
        *(
            f"CREATE TABLE log_{part} PARTITION OF log FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            for part in range(PARTS)
        ),
        "CREATE TABLE people (person text, code text, PRIMARY KEY (person, code))",
        "CREATE INDEX people_by_code ON people (code)",
        "CREATE TABLE links (token text PRIMARY KEY, code text NOT NULL)",
        "CREATE INDEX links_by_code ON links (code)",
        # What the clock has said, so that a wrong one is noticed
        "CREATE TABLE clock (believed bigint NOT NULL, doubted bigint NOT NULL)",
        "INSERT INTO clock VALUES (0, 0)",
        # The relations of which something was deleted since they were written anew, and by which transaction
        "CREATE TABLE unclean (relation text PRIMARY KEY, deleted_by xid NOT NULL)",
        # What visitors did too often; in no write-ahead log and no dump
        "CREATE UNLOGGED TABLE counts (period bigint, key text, count bigint NOT NULL, PRIMARY KEY (period, key))",
        # What identifies the key that all servers of this database share, and not the key itself
        "CREATE TABLE key_check (one integer PRIMARY KEY, digest bytea NOT NULL)",
    ),
)


async def migrate(connection: Connection, steps: Sequence[Step] = STEPS) -> None:
    """Take the steps that the database has not taken yet, all or none. Raises NewerFormat, asyncpg.PostgresError."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS format (number integer NOT NULL)")
        found = await connection.fetchval("SELECT coalesce(max(number), 0) FROM format")
        if found > len(steps):
            raise NewerFormat(found, len(steps))
        for number, step in enumerate(steps[found:], found + 1):
            for statement in step:
                await connection.execute(statement)
            await connection.execute("INSERT INTO format VALUES ($1)", number)
