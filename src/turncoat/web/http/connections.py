"""Network connections, before anything is known of a visitor: how large and how slow a request may be, and how many.

What is here works on bytes and seconds. `limits` counts what visitors do, once a request has been read.
"""

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final, Protocol

import httptools
import msgspec
from starlette.websockets import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from turncoat.web.http.limits import Rates, TokenBucket, address_of, most_connections_from

LONGEST_URL: Final = 8 * 1024
"""Bytes; an address of ours has some hundred."""
LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the request line and all headers. Cookies of other servers on the same machine come along as well."""
MOST_HEADERS: Final = 100
SLICE: Final = 4 * 1024
"""Bytes of a socket that are read before the messages in them are counted: it bounds the work of one step."""
KEPT_FILES: Final = 64
"""Open files that connections leave to the rest of the server."""
DIRECT: Final = "turncoat.direct"
"""The extension of ASGI by which a handler can take a socket over."""
_SWITCHED: Final = 101
_TEXT: Final = 0x81
_SHORT, _LONG = 126, 127
"""The first byte of a whole text frame, and the lengths in the second that say that the length follows."""
_MOST_SHORT: Final = 1 << 16


SHARES: Final = 10
"""In how many calls of `sweep` all connections have their turn."""


class Deadlines(msgspec.Struct, frozen=True):
    """Seconds after which a connection that does not get on is closed."""

    head: float = 10.0
    """From the connection, or the first byte of a further request, until the head of the request is there."""
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
        rates: Rates,
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
        self._open: dict[str, dict[GuardedHttp | GuardedSocket, None]] = {}
        """By address, in the order in which they came."""
        self._waiting: dict[GuardedHttp, None] = {}
        """Those from which the head of a request is to come, the one that has waited longest first."""
        self._count = 0
        self._to_check: list[GuardedHttp | GuardedSocket] = []
        self._share = 1
        """Whose turn is still to come in this round of `sweep`, and how many of them a call looks at."""

    @property
    def http(self) -> Callable[..., asyncio.Protocol]:
        """What makes the protocol of a new connection."""
        return partial(GuardedHttp, self)

    @property
    def websocket(self) -> Callable[..., asyncio.Protocol]:
        """What makes the protocol of a connection that becomes a socket."""
        return partial(GuardedSocket, self)

    def come(self, connection: "GuardedHttp", host: str) -> bool:
        """A connection was opened; False when there is no room for it.

        When there is none, one that waits for its first request goes: whoever sends nothing keeps nobody out.
        """
        address = connection.address
        most_from = most_connections_from(self.rates)
        same = self._open.get(address, {})
        if not self.is_proxy(host) and len(same) >= most_from:
            waiting = next((one for one in same if one in self._waiting), None)
            if waiting is None:
                return False
            self._drop(waiting)
        if self._count >= self.most:
            if not self._waiting:
                return False
            self._drop(next(iter(self._waiting)))
        self._open.setdefault(address, {})[connection] = None
        self._count += 1
        return True

    def wait(self, connection: "GuardedHttp") -> None:
        """The head of a request is to come."""
        if connection in self._open.get(connection.address, {}):
            self._waiting.setdefault(connection)

    def serve(self, connection: "GuardedHttp") -> None:
        """The head of a request is there."""
        self._waiting.pop(connection, None)

    def replace(self, connection: "GuardedHttp", socket: "GuardedSocket") -> None:
        """The connection has become a socket."""
        if self._forget(connection):
            self._open.setdefault(connection.address, {})[socket] = None
            self._count += 1

    def go(self, connection: "GuardedHttp | GuardedSocket") -> None:
        """A connection is closed."""
        self._forget(connection)

    def sweep(self) -> None:
        """Close what has taken too long. Call it every tenth of a second.

        Each call looks at a tenth of the connections: to look at ten thousand at once would hold everybody up.
        """
        if not self._to_check:
            self._to_check = [one for connections in self._open.values() for one in connections]
            self._share = math.ceil(len(self._to_check) / SHARES)
        now = self.now()
        for connection in self._to_check[-self._share :]:
            if connection in self._open.get(connection.address, {}):
                connection.check_time(now)
        del self._to_check[-self._share :]

    def _forget(self, connection: "GuardedHttp | GuardedSocket") -> bool:
        same = self._open.get(connection.address, {})
        if connection not in same:
            return False
        del same[connection]
        if isinstance(connection, GuardedHttp):
            self._waiting.pop(connection, None)
        self._count -= 1
        if not same:
            del self._open[connection.address]
        return True

    def _drop(self, connection: "GuardedHttp | GuardedSocket") -> None:
        self._forget(connection)
        connection.transport.abort()


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


class TooLong(Exception):
    """A request that no page or program of ours sends."""


class GuardedHttp(HttpToolsProtocol):
    """A connection over which requests come."""

    def __init__(self, guard: ConnectionGuard, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.guard = guard
        self.address = "?"
        self.is_waiting = True
        """Whether the head of a request is to come."""
        self._head = 0
        """Bytes of a head that is not complete."""
        self._due = 0.0
        """When the connection is closed unless something happens first; 0 is never."""
        self._refused = HTTPStatus.BAD_REQUEST
        self._stall = StallTimeout(guard.deadlines)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = address_of(self.client)
        if not self.guard.come(self, self.client[0] if self.client else "?"):
            transport.abort()
            return
        self._await_head()

    def _await_head(self) -> None:
        self.is_waiting = True
        self.guard.wait(self)
        self._due = self._due or self.guard.now() + self.guard.deadlines.head

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.go(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self._due and getattr(self.cycle, "response_complete", True):
            self._await_head()  # also when only empty lines come
        if self.is_waiting:
            self._head += len(data)
        super().data_received(data)
        if self.is_waiting and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    # What the parser finds. What is raised here is answered by `send_400_response`.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_url(self, url: bytes) -> None:
        if len(self.url) + len(url) > LONGEST_URL:
            self._refused = HTTPStatus.REQUEST_URI_TOO_LONG
            raise TooLong
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._refused = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooLong

    def on_headers_complete(self) -> None:
        if sum(len(name) + len(value) + 4 for name, value in self.headers) > LARGEST_HEAD:
            self._refused = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooLong
        if not getattr(self.cycle, "response_complete", True):
            # It came before the one before it was answered. No browser does so, and it would wait at no cost to itself.
            self._refused = HTTPStatus.TOO_MANY_REQUESTS
            raise TooLong
        self.is_waiting, self._head = False, 0
        self.guard.serve(self)
        self._due = self.guard.now() + self.guard.deadlines.body
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._due = 0.0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if getattr(self.cycle, "more_body", False):  # nobody will read the rest of the request
            self._due = min(self._due, self.guard.now() + self.guard.deadlines.rest)

    def handle_websocket_upgrade(self) -> None:
        self._due = 0.0
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, GuardedSocket):
            self.guard.replace(self, socket)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be read, or is too long."""
        self._refuse(self._refused)

    def _refuse(self, status: HTTPStatus) -> None:
        phrase = status.phrase.encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%s" % (status.value, phrase, len(phrase), phrase)
        )
        # Whatever is in line will not be answered, and is not worked on any more. This closes the transport as well.
        super().connection_lost(None)

    def check_time(self, now: float) -> None:
        """Close the connection when it has taken too long."""
        transport = self.transport
        if self._stall.is_over(now, transport):
            transport.abort()
        elif self._due and now > self._due and not transport.is_closing():
            self._due = 0.0
            is_answering = not getattr(self.cycle, "response_complete", True)
            if self.is_waiting and self._head and not is_answering:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT)
            else:
                transport.close()


