"""Recording of the games that end at the tables of circles.

A game is added when it ends. If the server stopped before that, it is added when the table is next loaded, or when
somebody looks at the circle.
"""

from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakKeyDictionary

from turncoat.circles.store import Circles
from turncoat.kernel.refusals import Refused
from turncoat.table.runtime.room import Room
from turncoat.table.store.errors import StoreFailure


class GameRecorder:
    """Adds games to their circles as they end."""

    def __init__(self, circles: Circles, begin: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        """Create a recorder. `begin` runs work in the background, which a stopping server waits for."""
        self._circles = circles
        self._begin = begin
        self._noted: WeakKeyDictionary[Room, int] = WeakKeyDictionary()
        """Number of the last game of each room that was added, or is about to be."""

    def note(self, room: Room) -> None:
        """Add the games of the table that have ended since the last call."""
        if not room.table.circle:
            return
        last = max(room.table.history.summaries, default=0)
        if last > self._noted.get(room, 0):
            self._noted[room] = last
            self._begin(self._record(room))

    async def _record(self, room: Room) -> None:
        try:
            if (circle := await self._circles.read(room.table.circle)) is not None:
                await self._circles.record(circle, room.table)
        except (Refused, StoreFailure):
            # It is tried again after the next change at the table, or when somebody looks at the circle.
            self._noted.pop(room, None)
