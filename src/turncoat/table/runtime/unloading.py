"""Removal of idle tables from memory. The store has them, and a visitor brings them back."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from turncoat.table import server_log
from turncoat.table.runtime.day_clock import bots_are_asked
from turncoat.table.runtime.room import Room

IDLE: Final = 15 * 60.0
"""Seconds after which an unwatched room is idle."""
INTERVAL: Final = 60.0
"""Seconds between two sweeps."""


class RoomUnloader:
    """Unloads idle rooms periodically."""

    def __init__(
        self, rooms: Callable[[], Sequence[Room]], unload: Callable[[Room], None], now: Callable[[], float]
    ) -> None:
        self._rooms = rooms
        self._unload = unload
        self._now = now

    async def run(self) -> None:
        """Sweep periodically until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.sweep()

    def sweep(self) -> int:
        """Unload idle rooms and return their number."""
        before = self._now() - IDLE
        idle = [room for room in self._rooms() if room.used <= before and not is_busy(room)]
        for room in idle:
            self._unload(room)
        if idle:
            server_log.info("idle tables unloaded", tables=len(idle))
        return len(idle)


def is_busy(room: Room) -> bool:
    """Return whether somebody watches the table or something is running there."""
    return bool(room.watchers) or room.log.lock.locked() or _bots_are_asked(room)


def _bots_are_asked(room: Room) -> bool:
    table, session = room.table, room.table.session
    if session is None or session.result is not None or table.control.paused_by or room.is_reading:
        return False
    return bots_are_asked(table, session)
