"""Minimal HTTP and WebSocket clients, since the driver must be cheap.

Both are asyncio protocols without streams and tasks: data is passed on in the same call that has read it.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, Final, cast

import httptools
import msgspec

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
MASKED: Final = 0x80
SHORT: Final = 126
LONG: Final = 127
MOST_SHORT: Final = 1 << 16
SWITCHED: Final = 101


class WireError(ConnectionError):
    """The other side hung up, or sent something invalid."""


def local(source: str) -> tuple[str, int] | None:
    """Return the local address of a connection in asyncio's form, or None for any address."""
    return (source, 0) if source else None


class FrameReader:
    """Parser of a server's frames, which are whole and unmasked."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return the frames completed by the data, each with its first byte. Raises WireError."""
        buffer = self._buffer
        buffer += data
        found, start, size = [], 0, len(buffer)
        while size - start >= 2:
            length, head = buffer[start + 1], 2
            if length == SHORT:
                head = 4
            elif length == LONG:
                head = 10
            elif length & MASKED:
                raise WireError("a server masks no frame")
            if size - start < head:
                break
            if head > 2:
                length = int.from_bytes(buffer[start + 2 : start + head], "big")
            end = start + head + length
            if end > size:
                break
            found.append((buffer[start], bytes(buffer[start + head : end])))
            start = end
        del buffer[:start]
        return found


def frame(first: int, payload: bytes) -> bytes:
    """Encode a masked frame, as a client must send it."""
    size = len(payload)
    if size < SHORT:
        head = bytes((first, MASKED | size))
    elif size < MOST_SHORT:
        head = bytes((first, MASKED | SHORT)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, MASKED | LONG)) + size.to_bytes(8, "big")
    mask = os.urandom(4)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")


class WebSocketClient(asyncio.Protocol):
    """An open WebSocket.

    `take` gets each text with the time at which it came. `lost` is called when the socket is closed.
    """

    def __init__(
        self, request: bytes, take: Callable[[bytes, float], None], lost: Callable[[str], None] = lambda why: None
    ) -> None:
        self._request, self._take, self._lost = request, take, lost
        self._transport: asyncio.Transport | None = None
        self._reader: FrameReader | None = None
        self._answer = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        came = perf_counter()
        if self._reader is None:
            data = self._shake_hands(data)
        if self._reader is None:
            return
        for first, payload in self._reader.feed(data):
            if first == TEXT:
                self._take(payload, came)
            elif first == PING:
                self._write(frame(PONG, payload))
            elif first == CLOSE:
                self._hang_up(f"the server closed the connection ({payload!r})")
            elif first != PONG:
                self._hang_up(f"a frame of a kind that was not expected: {first:#x}")

    def _shake_hands(self, data: bytes) -> bytes:
        self._answer += data
        head, found, rest = self._answer.partition(b"\r\n\r\n")
        if not found:
            return b""
        if int(head.split(b" ", 2)[1]) != SWITCHED:
            self._hang_up(f"no WebSocket: {head.splitlines()[0]!r}")
            return b""
        self._reader = FrameReader()
        if not self.opened.done():  # nobody waits for it if the run is over
            self.opened.set_result(None)
        return rest

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up(f"the connection was lost ({exc})")

    def send(self, payload: bytes) -> None:
        """Send a text."""
        self._write(frame(TEXT, payload))

    def close(self) -> None:
        """Close the socket without further callbacks."""
        self.is_closing = True
        self._take, self._lost = _ignore, lambda why: None
        if self._transport is not None:
            self._transport.close()

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def _hang_up(self, why: str) -> None:
        if self.is_closing:
            return
        lost = self._lost
        self.close()
        if not self.opened.done():
            self.opened.set_exception(WireError(why))
        else:
            lost(why)


def _ignore(payload: bytes, came: float) -> None: ...


async def open_socket(
    host: str,
    port: int,
    path: str,
    take: Callable[[bytes, float], None],
    lost: Callable[[str], None],
    headers: str = "",
    source: str = "",
) -> WebSocketClient:
    """Open a WebSocket to that path, from the address `source` of this machine. Raises WireError, OSError."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(
        lambda: WebSocketClient(request, take, lost), host, port, local_addr=local(source)
    )
    await client.opened
    return client


class Answer(msgspec.Struct):
    """The answer of a server."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes


class HttpClient:
    """A client with persistent connections, which are opened again when the server has closed them."""

    def __init__(self, host: str, port: int, source: str = "") -> None:
        self._host, self._port, self._source = host, port, source
        self._idle: list[_HttpWire] = []
        self._busy: set[_HttpWire] = set()

    async def ask(self, method: str, path: str, headers: str = "", body: bytes = b"") -> Answer:
        """Send a request. Raises OSError.

        It is sent again if the server closed an idle connection, so it must be safe to repeat.
        """
        size = f"Content-Length: {len(body)}\r\n" if body else ""
        request = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{headers}{size}\r\n".encode() + body
        while self._idle:
            wire = self._idle.pop()
            if not wire.is_closed:
                with suppress(WireError):  # it was closed while the request was on its way
                    return await self._ask(wire, request)
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(_HttpWire, self._host, self._port, local_addr=local(self._source))
        return await self._ask(wire, request)

    async def _ask(self, wire: "_HttpWire", request: bytes) -> Answer:
        self._busy.add(wire)
        try:
            answer = await wire.ask(request)
        except BaseException:  # nothing else would close a connection that is neither busy nor idle
            wire.close()
            raise
        finally:
            self._busy.discard(wire)
        self._idle.append(wire)
        return answer

    def close(self) -> None:
        """Close the connections."""
        for wire in (*self._idle, *self._busy):
            wire.close()


class _HttpWire(asyncio.Protocol):
    def __init__(self) -> None:
        self.is_closed = False
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[Answer] | None = None
        self._parser: Any = None
        self._answer = Answer(0, {}, {}, b"")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    async def ask(self, request: bytes) -> Answer:
        assert self._transport is not None
        self._waiting = asyncio.get_running_loop().create_future()
        self._answer, self._parser = Answer(0, {}, {}, b""), httptools.HttpResponseParser(self)
        self._transport.write(request)
        return await self._waiting

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(WireError(f"the server hung up ({exc})"))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    # Callbacks of the parser

    def on_header(self, name: bytes, value: bytes) -> None:
        known = name.decode().lower()
        if known == "set-cookie":
            cookie, _, content = value.decode().partition(";")[0].partition("=")
            self._answer.cookies[cookie] = content
        else:
            self._answer.headers[known] = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self._answer.body += body

    def on_message_complete(self) -> None:
        self._answer.status = self._parser.get_status_code()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(self._answer)
