"""The PostgreSQL store, for many processes, each of which owns some of the tables.

- A server is alive while its row exists in `servers`. A heartbeat extends its lease. A server that wants a table of
  another whose lease has expired removes that row first, and the heartbeat of the other then finds that it has lost
  everything. So the row decides, not a comparison of two clocks.
- A write to a table updates the table's row, provided that its owner, epoch and length are those that the writer
  expects. The length alone would be no fence: behind a standby that missed some writes, a log continues from fewer.
- Entries that arrive during a commit are committed together, by one statement on one connection.
- Timestamps are the database's. Between two heartbeats, a process measures time by its own monotonic clock.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import asyncpg
import msgspec

from turncoat.kernel.words import N_, composed
from turncoat.table.store.errors import (
    CodeTaken,
    Conflict,
    NotOwner,
    OtherFormat,
    OwnedElsewhere,
    StoreError,
    StoreFailure,
    Uncertain,
)
from turncoat.table.store.postgres_hosts import connect
from turncoat.table.store.postgres_schema import Connection, PooledConnection, make_tables
from turncoat.table.store.protocols import (
    LATEST,
    Document,
    Store,
    StoredEntry,
    TableLease,
    check_document,
    is_name,
    judged,
)
from turncoat.table.store.server_key import key_digest

SCHEMES: Final = ("postgresql://", "postgres://")
"""Prefixes of a database address."""
LEASE: Final = 3.0
"""Seconds after a heartbeat for which a process may speak for its tables."""
HEARTBEATS: Final = 3
"""Number of heartbeats per lease."""
MOST_TOGETHER: Final = 512
MOST_ASKING: Final = 100
"""Maximum number of people in one notification that asks for a table. Its limit is 8,000 bytes."""
CLOSED_WITHIN: Final = 1.0
"""Seconds for which a closing store waits for connections in use."""
CONNECT_TIMEOUT: Final = 2.0
"""Timeout for connecting, in seconds."""
TIMEOUT: Final = 30.0
"""Timeout for reading, or for rewriting a log, in seconds."""
CLEANING_TIMEOUT: Final = 60 * 60.0
CLEANING_INTERVAL: Final = 60 * 60.0
"""Seconds between two erasures of deleted data from the files."""
CLEANING_LOCK: Final = 0x7475726F
"""Key of the advisory lock that lets one process erase at a time."""
_LOST: Final = ("08", "57")
"""Error classes after which the connection is gone: it broke, or the server stops."""
_TROUBLE: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # e.g. if only a standby is there
    OSError,
    TimeoutError,
)
_NOT_REACHED: Final = N_(
    "cannot use the database: {why}; check that it is running and that the address given with --store is right"
)
_UNSAFE: Final = N_(
    "the database may lose what it has confirmed, because {setting} is off; please turn it on in its configuration"
)
_OTHER_FORMAT: Final = N_(
    "the database was written by another version of Turncoat (format {found}; this one reads {known}); please start"
    " that version, or choose another database"
)
_READ_ONLY: Final = "25006"
"""Error code of a database that has become a standby. The next connection finds the writable one."""
_SESSION: Final[dict[str, Any]] = {
    "target_session_attrs": "read-write",
    "server_settings": {
        "application_name": "turncoat",
        "default_transaction_isolation": "read committed",
        "jit": "off",
        # A generic plan would lock all partitions of the log, and wait for one that is being rewritten.
        "plan_cache_mode": "force_custom_plan",
    },
}
_PLANNED_ONCE: Final = {"plan_cache_mode": "force_generic_plan"}
"""Settings of the appending connection: planning its statement each time took half as long as running it.

