"""A server told to stop does so within five seconds, and notifies everybody who is connected."""

import json
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.support.open_page import unpacked
from tests.support.programs import Message, Program
from tests.support.serving import SERVE, AskForm, Person, Server

SOON = 5.0
ENGLISH = "The server is stopping. Nothing is lost: the table is saved, and play continues when the server is back."
POLISH = "Serwer się zatrzymuje. Nic nie przepadło: stół jest zapisany, a gra potoczy się dalej, gdy serwer wróci."
HANGS = (
    """
from pathlib import Path
from turncoat import extensions

extensions._record_loaded("bots", Path("hangs.py"), b'''
import sys, time
from pathlib import Path
from turncoat.bots import RandomBot

def choose(*what):
    (Path(sys.argv[1]) / "thinking").touch()
    time.sleep(600)

RandomBot.choose = choose
''')
"""
    + SERVE
)
"""A server whose bots never decide. A file appears when one has begun to think."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    if running.process.returncode is None:
        running.kill()


def stopped(server: Server, how: signal.Signals) -> float:
    """Stop the server, and return the seconds that it took."""
    began = time.monotonic()
    server.process.send_signal(how)
    server.process.communicate(timeout=30)
    return time.monotonic() - began


def last_words(line: ClientConnection) -> tuple[list[Message], int]:
    """Return the remaining messages and the close code of the connection."""
    heard: list[Message] = []
    with suppress(ConnectionClosed):
        for text in line:
            heard += [unpacked(text)] if text else []
    assert line.close_code is not None
    return heard, line.close_code


@contextmanager
def raw(server: Server, sends: str) -> Iterator[socket.socket]:
    """Open a connection and send bytes by hand."""
    with closing(socket.create_connection(("127.0.0.1", server.port))) as line:
        line.sendall(sends.encode())
        yield line


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.sweep)])
def test_everybody_is_told_that_the_server_stops_and_the_table_is_saved(
    server: Server, tmp_path: Path, how: signal.Signals
) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code)
    jan.client.headers["Accept-Language"] = "pl"
    jan.sit()
    jan.client.cookies.set("language", "pl")
    with Program(server, ola.code) as robot, ola.line(page="setup-0") as english, jan.line(page="setup-0") as polish:
        robot.say({"type": "hello", "protocol": 1, "name": "Robot"})
        welcome = robot.reply()
        assert stopped(server, how) < SOON
        heard, code = last_words(robot._line)
        assert (heard[-1]["code"], heard[-1]["sentence"], code) == ("server-stops", ENGLISH, 1012)
        for line, sentence in ((english, ENGLISH), (polish, POLISH)):
            heard, code = last_words(line)
            assert (heard[-1], code) == ({"problem": sentence, "code": "server-stops"}, 1012)
    again = Server(tmp_path)
    with closing(Person(again, "Eva", ola.code).client), Program(again, ola.code) as robot:
        robot.say({"type": "hello", "protocol": 1, "token": welcome["token"]})
        assert robot.reply()["seat"] == welcome["seat"]
    assert stopped(again, how) < SOON


def test_no_connection_can_delay_the_stop(server: Server) -> None:
    """Connections that say nothing, half of something, or read nothing."""
    code = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Robot"}, timeout=60).json()["table"]
    upgrade = (
        f"GET /api/v1/tables/{code} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with (
        raw(server, ""),
        raw(server, "GET / HTTP/1.1\r\nHost: local"),
        raw(server, "POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\ncsrf"),
        raw(server, upgrade) as silent,
        raw(server, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") as idle,
        connect(f"{server.url.replace('http', 'ws')}/api/v1/tables/{code}", max_queue=1) as deaf,
    ):
        assert idle.recv(1000)
        assert b"101 " in silent.recv(1000)
        deaf.send(json.dumps({"type": "hello", "protocol": 1}))
        assert stopped(server, signal.SIGTERM) < SOON
        with suppress(ConnectionClosed):
            deaf.recv(timeout=20)


@pytest.mark.parametrize("how", [pytest.param(signal.SIGTERM, marks=pytest.mark.sweep), signal.SIGINT])
def test_a_bot_that_thinks_forever_does_not_delay_the_stop(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path, code=HANGS)
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="resistance", players="5", bots="random")
    ola.start()
    asked = AskForm(ola.look())
    if asked.is_open:  # if Ola is the first leader, the bots are asked once she has named a team
        ola.choose(asked)
    ends = time.monotonic() + 60
    while not (tmp_path / "thinking").exists():  # the bots begin to think when the answer is on its way
        assert time.monotonic() < ends, "no bot was asked"
        time.sleep(0.02)
    assert stopped(server, how) < SOON


def test_a_choice_accepted_during_the_stop_is_saved(server: Server, tmp_path: Path) -> None:
    """An acknowledged choice survives the restart. One without an answer may be sent again."""
    ola = Person(server, "Ola").open()
    names = ["Ola"]
    with suppress(httpx.TransportError):
        for number in range(1, 1000):
            if number == 5:
                server.process.send_signal(signal.SIGTERM)
            name = f"Ola {number}"
            assert ola.post(ola.path, do="rename", name=name).status_code == 200
            names.append(name)
    server.process.communicate(timeout=30)
    again = Server(tmp_path)
    page = httpx.get(f"{again.url}{ola.path}", cookies=dict(ola.client.cookies), timeout=60).text
    again.stop()
    assert len(names) >= 5
    assert any(f'value="{name}"' in page for name in (names[-1], f"Ola {len(names)}")), names[-1]
