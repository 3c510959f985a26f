"""The schema of the PostgreSQL store."""

from typing import Final, TypeAlias

import asyncpg

from turncoat.table.store.errors import OtherFormat

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
PooledConnection: TypeAlias = "asyncpg.pool.PoolConnectionProxy[asyncpg.Record]"
PARTS: Final = 32
"""Number of partitions of the log, by code. Each can be rewritten by itself, which takes a moment."""
FORMAT: Final = 1
CREATION_LOCK: Final = 0x7475726E
"""Key of the advisory lock that lets one process create the tables."""
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
    # Entries of which only the latest in each slot is stored
    """CREATE TABLE latest (
        code text, slot text, number integer NOT NULL, game integer NOT NULL, entry bytea NOT NULL,
        PRIMARY KEY (code, slot)
    )""",
    "CREATE TABLE people (person text, code text, PRIMARY KEY (person, code))",
    "CREATE INDEX people_by_code ON people (code)",
    "CREATE TABLE links (token text PRIMARY KEY, code text NOT NULL, game integer NOT NULL)",
    "CREATE INDEX links_by_code ON links (code)",
    # Earlier values of the clock, to detect a wrong one
    "CREATE TABLE clock (believed bigint NOT NULL, doubted bigint NOT NULL)",
    "INSERT INTO clock VALUES (0, 0)",
    # Relations with deletions since their last rewrite, and the transaction of the latest
    "CREATE TABLE unclean (relation text PRIMARY KEY, deleted_by xid NOT NULL)",
    # Counts for rate limits; in no write-ahead log and no dump
    "CREATE UNLOGGED TABLE counts (period bigint, key text, count bigint NOT NULL, PRIMARY KEY (period, key))",
    # Digest of the key that all servers of this database share, not the key itself; empty until there is one
    "CREATE TABLE key_check (digest bytea NOT NULL)",
    "INSERT INTO key_check VALUES ('')",
)
LATER_TABLES: Final = (
    # Values that belong to no table, and their order of writing
    """CREATE TABLE IF NOT EXISTS documents (
        kind text COLLATE "C", name text COLLATE "C", version bigint NOT NULL, due bigint NOT NULL,
        value bytea NOT NULL, written bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (kind, name)
    )""",
    # Times when tables must next be loaded
    "CREATE TABLE IF NOT EXISTS waking (code text PRIMARY KEY, at bigint NOT NULL)",
)
"""Tables that a database of this format may lack until a server starts with it."""


async def make_tables(connection: Connection) -> None:
    """Create missing tables. Raises OtherFormat, asyncpg.PostgresError."""
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
        for statement in LATER_TABLES:
            await connection.execute(statement)
