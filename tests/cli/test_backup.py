"""`turncoat backup` while a server runs and people play, and `turncoat restore` while none does."""

import asyncio
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.commands import refused, turncoat
from tests.support.programs import Message, Program, pick
from tests.support.rows import rows
from tests.support.serving import Server, serving
from turncoat import games  # noqa: F401 - records are checked by their rules
from turncoat.kernel.records import check as check_record
from turncoat.table import commands as c
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.protocols import TableLease
from turncoat.table.store.server_key import key_of
from turncoat.table.store.sqlite import SqliteStore
from turncoat.table.store.sqlite_erasing import log_of_all
from turncoat.table.store.sqlite_schema import FORMAT

pytestmark = pytest.mark.anyio


class Player(threading.Thread):
    """Opens a table and plays game after game against bots until told to stop."""

    def __init__(self, server: Server, seed: int) -> None:
        super().__init__()
        self.server, self.random = server, Random(seed)
        answer = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Robot"}, timeout=60)
        self.table, self.token = answer.json()["table"], answer.json()["token"]
        self.taken: list[str] = []
        self.plays = True

    def run(self) -> None:
        number = 0
        with Program(self.server, self.table) as line:
            line.say({"type": "hello", "protocol": 1, "token": self.token})
            assert line.reply()["type"] == "welcome"
            line.say({"type": "start", "id": "first"})
            assert line.reply()["type"] == "accepted"
            while self.plays:
                number += 1
                if line.result is not None:
                    message: Message = {"type": "start"}
                elif line.asked is not None:
                    message = {
                        "type": "choose",
                        "to": line.asked["number"],
                        "answer": pick(line.asked["option"], self.random),
                    }
                else:
                    line.hear(1.0)
                    continue
                line.say(message | {"id": str(number)})
                if line.reply()["type"] == "accepted":
                    self.taken.append(str(number))
                line.hear_all(0.001)


@contextmanager
def playing(server: Server, tables: int = 3) -> Iterator[list[Player]]:
    players = [Player(server, seed) for seed in range(tables)]
    for player in players:
        player.start()
    try:
        yield players
    finally:
        for player in players:
            player.plays = False
        for player in players:
            player.join(60)


def log_of(file: Path) -> dict[str, list[bytes]]:
    """Return the log of every table in a database, and check its integrity."""
    log: dict[str, list[bytes]] = {}
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        select = f"SELECT code, number, entry FROM {log_of_all(connection)} ORDER BY code, number"
        for code, number, entry in connection.execute(select):
            log.setdefault(code, []).append(entry)
            assert len(log[code]) == number + 1
    return log


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def records_of(entries: list[bytes]) -> list[str]:
    commands = [json.loads(entry)["command"] for entry in entries]
    return [command["summary"]["record"] for command in commands if command["do"] == "ArchiveGame"]


def test_a_backup_of_a_busy_server_is_complete_and_playable(tmp_path: Path) -> None:
    data, file, other = tmp_path / "data", tmp_path / "tables.backup", tmp_path / "other"
    log: dict[str, list[bytes]] = {}
    with serving(data) as server, playing(server) as players:
        for count in range(1, 4):
            while min(len(player.taken) for player in players) < 15 * count:
                players[0].join(0.05)
            before = {player.table: list(player.taken) for player in players}
            done = turncoat("backup", file, "--data", data, "--replace")
            assert (done.returncode, done.stdout) == (0, f"{file}: 3 tables backed up\n"), done
            log = log_of(file)
            for table, taken in before.items():
                ids = [json.loads(entry)["id"] for entry in log[table]]
                assert set(taken) <= set(ids), "it includes everything accepted before"
        more = {player.table: len(player.taken) for player in players}
        while any(len(player.taken) < more[player.table] + 5 for player in players):
            players[0].join(0.05)  # the server is still running
    now = log_of(data / "tables.sqlite3")
    records = 0
    for table, entries in log.items():
        assert now[table][: len(entries)] == entries, "it is a snapshot of one moment"
        for text in records_of(entries):
            assert check_record(text).result is not None
            records += 1
    assert records
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("tables.")] == ["tables.backup"]

    done = turncoat("restore", file, "--data", other)
    assert (done.returncode, done.stdout) == (0, f"{other}: 3 tables restored\n"), done
    assert {path.name: path.stat().st_mode & 0o077 for path in other.iterdir()} == {
        "secret.key": 0,
        "server.lock": 0,
        "tables.sqlite3": 0,
    }
    assert log_of(other / "tables.sqlite3") == log
    assert (data / "secret.key").read_bytes() not in (other / "tables.sqlite3").read_bytes()
    with serving(other) as server, Program(server, players[0].table) as line:
        line.say({"type": "hello", "protocol": 1, "token": players[0].token})
        assert line.reply()["seat"] == 0, "it includes the key of the tokens"


