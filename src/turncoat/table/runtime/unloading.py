"""Tables that nobody looks at go out of memory after a while; the store has them, and a visitor brings them back."""

import asyncio
from typing import TYPE_CHECKING, Final

from turncoat.kernel.seats import is_in
from turncoat.table import server_log
from turncoat.table.state.game_control import plays_by_bot

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Room, RoomRegistry

IDLE: Final = 15 * 60.0
"""Seconds after which a table that nobody looks at is idle."""
INTERVAL: Final = 60.0
"""Seconds between two looks for idle tables."""


class RoomUnloader:
    """Looks for idle tables, in a running hall."""

    def __init__(self, registry: "RoomRegistry") -> None:
        self._hall = registry

    async def run(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.sweep()

    def sweep(self) -> int:
        """Put out of memory whatever is idle; how many tables that were."""
        before = self._hall.clock_runner.now() - IDLE
        idle = [one for one in self._hall.tables() if one.used <= before and not is_busy(one)]
        for room in idle:
            self._hall.unload(room)
        if idle:
            server_log.info("idle tables unloaded", tables=len(idle))
        return len(idle)


def is_busy(room: "Room") -> bool:
    """Whether somebody looks at the table, or something is under way there."""
    return bool(room.watchers) or room.lock.locked() or _bots_are_asked(room)


def _bots_are_asked(room: "Room") -> bool:
    table, session = room.table, room.table.session
    if session is None or session.result is not None or table.control.paused_by:
        return False
    return any(is_in(seat, session.waiting) and plays_by_bot(table, seat) for seat in range(len(table.seats)))