An entry finds its partition of the log by its row, so this plan locks no other.
"""
_OTHER_KEY: Final = N_(
    "the servers of this database sign with another key; please copy the file secret.key from the data directory of one"
    " of them into this one's, or, if it is lost, start with a new key: turncoat reset-key --store ADDRESS"
)
_SERVERS_RUN: Final = N_("servers are using this database; please stop them first")
_APPEND: Final = """
WITH asked AS (
    SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::integer[]
    ) AS asked (code, epoch, number, entries, person, link, unlink, link_game)
), fenced AS (
    UPDATE tables SET length = length + asked.entries, touched = extract(epoch FROM clock_timestamp())
    FROM asked
    WHERE tables.code = asked.code AND tables.owner = $9 AND tables.epoch = asked.epoch AND tables.length = asked.number
    RETURNING asked.code, asked.person, asked.link, asked.unlink, asked.link_game
), added AS (
    SELECT added.* FROM unnest($10::text[], $11::integer[], $12::integer[], $13::text[], $14::bytea[])
        AS added (code, number, game, slot, entry) JOIN fenced USING (code)
), written AS (
    INSERT INTO log SELECT code, number, game, entry FROM added WHERE slot = ''
), placed AS (
    INSERT INTO latest SELECT code, slot, number, game, entry FROM added WHERE slot <> ''
    ON CONFLICT (code, slot) DO UPDATE SET number = excluded.number, game = excluded.game, entry = excluded.entry
), seated AS (
    INSERT INTO people SELECT person, code FROM fenced WHERE person <> '' ON CONFLICT DO NOTHING
), linked AS (
    INSERT INTO links SELECT link, code, link_game FROM fenced WHERE link <> ''
    ON CONFLICT (token) DO UPDATE SET code = excluded.code, game = excluded.game
), unlinked AS (
    DELETE FROM links USING fenced WHERE links.token = fenced.unlink
)
SELECT code FROM fenced
"""
_OPEN: Final = """
WITH opened AS (
    INSERT INTO tables (code, owner, epoch, length, touched)
    VALUES ($1, $2, 1, cardinality($3::bytea[]), extract(epoch FROM clock_timestamp()))
    ON CONFLICT DO NOTHING RETURNING code
), written AS (
    INSERT INTO log SELECT code, number - 1, game, entry
    FROM opened, unnest($3::bytea[], $4::integer[]) WITH ORDINALITY AS added (entry, game, number)
), seated AS (
    INSERT INTO people SELECT $5::text, code FROM opened WHERE $5::text <> ''
)
SELECT code FROM opened
"""
_TAKE: Final = """
UPDATE tables SET owner = $2, epoch = epoch + 1
WHERE code = $1 AND (owner IS NULL OR owner = $2 OR NOT EXISTS (SELECT FROM servers WHERE id = owner))
RETURNING epoch
"""
_RENEW: Final = """
UPDATE servers SET until = clock_timestamp() + $2 * interval '1 second' WHERE id = $1
RETURNING extract(epoch FROM clock_timestamp())::double precision
"""
_BEGIN: Final = """
INSERT INTO servers VALUES ($1, clock_timestamp() + $2 * interval '1 second')
RETURNING extract(epoch FROM clock_timestamp())::double precision
"""
_TIMELINE: Final = "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer"
"""The timeline is the prefix of a write-ahead log file's name."""
_COUNT: Final = """
INSERT INTO counts SELECT $1::bigint, key, count FROM unnest($2::text[], $3::bigint[]) AS added (key, count)
ON CONFLICT (period, key) DO UPDATE SET count = counts.count + excluded.count
"""
_UNCLEAN: Final = """
INSERT INTO unclean SELECT relation, pg_current_xact_id()::xid FROM unnest($1::text[]) AS deleted (relation)
ON CONFLICT (relation) DO UPDATE SET deleted_by = excluded.deleted_by
"""
_TO_CLEAN: Final = """
SELECT relation FROM unclean WHERE NOT EXISTS (
    SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND age(backend_xmin) > age(deleted_by)
)
"""
"""Query for the relations to rewrite. Data still being read, e.g. by a dump, has to wait."""


class _Addition(msgspec.Struct, eq=False):
    """Entries waiting to be appended to a log."""

    lease: TableLease
    number: int
    entries: Sequence[StoredEntry]
    person: str
    """Person who sits down."""
    link: str
    """Token that leads to the table."""
    unlink: str
    """Token to be invalidated."""
    done: "asyncio.Future[None]"


