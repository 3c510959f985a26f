"""An open page that is kept up to date: one viewer, one socket."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table.runtime.room import Room
from turncoat.web.board.telling import say_refusal
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.http.limits import ConnectionLimiter
from turncoat.web.updates.messages import Update, encode

TRY_LATER: Final = 1013
"""The code with which a socket is closed when too many are open."""
LEEWAY: Final = 20.0
"""Seconds in which a viewer must take a message; a phone that sleeps is dropped, and comes back with what it missed."""


class Viewer:
    """Somebody who looks at a table, and what they have been shown. `room` is the table as they may see it."""

    def __init__(self, room: Room, visitor: Visitor, language: str) -> None:
        self.room, self.visitor, self.language = room, visitor, language

    def place(self) -> str:
        """The page that there is for them now; another one is another page, not an update of the same."""
        raise NotImplementedError

    def state(self) -> tuple[object, ...]:
        """What their page depends on; when it is as it was, nothing is sent."""
        raise NotImplementedError

    def update(self, refusal: Refusal | None = None, *, of_game: bool = False) -> bytes:
        """Everything that is to be seen now, as a message."""
        raise NotImplementedError


async def watch(limiter: ConnectionLimiter, socket: WebSocket, viewer: Viewer, page: str) -> None:
    """Keep an open page up to date until it goes away; if too many are open already, say so and close."""
    try:
        with limiter.hold(socket, viewer.visitor.own_id):
            await _watch(socket, viewer, page)
    except Refused as refused:
        problem = say_refusal(refused.refusal, translator(viewer.language))
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(encode({"problem": problem, "code": refused.refusal.code}).decode())
            await socket.close(TRY_LATER)


async def _watch(socket: WebSocket, viewer: Viewer, page: str) -> None:
    changed = asyncio.Event()
    room, person = viewer.room, viewer.visitor.id
    room.live.come(person, changed.set)
    gone = asyncio.ensure_future(_until_gone(socket))
    gone.add_done_callback(lambda _: changed.set())
    shown: tuple[object, ...] = ()
    try:
        changed.set()
        while True:
            # Nothing lies between a change and this: viewers have it before the answer to who made it is drawn.
            await changed.wait()
            changed.clear()
            if gone.done():
                break
            if viewer.place() != page:
                go = Update(room.table.version, go="/gone" if room.live.gone else f"/t/{room.table.code}")
                await socket.send_text(encode(go).decode())
                continue
            if shown == (state := viewer.state()):
                continue
            shown = state
            async with asyncio.timeout(LEEWAY):
                await socket.send_text(viewer.update().decode())
    except (WebSocketDisconnect, TimeoutError, RuntimeError):
        pass
    finally:
        gone.cancel()
        room.live.go(person, changed.set)


async def _until_gone(socket: WebSocket) -> None:
    try:
        while True:
            await socket.receive_text()  # choices are forms; what a page says here is "are you there?"
            await socket.send_text("")
    except (WebSocketDisconnect, RuntimeError, KeyError):
        return
