"""Network connections, before anything is known of a visitor: how large and how slow a request may be, and how many.

What is here works on bytes and seconds. `limits` counts what visitors do, once a request has been read.

uvicorn speaks HTTP and WebSocket. Between each of its protocols and the network stands one of these, which looks at
what comes and passes it on; they know each other by the public methods of `asyncio.Protocol` alone.
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
"""Bytes; ours have a few hundred."""
LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the request line and all headers. Cookies of other servers on the same machine come along as well."""
MOST_HEADERS: Final = 100
KEPT_FILES: Final = 64
"""Open files that connections leave to the rest of the server."""
EXCHANGE: Final = "turncoat.exchange"
"""Where the state of a request has its exchange."""
CHECK_EVERY: Final = 0.5
"""Seconds between two looks at all connections."""
CHECKED_AT_ONCE: Final = 500
"""Connections that are looked at before others have their turn: to look at ten thousand would hold everybody up."""

_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)


class Deadlines(msgspec.Struct, frozen=True):
    """Seconds after which a connection that does not get on is closed."""

    head: float = 10.0
    """From the connection, or the answer before, until the head of the next request is there."""
    body: float = 60.0
    """From then until its body is there."""
    rest: float = 2.0
    """From an answer until what is still to come of a body that nobody will read."""
    unread: float = 30.0
    """How long a visitor may read nothing of what was sent."""
    closing: float = 10.0
    """The same on a connection that is being closed."""


class ConnectionGuard:
    """All network connections of a server: makes their protocols, and closes those that do not get on."""

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
        """Connections in all: as many as the system lets the process have."""
        self.is_proxy = is_proxy
        """Whether this is the address of a server in front of this one, through which everybody comes."""
        self.deadlines = deadlines or Deadlines()
        self.now = now
        self.sockets_closed = 0
        """How many connections that had become sockets are gone."""
        self._open: dict[asyncio.Transport, GuardedConnection] = {}
        """In the order in which they came."""
        self._from = Counter[str]()
        """How many are open from an address."""

    def http(self, app_state: dict[str, Any], **given: Any) -> asyncio.Protocol:
        """The protocol of a new connection; uvicorn takes this for its class."""
        exchange = Exchange(self.now)
        return HttpConnection(self, HttpToolsProtocol(app_state=app_state | {EXCHANGE: exchange}, **given), exchange)

    def websocket(self, app_state: dict[str, Any], **given: Any) -> asyncio.Protocol:
        """The protocol of a connection that becomes a socket; uvicorn takes this for its class."""
        socket = SocketConnection(self, app_state[EXCHANGE])
        socket.inner = WebSocketsSansIOProtocol(app_state=app_state, **given)
        return socket

    def admit(self, connection: "HttpConnection") -> bool:
        """A connection was opened; False when there is no room for it.

        When there is none, one that waits for its first request goes: whoever sends nothing keeps nobody out.
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
        """A connection has become a socket."""
        self._open[socket.transport] = socket

    def forget(self, connection: "GuardedConnection") -> None:
        """A connection is closed."""
        if self._open.pop(connection.transport, None) is None:
            return
        self.sockets_closed += isinstance(connection, SocketConnection)
        self._from[connection.address] -= 1
        if not self._from[connection.address]:
            del self._from[connection.address]

    async def watch(self) -> None:
        """Close what has taken too long, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            for number, connection in enumerate(tuple(self._open.values()), 1):
                if self._open.get(connection.transport) is connection:
                    connection.check_time(self.now())
                if number % CHECKED_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _make_room(self, address: str = "") -> bool:
        """Close the first connection, of all or from this address, from which the head of a request is to come."""
        for connection in self._open.values():
            if connection.is_waiting and address in ("", connection.address):
                self.forget(connection)
                connection.transport.abort()
                return True
        return False


class Exchange:
    """Where one connection is with its request: its protocol and `ExchangeEnd` share it."""

    __slots__ = ("began", "ended", "is_open", "now")

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.is_open = False
        """Whether a request is there that is not answered."""
        self.began = self.ended = now()
        """When the head of the last request was there, and when an answer was complete, or the connection opened."""

    def begin(self) -> None:
        """The head of a request is there."""
        self.is_open, self.began = True, self.now()

    def end(self) -> None:
        """It is answered."""
        self.is_open, self.ended = False, self.now()