class PostgresStore(Store):
    """A database that many servers share."""

    is_shared = True
    damage = None

    def __init__(self, url: str, lease: float = LEASE) -> None:
        """Create the store. Nothing is connected before `start`. `lease` is in seconds."""
        self._url = url
        self._lease = lease
        # A server that is stopped in a transaction must not keep others from its tables.
        limit = {"idle_in_transaction_session_timeout": str(round(lease * 1000))}
        self._session = {**_SESSION, "server_settings": _SESSION["server_settings"] | limit}
        self.id = ""
        """Id of this process in `servers`. It changes after everything was lost."""
        self._began = 0.0
        """Time at which that row was inserted, by the clock of `_monotonic`."""
        self._lease_end = 0.0
        """End of the lease, by the clock of `_monotonic`."""
        self._offset = 0.0
        """Offset from that clock to the database's time."""
        self._latest = 0.0
        """Latest time returned."""
        self._lost: Callable[[], None] = lambda: None
        self._asked: Callable[[str, float, Sequence[str]], None] = lambda code, age, people: None
        self._reconnected: Callable[[bool], None] = lambda is_promoted: None
        self._timeline = 0
        """Timeline of the database. A standby that is promoted begins another."""
        self._waiting: list[_Addition] = []
        self._has_work = asyncio.Event()
        self._pool: asyncpg.Pool[asyncpg.Record]
        self._writer: Connection | None = None
        self._heart: Connection | None = None
        self._tasks: list[asyncio.Task[None]] = []

    # Logs

    async def open(self, code: str, entries: Sequence[StoredEntry], *, person: str = "") -> TableLease:
        data, games = [one.entry for one in entries], [one.game for one in entries]
        async with self._writing() as connection:
            opened = await connection.fetchval(_OPEN, code, self.id, data, games, person)
        if opened is None:
            raise CodeTaken(code)
        return TableLease(code, 1)

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
        if forget:
            await self._forget(lease, number, entries, forget)
            return
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Addition(lease, number, entries, person, link, unlink, done))
        self._has_work.set()
        await done

    async def _forget(self, lease: TableLease, number: int, entries: Sequence[StoredEntry], last: int) -> None:
        """Append the entries, and delete the games up to the last."""
        async with self._writing() as connection, connection.transaction():
            fenced = (
                "UPDATE tables SET length = length + $5 WHERE code = $1 AND owner = $2 AND epoch = $3 AND length = $4"
                " RETURNING code"
            )
            added = lease.code, self.id, lease.epoch, number, len(entries)
            if await connection.fetchval(fenced, *added) is None:
                raise NotOwner(lease.code)
            rows = [(lease.code, place, one.game, one.entry) for place, one in enumerate(entries, number)]
            await connection.executemany("INSERT INTO log VALUES ($1, $2, $3, $4)", rows)
            for relation in ("log", "latest", "links"):
                await self._delete(connection, relation, "code = $1 AND game BETWEEN 1 AND $2", lease.code, last)
            # Entries that were overwritten there are erased as well.
            await connection.execute(_UNCLEAN, ["latest"])

    async def load(self, code: str) -> list[bytes]:
        select = (
            "SELECT number, entry FROM log WHERE code = $1 UNION ALL"
            " SELECT number, entry FROM latest WHERE code = $1 ORDER BY number"
        )
        return [row[1] for row in await self._fetch(select, code)]

    async def delete(self, lease: TableLease) -> None:
        async with self._writing() as connection, connection.transaction():
            owned = "SELECT code FROM tables WHERE code = $1 AND owner = $2 AND epoch = $3 FOR UPDATE"
            if await connection.fetchval(owned, lease.code, self.id, lease.epoch) is None:
                raise NotOwner(lease.code)
            for relation in ("log", "latest", "people", "links", "tables", "waking"):
                await self._delete(connection, relation, "code = $1", lease.code)

    async def clean(self) -> None:
        async with self._reading() as connection:
            if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", CLEANING_LOCK):
                return
            try:
                # A request for an exclusive lock blocks everybody behind it.
                await connection.execute("SET lock_timeout = '200ms'")
                for row in await connection.fetch(_TO_CLEAN):
                    with contextlib.suppress(asyncpg.LockNotAvailableError):  # a dump reads it; retried later
                        await connection.execute(f"VACUUM FULL {row[0]}", timeout=CLEANING_TIMEOUT)
                        await connection.execute("DELETE FROM unclean WHERE relation = $1", row[0])
            finally:
                await connection.execute("SELECT pg_advisory_unlock($1)", CLEANING_LOCK)

    async def _delete(self, connection: PooledConnection, relation: str, condition: str, *values: object) -> int:
        """Delete rows, note the relations concerned (the log has several partitions), and return their number."""
        deleted = f"DELETE FROM {relation} WHERE {condition} RETURNING tableoid::regclass::text"  # noqa: S608 - ours
        rows = await connection.fetch(deleted, *values)
        await connection.execute(_UNCLEAN, sorted({row[0] for row in rows}))
        return len(rows)

    # Directory

    async def count(self) -> int:
        return int((await self._fetch("SELECT count(*) FROM tables"))[0][0])

    async def lengths(self, codes: Sequence[str]) -> dict[str, int]:
        rows = await self._fetch("SELECT code, length FROM tables WHERE code = ANY($1)", codes)
        return {row["code"]: row["length"] for row in rows}

    async def tables_of(self, person: str) -> list[str]:
        select = "SELECT code FROM people JOIN tables USING (code) WHERE person = $1 ORDER BY touched DESC, opened DESC"
        return [row[0] for row in await self._fetch(select, person)]

    async def code_of_link(self, token: str) -> str:
        found = await self._fetch("SELECT code FROM links WHERE token = $1", token)
        return found[0][0] if found else ""

    async def plan(self, lease: TableLease, due: int) -> None:
        planned = "UPDATE tables SET due = $4 WHERE code = $1 AND owner = $2 AND epoch = $3"
        async with self._writing() as connection:
            await connection.execute(planned, lease.code, self.id, lease.epoch, due)

    async def due(self, now: int, untouched: int = 0) -> tuple[list[str], list[str]]:
        due = await self._fetch("SELECT code FROM tables WHERE due BETWEEN 1 AND $1", now)
        idle = await self._fetch("SELECT code FROM tables WHERE touched < $1", untouched)
        return [row[0] for row in due], [row[0] for row in idle]

    async def wake(self, lease: TableLease, at: int) -> None:
        planned = (
            "INSERT INTO waking SELECT code, $4::bigint FROM tables WHERE code = $1 AND owner = $2 AND epoch = $3"
            " ON CONFLICT (code) DO UPDATE SET at = excluded.at"
        )
        async with self._writing() as connection:
            await connection.execute(planned, lease.code, self.id, lease.epoch, at)

    async def waking(self, now: int) -> list[str]:
        found = "SELECT code FROM waking JOIN tables USING (code) WHERE at BETWEEN 1 AND $1 ORDER BY at, code"
        return [row[0] for row in await self._fetch(found, now)]

    def clock(self) -> float:
        return _monotonic() + self._offset

    def time(self) -> float:
        self._latest = max(self._latest, self.clock())
        return self._latest

    async def believes(self, now: int) -> bool:
        async with self._writing() as connection, connection.transaction():
            (row,) = await connection.fetch("SELECT believed, doubted FROM clock FOR UPDATE")
            believed, doubted = judged(row["believed"], row["doubted"], now)
            await connection.execute("UPDATE clock SET believed = $1, doubted = $2", believed, doubted)
        self._latest = max(self._latest, float(believed))
        return not doubted

    async def add_counts(self, period: int, counts: Mapping[str, int]) -> dict[str, int]:
        async with self._writing() as connection:
            await connection.execute("DELETE FROM counts WHERE period < $1", int(self.clock()))
            # Sorted, so that no two servers wait for each other in a deadlock.
            keys = sorted(key for key, count in counts.items() if count)
            await connection.execute(_COUNT, period, keys, [counts[key] for key in keys])
            totals = "SELECT key, count FROM counts WHERE period = $1 AND key = ANY($2)"
            return {row["key"]: row["count"] for row in await connection.fetch(totals, period, list(counts))}

    async def check(self) -> None:
        async with self._writing() as connection, connection.transaction():
            await connection.execute("INSERT INTO links VALUES ('', '', 0)")
            await connection.execute("DELETE FROM links WHERE token = ''")

    def has_room(self) -> bool:
        return True  # the database knows

    # Documents

    async def read_document(self, kind: str, name: str) -> Document | None:
        if not (is_name(kind) and is_name(name)):
            return None
        found = await self._fetch(
            "SELECT name, version, value FROM documents WHERE kind = $1 AND name = $2", kind, name
        )
        return Document(*found[0]) if found else None

    async def write_document(self, kind: str, name: str, value: bytes, *, after: int = 0, due: int = 0) -> int:
        check_document(kind, name, due)
        if after:
            written = (
                "UPDATE documents SET version = version + 1, due = $4, value = $3, written = DEFAULT"
                " WHERE kind = $1 AND name = $2 AND version = $5 RETURNING version"
            )
        else:
            written = (
                "INSERT INTO documents (kind, name, version, due, value) VALUES ($1, $2, $5::bigint + 1, $4, $3)"
                " ON CONFLICT DO NOTHING RETURNING version"
            )
        if not 0 <= after < LATEST:
            raise Conflict(kind)
        async with self._writing() as connection:
            version = await connection.fetchval(written, kind, name, value, due, after)
        if version is None:
            raise Conflict(kind)
        return int(version)

    async def delete_document(self, kind: str, name: str, *, after: int) -> None:
        check_document(kind, name, 0)
        if not 0 < after < LATEST:
            raise Conflict(kind)
        async with self._writing() as connection, connection.transaction():
            found = "kind = $1 AND name = $2 AND version = $3"
            if not await self._delete(connection, "documents", found, kind, name, after):
                raise Conflict(kind)

    async def documents(self, kind: str, most: int) -> list[Document]:
        if not is_name(kind):
            return []
        found = "SELECT name, version, value FROM documents WHERE kind = $1 ORDER BY written DESC LIMIT $2"
        return [Document(*row) for row in await self._fetch(found, kind, min(max(most, 0), LATEST))]

    async def drop_documents(self, now: int) -> int:
        async with self._writing() as connection, connection.transaction():
            return await self._delete(connection, "documents", "due BETWEEN 1 AND $1", now)

    # Ownership

    def has_lease(self) -> bool:
        return _monotonic() < self._lease_end

    async def take(self, code: str) -> TableLease | None:
        async with self._writing() as connection, connection.transaction():
            row = await connection.fetchrow("SELECT owner FROM tables WHERE code = $1 FOR UPDATE", code)
            if row is None:
                return None
            # Each statement sees earlier commits, including the row of a server that has just started.
            expired = "DELETE FROM servers WHERE id = $1 AND until < clock_timestamp()"
            await connection.execute(expired, row["owner"])
            epoch = await connection.fetchval(_TAKE, code, self.id)
        if epoch is None:
            raise OwnedElsewhere(code)
        return TableLease(code, epoch, is_taken_over=row["owner"] not in (None, self.id))

    async def release(self, leases: Sequence[TableLease]) -> None:
        codes, epochs = [lease.code for lease in leases], [lease.epoch for lease in leases]
        released = (
            "UPDATE tables SET owner = NULL FROM unnest($1::text[], $2::bigint[]) AS lease (code, epoch)"
            " WHERE tables.code = lease.code AND tables.epoch = lease.epoch AND owner = $3"
        )
        async with self._writing() as connection:
            await connection.execute(released, codes, epochs, self.id)

    async def ask_for(self, code: str, people: Sequence[str] = ()) -> None:
        # The owner may just have released it.
        asked = (
            "SELECT pg_notify('turncoat_' || owner, code || ' ' || batch) FROM tables, unnest($2::text[]) AS batch"
            " WHERE code = $1 AND owner IS NOT NULL"
        )
        age = f"{_monotonic() - self._began:.3f}"
        batches = [people[first : first + MOST_ASKING] for first in range(0, max(len(people), 1), MOST_ASKING)]
        await self._fetch(asked, code, [" ".join((age, *batch)) for batch in batches])

    def listen(
        self,
        lost: Callable[[], None],
        asked: Callable[[str, float, Sequence[str]], None],
        reconnected: Callable[[bool], None],
    ) -> None:
        self._lost, self._asked, self._reconnected = lost, asked, reconnected

    # Start and end

    async def prepare(self, key: bytes, *, resets_key: bool = False) -> None:
        digest = key_digest(key)
        if resets_key:
            async with unused_database(self._url) as connection:
                await note_key(connection, digest)
            return
        async with open_connection(self._url) as connection:
            # Two servers that start together may both find none. The first that commits wins.
            await connection.execute("UPDATE key_check SET digest = $1 WHERE digest = ''", digest)
            if await connection.fetchval("SELECT digest FROM key_check") != digest:
                raise StoreError(composed(_OTHER_KEY))

    async def start(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=4,
            connect=cast(Any, connect),
            timeout=CONNECT_TIMEOUT,
            command_timeout=TIMEOUT,
            **self._session,
        )
        await self._beat()
        work = (self._keep_beating(), self._keep_writing(), self._keep_cleaning())
        self._tasks = [asyncio.create_task(one) for one in work]

    async def close(self) -> None:
        if not self._tasks:
            return  # it was not started
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for one in self._waiting:
            _fail(one.done, StoreFailure("closed"))
        self._lease_end = 0.0
        with contextlib.suppress(StoreFailure):  # the lease expires by itself
            await self._fetch("DELETE FROM servers WHERE id = $1", self.id)
        for connection in (self._writer, self._heart):
            if connection is not None:
                connection.terminate()
        # A connection is reset when it returns to the pool, even if its user was cancelled.
        with contextlib.suppress(StoreFailure), _failing():
            await asyncio.wait_for(self._pool.close(), CLOSED_WITHIN)
        self._pool.terminate()

    # Connections

    async def _connected(self, existing: "Connection | None", **settings: str) -> Connection:
        """Return the connection, or a new one with these settings if it was lost. Raises StoreFailure."""
        if existing is not None and not existing.is_closed():
            return existing
        session = {**self._session, "server_settings": self._session["server_settings"] | settings}
        with _failing():
            return await connect(self._url, timeout=CONNECT_TIMEOUT, command_timeout=self._lease, **session)

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[PooledConnection]:
        """Lend a connection of the pool. Raises StoreFailure for any error."""
        with _failing():
            async with self._pool.acquire(timeout=CONNECT_TIMEOUT) as connection:
                yield connection

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[PooledConnection]:
        """Lend a connection of the pool for writing. Raises StoreFailure, Uncertain."""
        async with self._reading() as connection:
            with _uncertain(connection):
                yield connection

    async def _fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        async with self._reading() as connection:
            return await connection.fetch(query, *values)

    # Writer

    async def _keep_writing(self) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            batch = self._next_batch()
            if self._waiting:
                self._has_work.set()
            try:
                stored = await self._write(batch)
            except StoreFailure as failure:
                for one in batch:
                    _fail(one.done, failure)
            else:
                for one in batch:
                    if one.lease.code in stored:
                        _succeed(one.done)
                    else:
                        _fail(one.done, NotOwner(one.lease.code))

    def _next_batch(self) -> list[_Addition]:
        """Return the next additions to write, at most one per table, since another would need the updated row."""
        batch: dict[str, _Addition] = {}
        rest: list[_Addition] = []
        for one in self._waiting:
            if one.lease.code in batch or len(batch) >= MOST_TOGETHER:
                rest.append(one)
            else:
                batch[one.lease.code] = one
        self._waiting = rest
        return list(batch.values())

    async def _write(self, batch: Sequence[_Addition]) -> set[str]:
        """Append to different tables, and return those whose entries were stored. Raises StoreFailure, Uncertain."""
        connection = self._writer = await self._connected(self._writer, **_PLANNED_ONCE)
        rows = [
            (one.lease.code, number, entry.game, entry.slot, entry.entry)
            for one in batch
            for number, entry in enumerate(one.entries, one.number)
        ]
        with _uncertain(connection):
            stored = await connection.fetch(
                _APPEND,
                [one.lease.code for one in batch],
                [one.lease.epoch for one in batch],
                [one.number for one in batch],
                [len(one.entries) for one in batch],
                [one.person for one in batch],
                [one.link for one in batch],
                [one.unlink for one in batch],
                [one.entries[0].game for one in batch],
                self.id,
                *([row[index] for row in rows] for index in range(5)),
            )
        return {row[0] for row in stored}

    # Heartbeat

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._lease / HEARTBEATS)
            try:
                async with asyncio.timeout(self._lease / HEARTBEATS):
                    await self._beat()
            except (StoreFailure, TimeoutError):
                if self._heart is not None:
                    self._heart.terminate()
                    self._heart = None
            if not self.has_lease():
                self._lost()

    async def _beat(self) -> None:
        """Renew the lease or, if everything was lost, begin as a new server. Raises StoreFailure."""
        is_new = self._heart is None or self._heart.is_closed()
        is_again, former = is_new and bool(self.id), self._timeline
        connection = self._heart = await self._connected(self._heart)
        with _failing():
            began = _monotonic()
            now = await connection.fetchval(_RENEW, self.id, self._lease)
            if now is None:
                if self.id:
                    self._lost()
                self.id, is_new = secrets.token_hex(8), True
                began = self._began = _monotonic()
                now = await connection.fetchval(_BEGIN, self.id, self._lease)
            if is_new:
                await connection.add_listener(f"turncoat_{self.id}", self._on_notice)
                with contextlib.suppress(asyncpg.PostgresError):  # some cloud databases do not provide it
                    self._timeline = await connection.fetchval(_TIMELINE)
        self._offset = now - (began + _monotonic()) / 2
        self._lease_end = began + self._lease
        if is_again:
            self._reconnected(self._timeline != former)

    def _on_notice(self, connection: object, process: int, channel: str, asked: object) -> None:
        code, age, *people = str(asked).split(" ")
        self._asked(code, float(age), people)

    async def _keep_cleaning(self) -> None:
        while True:
            await asyncio.sleep(CLEANING_INTERVAL)
            with contextlib.suppress(StoreFailure):  # retry at the next erasure
                await self.clean()


