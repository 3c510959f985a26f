"""The database dies and is replaced by its standby: the losses of servers, and their reports."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.plugins.postgres import Postgres
from tests.support.serving import Person, Server
from tests.torture.robots import GAMES, address
from tests.torture.standby import WithStandby, primary_with_standby
from turncoat.table.values.avatars import AVATARS

pytestmark = [pytest.mark.sweep, pytest.mark.timeout(400)]
BACK_WITHIN = 10.0
"""Seconds in which everybody plays again, even on a busy machine."""


def test_a_synchronous_standby_loses_nothing(postgres: Postgres, tmp_path: Path) -> None:
    with primary_with_standby(postgres) as pair:
        asyncio.run(pair.follow(is_synchronous=True))
        torture = WithStandby(tmp_path, postgres, pair, 7, servers=2, games=GAMES[:2])
        asyncio.run(torture.run(12.0, ["promote"]))
        assert torture.taken_before > 20
        assert torture.taken > torture.taken_before + 20
        assert max(torture.waits) < BACK_WITHIN
        logs = "".join(path.read_text("utf-8") for path in tmp_path.glob("server-*.log"))
        assert "has lost" not in logs


def test_an_asynchronous_standby_continues_from_what_it_has(postgres: Postgres, tmp_path: Path) -> None:
    with primary_with_standby(postgres) as pair, (tmp_path / "log").open("w+", encoding="utf-8") as log:
        asyncio.run(pair.follow(is_synchronous=False))
        server = Server(tmp_path, store=pair.url, errors=log)
        try:
            ola = Person(server, "Ola").open()
            other = Person(server, "Jan").open()
            with hello(server, ola.code, name="Robot") as line:
                token = until(line, "welcome")["token"]
                avatars = {seat["avatar"] for seat in until(line, "seats")["seats"]}
                first, second = [avatar for avatar in AVATARS if avatar not in avatars][:2]
                take(line, {"type": "choose-avatar", "avatar": first, "id": "before"})
            here = "SELECT pg_current_wal_lsn()::text"
            lsn = asyncio.run(pair.primary.ask(here))
            asyncio.run(pair.standby.until(f"SELECT pg_last_wal_replay_lsn() >= '{lsn}'"))
            pair.fall_behind()
            asyncio.run(pair.primary.until("SELECT count(*) = 0 FROM pg_stat_replication"))
            ewa = Person(server, "Ewa").open()  # this table will be lost
            with hello(server, ola.code, token=token) as line:
                take(line, {"type": "choose-avatar", "avatar": second, "id": "after"})
                assert avatar(server, ola.code, token) == second
                pair.promote()
                assert until(line, "error")["code"] == "table-moves"
            assert avatar(server, ola.code, token) == first, "the state of the standby"
            assert "Ola" in ola.look()
            assert "Jan" in other.look()
            assert ewa.client.get(ewa.path).status_code == 404
            ola.start()
            assert 'id="own-seat"' in ola.look()
        finally:
            server.stop()
        log.seek(0)
        said = [line for line in log.read().splitlines() if "has lost confirmed changes" in line]
        assert sorted(line.partition("table='")[2][: len(ola.code)] for line in said) == sorted([ola.code, ewa.code])
        log.seek(0)
        assert log.read().count("a standby has replaced the database") == 1


@contextmanager
def hello(server: Server, table: str, **who: str) -> Iterator[ClientConnection]:
    """Connect a program and send its hello."""
    with connect(address(server.url, table), max_size=None) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, **who}))
        yield line


def until(line: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of that kind."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=30))
        if message["type"] == kind:
            return message
        assert message["type"] != "refused", message


def take(line: ClientConnection, message: dict[str, Any]) -> None:
    line.send(json.dumps(message))
    assert until(line, "accepted")["id"] == message["id"]


def avatar(server: Server, table: str, token: str) -> str:
    """Return the avatar of the program, as announced to a new connection."""
    while True:
        with hello(server, table, token=token) as asking:
            message = json.loads(asking.recv(timeout=30))
            if message["type"] == "welcome":
                found: str = until(asking, "seats")["seats"][message["seat"]]["avatar"]
                return found
            assert message["code"] in ("table-moves", "not-kept"), message
