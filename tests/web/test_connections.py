"""Oversized or slow requests and idle connections are closed, without holding up anybody else."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import httpx
import pytest
from websockets.sync.client import connect

from tests.support.raw_sockets import connected, everything, linux, memory, opened
from tests.support.serving import PAGE, Person, Server, serving
from turncoat.web.http import connections
from turncoat.web.http.connections import Deadlines

SERVE = """
import sys
from pathlib import Path
from typing import cast
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
from turncoat.web.http.connections import Deadlines
from turncoat.web.http.limits import RateLimits
QUICK = Deadlines(head=1.0, body=1.5, rest=0.5, unread=1.5, closing=1.5)
FEW = RateLimits(connections_from=50)
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3]), bot_pause=float(sys.argv[2]), scenes=0),
    rates=FEW, deadlines=QUICK)
"""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with timeouts of a second or two and a limit of 60 connections per address."""
    with serving(tmp_path_factory.mktemp("data"), code=SERVE) as running:
        yield running


def answer_to(server: Server, *pieces: bytes) -> bytes:
    """Send these pieces until the server hangs up, and return everything that it sends."""
    with connected(server) as line:
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                line.sendall(piece)
        return everything(line)


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


def processor_time(server: Server) -> float:
    """Return the CPU seconds that the server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@linux
@pytest.mark.parametrize(
    ("begins", "fills", "status"),
    [
        (b"GET /", b"x" * 65536, 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"x" * 65536, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"A: b\r\n" * 10000, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"x" * 65536, 431),
    ],
    ids=["url", "header", "headers", "name"],
)
def test_an_endless_request_head_costs_neither_memory_nor_time(
    quick: Server, begins: bytes, fills: bytes, status: int
) -> None:
    before, worked = memory(quick), processor_time(quick)
    answer = answer_to(quick, begins, *[fills] * 2560)  # 160 MiB
    assert status_of(answer) in (status, 0)  # a client that keeps sending may miss the answer
    assert memory(quick) - before < 16 * 1024  # some of it is what a server reads after its start
    assert processor_time(quick) - worked < 0.3
    assert httpx.get(f"{quick.url}/healthz", timeout=5).status_code == 200


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"x" * 8192), 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: %b\r\n\r\n" % (b"x" * 33000), 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n%b\r\n" % (b"A: b\r\n" * 200), 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: %b\r\n\r\n" % (b"x" * 16000), 200),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000, 429),
        (b"nonsense\r\n\r\n", 400),
    ],
    ids=["url", "header", "headers", "cookies of others", "queue", "nonsense"],
)
def test_an_oversized_request_is_answered_at_once(quick: Server, request_: bytes, status: int) -> None:
    assert f" {status} ".encode() in answer_to(quick, request_)


def test_pipelined_requests_are_refused(tmp_path: Path) -> None:
    """A client that pipelines a request before the previous answer is refused, and leaves no work behind."""
    request = b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving(tmp_path) as server:
        for count in (2, 15):
            assert status_of(answer_to(server, request * count)) == 429
        with connected(server) as line:
            for _ in range(3):
                line.sendall(request)
                head = b""
                while b"\r\n\r\n" not in head:
                    head += line.recv(1)
                assert status_of(head) == 200
                left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
                while left:
                    left -= len(line.recv(left))
        assert "broken" not in server.stop()


def test_a_long_address_within_the_limit_is_served(quick: Server) -> None:
    assert httpx.get(f"{quick.url}/about?x={'x' * 8000}", timeout=5).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\nname=",
        b"GET /t/BCDF/updates HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nX: %b\r\n\r\n" % (b"x" * 9000),
    ],
    ids=["silent", "half a head", "half a body", "half a socket"],
)
def test_a_stalled_connection_is_closed(quick: Server, sent: bytes) -> None:
    began = time.monotonic()
    answer_to(quick, sent)
    assert time.monotonic() - began < 10


HALF = b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n"


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (HALF, b"X-Slow: 1\r\n"),
        (HALF + b"\r\n", b"x"),
        (b"", b"\r\n"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\r\n"),
    ],
    ids=["headers", "body", "empty lines", "empty lines after a request"],
)
def test_a_request_that_trickles_in_is_cut_off(quick: Server, head: bytes, piece: bytes) -> None:
    began = time.monotonic()
    with connected(quick) as line, contextlib.suppress(ConnectionError):
        line.sendall(head)
        line.settimeout(0.1)
        while time.monotonic() - began < 15:
            line.sendall(piece)
            with contextlib.suppress(TimeoutError):
                if not line.recv(1000):
                    break
    assert time.monotonic() - began < 10


def test_the_server_does_not_wait_for_the_rest_of_an_unread_body(tmp_path: Path) -> None:
    # Reading a body may take long here. Otherwise that timeout would end the connection as well.
    with serving(tmp_path, code=SERVE.replace("body=1.5", "body=60.0")) as server:
        began = time.monotonic()
        head = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"
        with connected(server) as line, contextlib.suppress(ConnectionError):
            line.sendall(head + b"x" * 99_999)
            assert status_of(line.recv(1000)) == 413
            line.settimeout(0.1)
            while time.monotonic() - began < 30:
                line.sendall(b"x")
                with contextlib.suppress(TimeoutError):
                    if not line.recv(1000):
                        break
        assert time.monotonic() - began < 20


def test_silent_connections_do_not_lock_out_their_address(quick: Server) -> None:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(connected(quick)) for _ in range(200)]
        assert httpx.get(f"{quick.url}/healthz", timeout=5).status_code == 200
        closed = 0
        for line in lines:
            line.settimeout(0)
            with contextlib.suppress(BlockingIOError):
                closed += not everything(line)
        assert closed >= 139  # 60 may be open, and the page took one of these
        assert httpx.get(f"{quick.url}/healthz", timeout=5).status_code == 200


def test_visitors_who_hang_up_cause_no_errors(tmp_path: Path) -> None:
    with serving(tmp_path, code=SERVE) as server:
        for _ in range(3):
            answer_to(server, b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
            answer_to(server, b"nonsense\r\n\r\n")
        log = server.stop()
    assert "level='error'" not in log
    assert log.count("Invalid HTTP request received") == 1


def test_a_page_and_its_socket_outlive_the_request_timeout(quick: Server) -> None:
    ola = Person(quick, "Ola").open()
    with ola.line(page="setup-0") as line:
        assert line.recv(timeout=20)
        time.sleep(3)  # longer than a request may take
        line.send("")
        assert line.recv(timeout=20) == ""


OPEN_FILES = """
import resource
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (256, min(hard, 2048)))
from turncoat.web.http.connections import raise_open_files
print(raise_open_files(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@linux
def test_the_limit_of_open_files_is_raised() -> None:
    done = subprocess.run([sys.executable, "-c", OPEN_FILES], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["1984", "2048"]


FLOOD = b"\x81\x85\0\0\0\0hello"
"""A masked text frame."""
PING = b"\x89\x80\0\0\0\0"
PIECE = b"\x00\x80\0\0\0\0"
"""An empty fragment of a message."""


@linux
@pytest.mark.parametrize(
    "frames", [FLOOD, PING, b"\x01\x80\0\0\0\0" + PIECE * 20_000], ids=["texts", "pings", "pieces"]
)
@pytest.mark.parametrize("path", ["/api/v1/tables/{code}", PAGE], ids=["program", "page"])
def test_a_message_flood_ends_the_connection_without_delaying_others(quick: Server, path: str, frames: bytes) -> None:
    ola = Person(quick, "Ola").open()
    with opened(quick, path.format(code=ola.code)) as line:
        worked = processor_time(quick)
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                line.sendall(frames * (120_000 // len(frames) + 1))
        assert everything(line) is not None  # reads to the end
        assert processor_time(quick) - worked < 0.5
    assert httpx.get(f"{quick.url}/healthz", timeout=5).status_code == 200


def test_a_program_may_send_a_burst_below_the_flood_limit(quick: Server) -> None:
    ola = Person(quick, "Ola").open()
    with connect(f"{quick.url.replace('http', 'ws')}/api/v1/tables/{ola.code}") as line:
        for _ in range(300):
            line.send("{")
        assert [json.loads(line.recv(timeout=20))["code"] for _ in range(300)] == ["malformed"] * 300


class Wire:
    """The part of a transport that is asked about unread data."""

    def __init__(self) -> None:
        self.left, self.closing = 0, False

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return self.closing


def test_a_slow_reader_is_not_treated_as_a_dead_one() -> None:
    wire, stall = Wire(), connections.StallTimeout(Deadlines(unread=30, closing=10))

    def is_over(now: float) -> bool:
        return stall.is_over(now, cast(asyncio.Transport, wire))

    assert not is_over(1000)
    wire.left = 100_000
    for now in range(1000, 1200, 20):  # a little at a time
        assert not is_over(now)
        wire.left -= 1000
    wire.left = 0
    assert not is_over(1999)
    wire.left = 100_000
    assert [is_over(now) for now in (2000, 2020, 2040)] == [False, False, True]
    wire.left = 0
    assert not is_over(2050)
    wire.left, wire.closing = 10, True
    assert [is_over(now) for now in (3000, 3005, 3015)] == [False, False, True]


COUNT = """
import gc, signal, sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run

gc.disable()
signal.signal(signal.SIGTERM, lambda *_: None)  # the server hands it on when it has stopped
run(ServerSettings(Path(sys.argv[1]), port=0, bot_pause=0.0, hold=0.05, scenes=0))
kinds = "ProgramConnection", "HttpConnection", "SocketConnection"
print("left over:", sum(type(each).__name__ in kinds for each in gc.get_objects()), file=sys.stderr)
"""
"""A server that never collects garbage, and at exit reports the connections it would have found."""


def test_a_disconnected_program_leaves_nothing_in_memory(tmp_path: Path) -> None:
    """The collector visits old objects once an hour at most."""
    server = Server(tmp_path, code=COUNT)
    ola = Person(server, "Ola").open()
    url = f"{server.url.replace('http', 'ws')}/api/v1/tables/{ola.code}"
    for _ in range(20):
        with connect(url) as line:
            line.send('{"type": "hello", "protocol": 1}')
            assert "welcome" in str(line.recv(timeout=20))
    assert "left over: 0" in server.stop()
