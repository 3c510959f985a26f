"""Handmade connections for requests that no library would send, and a measure of the memory they cost."""

import contextlib
import socket
from pathlib import Path

import pytest

from tests.support.serving import Server


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def everything(line: socket.socket) -> bytes:
    got = b""
    with contextlib.suppress(ConnectionError):
        while data := line.recv(65536):
            got += data
    return got


def memory(server: Server) -> int:
    """Return the server's peak memory usage in KiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0])


linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux what a process uses")


def opened(server: Server, path: str, line: socket.socket | None = None) -> socket.socket:
    """Open a WebSocket by hand, for messages that no library would send."""
    line = line or connected(server)
    line.sendall(
        b"GET %b HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n" % path.encode()
    )
    got = b""
    while b"\r\n\r\n" not in got:
        got += line.recv(1)
    assert b" 101 " in got
    return line
