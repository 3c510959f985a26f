"""Proxy to a server that tampers with the traffic: it loses or repeats a frame, or leaks a secret."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final

from bench.load.server import LoadedServer
from bench.load.wire import TEXT, FrameReader

Meddle = Callable[[bytes], list[bytes]]
"""Returns the texts that replace a text of the server's."""
MOST: Final = 1 << 16


def server_frame(first: int, payload: bytes) -> bytes:
    """Encode a frame as a server sends it."""
    size = len(payload)
    if size < 126:
        return bytes((first, size)) + payload
    if size < MOST:
        return bytes((first, 126)) + size.to_bytes(2, "big") + payload
    return bytes((first, 127)) + size.to_bytes(8, "big") + payload


@contextmanager
def meddling(server: LoadedServer, meddle: Meddle) -> Iterator[tuple[str, int]]:
    """Run a proxy to the server that applies `meddle`, and yield its host and port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        threading.Thread(target=_accept, args=(listener, server, meddle), daemon=True).start()
        yield "127.0.0.1", listener.getsockname()[1]
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, server: LoadedServer, meddle: Meddle) -> None:
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            there = socket.create_connection((server.host, server.port))
            threading.Thread(target=_up, args=(client, there), daemon=True).start()
            threading.Thread(target=_down, args=(there, client, meddle), daemon=True).start()


def _up(client: socket.socket, there: socket.socket) -> None:
    with suppress(OSError), closing(there):
        while data := client.recv(MOST):
            there.sendall(data)


def _down(there: socket.socket, client: socket.socket, meddle: Meddle) -> None:
    with suppress(OSError), closing(client):
        head = b""
        while b"\r\n\r\n" not in head:
            data = there.recv(MOST)
            if not data:
                return
            head += data
        start, _, rest = head.partition(b"\r\n\r\n")
        client.sendall(start + b"\r\n\r\n")
        if not start.startswith(b"HTTP/1.1 101"):
            client.sendall(rest)
            while data := there.recv(MOST):
                client.sendall(data)
            return
        reader, data = FrameReader(), rest
        while True:
            for first, payload in reader.feed(data):
                for instead in meddle(payload) if first == TEXT else [payload]:
                    client.sendall(server_frame(first, instead))
            data = there.recv(MOST)
            if not data:
                return
