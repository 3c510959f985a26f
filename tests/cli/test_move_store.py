"""`turncoat move-store`: complete moves from a data directory to a database, and back."""

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.plugins.postgres import Postgres
from tests.support.rows import rows
from turncoat.cli.app import app
from turncoat.cli.errors import CommandError
from turncoat.table.store import moving
from turncoat.table.store.errors import StoreError
from turncoat.table.store.postgres import PostgresStore
from turncoat.table.store.protocols import Store
from turncoat.table.store.server_key import KEY_FILE, key_of
from turncoat.table.store.sqlite import SqliteStore

CODES = ("BCDF", "GHJK", "LMNP")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory with tables, one of which has erased a game, and with a deleted one."""
    folder = tmp_path / "data"
    key_of(folder).keep()

    async def fill() -> None:
        store = SqliteStore(folder / "tables.sqlite3", lambda: 1_750_000_000)
        await store.prepare(key_of(folder).secret)
        for code in (*CODES, "GONE"):
            lease = await store.open(code, rows(b"opened", bytes(range(256))), person="ola")
            for number in range(2, 30):
                await store.append(lease, number, rows(f"{code} {number}".encode()), person=f"person {number % 3}")
            await store.append(lease, 30, rows(b"shared"), link=f"link of {code}")
            await store.plan(lease, 1_760_000_000)
            if code == "GONE":
                await store.delete(lease)
            if code == "GHJK":
                await store.wake(lease, 1_755_000_000)
                await store.append(lease, 31, rows(b"noted", game=2, slot="notes of ola"), link="link of two")
                await store.append(lease, 32, rows(b"first", game=1))
                await store.append(lease, 33, rows(b"forgotten"), forget=1)
        for name in ("b", "a", "gone", "C", "b"):
            there = await store.read_document("circle", name)
            await store.write_document("circle", name, bytes(range(256)), after=there.version if there else 0)
        await store.write_document("told", "a", b"", due=1_770_000_000)
        await store.delete_document("circle", "gone", after=1)
        await store.believes(1_750_000_000)
        await store.close()

    asyncio.run(fill())
    return folder


def move(*arguments: str | Path, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["move-store", *map(str, arguments)])
    if isinstance(result.exception, CommandError):
        assert result.exception.status == status, result.exception
        return str(result.exception)
    assert result.exit_code == status, result.output
    return result.output


async def kept(store: Store) -> object:
    """Return all answers of a store."""
    answers = [
        (await store.load(code), await store.code_of_link(f"link of {code}")) for code in sorted([*CODES, "GONE"])
    ]
    tables = [await store.tables_of(person) for person in ("ola", "person 0", "person 1", "person 2")]
    due, idle = await store.due(1_760_000_001, 1_750_000_001)
    documents = [await store.documents(kind, 9) for kind in ("circle", "told")]
    return answers, tables, sorted(due), sorted(idle), await store.count(), documents, await store.waking(1_755_000_000)


def kept_in(place: str | Path, key: bytes) -> object:
    async def ask() -> object:
        store: Store = PostgresStore(place) if isinstance(place, str) else SqliteStore(place / "tables.sqlite3")
        try:
            await store.prepare(key)
            await store.start()
            return await kept(store)
        finally:
            await store.close()

    return asyncio.run(ask())


def test_tables_move_into_a_database_and_back(data: Path, postgres: Postgres, tmp_path: Path) -> None:
    url, key = postgres.database(), (data / KEY_FILE).read_bytes()
    before = kept_in(data, key)
    assert "3 tables moved and compared" in move(data, url)
    assert kept_in(url, key) == before
    back = tmp_path / "back"
    assert "3 tables" in move(url, back, "--key", data / KEY_FILE)
    assert (kept_in(back, key), (back / KEY_FILE).read_bytes()) == (before, key)
    assert kept_in(data, key) == before  # the source is unchanged


def test_a_move_to_a_target_with_tables_is_refused(data: Path, postgres: Postgres, tmp_path: Path) -> None:
    url, key = postgres.database(), (data / KEY_FILE).read_bytes()
    move(data, url)
    assert "already has tables" in move(data, url, status=2)
    assert "already has tables" in move(url, data, status=2)
    assert kept_in(data, key) == kept_in(url, key)


def test_a_move_is_refused_while_a_server_runs(data: Path, postgres: Postgres, tmp_path: Path) -> None:
    url, key = postgres.database(), (data / KEY_FILE).read_bytes()

    async def with_sqlite() -> str:
        store = SqliteStore(data / "tables.sqlite3")
        try:
            return await asyncio.to_thread(move, data, url, status=2)
        finally:
            await store.close()

    assert "another server is using" in asyncio.run(with_sqlite())
    move(data, url)

    async def with_postgres() -> str:
        store = PostgresStore(url)
        await store.prepare(key)
        await store.start()
        try:
            return await asyncio.to_thread(move, url, tmp_path / "new", "--key", data / KEY_FILE, status=2)
        finally:
            await store.close()

    assert "servers are using" in asyncio.run(with_postgres())


def test_a_move_needs_the_key_of_the_tables(data: Path, postgres: Postgres, tmp_path: Path) -> None:
    url, other = postgres.database(), tmp_path / "other.key"
    move(data, url)
    other.write_bytes(b"another key, which is not the servers' own")
    assert "is not the key of these tables" in move(url, tmp_path / "new", "--key", other, status=2)
    assert "give the file with --key" in move(url, tmp_path / "new", status=2)
    assert not (tmp_path / "new" / "tables.sqlite3").exists()


def test_a_move_takes_the_key_along(data: Path, postgres: Postgres, tmp_path: Path) -> None:
    """Moved stores know their key, and a move with the wrong key is refused before it begins."""
    key, url, back = (data / KEY_FILE).read_bytes(), postgres.database(), tmp_path / "back"
    kept_in(data, key)  # as after running a server
    (data / KEY_FILE).write_bytes(b"x" * 32)
    assert "is not the key of these tables" in move(data, url, status=2)
    (data / KEY_FILE).write_bytes(key)
    move(data, url)
    move(url, back, "--key", data / KEY_FILE)
    for place in (url, back):
        with pytest.raises(StoreError):
            kept_in(place, b"x" * 32)
        kept_in(place, key)


def test_an_inexact_copy_moves_nothing(
    data: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url, key = postgres.database(), (data / KEY_FILE).read_bytes()
    write = moving._Postgres.write

    async def lose_an_entry(self: moving._Postgres, table: moving._Table) -> None:
        await write(self, table)
        if table.code == CODES[2]:
            await self._connection.execute("DELETE FROM log WHERE code = $1 AND number = 7", table.code)

    monkeypatch.setattr(moving._Postgres, "write", lose_an_entry)
    assert f"table {CODES[2]} could not be copied exactly" in move(data, url, status=2)
    monkeypatch.undo()
    assert "3 tables" in move(data, url)
    assert kept_in(url, key) == kept_in(data, key)


KILLED = """
import asyncio, sys, time
from turncoat.table.store import moving
from turncoat.table.store.errors import StoreError
async def stop(self, clock):
    print("all is written", flush=True)
    time.sleep(60)
