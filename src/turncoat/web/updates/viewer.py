"""Keeping an open page up to date: one viewer, one socket. Choices come up the same socket."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table.runtime.room import Room
from turncoat.web.board.telling import say_refusal
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.http.limits import ConnectionLimiter
from turncoat.web.updates.messages import Update, encode

TRY_LATER: Final = 1013
"""The code that closes a socket when too many are open."""
RESTART: Final = 1012
"""The code that closes a socket when the server stops, or the table moves to another."""
LEEWAY: Final = 20.0
"""Seconds in which a viewer must take a message. A sleeping phone is dropped; it can come back, and misses nothing."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of a choice."""

    id: str
    """The id of the command."""
    refusal: Refusal | None = None
    is_stale: bool = False
    """Whether it is from a page that has to be loaded again."""


Choose = Callable[[str], Awaitable[Outcome]]
"""Takes a choice, as a browser sends the fields of a form."""


class Viewer:
    """A person who looks at a table, and what they have been shown. `room` is the table as they may see it."""

    def __init__(self, room: Room, visitor: Visitor, language: str) -> None:
        self.room, self.visitor, self.language = room, visitor, language

    @property
    def is_seated(self) -> bool:
        """Whether there is always room for them."""
        return self.room.live.table.seat_of(self.visitor.id) is not None

    def polls_as(self, address: str) -> str:
        """Return the name under which what polls from this address is counted as one page."""
        # Whoever has no cookie is another visitor with each poll.
        return address if self.visitor.fresh else f"{self.visitor.own_id} {self.visitor.id}"

    def page_key(self) -> str:
        """The key of the page that they get now. When it changes, they need another page, and an update will not do."""
        raise NotImplementedError

    def state(self) -> tuple[object, ...]:
        """Everything that their page depends on; while it is the same, nothing is sent."""
        raise NotImplementedError

    def update(self, answers: str = "", refusal: Refusal | None = None, *, of_game: bool = False) -> bytes:
        """Everything that has changed on the page, as a message; also the answer to a choice."""
        raise NotImplementedError


async def watch(
    limiter: ConnectionLimiter, socket: WebSocket, viewer: Viewer, page: str, choose: Choose | None = None
) -> None:
    """Keep an open page up to date until it goes away; if too many are open already, say so and close."""
    try:
        with limiter.hold(socket, viewer.visitor.own_id, is_seated=viewer.is_seated):
            if not viewer.is_seated:
                viewer.room.live.check_spectators()
            await _watch(socket, viewer, page, choose)
    except Refused as refused:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(farewell(refused.refusal, viewer.language).decode())
            await socket.close(TRY_LATER)


async def _watch(socket: WebSocket, viewer: Viewer, page: str, choose: Choose | None) -> None:
    changed, choices = asyncio.Event(), asyncio.Queue[str](1)
    room, person = viewer.room, viewer.visitor.id
    room.live.connect(person, changed.set, with_page=True)
    gone = asyncio.ensure_future(_read(socket, choices, changed))
    gone.add_done_callback(lambda _: changed.set())
    shown: tuple[object, ...] = ()
    try:
        changed.set()
        while True:
            await changed.wait()
            changed.clear()
            if gone.done():
                break
            if closing := room.closing_reason:
                await _say_goodbye(socket, viewer.language, closing)
                break
            outcome = Outcome("")
            if choose is not None and not choices.empty():
                outcome = await choose(choices.get_nowait())
                if room.live.watchers.has_news:  # the answer brings it
                    await changed.wait()
                changed.clear()
                if not choices.empty():
                    changed.set()
            if (key := viewer.page_key()) != page or outcome.is_stale:
                if shown != (key,):  # once: more would tell whoever stays here when somebody does something in secret
                    shown = (key,)
                    await _send(socket, elsewhere(room))
                continue
            if shown == (state := viewer.state()) and not outcome.id:
                continue
            shown = state
            await _send(socket, viewer.update(outcome.id, outcome.refusal, of_game=True))
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        gone.cancel()
        room.live.disconnect(person, changed.set, with_page=True)


def elsewhere(room: Room) -> bytes:
    """Return the message that leads a page to the one that its viewer gets now."""
    return encode(Update(version=room.table.version, go="/gone" if room.live.gone else f"/t/{room.table.code}"))


def farewell(refusal: Refusal, language: str) -> bytes:
    """Return the message that says why a page is told nothing more."""
    return encode({"problem": say_refusal(refusal, translator(language)), "code": refusal.code})


async def _send(socket: WebSocket, message: bytes) -> None:
    async with asyncio.timeout(LEEWAY):
        await socket.send_text(message.decode())


async def _say_goodbye(socket: WebSocket, language: str, why: str) -> None:
    async with asyncio.timeout(LEEWAY):
        await socket.send_text(farewell(Refusal(why), language).decode())
        await socket.close(RESTART)


async def _read(socket: WebSocket, choices: asyncio.Queue[str], changed: asyncio.Event) -> None:
    """Read what the page sends until it is gone: one choice at a time."""
    try:
        while True:
            text = await socket.receive_text()
            if text:
                await choices.put(text)
                changed.set()
            else:
                await socket.send_text("")  # it only asks "are you there?"
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return