@contextlib.asynccontextmanager
async def open_connection(address: str) -> AsyncIterator[Connection]:
    """Connect to the database and ensure that its tables exist. Raises StoreError, also for later errors."""
    try:
        connection = await connect(address, timeout=CONNECT_TIMEOUT, **_SESSION)
        try:
            await _check_and_make_tables(connection)
            yield connection
        finally:
            await connection.close()
    except OtherFormat as error:
        raise StoreError(composed(_OTHER_FORMAT, found=str(error.found), known=str(error.known))) from None
    except (*_TROUBLE, ValueError) as error:
        raise StoreError(composed(_NOT_REACHED, why=str(error) or _kind(error))) from None


@contextlib.asynccontextmanager
async def unused_database(address: str) -> AsyncIterator[Connection]:
    """Open a transaction in a database that no server uses, and that none can start to use until it ends."""
    async with open_connection(address) as connection, connection.transaction():
        await connection.execute("LOCK TABLE servers IN EXCLUSIVE MODE")
        if await connection.fetchval("SELECT EXISTS (SELECT FROM servers WHERE until > clock_timestamp())"):
            raise StoreError(composed(_SERVERS_RUN))
        yield connection


async def note_key(connection: Connection, digest: bytes) -> None:
    """Store the digest of the key that the tables belong to from now on."""
    await connection.execute("UPDATE key_check SET digest = $1", digest)


