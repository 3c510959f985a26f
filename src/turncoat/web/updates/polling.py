"""Keeping an open page up to date where a network lets no WebSocket through: the page polls by HTTP.

The answer to a poll is what a socket would bring first to a page that holds as much, so there is nothing to remember
of the page between two polls. Until it fails to poll again, it counts as an open connection: its person is here, and
it takes up room among the spectators and connections.
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
"""Seconds for which a page counts as open without another poll, at most: browsers let a hidden page do little more
than once a minute."""


class PollingPages:
    """The pages that poll."""

    def __init__(self, limiter: Limiter, connections: ConnectionLimiter) -> None:
        self._limiter, self._connections = limiter, connections
        self._open: dict[tuple[Room, str], _PollingPage] = {}

    def answer(self, request: Request, viewer: Viewer) -> Response:
        """Return the answer to a poll: what is new to the page, or why it is told nothing.

        The page says as `again` within how many seconds it will poll next.
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
        self._open[room, who].stay(min(whole_number(request.query_params.get("again", "")) or 0, MOST_BETWEEN))
        (message,) = viewer.messages()
        return _json(message)

    @staticmethod
    def refuse(refusal: Refusal, language: str) -> Response:
        """Return the answer to a poll that nothing can be told; a table that is gone leads elsewhere."""
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
            return _PollingPage(room, viewer.visitor.id, held.pop_all().close)


class _PollingPage:
    """A page that polls, from its first poll until it is missed."""

    def __init__(self, room: Room, person: str, let_go: Callable[[], None]) -> None:
        self._room, self._person, self._let_go = room, person, let_go
        self._missed: asyncio.TimerHandle | None = None
        room.connect(person, self._look, with_page=True)

    def stay(self, seconds: float) -> None:
        """Count as open for so long from now on, at least."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if self._missed is not None:
            until = max(until, self._missed.when())
            self._missed.cancel()
        self._missed = loop.call_at(until, self._end)

    def _look(self) -> None:
        """Something has changed at the table, which the next poll will find out; unless it goes on elsewhere."""
        if (self._room.closing_reason or self._room.gone) and self._missed is not None:
            self._missed.cancel()
            self._missed = asyncio.get_running_loop().call_later(0, self._end)

    def _end(self) -> None:
        self._let_go()
        self._room.disconnect(self._person, self._look, with_page=True)


def _json(message: bytes, status: int = 200) -> Response:
    return Response(message, status, media_type="application/json")
