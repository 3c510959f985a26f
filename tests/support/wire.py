"""A network between browser and server that a test can cut, or let die unnoticed."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Literal


class Wire:
    """Listens on its own port and forwards everything to the server."""

    def __init__(self, port: int) -> None:
        self.server = port
        self.upgrades: Literal["pass", "refuse", "swallow", "mute"] = "pass"
        """Treatment of WebSocket requests, modeled on proxies and filters."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lines: list[tuple[socket.socket, socket.socket]] = []
        self._dead: set[socket.socket] = set()
        self._upgraded: set[socket.socket] = set()
        self._mute: set[socket.socket] = set()
        """Servers' ends of sockets that open but deliver nothing."""
        self._all: list[socket.socket] = []
        self._is_cut = False
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.cut()
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(0.05)
        for end in (*self._all, self._listener):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self) -> None:
        """Cut the network: break open connections, and refuse new ones."""
        with self._lock:
            self._is_cut = True
            for line in self._lines:
                for end in line:
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
            self._lines.clear()

    def heal(self) -> None:
        """Restore the network."""
        self._is_cut = False

    def send_to(self, port: int) -> None:
        """Route new requests to this server, as a balancer does. Open sockets stay open."""
        with self._lock:
            self.server = port
            for line in self._lines:
                for end in () if line[0] in self._upgraded else line:
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
            self._lines = [line for line in self._lines if line[0] in self._upgraded]

    def freeze(self) -> None:
        """Switch networks: open connections stay open, but nothing gets through them."""
        with self._lock:
            self._dead.update(end for line in self._lines for end in line)
            self._lines.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.server), timeout=5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            with self._lock:
                self._lines.append((near, far))
                self._all += (near, far)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if b"upgrade: websocket" in data[:4096].lower():
                    if self.upgrades == "refuse":
                        one.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                        break
                    if self.upgrades == "swallow":
                        continue
                    self._upgraded.add(one)
                    if self.upgrades == "mute":
                        self._mute.add(other)
                if one in self._mute:
                    head, blank, _ = data.partition(b"\r\n\r\n")
                    data = head + blank if head.startswith(b"HTTP/1.1 101") else b""
                if one not in self._dead:
                    other.sendall(data)
        if one in self._dead:
            return
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
