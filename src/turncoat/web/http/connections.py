"""Network connections below HTTP: limits on the size, speed and number of requests before a visitor is known.

This module counts bytes and seconds; `limits` counts actions of visitors once a request has been parsed.

uvicorn implements HTTP and WebSocket. A wrapper stands between the network and each of its protocols, inspects the
incoming bytes and passes them on. Both sides use only the public methods of `asyncio.Protocol`.
"""

import asyncio
import contextlib
import math
import re
import time
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from turncoat.web.http.limits import RateLimits, TokenBucket, address_of, most_connections_from

LONGEST_URL: Final = 8 * 1024
"""Bytes. The server's own URLs have a few hundred."""
LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the request line and all headers, with room for the cookies of other servers on the same machine."""
MOST_HEADERS: Final = 100
KEPT_FILES: Final = 64
"""File descriptors that connections leave to the rest of the server."""
EXCHANGE: Final = "turncoat.exchange"
"""Key of a connection's exchange in the state of its requests."""
CHECK_EVERY: Final = 0.5
"""Seconds between two checks of all connections."""
CHECKED_AT_ONCE: Final = 500
"""Connections checked in one go: ten thousand at once would block the event loop."""

_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)


class Deadlines(msgspec.Struct, frozen=True):
    """Timeouts in seconds for connections that make no progress."""

    head: float = 10.0
    """From the connection's start, or the previous answer, to the end of the next request's head."""
    body: float = 60.0
    """From the end of the head to the end of the body."""
    rest: float = 2.0
    """From an answer to the end of a body that nobody will read."""
    unread: float = 30.0
    """Without the client reading any of the data sent."""
    closing: float = 10.0
    """Likewise, on a connection that is being closed."""


class ConnectionGuard:
    """Registry of all network connections: creates their protocols and closes those that stall."""

    def __init__(
        self,
        rates: RateLimits,
        most: int,
        is_proxy: Callable[[str], bool] = lambda host: False,
        deadlines: Deadlines | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rates = rates
        self.most = most
        """Limit on all connections together, given by the file descriptors of the process."""
        self.is_proxy = is_proxy
        """Returns whether a host is the reverse proxy, through which every client arrives."""
        self.deadlines = deadlines or Deadlines()
        self.now = now
        self.sockets_closed = 0
        """Number of closed connections that had become WebSockets."""
        self._open: dict[asyncio.Transport, GuardedConnection] = {}
        """Open connections, oldest first."""
        self._from = Counter[str]()
        """Number of open connections per address."""

    def http(self, app_state: dict[str, Any], **given: Any) -> asyncio.Protocol:
        """Create the protocol of a new connection. uvicorn calls this in place of a protocol class."""
        exchange = Exchange(self.now)
        return HttpConnection(self, HttpToolsProtocol(app_state=app_state | {EXCHANGE: exchange}, **given), exchange)

    def websocket(self, app_state: dict[str, Any], **given: Any) -> asyncio.Protocol:
        """Create the protocol of a WebSocket. uvicorn calls this in place of a protocol class."""
        socket = SocketConnection(self, app_state[EXCHANGE])
        socket.inner = WebSocketsSansIOProtocol(app_state=app_state, **given)
        return socket

    def admit(self, connection: "HttpConnection") -> bool:
        """Register a new connection and return whether there is room for it.

        If there is none, a connection that is still waiting for its first request is closed: silent clients keep nobody
        out.
        """
        address = connection.address
        is_full = self._from[address] >= most_connections_from(self.rates) and not self.is_proxy(connection.host)
        if is_full and not self._make_room(address):
            return False
        if len(self._open) >= self.most and not self._make_room():
            return False
        self._open[connection.transport] = connection
        self._from[address] += 1
        return True

    def replace(self, socket: "SocketConnection") -> None:
        """Register the WebSocket that a connection was upgraded to."""
        self._open[socket.transport] = socket

    def forget(self, connection: "GuardedConnection") -> None:
        """Unregister a closed connection."""
        if self._open.pop(connection.transport, None) is None:
            return
        self.sockets_closed += isinstance(connection, SocketConnection)
        self._from[connection.address] -= 1
        if not self._from[connection.address]:
            del self._from[connection.address]

    async def watch(self) -> None:
        """Close connections that exceed their deadlines, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            for number, connection in enumerate(tuple(self._open.values()), 1):
                if self._open.get(connection.transport) is connection:
                    connection.check_time(self.now())
                if number % CHECKED_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _make_room(self, address: str = "") -> bool:
        """Close the oldest connection (of the address, if given) that waits for the head of a request."""
        for connection in self._open.values():
            if connection.is_waiting and address in ("", connection.address):
                self.forget(connection)
                connection.transport.abort()
                return True
        return False


class Exchange:
    """Request state of one connection, shared by its protocol and `ExchangeEnd`."""

    __slots__ = ("began", "ended", "is_open", "now")

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.is_open = False
        """True while a request has no complete answer."""
        self.began = self.ended = now()
        """Times at which the last request's head was complete, and the last answer (or the connection's start)."""

    def begin(self) -> None:
        """Note that the head of a request is complete."""
        self.is_open, self.began = True, self.now()

    def end(self) -> None:
        """Note that the request is answered."""
        self.is_open, self.ended = False, self.now()


class ExchangeEnd:
    """Outermost middleware: tells a connection that its request is answered or opens a socket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        exchange: Exchange = scope["state"].pop(EXCHANGE)
        if scope["type"] == "websocket":
            exchange.end()
            await self.app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                exchange.end()

        await self.app(scope, receive, send_on)