class SocketReceiver(Protocol):
    """Who gets what comes on a socket that was taken over."""

    def take_message(self, message: str | bytes) -> None:
        """A message has come."""
        ...

    def resume_sending(self) -> None:
        """The socket was full, and is not any more."""
        ...

    def lose_connection(self) -> None:
        """The connection is closed. Nothing else comes."""
        ...


class DirectSocket(Protocol):
    """A socket that was taken over: what is sent goes out in the same call, without a task that waits for it."""

    @property
    def is_full(self) -> bool:
        """Whether the visitor is behind with reading, so that nothing more should be sent now."""
        ...

    def hand_over(self, receiver: SocketReceiver) -> None:
        """Give to the receiver what comes from now on. The handler has nothing more to do with the connection."""
        ...

    def send_texts(self, texts: Sequence[bytes]) -> None:
        """Send messages, all of them at once."""
        ...

    def pause_reading(self) -> None:
        """Let what the visitor sends wait."""
        ...

    def resume_reading(self) -> None:
        """Take what the visitor sends."""
        ...

    def close(self, code: int = 1000) -> None:
        """End the connection; the visitor is told the code."""
        ...


def send_soon(socket: WebSocket, text: bytes) -> bool:
    """Send a message in this call, if the socket can take it now."""
    found: dict[str, DirectSocket] = socket.scope.get("extensions", {}).get(DIRECT, {})
    direct = found.get("socket")
    if direct is None or direct.is_full:
        return False
    direct.send_texts((text,))
    return True


