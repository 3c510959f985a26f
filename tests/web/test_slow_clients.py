"""Clients that read slowly or not at all, vanish silently, or come by the thousand don't affect anybody else."""

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from tests.support.open_page import unpacked
from tests.support.program_lines import new_table
from tests.support.raw_sockets import everything, linux, memory, opened
from tests.support.serving import PAGE, Person, Server, serving
from turncoat.web.http.static_files import static_url

SERVE = """
import socket, sys
from pathlib import Path
import uvicorn
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web import serve
from turncoat.web.http.connections import Deadlines
from turncoat.web.http.limits import RateLimits

MANY = RateLimits(tables="100000/minute", commands="100000/minute", words="100000/minute", words_from="100000/minute")
listening, config = serve.listening, uvicorn.Config

def little_room(host, port):
    listener = listening(host, port)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return listener

def pinging(*given, **named):
    return config(*given, ws_ping_interval=1.0, ws_ping_timeout=PINGS, **named)

serve.listening, uvicorn.Config = little_room, pinging
data, port = Path(sys.argv[1]), int(sys.argv[3])
settings = ServerSettings(data, port=port, bot_pause=0.0, hold=0.05, scenes=0)
serve.run(settings, rates=MANY, deadlines=DEADLINES)
"""
"""A server whose system buffers little unread data."""
PATIENT = SERVE.replace("PINGS", "60.0").replace("DEADLINES", "Deadlines()")
HURRIED = SERVE.replace("PINGS", "1.0").replace("DEADLINES", "Deadlines(unread=1.5, closing=1.0)")
CHANGES = 60
"""Number of changes of a table, worth some hundred kilobytes for each page."""


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), code=PATIENT) as running:
        yield running


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Server]:
    """A patient server without connections of other tests."""
    with serving(tmp_path, code=PATIENT) as running:
        yield running


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives clients 1.5 seconds to read, and one second to answer a ping."""
    with serving(tmp_path_factory.mktemp("data"), code=HURRIED) as running:
        yield running


def narrow(server: Server) -> socket.socket:
    """Open a connection whose client buffers little unread data."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect(("127.0.0.1", server.port))
    return wire


def slow_line(server: Server, path: str, **headers: str) -> ClientConnection:
    """Open a socket whose client receives one message at a time, when asked."""
    url = f"{server.url.replace('http', 'ws')}{path}"
    return connect(url, sock=narrow(server), max_queue=1, max_size=None, additional_headers=headers, ping_interval=None)


def cookies_of(person: Person) -> str:
    return "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())


