"""The store keeps what it acknowledged, in order, and says so when it cannot."""

import asyncio
import errno
import itertools
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from turncoat.table import data_directory
from turncoat.table.data_directory import DirectoryLock, StoreError
from turncoat.table.store import CodeTaken, SqliteStore, StoreFailure

pytestmark = pytest.mark.anyio


async def test_entries_come_back_in_order(tmp_path: Path) -> None:
    clock = itertools.count(1_000_000)
    store = SqliteStore(tmp_path / "new" / "tables.sqlite3", lambda: next(clock))
    await store.append("BCDF", 0, [b"one", b"two"], "ola")
    await store.append("BCDF", 2, [b"three"], "jan")
    await store.append("GHJK", 0, [b"other"], "ola")
    await store.close()
    again = SqliteStore(tmp_path / "new" / "tables.sqlite3")
    assert await again.load("BCDF") == [b"one", b"two", b"three"]
    assert await again.load("NONE") == []
    assert await again.tables_of("ola") == ["GHJK", "BCDF"]  # where something happened last comes first
    assert await again.tables_of("eve") == []
    await again.close()


async def test_among_tables_touched_at_the_same_moment_the_one_opened_last_comes_first(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3", lambda: 1_000_000)
    for code in ("LMNP", "BCDF", "GHJK"):
        await store.append(code, 0, [b"one"], "ola")
    await store.append("LMNP", 1, [b"two"], "ola")
    assert await store.tables_of("ola") == ["GHJK", "BCDF", "LMNP"]
    await store.close()


async def test_many_at_once_are_all_kept_and_a_taken_number_spoils_no_other(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"first"])
    jobs = [store.append(f"T{number}", 0, [b"x"]) for number in range(300)]
    outcomes = await asyncio.gather(store.append("BCDF", 0, [b"again"]), *jobs, return_exceptions=True)
    assert isinstance(outcomes[0], CodeTaken)
    assert outcomes[1:] == [None] * 300
    assert await store.load("BCDF") == [b"first"]
    assert await store.load("T299") == [b"x"]
    await store.close()


async def test_a_second_server_is_told_that_the_directory_is_in_use(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    with pytest.raises(StoreError, match="another server"):
        SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"the first goes on"])
    await store.close()
    again = SqliteStore(tmp_path / "tables.sqlite3")
    assert await again.load("BCDF") == [b"the first goes on"]
    await again.close()


async def test_another_program_that_holds_the_file_is_named_as_a_reason(tmp_path: Path) -> None:
    """A server of 0.1.0 keeps the file locked, and knows no lock beside it."""
    await SqliteStore(tmp_path / "tables.sqlite3").close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"database is locked; is another server or program using this file\?"):
            SqliteStore(tmp_path / "tables.sqlite3")
    DirectoryLock(tmp_path).release()  # whoever could not open the file holds nothing


async def test_somebody_else_may_read_while_the_server_writes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"one"])
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT entry FROM log").fetchall() == [(b"one",)]
        await asyncio.wait_for(store.append("BCDF", 1, [b"two"]), 10)
        assert reader.execute("SELECT entry FROM log").fetchall() == [(b"one",)]
    assert await store.load("BCDF") == [b"one", b"two"]
    await store.close()


async def test_a_file_of_another_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError, match="a newer version of Turncoat"):
        SqliteStore(path)


async def test_a_full_disk_fails_what_it_hits_and_the_store_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"first"])
    await store._do(lambda connection: connection.execute("PRAGMA max_page_count=20").fetchone())
    jobs = [store.append("GHJK", 0, [b"small"]), store.append("BCDF", 1, [b"x" * 400_000])]
    outcomes = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 10)
    assert isinstance(outcomes[1], StoreFailure)
    await asyncio.wait_for(store.append("BCDF", 1, [b"second"]), 10)
    assert await store.load("BCDF") == [b"first", b"second"]
    # What was acknowledged is there, and what was not is not.
    assert await store.load("GHJK") == ([b"small"] if outcomes[0] is None else [])
    await store.close()


# What is damaged


async def left(path: Path) -> None:
    """A store with some pages, in one file."""
    store = SqliteStore(path)
    for number in range(40):
        await store.append("BCDF", number, [b"x" * 2000])
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
async def test_a_damaged_file_is_left_as_it_is_and_the_way_out_is_named(
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


async def test_a_start_that_was_cut_off_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3.new").write_bytes(b"half a database")
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"one"])
    await store.close()
    assert not (tmp_path / "tables.sqlite3.new").exists()


async def test_a_file_that_is_damaged_under_the_server_takes_nothing_more(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    await left(path)
    store = SqliteStore(path)
    _spoil(path)
    await store._do(lambda connection: connection.execute("PRAGMA shrink_memory").fetchone())
    with pytest.raises(StoreFailure, match="SQLITE_CORRUPT"):
        await store.load("BCDF")
    # Who writes on in a damaged file may spoil what is left of it.
    with pytest.raises(StoreFailure, match="SQLITE_CORRUPT"):
        await store.append("GHJK", 0, [b"new"])
    await store.close()


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_written_into_a_file_that_was_taken_away(tmp_path: Path, replaced: bool) -> None:
    """Somebody has deleted the directory of a running server, or copied another file over it."""
    path = tmp_path / "tables.sqlite3"
    store = SqliteStore(path)
    await store.append("BCDF", 0, [b"first"])
    path.rename(tmp_path / "elsewhere")
    if replaced:
        path.write_bytes((tmp_path / "elsewhere").read_bytes())
    with pytest.raises(StoreFailure, match="moved or deleted"):
        await store.append("BCDF", 1, [b"second"])
    await store.close()


async def test_what_cannot_be_written_is_refused_and_what_was_written_is_there(tmp_path: Path) -> None:
    """As when a disk is mounted for reading only after an error."""
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"first"])
    await store._do(lambda connection: connection.execute("PRAGMA query_only=ON").fetchone())
    with pytest.raises(StoreFailure, match="SQLITE_READONLY"):
        await store.append("BCDF", 1, [b"second"])
    assert await store.load("BCDF") == [b"first"]
    await store._do(lambda connection: connection.execute("PRAGMA query_only=OFF").fetchone())
    await store.append("BCDF", 1, [b"second"])
    await store.close()


async def test_a_file_system_without_locks_is_no_other_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unlocked(file: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(data_directory, "_lock", unlocked)
    with pytest.raises(StoreError, match=r"cannot write in the data directory .*: No locks available; "):
        SqliteStore(tmp_path / "tables.sqlite3")


async def test_a_directory_that_cannot_be_made_is_said_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match=r"cannot write in the data directory .*: Not a directory; .*--data"):
        SqliteStore(tmp_path / "file" / "data" / "tables.sqlite3")
