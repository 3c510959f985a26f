"""Tables that nobody looks at go out of memory after a while; the store has them, and a visitor brings them back."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from turncoat.kernel.seats import is_in
from turncoat.table import server_log
from turncoat.table.runtime.room import Room

IDLE: Final = 15 * 60.0
"""Seconds after which a room that nobody looks at is idle."""
INTERVAL: Final = 60.0
"""Seconds between two sweeps."""


class RoomUnloader:
    """Looks for idle rooms now and then."""

    def __init__(
        self, rooms: Callable[[], Sequence[Room]], unload: Callable[[Room], None], now: Callable[[], float]
    ) -> None:
        self._rooms = rooms
        self._unload = unload
        self._now = now

    async def run(self) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.sweep()

    def sweep(self) -> int:
        """Put out of memory whatever is idle; how many tables that were."""
        before = self._now() - IDLE
        idle = [room for room in self._rooms() if room.used <= before and not is_busy(room)]
        for room in idle:
            self._unload(room)
        if idle:
            server_log.info("idle tables unloaded", tables=len(idle))
        return len(idle)


def is_busy(room: Room) -> bool:
    """Whether somebody looks at the table, or something is under way there."""
    return bool(room.watchers) or room.log.lock.locked() or _bots_are_asked(room)


def _bots_are_asked(room: Room) -> bool:
    table, session = room.table, room.table.session
    if session is None or session.result is not None or table.control.paused_by or room.is_reading:
        return False
    return any(is_in(seat, session.waiting) and one.is_played_by_bot for seat, one in enumerate(table.seats))