def read_all(line: ClientConnection, is_last: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """Receive messages up to the one that must be the last, and any that still arrive shortly after it."""
    got: list[dict[str, Any]] = []
    while not got or not is_last(got[-1]):
        got.append(unpacked(line.recv(timeout=20)))
    with contextlib.suppress(TimeoutError):
        while True:
            got.append(unpacked(line.recv(timeout=1)))
    return got


def tells_the_end(message: dict[str, Any]) -> bool:
    return message["type"] == "update" and bool(message.get("result"))


def test_a_slow_page_skips_to_the_latest_state(patient: Server) -> None:
    ola = Person(patient, "Ola").open()
    jan = Person(patient, "Jan", ola.code).sit()
    path = PAGE.format(code=ola.code)
    with slow_line(patient, path, Cookie=cookies_of(jan), Origin=patient.url) as line:
        assert "parts" in unpacked(line.recv(timeout=20))
        for number in range(CHANGES):
            assert ola.post(ola.path, do="rename", name=f"Ola {number}").status_code == 200
        got = read_all(line, lambda update: f"Ola {CHANGES - 1}" in update["parts"].get("main", ""))
    assert 0 < len(got) < CHANGES // 2
    assert f"Ola {CHANGES - 1}" in got[-1]["parts"]["main"]
    versions = [update["version"] for update in got]
    assert versions == sorted(set(versions))


def test_a_slow_program_misses_no_event_and_gets_none_twice(patient: Server) -> None:
    url, token = new_table(patient)
    path = f"/api/v1/tables/{url.rpartition('/')[2]}"

    def events(messages: list[dict[str, Any]]) -> list[Any]:
        return [event for message in messages if message["type"] == "update" for event in message["events"]]

    with slow_line(patient, path) as slow:
        slow.send('{"type": "hello", "protocol": 1}')
        assert unpacked(slow.recv(timeout=20))["type"] == "welcome"
        from examples.client import play

        assert play(url, {"token": token})["winner"]
        slowly = read_all(slow, tells_the_end)
    with connect(url, max_queue=None) as late:
        late.send('{"type": "hello", "protocol": 1}')
        at_once = read_all(late, tells_the_end)
    assert events(slowly) == events(at_once) != []
    assert slowly[-1]["type"] == "update"
    assert slowly[-1]["result"] == at_once[-1]["result"]


@linux
@pytest.mark.parametrize(
    "path", [PAGE, pytest.param("/t/{code}/screen/updates", marks=pytest.mark.sweep)], ids=["page", "screen"]
)
def test_a_page_that_reads_nothing_is_dropped_without_delaying_others(hurried: Server, path: str) -> None:
    ola = Person(hurried, "Ola").open()
    before = memory(hurried)
    with contextlib.ExitStack() as stack:
        # By hand, so that nothing reads in the background.
        address = path.format(code=ola.code)
        deaf = [stack.enter_context(opened(hurried, address, narrow(hurried))) for _ in range(20)]
        began, longest = time.monotonic(), 0.0
        heard = stack.enter_context(ola.line(page="setup-0"))
        assert heard.recv(timeout=20)
        number = 0
        while time.monotonic() - began < 4 or number < CHANGES:
            asked = time.monotonic()
            assert ola.post(ola.path, do="rename", name=f"Ola {number}").status_code == 200
            while f"Ola {number}" not in str(heard.recv(timeout=20)):
                pass
            longest = max(longest, time.monotonic() - asked)
            number += 1
        assert longest < 5  # they have not waited for the unresponsive clients, which took much longer in all
        assert memory(hurried) - before < 32 * 1024
        for line in deaf:
            line.settimeout(20)
            everything(line)  # reads to the end
    assert httpx.get(f"{hurried.url}/healthz", timeout=5).status_code == 200


def is_held(server: Server, line: socket.socket) -> bool:
    """Return whether the server holds this connection open. A closed one no longer has an inode."""
    ends = [f"{port:04X}" for port in (server.port, line.getsockname()[1])]
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, _, _, _, _, _, inode, *_ = row.split()
        if [local.split(":")[1], remote.split(":")[1]] == ends:
            return inode != "0"
    return False


@linux
def test_a_client_that_reads_no_response_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, code=HURRIED) as server, narrow(server) as line:
        line.sendall(f"GET {static_url('preview.png')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert line.recv(1)
        assert is_held(server, line)
        ends = time.monotonic() + 20
        while is_held(server, line):
            assert time.monotonic() < ends
            time.sleep(0.05)


HELLO = b'{"type": "hello", "protocol": 1}'
SAID = b"\x81" + bytes([0x80 | len(HELLO)]) + bytes(4) + HELLO
"""A program's hello as a frame."""
JUNK = b"\x81\x80" + bytes(4)
"""An empty text message, which is answered with an error."""


@pytest.mark.sweep
@linux
@pytest.mark.parametrize("sent", [b"", JUNK * 300], ids=["silent", "talking"])
def test_a_program_that_reads_nothing_is_dropped_without_delaying_others(hurried: Server, sent: bytes) -> None:
    """Neither the table's events nor replies to the program pile up for it."""
    ola = Person(hurried, "Ola").open()
    before = memory(hurried)
    with contextlib.ExitStack() as stack:
        path = f"/api/v1/tables/{ola.code}"
        deaf = [stack.enter_context(opened(hurried, path, narrow(hurried))) for _ in range(20)]
        for line in deaf:
            line.sendall(SAID)
            assert b"welcome" in line.recv(300)
            line.sendall(sent)
        heard = stack.enter_context(connect(f"{hurried.url.replace('http', 'ws')}{path}", max_queue=None))
        heard.send(HELLO.decode())
        assert heard.recv(timeout=20)
        began, longest, number = time.monotonic(), 0.0, 0
        while time.monotonic() - began < 4 or number < 2 * CHANGES:
            asked = time.monotonic()
            assert ola.post(ola.path, do="rename", name=f"Ola {number}").status_code == 200
            while f"Ola {number}" not in str(heard.recv(timeout=20)):
                pass
            longest = max(longest, time.monotonic() - asked)
            number += 1
        assert longest < 5
        assert memory(hurried) - before < 32 * 1024
        for line in deaf:
            line.settimeout(20)
            everything(line)  # reads to the end
    assert httpx.get(f"{hurried.url}/healthz", timeout=5).status_code == 200


def test_a_silently_lost_connection_is_dropped(hurried: Server) -> None:
    """A phone that loses its network neither closes its connection nor answers pings."""
    ola = Person(hurried, "Ola").open()
    with opened(hurried, f"/api/v1/tables/{ola.code}") as line:
        hello = b'{"type": "hello", "protocol": 1}'
        line.sendall(b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello)
        began = time.monotonic()
        line.settimeout(20)
        assert b"welcome" in everything(line)
        assert time.monotonic() - began < 10  # before the timeout of a hello


@linux
def test_a_thousand_connections_of_one_address_leave_room_for_people_with_a_seat(fresh: Server) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    (url, token), *others = (new_table(fresh) for _ in range(4))  # one table has room for a quarter of them
    paths = [f"/api/v1/tables/{one.rpartition('/')[2]}" for one in (url, *(other for other, _ in others))]
    hello = b'{"type": "hello", "protocol": 1}'
    frame = b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello
    before = memory(fresh)
    with contextlib.ExitStack() as stack:
        lines = []
        for number in range(1000):
            lines.append(stack.enter_context(opened(fresh, paths[number % len(paths)])))
            lines[-1].sendall(frame)
        answers = [line.recv(2000) for line in lines]
        assert sum(b"welcome" in answer for answer in answers) == 800
        assert sum(b"too-many-lines" in answer for answer in answers) == 200
        with connect(url) as line:
            line.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
            assert unpacked(line.recv(timeout=20))["type"] == "welcome"
        assert Person(fresh, "Ola").open().code
        assert memory(fresh) - before < 200 * 1024


FRAMES = [
    b"\x81\x82\0\0\0\0\xff\xfe",
    b"\x82\x82\0\0\0\0\xff\xfe",
    b"\x81\x02{}",
    b"\xf1\x82\0\0\0\0{}",
    b"\x80\x82\0\0\0\0{}",
    b"\x88\x81\0\0\0\0x",
    b"\x88\x82\0\0\0\0\xff\xff",
    b"\x89\xfe\xff\xff\0\0\0\0",
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    b"\x01\x81\0\0\0\0a\x81\x81\0\0\0\0b",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
]


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    with serving(tmp_path_factory.mktemp("data"), code=PATIENT) as running:
        began = time.monotonic()
        yield running, Person(running, "Ola").open().code
        minutes = (time.monotonic() - began) / 60
        log = running.stop()
        # The library reports invalid text, once a minute at most. There are no other errors.
        assert log.count("level='error'") == log.count("Invalid UTF-8 sequence received from client.") <= 1 + minutes


@pytest.mark.parametrize("path", ["/api/v1/tables/{code}", PAGE], ids=["program", "page"])
@settings(max_examples=settings().max_examples // 5, suppress_health_check=[HealthCheck.too_slow])
@given(sent=st.lists(st.sampled_from(FRAMES) | st.binary(max_size=20), max_size=3).map(b"".join))
def test_any_bytes_on_a_socket_are_an_answer_or_its_end(fuzzed: tuple[Server, str], path: str, sent: bytes) -> None:
    server, code = fuzzed
    with opened(server, path.format(code=code)) as line, contextlib.suppress(ConnectionError):
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(20)
        everything(line)
    assert httpx.get(f"{server.url}/healthz", timeout=20).status_code == 200


PIECES = [
    *(
        b"GET ",
        b"POST ",
        b"/t/\xff",
        b"/api/v1/tables/\xff?\xff",
        b" HTTP/1.1\r\n",
        b"PRI * HTTP/2.0\r\n",
        b"\r\n",
        b"\0",
    ),
    *(b"Host: localhost\r\n", b"Host: \xff\r\n", b"Cookie: \xff\r\n", b"Expect: 100-continue\r\n", b"0\r\n\r\n"),
    *(b"Transfer-Encoding: chunked\r\n", b"Content-Length: 3\r\n", b"Content-Length: -1\r\n", b"ffffffff\r\n"),
    b"Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: a\r\nSec-WebSocket-Version: 13\r\n",
]


@settings(max_examples=settings().max_examples // 3, suppress_health_check=[HealthCheck.too_slow])
@given(sent=st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=9).map(b"".join))
@example(
    b"GET /api/v1/tables/\xff?\xff HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
def test_any_bytes_are_a_request_or_refused(fuzzed: tuple[Server, str], sent: bytes) -> None:
    server, _ = fuzzed
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line, contextlib.suppress(ConnectionError):
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        answer = everything(line)
        assert not answer or answer.startswith(b"HTTP/1.1 ")
        assert not answer.startswith(b"HTTP/1.1 5")
    assert httpx.get(f"{server.url}/healthz", timeout=20).status_code == 200
