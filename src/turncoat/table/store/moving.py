"""Migration of everything that a server stores from its data directory to a shared database, or back.

The copy is read back and compared, entry by entry, before it counts. An interrupted migration leaves nothing in the
target and can be repeated. The source stays unchanged.
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from turncoat.kernel.words import N_, composed
from turncoat.table.store import sqlite_schema
from turncoat.table.store.data_directory import TABLES, DirectoryLock, not_writable
from turncoat.table.store.errors import StoreError
from turncoat.table.store.opening import is_address
from turncoat.table.store.postgres import note_key, unused_database
from turncoat.table.store.postgres_schema import Connection
from turncoat.table.store.private_files import sync, write_private
from turncoat.table.store.server_key import KEY_FILE, key_digest
from turncoat.table.store.sqlite import has_content, open_database
from turncoat.table.store.sqlite_erasing import log_of_all
from turncoat.table.store.write_ahead_log import check_log

_SAME_KIND: Final = N_("give a data directory and the address of a database: first the one to move from")
_NO_TABLES: Final = N_("there are no tables in {path}")
_TABLES_THERE: Final = N_("{path} already has tables; please choose an empty target")
_NO_KEY: Final = N_("cannot read the servers' key in {path}; please give the file with --key")
_OTHER_KEY: Final = N_("{path} is not the key of these tables; please give the right file with --key")
_DIFFERS: Final = N_("table {code} could not be copied exactly, so nothing was moved; please report this")

_DOCUMENTS_DIFFER: Final = N_(
    "what belongs to no table could not be copied exactly, so nothing was moved; please report this"
)


class Moved(msgspec.Struct, frozen=True):
    """Size of a migration."""

    tables: int
    entries: int


class _Table(msgspec.Struct, frozen=True):
    """All data of a table."""

    code: str
    touched: int
    due: int
    log: list[tuple[int, int, bytes]]
    """Number, game and entry."""
    latest: list[tuple[str, int, int, bytes]]
    """Slot, number, game and entry."""
    people: list[str]
    links: list[tuple[str, int]]
    """Token and game."""
    waking: list[int]
    """Time when the table must next be loaded, if there is one."""

    @property
    def length(self) -> int:
        """Number of the next entry."""
        return max([*(row[0] for row in self.log), *(row[1] for row in self.latest)], default=-1) + 1


_Document: TypeAlias = tuple[str, str, int, int, bytes]
"""Kind, name, version, time of deletion and value of a document."""


class _Side(Protocol):
    """The source or target of a migration."""

    async def codes(self) -> list[str]:
        """Return the codes of all tables, oldest first."""
        ...

    async def read(self, code: str) -> _Table: ...
    async def write(self, table: _Table) -> None: ...
    async def documents(self) -> list[_Document]:
        """Return all documents, the first written first."""
        ...

    async def write_documents(self, documents: list[_Document]) -> None: ...
    async def clock(self) -> tuple[int, int]: ...
    async def set_clock(self, clock: tuple[int, int]) -> None: ...
    async def key(self) -> bytes: ...
    async def set_key(self, digest: bytes) -> None: ...


async def move_store(source: str, target: str, key: Path | None) -> Moved:
    """Migrate from a data directory to the address of a database, or the other way.

    `key` is the path of the servers' key if it is not in the data directory. Raises StoreError.
    """
    if is_address(source) == is_address(target):
        raise StoreError(composed(_SAME_KIND))
    folder = Path(target if is_address(source) else source)
    key = key or folder / KEY_FILE
    async with AsyncExitStack() as stack:
        try:
            if is_address(source):
                there: _Side = _Postgres(await stack.enter_async_context(unused_database(source)))
            else:
                there = await stack.enter_async_context(_directory(folder))
            secret = _key(key)
            if await there.key() != key_digest(secret):
                raise StoreError(composed(_OTHER_KEY, path=str(key)))
            if is_address(source):
                to: _Side = await stack.enter_async_context(_new_directory(folder, secret))
            else:
                to = await stack.enter_async_context(_new_database(target))
            moved = await _moved(there, to)
            await to.set_key(key_digest(secret))
            return moved
        except OSError as error:
            raise not_writable(folder, error) from None


async def _moved(source: _Side, target: _Side) -> Moved:
    tables = entries = 0
    for code in await source.codes():
        table = await source.read(code)
        await target.write(table)
        if await target.read(code) != table:
            raise StoreError(composed(_DIFFERS, code=code))
        tables, entries = tables + 1, entries + len(table.log) + len(table.latest)
    await target.write_documents(await source.documents())
    if await target.documents() != await source.documents():
        raise StoreError(composed(_DOCUMENTS_DIFFER))
    await target.set_clock(await source.clock())
    return Moved(tables, entries)


def _key(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise StoreError(composed(_NO_KEY, path=str(path))) from None


# A data directory


class _Sqlite(_Side):
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _column(self, query: str, *values: Any) -> list[Any]:
        return [row[0] for row in self._connection.execute(query, values)]

    def _rows(self, query: str, *values: Any) -> list[Any]:
        return self._connection.execute(query, values).fetchall()

    async def codes(self) -> list[str]:
        return self._column("SELECT code FROM tables ORDER BY rowid")

    async def read(self, code: str) -> _Table:
        ((touched, due),) = self._connection.execute("SELECT touched, due FROM tables WHERE code = ?", (code,))
        log = log_of_all(self._connection)
        return _Table(
            code,
            touched,
            due,
            log=self._rows(f"SELECT number, game, entry FROM {log} WHERE code = ? ORDER BY number", code),  # noqa: S608
            latest=self._rows("SELECT slot, number, game, entry FROM latest WHERE code = ? ORDER BY slot", code),
            people=self._column("SELECT person FROM people WHERE code = ? ORDER BY person", code),
            links=self._rows("SELECT token, game FROM links WHERE code = ? ORDER BY token", code),
            waking=self._column("SELECT at FROM waking WHERE code = ?", code),
        )

    async def write(self, table: _Table) -> None:
        code, execute = table.code, self._connection.executemany
        execute("INSERT INTO tables VALUES (?, ?, ?)", [(code, table.touched, table.due)])
        execute("INSERT INTO log VALUES (?, ?, ?, ?)", [(code, *row) for row in table.log])
        execute("INSERT INTO latest VALUES (?, ?, ?, ?, ?)", [(code, *row) for row in table.latest])
        execute("INSERT INTO people VALUES (?, ?)", [(person, code) for person in table.people])
        execute("INSERT INTO links VALUES (?, ?, ?)", [(token, code, game) for token, game in table.links])
        execute("INSERT INTO waking VALUES (?, ?)", [(code, at) for at in table.waking])

    async def documents(self) -> list[_Document]:
        return self._rows("SELECT kind, name, version, due, value FROM documents ORDER BY rowid")

    async def write_documents(self, documents: list[_Document]) -> None:
        self._connection.executemany("INSERT INTO documents VALUES (?, ?, ?, ?, ?)", documents)

    async def clock(self) -> tuple[int, int]:
        ((believed, doubted),) = self._connection.execute("SELECT believed, doubted FROM clock")
        return believed, doubted

    async def set_clock(self, clock: tuple[int, int]) -> None:
        self._connection.execute("UPDATE clock SET believed = ?, doubted = ?", clock)

    async def key(self) -> bytes:
        return sqlite_schema.noted_key(self._connection)

    async def set_key(self, digest: bytes) -> None:
        sqlite_schema.note_key(self._connection, digest)


@asynccontextmanager
async def _directory(folder: Path) -> AsyncIterator[_Sqlite]:
    """Open a data directory as the source. No server may use it."""
    if not (folder / TABLES).exists():
        raise StoreError(composed(_NO_TABLES, path=str(folder)))
    lock = DirectoryLock(folder)
    try:
        check_log(folder / TABLES)
        with closing(open_database(folder / TABLES)) as connection:
            yield _Sqlite(connection)
    finally:
        lock.release()


@asynccontextmanager
async def _new_directory(folder: Path, key: bytes) -> AsyncIterator[_Sqlite]:
    """Create a data directory as the target. The data appear there once complete and on the disk."""
    lock = DirectoryLock(folder)
    path, new = folder / TABLES, folder / f"{TABLES}.moved"
    try:
        if path.exists():
            with closing(open_database(path)) as there:
                if has_content(there):
                    raise StoreError(composed(_TABLES_THERE, path=str(folder)))
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        with closing(sqlite3.connect(new, isolation_level=None)) as connection:
            connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
            connection.execute("PRAGMA synchronous=FULL")
            sqlite_schema.create_tables(connection)
            connection.execute("BEGIN")
            yield _Sqlite(connection)
            connection.execute("COMMIT")
        write_private(folder / KEY_FILE, key)
        new.replace(path)
        sync(folder)
    finally:
        new.unlink(missing_ok=True)
        lock.release()


# A database


class _Postgres(_Side):
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def _column(self, query: str, *values: object) -> list[Any]:
        return [row[0] for row in await self._connection.fetch(query, *values)]

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return [tuple(row) for row in await self._connection.fetch(query, *values)]

    async def codes(self) -> list[str]:
        return await self._column("SELECT code FROM tables ORDER BY opened")

    async def read(self, code: str) -> _Table:
        (found,) = await self._connection.fetch("SELECT touched, due FROM tables WHERE code = $1", code)
        return _Table(
            code,
            found["touched"],
            found["due"],
            log=await self._rows("SELECT number, game, entry FROM log WHERE code = $1 ORDER BY number", code),
            latest=await self._rows(
                'SELECT slot, number, game, entry FROM latest WHERE code = $1 ORDER BY slot COLLATE "C"', code
            ),
            people=await self._column('SELECT person FROM people WHERE code = $1 ORDER BY person COLLATE "C"', code),
            links=await self._rows('SELECT token, game FROM links WHERE code = $1 ORDER BY token COLLATE "C"', code),
            waking=await self._column("SELECT at FROM waking WHERE code = $1", code),
        )

    async def write(self, table: _Table) -> None:
        code, execute = table.code, self._connection.executemany
        row = (code, table.length, table.touched, table.due)
        await execute("INSERT INTO tables (code, epoch, length, touched, due) VALUES ($1, 0, $2, $3, $4)", [row])
        await self._connection.copy_records_to_table("log", records=[(code, *row) for row in table.log])
        await self._connection.copy_records_to_table("latest", records=[(code, *row) for row in table.latest])
        await execute("INSERT INTO people VALUES ($1, $2)", [(person, code) for person in table.people])
        await execute("INSERT INTO links VALUES ($1, $2, $3)", [(token, code, game) for token, game in table.links])
        await execute("INSERT INTO waking VALUES ($1, $2)", [(code, at) for at in table.waking])

    async def documents(self) -> list[_Document]:
        return await self._rows("SELECT kind, name, version, due, value FROM documents ORDER BY written")

    async def write_documents(self, documents: list[_Document]) -> None:
        added = "INSERT INTO documents (kind, name, version, due, value) VALUES ($1, $2, $3, $4, $5)"
        await self._connection.executemany(added, documents)

    async def clock(self) -> tuple[int, int]:
        (found,) = await self._connection.fetch("SELECT believed, doubted FROM clock")
        return found[0], found[1]

    async def set_clock(self, clock: tuple[int, int]) -> None:
        await self._connection.execute("UPDATE clock SET believed = $1, doubted = $2", *clock)

    async def key(self) -> bytes:
        return bytes(await self._connection.fetchval("SELECT digest FROM key_check"))

    async def set_key(self, digest: bytes) -> None:
        await note_key(self._connection, digest)


@asynccontextmanager
async def _new_database(address: str) -> AsyncIterator[_Postgres]:
    """Open a database without tables as the target."""
    async with unused_database(address) as connection:
        if await connection.fetchval("SELECT EXISTS (SELECT FROM tables) OR EXISTS (SELECT FROM documents)"):
            name = await connection.fetchval("SELECT current_database()::text")
            raise StoreError(composed(_TABLES_THERE, path=name))
        yield _Postgres(connection)
