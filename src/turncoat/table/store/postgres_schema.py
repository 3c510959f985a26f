"""The tables of a store in PostgreSQL."""

from typing import Final, TypeAlias

import asyncpg

from turncoat.table.store.errors import OtherFormat

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
PooledConnection: TypeAlias = "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"
PARTS: Final = 32
"""Into how many tables the log is cut, by the codes: each can be written anew by itself, which takes a moment."""
FORMAT: Final = 1
CREATION_LOCK: Final = 0x7475726E
"""The advisory lock under which one process at a time makes the tables."""
TABLES: Final = (
    """CREATE TABLE servers (
        id text PRIMARY KEY,
        until timestamptz NOT NULL  -- a server is alive while its row is here; an expired one is removed by others
    )""",
    """CREATE TABLE tables (
        code text PRIMARY KEY,
        opened bigint GENERATED ALWAYS AS IDENTITY,
        owner text,                 -- of servers; it may be gone
        epoch bigint NOT NULL,      -- counts the changes of owner
        length integer NOT NULL,    -- how many entries the log has had
        touched bigint NOT NULL,    -- in seconds since 1970, as is the next
        due bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50)""",
    """CREATE TABLE log (
        code text NOT NULL, number integer NOT NULL, game integer NOT NULL, entry bytea NOT NULL,
        PRIMARY KEY (code, number)
    ) PARTITION BY HASH (code)""",
    *(
        f"CREATE TABLE log_{part} PARTITION OF log FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
        for part in range(PARTS)
    ),
    # Entries of which only the last in each slot is kept
    """CREATE TABLE latest (
        code text, slot text, number integer NOT NULL, game integer NOT NULL, entry bytea NOT NULL,
        PRIMARY KEY (code, slot)
    )""",
    "CREATE TABLE people (person text, code text, PRIMARY KEY (person, code))",
    "CREATE INDEX people_by_code ON people (code)",
    "CREATE TABLE links (token text PRIMARY KEY, code text NOT NULL, game integer NOT NULL)",
    "CREATE INDEX links_by_code ON links (code)",
    # What the clock has said, so that a wrong one is noticed
    "CREATE TABLE clock (believed bigint NOT NULL, doubted bigint NOT NULL)",
    "INSERT INTO clock VALUES (0, 0)",
    # The relations of which something was deleted since they were written anew, and by which transaction
    "CREATE TABLE unclean (relation text PRIMARY KEY, deleted_by xid NOT NULL)",
    # What visitors did too often; in no write-ahead log and no dump
    "CREATE UNLOGGED TABLE counts (period bigint, key text, count bigint NOT NULL, PRIMARY KEY (period, key))",
    # What identifies the key that all servers of this database share, and not the key itself; empty until there is one
    "CREATE TABLE key_check (digest bytea NOT NULL)",
    "INSERT INTO key_check VALUES ('')",
)


async def make_tables(connection: Connection) -> None:
    """Make the tables where there are none yet. Raises OtherFormat, asyncpg.PostgresError."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", CREATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS format (number integer NOT NULL)")
        found = await connection.fetchval("SELECT max(number) FROM format")
        if found is None:
            for statement in TABLES:
                await connection.execute(statement)
            await connection.execute("INSERT INTO format VALUES ($1)", FORMAT)
        elif found != FORMAT:
            raise OtherFormat(found, FORMAT)