class StallTimeout:
    """Tracks how long a client has read nothing of the data sent to it."""

    def __init__(self, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._since = 0.0
        self._left = 0
        """Bytes still unread at the last check."""

    def is_over(self, now: float, transport: asyncio.Transport) -> bool:
        left, is_closing = transport.get_write_buffer_size(), transport.is_closing()
        if not left and not is_closing:
            self._since = 0.0
        elif not self._since or left < self._left:
            self._since = now
        self._left = left
        longest = self._deadlines.closing if is_closing else self._deadlines.unread
        return bool(self._since) and now - self._since > longest


class GuardedConnection(asyncio.Protocol):
    """Wrapper between the network and uvicorn's protocol of a connection."""

    transport: asyncio.Transport
    inner: asyncio.Protocol
    host = address = "?"

    def __init__(self, guard: ConnectionGuard) -> None:
        self.guard = guard
        self._stall = StallTimeout(guard.deadlines)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        if peer := transport.get_extra_info("peername"):
            self.host, self.address = peer[0], address_of(peer)

    @property
    def is_waiting(self) -> bool:
        """True while the head of a request is incomplete."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.forget(self)
        self.inner.connection_lost(exc)
        self.inner = asyncio.Protocol()  # breaks a reference cycle, which only the garbage collector would free

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()

    def check_time(self, now: float) -> None:
        """Close the connection if the client has stopped reading."""
        if self._stall.is_over(now, self.transport):
            self.transport.abort()


class HttpConnection(GuardedConnection):
    """HTTP connection that passes each request's head on only when it is complete."""

    def __init__(self, guard: ConnectionGuard, inner: asyncio.Protocol, exchange: Exchange) -> None:
        super().__init__(guard)
        self.inner = inner
        self._exchange = exchange
        self._head = bytearray()
        """Bytes received of an incomplete head."""
        self._body = 0
        """Bytes of the body still to come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.inner.connection_made(transport)
        if not self.guard.admit(self):
            self.transport.abort()

    @property
    def is_waiting(self) -> bool:
        return not self._exchange.is_open and not self._body

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._body:
            body, data = data[: self._body], data[self._body :]
            self._body -= len(body)
            self.inner.data_received(body)
        if not data:
            return
        if self._exchange.is_open:
            # A pipelined request. No browser sends any, and it would wait at no cost to the client.
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        else:
            self._take_head(data)

    def _take_head(self, data: bytes) -> None:
        # Empty lines before a request are ignored.
        searched, head = max(0, len(self._head) - len(_END)), self._head
        head += data if head else data.lstrip(b"\r\n")
        end = head.find(_END, searched)
        size = end + len(_END) if end >= 0 else len(head)
        if end < 0 and size <= LARGEST_HEAD:
            return
        request, more = bytes(head[:size]), len(head) - size
        body = int(found[1]) if (found := _LENGTH.search(request)) is not None else 0
        status = refusal(request)
        if status is None and more > body:
            status = HTTPStatus.TOO_MANY_REQUESTS  # pipelined, as above
        if status is not None:
            self._refuse(status)
            return
        self._head, self._body = bytearray(), body - more
        self._exchange.begin()
        self.inner.data_received(bytes(head))

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer on behalf of the application and close. uvicorn learns that a pending request's client is gone."""
        phrase = status.phrase.encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%s" % (status.value, phrase, len(phrase), phrase)
        )
        self.transport.close()

    @property
    def _due(self) -> float:
        """Time at which the connection is closed unless it makes progress."""
        limits, exchange = self.guard.deadlines, self._exchange
        if exchange.is_open:
            return exchange.began + limits.body if self._body else math.inf
        return exchange.ended + (limits.rest if self._body else limits.head)

    def check_time(self, now: float) -> None:
        """Close the connection if it has exceeded its deadline."""
        super().check_time(now)
        if now > self._due and not self.transport.is_closing():
            if self._head:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT)
            else:
                self.transport.close()


