"""Per-address concurrency limit: a client that sends a thousand requests queues behind itself.

One event loop serves all requests. In each iteration it runs a step of every request that is ready, so a thousand of
them would delay everybody by a thousand steps.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turncoat.web.http.limits import address_of

TURN: Final = "turncoat.turn"
"""Key of a request's turn in its ASGI scope."""


GONE: Final[Message] = {"type": "http.disconnect"}


class LineFull(Exception):
    """The queue of an address is full."""


class Turns:
    """Concurrency limit with one FIFO queue per address."""

    def __init__(self, each: int, longest: int) -> None:
        self._each, self._longest = each, longest
        self._working = Counter[str]()
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, address: str) -> None:
        """Wait for a turn. Raises LineFull."""
        if self._working[address] < self._each:
            self._working[address] += 1
            return
        line = self._lines.setdefault(address, deque())
        if len(line) >= self._longest:
            raise LineFull
        line.append(turn := asyncio.get_running_loop().create_future())
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(address, turn)
            else:  # the turn was granted in the same iteration
                self.give_back(address)
            raise

    def give_back(self, address: str) -> None:
        """Release a turn and wake the next request in the queue.

        The next request starts in the loop's next iteration, since many requests finish without ever waiting.
        """
        asyncio.get_running_loop().call_soon(self._call_next, address)

    def _call_next(self, address: str) -> None:
        while (line := self._lines.get(address)) is not None:
            turn = line.popleft()
            if not line:
                del self._lines[address]
            if not turn.done():  # otherwise it was cancelled in this iteration
                turn.set_result(None)
                return
        self._working[address] -= 1
        if not self._working[address]:
            del self._working[address]

    def _leave(self, address: str, turn: "asyncio.Future[None]") -> None:
        line = self._lines.get(address, deque())
        if turn in line:
            line.remove(turn)
            if not line:
                del self._lines[address]


class Turn:
    """One request's turn: held while the request is processed, released while it waits for the network."""

    def __init__(self, turns: Turns, address: str) -> None:
        self._turns, self._address = turns, address
        self.is_held = False

    async def take(self) -> None:
        """Wait for the turn. Raises LineFull."""
        await self._turns.take(self._address)
        self.is_held = True

    def give_back(self) -> None:
        """Release the turn if it is held."""
        if self.is_held:
            self.is_held = False
            self._turns.give_back(self._address)

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Release the turn while waiting for something else, such as a thread."""
        self.give_back()
        try:
            yield
        except Exception:  # not CancelledError: when the server stops, nobody waits for a turn
            await self.take()
            raise
        await self.take()


def turn_of(connection: HTTPConnection) -> Turn:
    """Return the turn of a request in progress."""
    turn: Turn = connection.scope[TURN]
    return turn


class RequestTurns:
    """Middleware that holds a turn for each request until its answer is ready, except while its body is awaited."""

    def __init__(self, app: ASGIApp, turns: Turns) -> None:
        self.app = app
        self.turns = turns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        first: Message | None = None
        turn = scope[TURN] = Turn(self.turns, address_of(scope.get("client")))

        async def receive_aside() -> Message:
            nonlocal first
            if first is not None:
                message, first = first, None
                return message
            if not turn.is_held:
                return await receive()
            async with turn.aside():
                return await receive()

        async def send_on(message: Message) -> None:
            turn.give_back()  # the answer is ready; sending it takes no turn, however slowly the client reads
            await send(message)

        try:
            await turn.take()
            if _has_no_body(scope):
                first = await receive()
            if first == GONE:  # a client that disconnects and comes back leaves no work behind
                return
            await self.app(scope, receive_aside, send_on)
        except LineFull:
            refusal = PlainTextResponse("Too Many Requests", 429, {"Retry-After": "1"})
            if scope["type"] == "http":
                await refusal(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013})
        finally:
            turn.give_back()


def _has_no_body(scope: Scope) -> bool:
    """Return whether the request is complete with its head."""
    sized = (b"content-length", b"transfer-encoding")
    return scope["type"] == "http" and not any(name in sized for name, _ in scope["headers"])
