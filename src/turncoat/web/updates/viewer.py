"""Keeping an open connection up to date: one loop for pages, shared screens and programs.

Whoever watches is woken when something may have changed (`Watchers`), and finds out what is new to them. What they
send comes up the same socket, one message after another; what comes of it is their next update.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import server_log
from turncoat.table.runtime.room import Room
from turncoat.web.board.telling import say_refusal
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.http.limits import ConnectionLimiter
from turncoat.web.updates.messages import Changes, Update, encode

TRY_LATER: Final = 1013
"""The code that closes a socket when too many are open."""
BROKEN: Final = 1011
"""The code that closes a socket when something broke here."""
RESTART: Final = 1012
"""The code that closes a socket when the server stops, or the table moves to another."""
LEEWAY: Final = 20.0
"""Seconds in which a page must take a message. A sleeping phone is dropped; it can come back, and misses nothing."""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a command."""

    id: str = ""
    """The id of the command."""
    refusal: Refusal | None = None
    is_stale: bool = False
    """True for a page that has to be loaded again."""
    of_game: bool = True
    """True for a choice in a game."""


class Ending(msgspec.Struct, frozen=True):
    """Why a connection ends: the last message, and the code that closes the socket."""

    message: bytes
    code: int


class Follower:
    """Whoever follows a table over an open connection. `room` is the table as they may see it."""

    room: Room
    known_as: str
    """The person who is here while the connection is open."""
    is_page = True
    leeway: float | None = LEEWAY

    def ending(self) -> Ending | None:
        """Return why the connection ends now; None when it does not."""
        raise NotImplementedError

    async def take(self, data: str | bytes) -> Outcome | None:
        """Take what they have sent, and return what became of it."""
        raise NotImplementedError

    def messages(self, outcome: Outcome | None = None) -> list[bytes]:
        """Return what they are to be told now; with the answer, if something has become of what they sent."""
        raise NotImplementedError


class Viewer(Follower):
    """A person with an open page."""

    def __init__(self, room: Room, visitor: Visitor, language: str, page: str = "") -> None:
        self.room, self.visitor, self.language, self.page = room, visitor, language, page
        """`page` is the key of the page that they have."""
        self.known_as = visitor.id
        self.takes: Callable[[str | bytes], Awaitable[Outcome]] | None = None
        """Takes what the page sends; most pages only listen."""
        self._led_to: str | None = None
        """The page to which they were led last."""

    @property
    def now(self) -> float:
        """The server's time as the page is told it."""
        return round(self.room.live.clock.now(), 1)

    @property
    def is_seated(self) -> bool:
        """True for people with a seat: there is always room for them."""
        return self.room.live.table.seat_of(self.visitor.id) is not None

    def polls_as(self, address: str) -> str:
        """Return the name under which what polls from this address is counted as one page."""
        # Whoever has no cookie is another visitor with each poll.
        return address if self.visitor.fresh else f"{self.visitor.own_id} {self.visitor.id}"

    def page_key(self) -> str:
        """Return the key of the page that they get now. When it changes, an update will not do."""
        raise NotImplementedError

    def update(self, outcome: Outcome | None = None) -> bytes | None:
        """Return what has changed on the page, as a message; None when that is nothing, unless it is the first one.

        With an outcome it is the answer to a command.
        """
        raise NotImplementedError

    def ending(self) -> Ending | None:
        why = self.room.closing_reason
        return Ending(farewell(Refusal(why), self.language), RESTART) if why else None

    async def take(self, data: str | bytes) -> Outcome | None:
        return await self.takes(data) if self.takes is not None else None

    def answer(self, outcome: Outcome) -> bytes:
        """Return the answer to a command, with what has changed."""
        update = self.update(outcome)
        assert update is not None
        return update

    def messages(self, outcome: Outcome | None = None) -> list[bytes]:
        key = self.page_key()
        if key == self.page and not (outcome is not None and outcome.is_stale):
            self._led_to = None
            update = self.update(outcome)
            return [update] if update is not None else []
        if self._led_to == key:  # once: more would tell whoever stays here when somebody does something in secret
            return []
        self._led_to = key
        return [elsewhere(self.room)]


async def watch(limiter: ConnectionLimiter, socket: WebSocket, viewer: Viewer) -> None:
    """Keep an open page up to date until it goes away; if too many are open already, say so and close."""
    try:
        with limiter.hold(socket, viewer.visitor.own_id, is_seated=viewer.is_seated):
            if not viewer.is_seated:
                viewer.room.live.check_spectators()
            await follow(socket, viewer)
    except Refused as refused:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(farewell(refused.refusal, viewer.language).decode())
            await socket.close(TRY_LATER)


async def follow(socket: WebSocket, follower: Follower) -> None:
    """Tell a follower what is new, and take what they send, until the connection ends."""
    changed, received = asyncio.Event(), asyncio.Queue[str | bytes](1)
    room = follower.room.live
    room.connect(follower.known_as, changed.set, with_page=follower.is_page)
    reading = asyncio.ensure_future(_read(socket, received, changed, answers_probes=follower.is_page))
    reading.add_done_callback(lambda _: changed.set())
    changed.set()
    try:
        while True:
            await changed.wait()
            changed.clear()
            if reading.done() and received.empty():
                break
            if (ending := follower.ending()) is not None:
                await _send(socket, ending.message, follower.leeway)
                with suppress(RuntimeError):  # they may have gone meanwhile
                    await socket.close(ending.code)
                break
            outcome = None
            if not received.empty():
                outcome = await follower.take(received.get_nowait())
                if room.watchers.has_news:  # the answer brings it
                    await changed.wait()
                changed.clear()
                if reading.done() or not received.empty() or follower.ending() is not None:
                    changed.set()
            with suppress(WebSocketDisconnect):  # what they have said before they went is taken all the same
                for message in follower.messages(outcome):
                    await _send(socket, message, follower.leeway)
    except (WebSocketDisconnect, TimeoutError):
        pass
    except Exception as error:
        # What the error says may be a secret of the game: only its kind goes into the log.
        server_log.error("broken", kind=type(error).__name__)
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(BROKEN)
    finally:
        reading.cancel()
        room.disconnect(follower.known_as, changed.set, with_page=follower.is_page)


def elsewhere(room: Room) -> bytes:
    """Return the message that leads a page to the one that its viewer gets now."""
    return encode(Update(version=room.table.version, go="/gone" if room.live.gone else f"/t/{room.table.code}"))


def farewell(refusal: Refusal, language: str) -> bytes:
    """Return the last message to a page, with why nothing more comes."""
    return encode(Changes(problem=say_refusal(refusal, translator(language)), code=refusal.code))


async def _send(socket: WebSocket, message: bytes, leeway: float | None) -> None:
    """Send a message. Raises WebSocketDisconnect, TimeoutError."""
    try:
        async with asyncio.timeout(leeway):
            await socket.send_text(message.decode())
    except RuntimeError:  # it was closed from this side meanwhile
        raise WebSocketDisconnect from None


async def _read(
    socket: WebSocket, received: asyncio.Queue[str | bytes], changed: asyncio.Event, *, answers_probes: bool
) -> None:
    """Read what comes until the connection is gone: one message at a time."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            packet = await socket.receive()
            if packet["type"] == "websocket.disconnect":
                return
            data: str | bytes = packet.get("text") or packet.get("bytes") or ""
            if data or not answers_probes:
                await received.put(data)
                changed.set()
            else:
                await socket.send_text("")  # it only asks "are you there?"