def direct_socket(socket: WebSocket) -> DirectSocket:
    """The socket for a handler that takes it over."""
    found: DirectSocket = socket.scope["extensions"][DIRECT]["socket"]
    return found


def text_head(size: int) -> bytes:
    """What comes before a text of so many bytes on a socket, when the server sends it.

    >>> text_head(5).hex(), text_head(300).hex(), text_head(70_000).hex()
    ('8105', '817e012c', '817f0000000000011170')
    """
    if size < _SHORT:
        return bytes((_TEXT, size))
    if size < _MOST_SHORT:
        return bytes((_TEXT, _SHORT)) + size.to_bytes(2, "big")
    return bytes((_TEXT, _LONG)) + size.to_bytes(8, "big")


class _NoQueue:
    """Takes the place of the queue from which nobody reads any more."""

    def put_nowait(self, event: object) -> None: ...


_NO_QUEUE: Final[Any] = _NoQueue()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    def __init__(self, guard: ConnectionGuard, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.guard = guard
        self.address = "?"
        self._bucket = TokenBucket(guard.rates, guard.now)
        self._due = guard.now() + guard.deadlines.head
        self._stall = StallTimeout(guard.deadlines)
        self._receiver: SocketReceiver | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = address_of(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guard.go(self)
        super().connection_lost(exc)
        if self._receiver is not None:
            self._receiver.lose_connection()
        # Nothing that refers to itself is left: it would stay in memory until the next search for garbage.
        self._receiver = None
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        # Everything that comes costs something, also a ping or a piece of a message.
        if self._bucket.take(len(self.conn.events)):
            super().handle_events()
            return
        self.conn.fail(1008, "too-fast")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
        self.transport.close()

    def check_time(self, now: float) -> None:
        """Close the connection when it was not accepted, or its visitor does not read what was sent."""
        if not self.handshake_complete and now > self._due:
            self.transport.abort()
        if self._stall.is_over(now, self.transport):
            self.transport.abort()

    # For a handler that takes the socket over

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == _SWITCHED:
            extensions: dict[str, dict[Any, Any]] = self.scope.setdefault("extensions", {})
            extensions[DIRECT] = {"socket": self}

    async def run_asgi(self) -> None:
        # As the base class does it, but what was taken over goes on when its handler has returned.
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
        if not self.handshake_complete:
            self.send_500_response()
        if self._receiver is None and self.close_timer is None:
            self.transport.close()
        del self.scope, self.request, self.response  # thousands of connections keep none of it, and it refers back

    @property
    def is_full(self) -> bool:
        return not self.writable.is_set()

    def hand_over(self, receiver: SocketReceiver) -> None:
        self._receiver = receiver
        came, self.queue = self.queue, _NO_QUEUE
        while not came.empty():
            event: Any = came.get_nowait()
            if event["type"] == "websocket.receive":
                receiver.take_message(event.get("text") or event.get("bytes") or b"")
        if self.disconnected:
            receiver.lose_connection()

    def send_receive_event_to_app(self) -> None:
        if self._receiver is None:
            super().send_receive_event_to_app()
            return
        message: str | bytes = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self.curr_msg_data_type == "text":
            try:
                message = bytes(message).decode()  # type: ignore[arg-type]
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # which says so, and ends the connection
                return
        self.frames = []
        if not self.close_sent:
            self._receiver.take_message(message)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._receiver is not None and not self.disconnected:
            self._receiver.resume_sending()

    def send_texts(self, texts: Sequence[bytes]) -> None:
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for text in texts for part in (text_head(len(text)), text)]))

    def pause_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def close(self, code: int = 1000) -> None:
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.resume_reading()  # the other side's answer is to be heard
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)


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


assert issubclass(httptools.HttpParserCallbackError, httptools.HttpParserError)  # how `TooLong` gets to an answer
