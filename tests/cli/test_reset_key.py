"""Servers that lost their key: they refuse to start, change nothing, and accept another key on request."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.plugins.postgres import Postgres
from tests.support.commands import own_process, refused, turncoat
from tests.support.serving import Person, Server, serving
from turncoat.table.store.server_key import KEY_FILE


def cut_off(key: Path) -> None:
    key.write_bytes(key.read_bytes()[:20])


def empty(key: Path) -> None:
    key.write_bytes(b"")


def another(key: Path) -> None:
    key.write_bytes(b"k" * 32)


@pytest.fixture
def seated(tmp_path: Path) -> tuple[Path, str, str]:
    """A data directory with a table, the table's path, and the cookie of a seated player."""
    with serving(tmp_path / "data") as server:
        ola = Person(server, "Ola").open()
        return tmp_path / "data", ola.path, ola.client.cookies["turncoat"]


def sits(server: Server, path: str, cookie: str) -> bool:
    ola = Person(server, "Ola", path.rpartition("/")[2])
    ola.client.cookies.set("turncoat", cookie)
    return 'name="do" value="leave"' in ola.look()


def start(data: Path, *arguments: str) -> str:
    """Return the one-line error with which the server refuses to start."""
    done = own_process("serve", "--port", "0", "--data", data, *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr


@pytest.mark.parametrize("lose", [Path.unlink, cut_off, empty, another])
def test_a_server_does_not_start_without_its_key(
    seated: tuple[Path, str, str], tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    data, path, cookie = seated
    shutil.copy(data / KEY_FILE, tmp_path / "copy")
    lose(data / KEY_FILE)
    before = (data / KEY_FILE).read_bytes() if (data / KEY_FILE).exists() else None
    said = start(data)
    assert f"{data / KEY_FILE} is missing or is not the key of the tables" in said
    assert f"turncoat reset-key --data {data}" in said
    assert ((data / KEY_FILE).read_bytes() if (data / KEY_FILE).exists() else None) == before
    assert "would cost all players their seats" in refused("backup", tmp_path / "backup", "--data", data)
    assert not (tmp_path / "backup").exists()
    shutil.copy(tmp_path / "copy", data / KEY_FILE)
    assert turncoat("backup", tmp_path / "backup", "--data", data).returncode == 0
    with serving(data) as server:
        assert sits(server, path, cookie)


def test_a_backup_restores_the_key(seated: tuple[Path, str, str], tmp_path: Path) -> None:
    data, path, cookie = seated
    assert turncoat("backup", tmp_path / "backup", "--data", data).returncode == 0
    (data / KEY_FILE).unlink()
    start(data)
    assert turncoat("restore", tmp_path / "backup", "--data", data, "--replace").returncode == 0
    with serving(data) as server:
        assert sits(server, path, cookie)


def test_accepting_lost_seats_starts_with_a_new_key(seated: tuple[Path, str, str]) -> None:
    data, path, cookie = seated
    (data / KEY_FILE).unlink()
    start(data)
    done = turncoat("reset-key", "--data", data)
    assert done.stdout == f"{data / KEY_FILE} has a new key; all players have lost their seats\n"
    with serving(data) as server:
        assert not sits(server, path, cookie)
        assert "another server is using" in refused("reset-key", "--data", data)
    another(data / KEY_FILE)
    assert turncoat("reset-key", "--data", data).stdout.startswith(f"{data / KEY_FILE} is now the key")
    with serving(data) as server:
        assert not sits(server, path, cookie)


def test_database_servers_without_their_key_say_what_to_do(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    with serving(tmp_path / "data", store=url) as server:
        Person(server, "Ola").open()
    (tmp_path / "data" / KEY_FILE).unlink()
    said = start(tmp_path / "data", "--store", url)
    assert "sign with another key" in said
    assert "turncoat reset-key --store ADDRESS" in said
    assert list((tmp_path / "data").glob(KEY_FILE)) == []
    assert turncoat("reset-key", "--data", tmp_path / "data", "--store", url).returncode == 0
    with serving(tmp_path / "data", store=url):
        pass


def test_an_empty_directory_needs_no_former_key(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    (tmp_path / KEY_FILE).unlink()
    with serving(tmp_path):
        assert (tmp_path / KEY_FILE).exists()