for side in (moving._Postgres, moving._Sqlite):
    side.set_clock = stop
from turncoat.cli import main
main()
"""


@pytest.mark.parametrize("is_back", [False, True], ids=["into a database", "into a directory"])
def test_a_killed_move_can_be_repeated(data: Path, postgres: Postgres, tmp_path: Path, is_back: bool) -> None:
    url, key, back = postgres.database(), (data / KEY_FILE).read_bytes(), tmp_path / "back"
    if is_back:
        move(data, url)
    arguments = [url, str(back), "--key", str(data / KEY_FILE)] if is_back else [str(data), url]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, "move-store", *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "all is written\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    ends = time.monotonic() + 20
    while True:  # the database notices the lost connection only after a moment
        result = CliRunner().invoke(app, ["move-store", *arguments])
        if result.exit_code == 0 or time.monotonic() > ends:
            break
    assert "3 tables" in result.output
    assert kept_in(back if is_back else url, key) == kept_in(data, key)
    assert [file.name for file in (back if is_back else data).iterdir() if "moved" in file.name] == []


def test_a_move_needs_a_directory_and_a_database(data: Path, postgres: Postgres, tmp_path: Path) -> None:
    assert "a data directory and the address of a database" in move(data, tmp_path / "new", status=2)
    assert "there are no tables" in move(tmp_path / "nowhere", postgres.database(), status=2)