async def _check_and_make_tables(connection: Connection) -> None:
    """Check that the database does not lose what it confirms, and create missing tables.

    Raises StoreError, OtherFormat.
    """
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        if await connection.fetchval(f"SHOW {setting}") == "off":
            raise StoreError(composed(_UNSAFE, setting=setting))
    await make_tables(connection)


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    """Turn errors of the database into StoreFailure."""
    try:
        yield
    except _TROUBLE as error:
        raise StoreFailure(_kind(error)) from None


@contextlib.contextmanager
def _uncertain(connection: "Connection | PooledConnection") -> Iterator[None]:
    """Turn refusals of the database into StoreFailure, and errors without an answer from it into Uncertain."""
    try:
        yield
    except _TROUBLE as error:
        state = getattr(error, "sqlstate", "") or ""
        is_answer = isinstance(error, asyncpg.PostgresError) and state[:2] not in _LOST
        if not is_answer or state == _READ_ONLY:
            connection.terminate()
        raise (StoreFailure if is_answer else Uncertain)(_kind(error)) from None


def _kind(error: BaseException) -> str:
    """Return the part of an error that may be logged: its message may hold a secret of a game."""
    return type(error).__name__


def _succeed(done: "asyncio.Future[None]") -> None:
    if not done.done():
        done.set_result(None)


def _fail(done: "asyncio.Future[None]", failure: StoreFailure) -> None:
    if not done.done():
        done.set_exception(failure)


def _monotonic() -> float:
    """Return monotonic seconds that include the machine's sleep, where the system counts it."""
    return time.clock_gettime(_BOOTTIME) if _BOOTTIME is not None else time.monotonic()


_BOOTTIME: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)
