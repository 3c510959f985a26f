"""Turns: few requests of one address are worked on at a time, so whoever sends a thousand waits for themselves.

All requests are worked on by one event loop. Each time it goes round, it does a piece of every request that can go on;
a thousand of them would make everybody wait for a thousand pieces.
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
"""Where the scope of a request has its turn."""


GONE: Final[Message] = {"type": "http.disconnect"}


class LineFull(Exception):
    """Too many wait at this address already."""


class Turns:
    """How many may work at the same time at each address; the others wait in a line, an address has its own."""

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
            else:  # it came at the same time
                self.give_back(address)
            raise

    def give_back(self, address: str) -> None:
        """The work is done, or waits for something else: the next one's turn.

        That is when the loop goes round again, since much work is done without ever waiting.
        """
        asyncio.get_running_loop().call_soon(self._call_next, address)

    def _call_next(self, address: str) -> None:
        while (line := self._lines.get(address)) is not None:
            turn = line.popleft()
            if not line:
                del self._lines[address]
            if not turn.done():  # otherwise it was given up in this same moment
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
    """The turn of one request: held while it is worked on, given back while it waits for the network."""

    def __init__(self, turns: Turns, address: str) -> None:
        self._turns, self._address = turns, address
        self.is_held = False

    async def take(self) -> None:
        """Wait for it. Raises LineFull."""
        await self._turns.take(self._address)
        self.is_held = True

    def give_back(self) -> None:
        """Let the next one work, if this one has not done so."""
        if self.is_held:
            self.is_held = False
            self._turns.give_back(self._address)

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """Give it back while something else is waited for, such as a thread."""
        self.give_back()
        try:
            yield
        except Exception:  # and not when the server stops: then nobody waits for a turn
            await self.take()
            raise
        await self.take()


def turn_of(connection: HTTPConnection) -> Turn:
    """The turn of a request that is worked on."""
    turn: Turn = connection.scope[TURN]
    return turn


class RequestTurns:
    """Gives every request its turn: from its head to its answer, but while its body is waited for."""

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
            turn.give_back()  # the answer is made; what is left is to send it, however slowly it is read
            await send(message)

        try:
            await turn.take()
            if _has_no_body(scope):
                first = await receive()
            if first == GONE:  # whoever hangs up and comes again leaves no work behind
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
    """Whether the whole request is there with its head."""
    sized = (b"content-length", b"transfer-encoding")
    return scope["type"] == "http" and not any(name in sized for name, _ in scope["headers"])
