"""Waking of tables: the server loads a table at the time that the store has noted for it, even if nobody visits it.

So a table that is played by day goes on when its time is up. Any server that shares the store may load it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from turncoat.kernel.refusals import Refused
from turncoat.table import server_log
from turncoat.table.runtime.room import Room, RoomServer

INTERVAL: Final = 10.0
"""Seconds between two looks for tables to load."""


class TableWaker:
    """Loads tables when their time has come."""

    def __init__(
        self, server: RoomServer, loaded: Callable[[str], Room | None], is_unreadable: Callable[[str], bool]
    ) -> None:
        self._server = server
        self._loaded = loaded
        """Returns the room of a code if it is in memory."""
        self._is_unreadable = is_unreadable

    async def run(self) -> None:
        """Sweep periodically until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the store is in trouble; retry at the next sweep
                server_log.error("no table was woken", kind=type(error).__name__)
            await asyncio.sleep(INTERVAL)

    async def sweep(self) -> None:
        """Load every table whose time has come, unless another server has it. Its clocks then do what is due."""
        for code in await self._server.store.waking(int(self._server.store.time())):
            if (room := self._loaded(code)) is not None:
                self._server.refresh(room)  # after a sleep of the machine, its alarm rings too late
            elif not self._is_unreadable(code):
                with suppress(Refused):
                    room = await self._server.find(code, asks=False)
            if room is not None:
                await room.log.plan_waking()
