"""The write-ahead log of a killed server: data that SQLite would drop is detected."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.commands import refused
from tests.support.rows import rows
from turncoat.table.store.errors import StoreError
from turncoat.table.store.protocols import TableLease
from turncoat.table.store.sqlite import SqliteStore
from turncoat.table.store.write_ahead_log import FRAME, HEADER, log_of, lost_commits

pytestmark = pytest.mark.anyio
ENTRIES = 60
PAGE = 4096
TABLES = "tables.sqlite3"


@pytest.fixture
async def killed(tmp_path: Path) -> Path:
    """A data directory as left by a killed server, with the last entries only in the write-ahead log."""
    path = tmp_path / "data" / TABLES
    store = SqliteStore(path)
    await store.prepare(b"key")
    for number in range(ENTRIES):
        await store.append(TableLease("BCDF"), number, rows(bytes(random.Random(number).randbytes(900))))
    left = {file: file.read_bytes() for file in (path, log_of(path))}
    await store.close()
    for file, content in left.items():
        file.write_bytes(content)
    return path


def frames_of(log: Path) -> int:
    return (log.stat().st_size - HEADER.size) // (FRAME.size + PAGE)


def flip(log: Path, frame: int, at: int) -> None:
    """Flip one bit of a frame."""
    with log.open("r+b") as file:
        file.seek(HEADER.size + frame * (FRAME.size + PAGE) + at)
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 4]))


def entries_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


@pytest.mark.parametrize("at", [0, 4, 8, 16, 24, 24 + PAGE - 1], ids=["page", "size", "salt", "sum", "first", "last"])
async def test_a_damaged_write_ahead_log_is_set_aside(killed: Path, at: int) -> None:
    log = log_of(killed)
    flip(log, frames_of(log) // 2, at)
    before = {file.name: file.read_bytes() for file in (killed, log)}
    store = SqliteStore(killed)
    damage, kept = store.damage, await store.load("BCDF")
    await store.append(TableLease("BCDF"), len(kept), rows(b"and it goes on"))
    await store.close()
    assert len(kept) < ENTRIES - 5, "SQLite reported nothing"
    assert damage is not None
    assert damage.commits in (ENTRIES - len(kept), ENTRIES - len(kept) - 1)
    aside = {"": damage.set_aside, "-wal": log_of(damage.set_aside)}
    assert {f"{TABLES}{ending}": file.read_bytes() for ending, file in aside.items()} == before
    assert all(file.stat().st_mode & 0o077 == 0 for file in aside.values())
    again = SqliteStore(killed)
    assert again.damage is None
    await again.close()


async def test_a_repeatedly_restarted_server_sets_files_aside_once(killed: Path) -> None:
    log = log_of(killed)
    flip(log, 9, 40)
    found = {file: file.read_bytes() for file in (killed, log)}
    for _ in range(3):
        for file, content in found.items():
            file.write_bytes(content)
        store = SqliteStore(killed)
        await store.close()
    assert len(list(killed.parent.glob("damaged-*"))) == 2


async def test_a_damaged_log_header_is_noticed(killed: Path) -> None:
    log = log_of(killed)
    with log.open("r+b") as file:
        file.seek(20)
        file.write(b"\0")
    store = SqliteStore(killed)
    assert store.damage is not None
    assert store.damage.commits >= ENTRIES
    await store.close()


async def test_remains_of_a_kill_or_power_cut_are_no_damage(killed: Path) -> None:
    """An incomplete last commit was never confirmed, and frames from before a checkpoint may follow it."""
    log, content = log_of(killed), log_of(killed).read_bytes()
    assert lost_commits(log) == 0
    frame = FRAME.size + PAGE
    for size in (
        0,
        10,
        HEADER.size,
        HEADER.size + 7,
        len(content) - 1,
        len(content) - frame,
        len(content) - frame - 99,
    ):
        log.write_bytes(content[:size])
        assert lost_commits(log) == 0
    log.write_bytes(content)
    flip(log, frames_of(log) - 1, 200)
    assert lost_commits(log) == 0
    log.unlink()
    assert lost_commits(log) == 0


async def test_a_restarted_log_is_valid_despite_older_frames_behind_it(tmp_path: Path) -> None:
    path = tmp_path / TABLES
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE log (entry)")
        for round in range(3):
            for _ in range(40 - round * 10):
                connection.execute("INSERT INTO log VALUES (?)", (bytes(900),))
            assert lost_commits(log_of(path)) == 0
            connection.execute("PRAGMA wal_checkpoint(RESTART)")
            assert lost_commits(log_of(path)) == 0


async def test_backups_and_moves_report_a_damaged_log(killed: Path, tmp_path: Path) -> None:
    flip(log_of(killed), 9, 40)
    before = {file.name: file.read_bytes() for file in (killed, log_of(killed))}
    said = refused("backup", tmp_path / "backup", "--data", killed.parent)
    assert f"the write-ahead log of {killed} is damaged" in said
    said = await asyncio.to_thread(refused, "move-store", killed.parent, "postgresql://nobody@localhost/none")
    assert "is damaged" in said
    assert {file.name: file.read_bytes() for file in (killed, log_of(killed))} == before


async def test_the_server_does_not_start_if_files_cannot_be_set_aside(
    killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Path, copy: Path) -> None:
        raise OSError(28, "No space left on device")

    flip(log_of(killed), 9, 40)
    before = log_of(killed).read_bytes()
    monkeypatch.setattr("turncoat.table.store.write_ahead_log.shutil.copyfile", full)
    with pytest.raises(StoreError, match="No space left"):
        SqliteStore(killed)
    assert log_of(killed).read_bytes() == before