def refusal(head: bytes) -> HTTPStatus | None:
    """Return the status with which a request is refused because of its head, or None if it is acceptable.

    The server's own pages and programs never send such requests. A chunked body, which has no length, is refused
    because only a second HTTP parser could tell where the next request begins.

    >>> refusal(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    >>> refusal(b"GET /%s HTTP/1.1\\r\\n\\r\\n" % (b"x" * 9000)).value
    414
    >>> refusal(b"POST / HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n").value
    411
    """
    line, _, _ = head.partition(b"\r\n")
    _, _, rest = line.partition(b" ")
    url, _, _ = rest.partition(b" ")
    if len(url) > LONGEST_URL:
        return HTTPStatus.REQUEST_URI_TOO_LONG
    if len(head) > LARGEST_HEAD or head.count(b"\r\n") > MOST_HEADERS + 2:
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    if _CHUNKED.search(head) is not None:
        return HTTPStatus.LENGTH_REQUIRED
    return None


class SocketConnection(GuardedConnection):
    """Connection upgraded to a WebSocket."""

    def __init__(self, guard: ConnectionGuard, exchange: Exchange) -> None:
        super().__init__(guard)
        self._exchange = exchange
        self._frames: FrameCounter | None = None
        """None until the upgrade request has been passed on."""
        self._bucket = TokenBucket(guard.rates, guard.now)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.inner.connection_made(transport)
        self.guard.replace(self)

    def data_received(self, data: bytes) -> None:
        if self._frames is None:
            self._frames = FrameCounter()
            self.inner.data_received(data)
        elif not self.transport.is_closing():
            # Every frame costs a token, including pings and fragments.
            if self._bucket.take(self._frames.count(data, self.guard.rates.messages_at_once)):
                self.inner.data_received(data)
            else:
                self.transport.close()

    def check_time(self, now: float) -> None:
        """Close the connection also if its upgrade request never reached the application."""
        super().check_time(now)
        if self._exchange.is_open and now > self._exchange.began + self.guard.deadlines.head:
            self.transport.abort()


class FrameCounter:
    """Counts the frames received on a WebSocket by their headers (RFC 6455, section 5.2)."""

    def __init__(self) -> None:
        self._head = b""
        """Bytes received of an incomplete header."""
        self._skip = 0
        """Bytes of the current frame still to come."""

    def count(self, data: bytes, most: int) -> int:
        """Count the frame headers in the data, up to `most` + 1.

        >>> hello = b"\\x81\\x85mask" + b"hello"
        >>> frames = FrameCounter()
        >>> [frames.count(data, 9) for data in (hello, hello + hello[:1], hello[1:3], hello[3:] + hello)]
        [1, 1, 1, 1]
        """
        data, at, found = self._head + data, self._skip, 0
        while at + 2 <= len(data) and found <= most:
            short = data[at + 1] & 0x7F
            longer = 2 if short == 126 else 8 if short == 127 else 0
            if at + 2 + longer > len(data):
                break
            size = int.from_bytes(data[at + 2 : at + 2 + longer], "big") if longer else short
            mask = 4 if data[at + 1] & 0x80 else 0
            at += 2 + longer + mask + size
            found += 1
        self._head, self._skip = data[at:], max(0, at - len(data))
        return found


def raise_open_files() -> int:
    """Raise the limit on open files to the system's maximum, and return how many of them connections may take."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 16
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 20
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS reports a higher limit than it grants
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else max(soft - KEPT_FILES, KEPT_FILES)
