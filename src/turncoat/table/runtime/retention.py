"""Retention: finished games expire after their host's limit, idle tables after the server's, and documents when due."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.room import Room, RoomServer
from turncoat.table.state.history import DAY

INTERVAL: Final = 60 * 60
"""Seconds between two sweeps."""


class RetentionSweeper:
    """Deletes expired games and tables in a running server."""

    def __init__(self, server: RoomServer, drop: Callable[[Room], None]) -> None:
        self._server = server
        self._drop = drop
        """Called with a room whose table was deleted."""

    @property
    def _most(self) -> int:
        return self._server.settings.keep

    def _now(self) -> int:
        return int(self._server.store.clock())

    async def run(self) -> None:
        """Sweep periodically until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the store is in trouble; retry at the next sweep
                server_log.error("expired games were not deleted", kind=type(error).__name__)
            await asyncio.sleep(INTERVAL)

    async def sweep(self) -> None:
        """Delete the expired games, idle tables and due documents of the whole server."""
        server, now = self._server, self._now()
        if not await server.store.believes(now):
            server_log.warning("the clock has jumped; nothing is deleted until it has run normally for a day")
            return
        codes, idle = await server.store.due(now, now - self._most * DAY if self._most else 0)
        changed = bool(await server.store.drop_documents(now))
        for code in idle:
            with suppress(Refused):  # unreadable tables are left alone
                changed |= await self._delete_idle(code)
        for code in codes:
            if code not in idle:
                with suppress(Refused):
                    changed |= await self.forget(await server.find(code, asks=False))
        if changed:
            await server.store.clean()
            server_log.info("swept", tables=len(codes), deleted=len(idle))

    async def _delete_idle(self, code: str) -> bool:
        room = await self._server.find(code, asks=False)
        if room.watchers:  # not under somebody's eyes
            return False
        await self.delete(room)
        return True

    async def forget(self, room: Room) -> bool:
        """Delete the table's expired games. Return whether there were any."""
        last = room.table.last_to_forget(self._most, self._now())
        if last:
            await room.submit(c.SERVER, c.ForgetGames(last))
            server_log.info("games forgotten", table=room.table.code, last=last)
        return bool(last)

    async def delete(self, room: Room, by: str = c.SERVER) -> None:
        """Delete a table. Raises Refused. The caller calls `clean`."""
        await room.log.delete(by)
        self._drop(room)
        server_log.info("table deleted", table=room.table.code)
        room.tell()
