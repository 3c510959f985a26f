"""Updates by HTTP polling, for networks that block WebSockets.

The answer to a poll is the first message that a socket would send to a page with the same parts, so nothing needs to be
remembered between polls. Until a page misses its next poll, it counts as an open connection: its person is present, and
it takes up a place among the spectators and connections.
"""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.table.runtime.room import Room
from turncoat.web.http.forms import whole_number
from turncoat.web.http.limits import ConnectionLimiter, Limiter, address_of
from turncoat.web.updates.messages import Update, encode
from turncoat.web.updates.viewer import Viewer, farewell

MOST_BETWEEN: Final = 90
"""Longest time in seconds that a page counts as open without another poll.

Browsers restrict a hidden page to little more than one timer a minute.
"""


class PollingPages:
    """Registry of the pages that poll."""

    def __init__(self, limiter: Limiter, connections: ConnectionLimiter) -> None:
        self._limiter, self._connections = limiter, connections
        self._open: dict[tuple[Room, str], _PollingPage] = {}

    def answer(self, request: Request, viewer: Viewer) -> Response:
        """Return the answer to a poll: the changes for the page, or the reason why there are none.

        The page sends as `again` the number of seconds until its next poll.
        """
        room = viewer.room.live
        who = viewer.polls_as(address_of(request.client))
        try:
            self._limiter.poll(who)
            if closing := room.closing_reason:
                raise Refused(Refusal(closing))
            if (room, who) not in self._open:
                self._open[room, who] = self._opened(request, viewer, who)
        except Refused as refused:
            return self.refuse(refused.refusal, viewer.language)
        self._open[room, who].note_sight(is_hidden=viewer.is_hidden)
        self._open[room, who].stay(min(whole_number(request.query_params.get("again", "")) or 0, MOST_BETWEEN))
        (message,) = viewer.messages()
        return _json(message)

    @staticmethod
    def refuse(refusal: Refusal, language: str) -> Response:
        """Return the answer to a poll that is refused. If the table is gone, it leads elsewhere."""
        if refusal == Refusal("no-such-table"):
            return _json(encode(Update(version=0, go="/gone")))
        return _json(farewell(refusal, language), status_of(refusal))

    def _opened(self, request: Request, viewer: Viewer, who: str) -> "_PollingPage":
        """Count the page as open. Raises Refused."""
        room = viewer.room.live
        with ExitStack() as held:
            held.enter_context(self._connections.hold(request, viewer.visitor.own_id, is_seated=viewer.is_seated))
            if not viewer.is_seated:
                room.check_spectators()
            held.callback(self._open.pop, (room, who))
            return _PollingPage(room, viewer.known_as, held.pop_all().close)


class _PollingPage:
    """Polling page, from its first poll until it misses one."""

    def __init__(self, room: Room, person: str, release: Callable[[], None]) -> None:
        self._room, self._person, self._release = room, person, release
        self._missed: asyncio.TimerHandle | None = None
        room.connect(person, self._on_change, with_page=True)

    def note_sight(self, *, is_hidden: bool) -> None:
        """Note whether the page is in the background."""
        self._room.watchers.note_sight(self._on_change, is_hidden=is_hidden)

    def stay(self, seconds: float) -> None:
        """Count as open for at least this many seconds from now."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if self._missed is not None:
            until = max(until, self._missed.when())
            self._missed.cancel()
        self._missed = loop.call_at(until, self._end)

    def _on_change(self) -> None:
        """Drop the page if its table closes or moves. Any other change can wait for the next poll."""
        if (self._room.closing_reason or self._room.gone) and self._missed is not None:
            self._missed.cancel()
            self._missed = asyncio.get_running_loop().call_later(0, self._end)

    def _end(self) -> None:
        self._release()
        self._room.disconnect(self._person, self._on_change, with_page=True)


def _json(message: bytes, status: int = 200) -> Response:
    return Response(message, status, media_type="application/json")
