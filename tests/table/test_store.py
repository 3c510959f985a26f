"""The store preserves what it has acknowledged, in order, and reports when it cannot."""

import asyncio
import errno
import itertools
import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.support.rows import rows
from turncoat.table.store import data_directory
from turncoat.table.store import sqlite_erasing as erasing
from turncoat.table.store.data_directory import DirectoryLock
from turncoat.table.store.errors import NotOwner, StoreError, StoreFailure
from turncoat.table.store.protocols import TableLease
from turncoat.table.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio


async def test_sqlite_returns_entries_in_order(tmp_path: Path) -> None:
    clock = itertools.count(1_000_000)
    store = SqliteStore(tmp_path / "new" / "tables.sqlite3", lambda: next(clock))
    await store.append(TableLease("BCDF"), 0, rows(b"one", b"two"), person="ola")
    await store.append(TableLease("BCDF"), 2, rows(b"three"), person="jan")
    await store.append(TableLease("GHJK"), 0, rows(b"other"), person="ola")
    await store.close()
    again = SqliteStore(tmp_path / "new" / "tables.sqlite3")
    assert await again.load("BCDF") == [b"one", b"two", b"three"]
    assert await again.load("NONE") == []
    assert await again.tables_of("ola") == ["GHJK", "BCDF"]  # the most recently used first
    assert await again.tables_of("eve") == []
    await again.close()


async def test_sqlite_lists_the_latest_opened_table_first(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3", lambda: 1_000_000)
    for code in ("LMNP", "BCDF", "GHJK"):
        await store.append(TableLease(code), 0, rows(b"one"), person="ola")
    await store.append(TableLease("LMNP"), 1, rows(b"two"), person="ola")
    assert await store.tables_of("ola") == ["GHJK", "BCDF", "LMNP"]
    await store.close()


async def test_a_taken_number_does_not_affect_concurrent_writes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"first"))
    jobs = [store.append(TableLease(f"T{number}"), 0, rows(b"x")) for number in range(300)]
    outcomes = await asyncio.gather(store.append(TableLease("BCDF"), 0, rows(b"again")), *jobs, return_exceptions=True)
    assert isinstance(outcomes[0], NotOwner)
    assert outcomes[1:] == [None] * 300
    assert await store.load("BCDF") == [b"first"]
    assert await store.load("T299") == [b"x"]
    await store.close()


async def test_a_refused_write_is_not_kept_in_part(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"there already"))
    half, whole = (
        store.append(TableLease("BCDF"), 0, [*rows(b"noted", slot="notes"), *rows(b"taken")], person="ola"),
        store.append(TableLease("GHJK"), 0, rows(b"one")),
    )
    outcomes = await asyncio.gather(half, whole, return_exceptions=True)
    assert isinstance(outcomes[0], NotOwner)
    assert (await store.load("BCDF"), await store.load("GHJK")) == ([b"there already"], [b"one"])
    assert await store.tables_of("ola") == []
    await store.close()


async def test_a_second_server_cannot_use_the_directory(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    with pytest.raises(StoreError, match="another server"):
        SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"the first goes on"))
    await store.close()
    again = SqliteStore(tmp_path / "tables.sqlite3")
    assert await again.load("BCDF") == [b"the first goes on"]
    await again.close()


async def test_a_file_locked_by_another_program_is_reported(tmp_path: Path) -> None:
    """A server of version 0.1.0 locks the file, and knows no separate lock file."""
    await SqliteStore(tmp_path / "tables.sqlite3").close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"database is locked; is another server or program using this file\?"):
            SqliteStore(tmp_path / "tables.sqlite3")
    DirectoryLock(tmp_path).release()  # the directory is not locked after a failed opening


async def test_other_programs_may_read_while_the_server_writes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"one"))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT entry FROM log").fetchall() == [(b"one",)]
        await asyncio.wait_for(store.append(TableLease("BCDF"), 1, rows(b"two")), 10)
        assert reader.execute("SELECT entry FROM log").fetchall() == [(b"one",)]
    assert await store.load("BCDF") == [b"one", b"two"]
    await store.close()


async def test_a_file_of_another_format_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError, match="another version of Turncoat"):
        SqliteStore(path)


