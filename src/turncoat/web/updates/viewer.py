"""Updates of open connections: one loop for pages, shared screens and programs.

A follower is woken when something may have changed (`Watchers`), and looks up what is new to it. Its messages arrive
over the same socket one at a time, and each is answered by the next update.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from functools import partial
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
"""WebSocket close code when too many connections are open."""
BROKEN: Final = 1011
"""WebSocket close code after an internal error."""
RESTART: Final = 1012
"""WebSocket close code when the server stops or the table moves to another."""
HIDDEN: Final = "hidden"
SIGHT: Final = (HIDDEN, "visible")
"""Messages with which a page says that it goes into the background, or comes back. They have no answer."""
LEEWAY: Final = 20.0
"""Seconds in which a page must accept a message. A sleeping phone is dropped, and misses nothing when it comes back."""


class Outcome(msgspec.Struct, frozen=True):
    """Outcome of a command."""

    id: str = ""
    """Id of the command."""
    refusal: Refusal | None = None
    is_stale: bool = False
    """True if the page has to be reloaded."""
    of_game: bool = True
    """True for a choice in a game."""


class Ending(msgspec.Struct, frozen=True):
    """End of a connection: the last message, and the WebSocket close code."""

    message: bytes
    code: int


class Follower:
    """Follower of a table over an open connection. `room` is the table as the follower may see it."""

    room: Room
    known_as: str
    """Person who is present while the connection is open."""
    is_page = True
    is_hidden = False
    """True for a page that is in the background when it connects."""
    leeway: float | None = LEEWAY

    def ending(self) -> Ending | None:
        """Return the reason for closing the connection now, or None."""
        raise NotImplementedError

    async def take(self, data: str | bytes) -> Outcome | None:
        """Handle a message from the follower, and return its outcome."""
        raise NotImplementedError

    def messages(self, outcome: Outcome | None = None) -> list[bytes]:
        """Return the messages to send now, with the answer to a command if there is an outcome."""
        raise NotImplementedError


class Viewer(Follower):
    """Person with an open page."""

    def __init__(self, room: Room, visitor: Visitor, language: str, page: str = "") -> None:
        self.room, self.visitor, self.language, self.page = room, visitor, language, page
        """Create a viewer. `page` is the key of the page that they have open."""
        self.known_as = visitor.present_as
        self.takes: Callable[[str | bytes], Awaitable[Outcome]] | None = None
        """Handler of messages from the page. Most pages only listen."""
        self._led_to: str | None = None
        """Key of the page to which the viewer was led last."""

    @property
    def now(self) -> float:
        """Server time as the page gets it, in seconds."""
        return round(self.room.live.clock.now(), 1)

    @property
    def is_seated(self) -> bool:
        """True for people with a seat, who are always admitted."""
        return self.room.live.table.seat_of(self.visitor.watches_as) is not None

    def polls_as(self, address: str) -> str:
        """Return the key under which polls from this address count as one page."""
        # Without a cookie, every poll comes from a new visitor.
        return address if self.visitor.fresh else f"{self.visitor.own_id} {self.visitor.id}"

    def page_key(self) -> str:
        """Return the key of the viewer's current page. If it changes, the page must be replaced, not updated."""
        raise NotImplementedError

    def update(self, outcome: Outcome | None = None) -> bytes | None:
        """Return the page's changes as a message, or None if there are none and it is not the first message.

        With an outcome, the message is the answer to a command.
        """
        raise NotImplementedError

    def ending(self) -> Ending | None:
        why = self.room.closing_reason
        return Ending(farewell(Refusal(why), self.language), RESTART) if why else None

    async def take(self, data: str | bytes) -> Outcome | None:
        return await self.takes(data) if self.takes is not None else None

    def answer(self, outcome: Outcome) -> bytes:
        """Return the answer to a command, with the changes of the page."""
        update = self.update(outcome)
        assert update is not None
        return update

    def messages(self, outcome: Outcome | None = None) -> list[bytes]:
        key = self.page_key()
        if key == self.page and not (outcome is not None and outcome.is_stale):
            self._led_to = None
            update = self.update(outcome)
            return [update] if update is not None else []
        if self._led_to == key:  # once only, or pages that stay here would learn of every secret action
            return []
        self._led_to = key
        return [elsewhere(self.room)]


async def watch(limiter: ConnectionLimiter, socket: WebSocket, viewer: Viewer) -> None:
    """Keep an open page up to date until it closes, or refuse and close it if there are too many."""
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
    """Send a follower all changes and handle their messages, until the connection ends."""
    changed, received = asyncio.Event(), asyncio.Queue[str | bytes](1)
    room = follower.room.live
    room.connect(follower.known_as, changed.set, with_page=follower.is_page)
    room.watchers.note_sight(changed.set, is_hidden=follower.is_hidden)
    note_sight = partial(room.watchers.note_sight, changed.set) if follower.is_page else None
    reading = asyncio.ensure_future(_read(socket, received, changed, note_sight))
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
                with suppress(RuntimeError):  # the client may have disconnected meanwhile
                    await socket.close(ending.code)
                break
            outcome = None
            if not received.empty():
                outcome = await follower.take(received.get_nowait())
                if room.watchers.has_pending_updates:  # the answer includes it
                    await changed.wait()
                changed.clear()
                if reading.done() or not received.empty() or follower.ending() is not None:
                    changed.set()
                if room.closing_reason:  # the state here may be outdated: nothing is sent but the ending
                    continue
            with suppress(WebSocketDisconnect):  # messages sent before a disconnect still count
                for message in follower.messages(outcome):
                    await _send(socket, message, follower.leeway)
    except (WebSocketDisconnect, TimeoutError):
        pass
    except Exception as error:
        # The error's text may contain a secret of the game, so only its type is logged.
        server_log.error("broken", kind=type(error).__name__)
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(BROKEN)
    finally:
        reading.cancel()
        room.disconnect(follower.known_as, changed.set, with_page=follower.is_page)


def elsewhere(room: Room) -> bytes:
    """Return the message that leads a page to its viewer's current one."""
    return encode(Update(version=room.table.version, go="/gone" if room.live.gone else f"/t/{room.table.code}"))


def farewell(refusal: Refusal, language: str) -> bytes:
    """Return the last message to a page, with the reason why no more will follow."""
    return encode(Changes(problem=say_refusal(refusal, translator(language)), code=refusal.code))


async def _send(socket: WebSocket, message: bytes, leeway: float | None) -> None:
    """Send a message. Raises WebSocketDisconnect, TimeoutError."""
    try:
        async with nullcontext() if leeway is None else asyncio.timeout(leeway):
            await socket.send_text(message.decode())
    except RuntimeError:  # closed from this side meanwhile
        raise WebSocketDisconnect from None


async def _read(
    socket: WebSocket,
    received: asyncio.Queue[str | bytes],
    changed: asyncio.Event,
    note_sight: Callable[..., None] | None = None,
) -> None:
    """Receive one message after another until the client disconnects.

    With `note_sight`, the client is a page, which also sends probes, and whether it is in the background.
    """
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            packet = await socket.receive()
            if packet["type"] == "websocket.disconnect":
                return
            data: str | bytes = packet.get("text") or packet.get("bytes") or ""
            if note_sight is None or (data and data not in SIGHT):
                await received.put(data)
                changed.set()
            elif data:
                note_sight(is_hidden=data == HIDDEN)
            else:
                await socket.send_text("")  # answers the page's probe of the connection