class ExchangeEnd:
    """Lets a connection know that its request is answered, or opens a socket. It stands before all other middleware."""

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
    """Since when nothing was read of what was sent on a connection."""

    def __init__(self, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._since = 0.0
        self._left = 0
        """Bytes that were to be read still when it was last looked at."""

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
    """Stands between the network and uvicorn's protocol of a connection, and passes everything on."""

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
        """Whether the head of a request is to come."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.forget(self)
        self.inner.connection_lost(exc)
        self.inner = asyncio.Protocol()  # what refers to itself would stay in memory until the next search for garbage

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()

    def check_time(self, now: float) -> None:
        """Close the connection when nothing of what was sent is read."""
        if self._stall.is_over(now, self.transport):
            self.transport.abort()


class HttpConnection(GuardedConnection):
    """A connection over which requests come, one after another. A head is passed on when it is whole."""

    def __init__(self, guard: ConnectionGuard, inner: asyncio.Protocol, exchange: Exchange) -> None:
        super().__init__(guard)
        self.inner = inner
        self._exchange = exchange
        self._head = bytearray()
        """What has come of a head."""
        self._body = 0
        """Bytes of a body that are to come."""

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
            # It came before the one before it was answered. No browser does so, and it would wait at no cost to itself.
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        else:
            self._take_head(data)

    def _take_head(self, data: bytes) -> None:
        # Empty lines before a request mean nothing.
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
            status = HTTPStatus.TOO_MANY_REQUESTS  # as above
        if status is not None:
            self._refuse(status)
            return
        self._head, self._body = bytearray(), body - more
        self._exchange.begin()
        self.inner.data_received(bytes(head))

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer in the application's place, and hang up. Of what is worked on, uvicorn is told that nobody waits."""
        phrase = status.phrase.encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%s" % (status.value, phrase, len(phrase), phrase)
        )
        self.transport.close()

    @property
    def _due(self) -> float:
        """When the connection is closed unless it gets on."""
        limits, exchange = self.guard.deadlines, self._exchange
        if exchange.is_open:
            return exchange.began + limits.body if self._body else math.inf
        return exchange.ended + (limits.rest if self._body else limits.head)

    def check_time(self, now: float) -> None:
        """Close the connection when it has taken too long."""
        super().check_time(now)
        if now > self._due and not self.transport.is_closing():
            if self._head:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT)
            else:
                self.transport.close()


def refusal(head: bytes) -> HTTPStatus | None:
    """Why a request is not taken that begins so. No page or program of ours sends such a one.

    Without a length only a second HTTP parser could tell where the next request begins.

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
    """A connection that becomes a socket."""

    def __init__(self, guard: ConnectionGuard, exchange: Exchange) -> None:
        super().__init__(guard)
        self._exchange = exchange
        self._frames: FrameCounter | None = None
        """There is none until the request that opens the socket was passed on."""
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
            # Everything that comes costs something, also a ping or a piece of a message.
            if self._bucket.take(self._frames.count(data, self.guard.rates.messages_at_once)):
                self.inner.data_received(data)
            else:
                self.transport.close()

    def check_time(self, now: float) -> None:
        """Close the connection also when what was to open a socket never came to the application."""
        super().check_time(now)
        if self._exchange.is_open and now > self._exchange.began + self.guard.deadlines.head:
            self.transport.abort()


class FrameCounter:
    """Counts the frames that come on a WebSocket, by their heads (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._head = b""
        """What has come of a head that is not whole."""
        self._skip = 0
        """Bytes of the frame before it that are to come."""

    def count(self, data: bytes, most: int) -> int:
        """How many heads there are in what has come; when there are more than `most`, one more than that.

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
    """Let the process have as many open files as the system allows; how many of them connections may take."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 16
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1 << 20
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS says more than it gives
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else max(soft - KEPT_FILES, KEPT_FILES)