async def test_the_store_recovers_from_a_full_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"first"))
    await store._do(lambda connection: connection.execute("PRAGMA max_page_count=20").fetchone())
    jobs = [
        store.append(TableLease("GHJK"), 0, rows(b"small")),
        store.append(TableLease("BCDF"), 1, rows(b"x" * 400_000)),
    ]
    outcomes = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 10)
    assert isinstance(outcomes[1], StoreFailure)
    await asyncio.wait_for(store.append(TableLease("BCDF"), 1, rows(b"second")), 10)
    assert await store.load("BCDF") == [b"first", b"second"]
    # Acknowledged entries are there, and no others.
    assert await store.load("GHJK") == ([b"small"] if outcomes[0] is None else [])
    await store.close()


def secret_of(code: str) -> bytes:
    return f"what was said at {code}".encode()


CODES = [f"{letter}{number:03}" for letter in "BCDFGHJK" for number in range(120)]


def entry_of(code: str, number: int) -> bytes:
    """Return an entry, in one of many sizes."""
    return secret_of(code) * (1, 3, 10, 40)[(sum(code.encode()) + number * 7) % 4]


def entries_of(code: str) -> list[bytes]:
    return [entry_of(code, number) for number in range(6)]


async def filled(path: Path) -> SqliteStore:
    """Create a store of many tables with interleaved entries, so that its pages were split many times."""
    store, chance = SqliteStore(path), random.Random(1)
    for number in range(6):
        turns = chance.sample(CODES, len(CODES))
        await asyncio.gather(
            *(
                store.append(TableLease(code), number, rows(entry_of(code, number), game=1), person=f"person-{code}")
                for code in turns
            )
        )
    return store


async def pages_of(store: SqliteStore) -> int:
    pages: int = await store._do(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
    return pages


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


async def test_erasing_removes_every_byte_and_nothing_else(tmp_path: Path) -> None:
    store = await filled(tmp_path / "tables.sqlite3")
    gone, kept = CODES[::2], CODES[1::2]
    for code in gone:
        await store.delete(TableLease(code))
        await store.write_document("circle", code, secret_of(code))
        await store.delete_document("circle", code, after=1)
        await store.write_document("told", code, secret_of(code), due=1)
    for code in kept:
        await store.write_document("circle", code, b"stays")
    await store.drop_documents(1)
    erasing = asyncio.ensure_future(store.clean())
    number = 6
    while not erasing.done():  # the tables continue meanwhile
        await asyncio.gather(*(store.append(TableLease(code), number, rows(secret_of(code))) for code in kept[::7]))
        assert (await store.load(kept[0]))[:6] == entries_of(kept[0])
        number += 1
    await erasing
    left = bytes_of(tmp_path)
    assert [code for code in gone if secret_of(code) in left or f"person-{code}".encode() in left] == []
    for index, code in enumerate(kept):
        more = number - 6 if index % 7 == 0 else 0
        assert await store.load(code) == entries_of(code) + [secret_of(code)] * more
        assert await store.tables_of(f"person-{code}") == [code]
    with pytest.raises(NotOwner):
        await store.append(TableLease(kept[5]), 5, rows(b"again"))
    await store.close()
    again = SqliteStore(tmp_path / "tables.sqlite3")
    assert len(await again.load(kept[-1])) == 6
    await again.close()


async def test_a_rewritten_file_keeps_every_column(tmp_path: Path) -> None:
    store = await filled(tmp_path / "tables.sqlite3")

    def add(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE log ADD COLUMN more TEXT NOT NULL DEFAULT 'log'")
        connection.execute("ALTER TABLE people ADD COLUMN more TEXT NOT NULL DEFAULT 'people'")
        connection.execute("CREATE TABLE later (number INTEGER PRIMARY KEY, word TEXT) WITHOUT ROWID")
        connection.execute("INSERT INTO later VALUES (7, 'seven')")

    def all_of(connection: sqlite3.Connection) -> dict[str, object]:
        found: dict[str, object] = {}
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            found[f"columns of {name}"] = connection.execute(f"PRAGMA table_info({name})").fetchall()
            rows = connection.execute(f"SELECT * FROM {name}").fetchall()  # except those of the deleted table
            found[name] = sorted(row for row in rows if CODES[0] not in row and name != "unclean")
        return found

    await store._do(add)
    before = await store._do(all_of)
    await store.delete(TableLease(CODES[0]))
    await store.clean()
    after = await store._do(all_of)
    assert after == before
    assert after["later"] == [(7, "seven")]
    await store.close()


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["deleted", "forgotten"])
async def test_deleted_data_is_erased_automatically(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_forgotten: bool
) -> None:

    async def remove(code: str) -> None:
        lease = TableLease(code)
        await (store.append(lease, 6, rows(b"what stays"), forget=1) if is_forgotten else store.delete(lease))

    monkeypatch.setattr(erasing, "REST", 0.1)
    store = await filled(tmp_path / "tables.sqlite3")
    size = await pages_of(store)
    for code in CODES[10:]:
        await remove(code)

    async def at_work() -> float | None:
        return await store._do(lambda connection: store._eraser.wait())

    async with asyncio.timeout(60):
        while await at_work() is not None:
            pass
    assert secret_of(CODES[-1]) not in bytes_of(tmp_path)
    assert await pages_of(store) < size / 4
    # The store rests after each rewrite.
    monkeypatch.setattr(erasing, "REST", 600.0)
    await store.clean()
    await remove(CODES[0])
    rest = await at_work()
    assert rest is not None
    assert rest > 300
    await store.close()


async def test_erasing_continues_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "STEP", 0.0001)
    path = tmp_path / "tables.sqlite3"
    store = await filled(path)
    gone = CODES[3]
    await store.delete(TableLease(gone))
    while not await store._do(lambda connection: "C" < store._eraser._moved < "H"):
        pass
    await store.append(TableLease(CODES[0]), 6, rows(b"in the new log"))
    await store.append(TableLease(CODES[-1]), 6, rows(b"in the old log"))
    await store.close()
    again = SqliteStore(path)
    assert (await again.load(CODES[0]))[-1] == b"in the new log"
    assert (await again.load(CODES[-1]))[-1] == b"in the old log"
    await again.clean()
    assert secret_of(gone) not in bytes_of(tmp_path)
    assert [len(await again.load(code)) for code in (CODES[0], gone, CODES[4], CODES[-1])] == [7, 0, 6, 7]
    await again.close()


