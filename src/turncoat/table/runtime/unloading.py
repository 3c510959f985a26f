"""Tables that nobody looks at go out of memory after a while; the store has them, and a visitor brings them back."""

import asyncio
from typing import TYPE_CHECKING, Final

from turncoat.kernel.seats import is_in
from turncoat.table import server_log as journal
from turncoat.table.state.game_control import plays_by_bot

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Hall, Seated

IDLE: Final = 15 * 60.0
"""Seconds after which a table that nobody looks at is idle."""
INTERVAL: Final = 60.0
"""Seconds between two looks for idle tables."""


class Idle:
    """Looks for idle tables, in a running hall."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    async def run(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.sweep()

    def sweep(self) -> int:
        """Put out of memory whatever is idle; how many tables that were."""
        before = self._hall.keeper.now() - IDLE
        idle = [one for one in self._hall.tables() if one.used <= before and not is_busy(one)]
        for seated in idle:
            self._hall.unload(seated)
        if idle:
            journal.info("idle tables unloaded", tables=len(idle))
        return len(idle)


def is_busy(seated: "Seated") -> bool:
    """Whether somebody looks at the table, or something is under way there."""
    return bool(seated.watchers) or seated.lock.locked() or _bots_are_asked(seated)


def _bots_are_asked(seated: "Seated") -> bool:
    table, play = seated.table, seated.table.play
    if play is None or play.result is not None or table.course.paused_by:
        return False
    return any(is_in(seat, play.waiting) and plays_by_bot(table, seat) for seat in range(len(table.seats)))