async def test_data_deleted_during_a_backup_is_erased_after_it(tmp_path: Path) -> None:
    """Backups in progress must neither block the tables nor leave erased data in a file."""
    store = SqliteStore(tmp_path / "tables.sqlite3")
    key = key_of(tmp_path)
    await store.prepare(key.secret)
    key.keep()
    await store.append(TableLease("BCDF"), 0, rows(b"a word that is to be forgotten"))
    await store.append(TableLease("GHJK"), 0, rows(b"another table"))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchone()
        await store.delete(TableLease("BCDF"))
        cleaning = asyncio.ensure_future(store.clean())
        await asyncio.wait_for(store.append(TableLease("GHJK"), 1, rows(b"more")), 1.0)
        assert not cleaning.done()
    await asyncio.wait_for(cleaning, 30)
    assert not any(b"to be forgotten" in content for content in files_in(tmp_path).values())
    await store.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A data directory with tables and no running server."""
    data = tmp_path / "data"

    async def open_tables() -> None:
        registry = RoomRegistry(ServerSettings(data))
        key = key_of(data)
        await registry.store.prepare(key.secret)
        key.keep()
        for name in ("Ola", "Jan"):
            room = await registry.open(name.casefold(), name)
            await room.submit(name.casefold(), c.Say("Hello"))
        await registry.close()

    asyncio.run(open_tables())
    return data


def test_a_backup_overwrites_files_only_with_replace(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    assert turncoat("backup", file, "--data", kept).returncode == 0
    first = file.read_bytes()
    assert refused("backup", file, "--data", kept) == (
        f"turncoat: {file} already exists; choose another name, or add --replace to overwrite it"
    )
    assert file.read_bytes() == first
    before = log_of(kept / "tables.sqlite3")
    said = refused("restore", file, "--data", kept)
    assert said.startswith(f"turncoat: {kept} already has tables; add --replace")
    with closing(sqlite3.connect(kept / "tables.sqlite3")) as connection, connection:
        connection.execute("DELETE FROM log WHERE number > 0")
    changed = log_of(kept / "tables.sqlite3")
    done = turncoat("restore", file, "--data", kept, "--replace")
    assert done.returncode == 0, done
    assert log_of(kept / "tables.sqlite3") == before
    (aside,) = kept.glob("replaced-*-tables.sqlite3")
    assert str(aside) in done.stdout
    assert log_of(aside) == changed


def test_a_backup_replaces_a_damaged_database(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    assert turncoat("backup", file, "--data", kept).returncode == 0
    tables = kept / "tables.sqlite3"
    before = log_of(tables)
    os.truncate(tables, 5000)
    tables.with_name("tables.sqlite3-wal").write_bytes(b"what was written last")
    spoiled = tables.read_bytes()
    said = refused("backup", tmp_path / "another", "--data", kept)
    assert said.startswith(f"turncoat: {tables} is damaged: ")
    assert not (tmp_path / "another").exists()
    done = turncoat("restore", file, "--data", kept, "--replace")
    assert done.returncode == 0, done
    assert log_of(tables) == before
    (aside,) = kept.glob("replaced-*-tables.sqlite3")
    assert aside.read_bytes() == spoiled
    with serving(kept) as server:
        assert httpx.get(f"{server.url}/t/{next(iter(before))}", timeout=60).status_code == 200


def test_a_backup_cannot_be_restored_under_a_running_server(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    assert turncoat("backup", file, "--data", kept).returncode == 0
    with serving(kept):
        said = refused("restore", file, "--data", kept, "--replace")
        assert said.startswith(f"turncoat: another server is using the data directory {kept}; please stop it")
    with closing(sqlite3.connect(kept / "tables.sqlite3", isolation_level=None)) as old:
        old.execute("PRAGMA locking_mode=EXCLUSIVE")  # like a server of version 0.1.0
        old.execute("BEGIN EXCLUSIVE")
        assert "database is locked" in refused("restore", file, "--data", kept, "--replace")
        assert "database is locked" in refused("backup", tmp_path / "another", "--data", kept)
    assert list(kept.glob("*.new")) == []


def _text(file: Path) -> None:
    file.write_text("a shopping list\n" * 100, encoding="utf-8")


def _half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={FORMAT + 7}")


def _of_something_else(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE songs (title)")


def _missing(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_text, "is damaged: file is not a database"),
        (_half, "is damaged: "),
        (_newer, "was written by another version of Turncoat"),
        (_of_something_else, "is not a Turncoat backup"),
        (_missing, "No such file or directory"),
    ],
)
def test_an_invalid_backup_replaces_nothing(kept: Path, tmp_path: Path, spoil: object, says: str) -> None:
    file = tmp_path / "backup"
    assert turncoat("backup", file, "--data", kept).returncode == 0
    spoil(file)  # type: ignore[operator]
    before = files_in(kept)
    assert says in refused("restore", file, "--data", kept, "--replace")
    assert files_in(kept) == before


def test_a_failed_backup_is_reported_with_the_reason(kept: Path, tmp_path: Path) -> None:
    assert refused("backup", tmp_path / "backup", "--data", tmp_path / "nowhere") == (
        f"turncoat: there are no tables in {tmp_path / 'nowhere'}; give the server's data directory with --data"
    )
    assert not (tmp_path / "nowhere").exists()
    said = refused("backup", tmp_path / "no folder" / "backup", "--data", kept)
    assert said.endswith("backup.new: No such file or directory")
    polish = turncoat("backup", tmp_path / "backup", "--data", kept, "--language", "pl")
    assert polish.stdout == f"{tmp_path / 'backup'}: w kopii są 2 stoły\n"


def test_the_file_of_a_stopped_server_can_be_restored(kept: Path, tmp_path: Path) -> None:
    shutil.copy(kept / "tables.sqlite3", tmp_path / "copy")
    assert turncoat("restore", tmp_path / "copy", "--data", tmp_path / "other").returncode == 0
    assert log_of(tmp_path / "other" / "tables.sqlite3") == log_of(kept / "tables.sqlite3")
    assert not (tmp_path / "other" / "secret.key").exists()