async def test_erasing_resumes_after_a_full_disk(tmp_path: Path) -> None:
    store = await filled(tmp_path / "tables.sqlite3")
    await store.delete(TableLease(CODES[1]))
    await store.clean()
    await store.delete(TableLease(CODES[2]))
    pages = await pages_of(store)
    await store._do(lambda connection: connection.execute(f"PRAGMA max_page_count={pages}").fetchone())
    (outcome,) = await asyncio.gather(store.clean(), return_exceptions=True)
    assert await store.load(CODES[3]) == entries_of(CODES[3])
    await store._do(lambda connection: connection.execute(f"PRAGMA max_page_count={pages * 4}").fetchone())
    await store.clean()
    assert outcome is None or isinstance(outcome, StoreFailure)
    assert secret_of(CODES[2]) not in bytes_of(tmp_path)
    assert [len(await store.load(code)) for code in CODES[1:4]] == [0, 0, 6]
    await store.close()


# Damage


async def left(path: Path) -> None:
    """Leave a store with some pages in one file."""
    store = SqliteStore(path)
    for number in range(40):
        await store.append(TableLease("BCDF"), number, rows(b"x" * 2000))
    await store.close()


def files_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def _spoil(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(bytes(range(256)) * 16 * 20)


def _spoil_the_head(path: Path) -> None:
    path.write_bytes(b"This is no database, but somebody's shopping list.\n" * 400)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


def _remove(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"what was written last")
    path.unlink()


@pytest.mark.parametrize("damage", [_truncate, _spoil, _spoil_the_head, _empty, _remove])
async def test_a_damaged_file_is_not_touched_and_a_remedy_is_named(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = tmp_path / "tables.sqlite3"
    await left(path)
    damage(path)
    before = files_in(tmp_path)
    with pytest.raises(StoreError, match=r"is damaged .*turncoat restore FILE --replace"):
        SqliteStore(path)
    assert files_in(tmp_path) == before
    DirectoryLock(tmp_path).release()


async def test_an_interrupted_creation_of_the_file_is_repeated(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3.new").write_bytes(b"half a database")
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"one"))
    await store.close()
    assert not (tmp_path / "tables.sqlite3.new").exists()


async def test_a_file_damaged_at_runtime_accepts_no_writes(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    await left(path)
    store = SqliteStore(path)
    _spoil(path)
    await store._do(lambda connection: connection.execute("PRAGMA shrink_memory").fetchone())
    with pytest.raises(StoreFailure, match="SQLITE_CORRUPT"):
        await store.load("BCDF")
    # Writing on in a damaged file may destroy the rest.
    with pytest.raises(StoreFailure, match="SQLITE_CORRUPT"):
        await store.append(TableLease("GHJK"), 0, rows(b"new"))
    await store.close()


class DiskWithoutSync(sqlite3.Connection):
    """A connection whose next commit fails to sync, as reported by SQLite."""

    fails = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql != "COMMIT" or not self.fails:
            return super().execute(sql, *values)
        type(self).fails = False
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_IOERR_FSYNC, "SQLITE_IOERR_FSYNC"
        raise error


async def test_a_failed_sync_blocks_writes_until_the_file_is_reopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state of the disk is then unknown, and a second sync may falsely succeed."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *where, **how: connect(*where, **how, factory=DiskWithoutSync))
    monkeypatch.setattr(DiskWithoutSync, "fails", False)
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"first"))
    DiskWithoutSync.fails = True
    with pytest.raises(StoreFailure, match="SQLITE_IOERR_FSYNC"):
        await store.append(TableLease("BCDF"), 1, rows(b"second"))
    with pytest.raises(StoreFailure, match="SQLITE_IOERR_FSYNC"):
        await store.append(TableLease("BCDF"), 1, rows(b"third"))
    with pytest.raises(StoreFailure, match="SQLITE_IOERR_FSYNC"):
        await store.load("BCDF")
    await store.close()
    store = SqliteStore(tmp_path / "tables.sqlite3")
    assert await store.load("BCDF") == [b"first"]
    await store.append(TableLease("BCDF"), 1, rows(b"fourth"))
    await store.close()


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_written_to_a_replaced_file(tmp_path: Path, replaced: bool) -> None:
    """Somebody has deleted the directory of a running server, or copied another file over it."""
    path = tmp_path / "tables.sqlite3"
    store = SqliteStore(path)
    await store.append(TableLease("BCDF"), 0, rows(b"first"))
    path.rename(tmp_path / "elsewhere")
    if replaced:
        path.write_bytes((tmp_path / "elsewhere").read_bytes())
    with pytest.raises(StoreFailure, match="moved or deleted"):
        await store.append(TableLease("BCDF"), 1, rows(b"second"))
    await store.close()


