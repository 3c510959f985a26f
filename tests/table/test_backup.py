"""A backup is complete, and an interrupted restore leaves either the old tables or the new ones."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.rows import rows
from turncoat.table.store.backup import back_up, restore
from turncoat.table.store.protocols import Document, TableLease
from turncoat.table.store.sqlite import SqliteStore, open_database

pytestmark = pytest.mark.anyio
KEY = "secret.key"


class CutOff(BaseException):
    """The process ends here."""


class Until:
    """Patch that lets a number of disk operations succeed, then cuts off the process."""

    def __init__(self, patch: pytest.MonkeyPatch, steps: int) -> None:
        self.left = steps
        for where, name in ((os, "fsync"), (os, "link"), (os, "open"), (Path, "replace")):
            patch.setattr(where, name, self.counted(getattr(where, name)))

    def counted(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def one(*arguments: Any, **more: Any) -> Any:
            if not self.left:
                raise CutOff
            self.left -= 1
            return step(*arguments, **more)

        return one


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


async def server(data: Path, words: bytes, key: bytes) -> None:
    """Leave the files of a killed server, with its last entry only in the write-ahead log."""
    store = SqliteStore(data / "tables.sqlite3")
    await store.prepare(key, resets_key=True)
    await store.append(TableLease("BCDF"), 0, rows(words))
    await store._do(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())
    await store.append(TableLease("BCDF"), 1, rows(words))
    (data / KEY).write_bytes(key)
    kept = files_in(data)
    await store.close()
    for name, content in kept.items():
        (data / name).write_bytes(content)


def found(data: Path) -> tuple[list[bytes], bytes]:
    with closing(open_database(data / "tables.sqlite3")) as connection:
        entries = [entry for (entry,) in connection.execute("SELECT entry FROM log ORDER BY number")]
    return entries, (data / KEY).read_bytes()


async def test_an_interrupted_restore_never_leaves_damaged_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "backup"
    await server(tmp_path / "other", b"new", b"new key".ljust(32))
    back_up(tmp_path / "other", backup)
    steps, outcomes = 0, []
    while True:
        data = tmp_path / f"after {steps}"
        data.mkdir()
        await server(data, b"old", b"old key".ljust(32))
        try:
            with monkeypatch.context() as patch:
                Until(patch, steps)
                restore(backup, data, replace=True)
        except CutOff:
            entries, _ = found(data)
            assert entries in ([b"old"] * 2, [b"new"] * 2), f"after {steps} steps"
            outcomes.append(entries)
            restore(backup, data, replace=True)
        else:
            break
        finally:
            assert found(data)[0] in ([b"old"] * 2, [b"new"] * 2)
        assert found(data) == ([b"new"] * 2, b"new key".ljust(32)), "the second attempt succeeds"
        steps += 1
    assert found(data) == ([b"new"] * 2, b"new key".ljust(32))
    assert steps > 5
    assert [b"old"] * 2 in outcomes


async def test_an_interrupted_backup_keeps_the_previous_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = tmp_path / "backup"
    await server(tmp_path / "data", b"one", b"key".ljust(32))
    back_up(tmp_path / "data", backup)
    before = backup.read_bytes()
    for steps in range(3):
        with monkeypatch.context() as patch:
            Until(patch, steps)
            with pytest.raises(CutOff):
                back_up(tmp_path / "data", backup, replace=True)
        assert files_in(tmp_path) == {"backup": before}


async def test_a_backup_has_the_documents_and_waking_times(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    await server(data, b"one", b"key".ljust(32))
    store = SqliteStore(data / "tables.sqlite3")
    await store.write_document("circle", "one", b"ours")
    await store.wake(TableLease("BCDF"), 1000)
    back_up(data, backup)  # while the server runs
    await store.delete_document("circle", "one", after=1)
    await store.wake(TableLease("BCDF"), 0)
    await store.close()
    restore(backup, data, replace=True)
    again = SqliteStore(data / "tables.sqlite3")
    assert (await again.documents("circle", 9), await again.waking(1000)) == ([Document("one", 1, b"ours")], ["BCDF"])
    await again.close()


async def test_tables_and_backups_from_before_there_were_documents_still_open(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    await server(data, b"one", b"key".ljust(32))
    with closing(sqlite3.connect(data / "tables.sqlite3")) as connection:
        connection.execute("DROP TABLE documents")
        connection.execute("DROP TABLE waking")
    back_up(data, backup)
    restore(backup, tmp_path / "new")
    for folder in (data, tmp_path / "new"):
        store = SqliteStore(folder / "tables.sqlite3")
        await store.write_document("circle", "one", b"ours")
        assert (await store.load("BCDF"), await store.waking(1)) == ([b"one"] * 2, [])
        await store.close()