async def test_a_read_only_file_refuses_writes_and_keeps_its_data(tmp_path: Path) -> None:
    """As when a disk is remounted read-only after an error."""
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append(TableLease("BCDF"), 0, rows(b"first"))
    await store._do(lambda connection: connection.execute("PRAGMA query_only=ON").fetchone())
    with pytest.raises(StoreFailure, match="SQLITE_READONLY"):
        await store.append(TableLease("BCDF"), 1, rows(b"second"))
    assert await store.load("BCDF") == [b"first"]
    await store._do(lambda connection: connection.execute("PRAGMA query_only=OFF").fetchone())
    await store.append(TableLease("BCDF"), 1, rows(b"second"))
    await store.close()


async def test_a_file_system_without_locks_is_not_taken_for_another_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlocked(file: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(data_directory, "_lock", unlocked)
    with pytest.raises(StoreError, match=r"cannot write in the data directory .*: No locks available; "):
        SqliteStore(tmp_path / "tables.sqlite3")


async def test_a_directory_that_cannot_be_created_is_reported_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match=r"cannot write in the data directory .*: Not a directory; .*--data"):
        SqliteStore(tmp_path / "file" / "data" / "tables.sqlite3")


async def test_a_batch_of_writes_wakes_the_event_loop_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    loop, woken = asyncio.get_running_loop(), 0
    wake = loop.call_soon_threadsafe

    def counted(*arguments: Any) -> Any:
        nonlocal woken
        woken += 1
        return wake(*arguments)

    gate = Event()
    waiting = asyncio.ensure_future(store._do(lambda connection: gate.wait(20)))
    await asyncio.sleep(0)
    rest = [asyncio.ensure_future(store.append(TableLease("BCDF"), number, rows(b"x"))) for number in range(20)]
    await asyncio.sleep(0)
    monkeypatch.setattr(loop, "call_soon_threadsafe", counted, raising=False)
    gate.set()
    await asyncio.gather(waiting, *rest)
    monkeypatch.undo()
    assert 1 <= woken <= 2
    assert len(await store.load("BCDF")) == 20
    await store.close()


async def test_a_cancelled_write_is_not_started(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    gate = Event()
    waiting = asyncio.ensure_future(store._do(lambda connection: gate.wait(20)))
    await asyncio.sleep(0)
    given_up = asyncio.ensure_future(store.append(TableLease("BCDF"), 0, rows(b"x")))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    gate.set()
    await waiting
    assert await store.load("BCDF") == []
    await store.close()
