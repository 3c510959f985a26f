"""How long things are kept: finished games as long as the host of their table says, and no table forever."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.rebuilding import CannotApply, rebuild
from turncoat.table.redaction import is_same_table, redact
from turncoat.table.runtime.room import Room, RoomServer
from turncoat.table.state.history import DAY
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure

INTERVAL: Final = 60 * 60
"""Seconds between two sweeps."""


def _makes(entries: Sequence[bytes], table: Table) -> bool:
    """Say whether the log makes the same table, but for games that are over."""
    try:
        again, lost = rebuild(entries)
    except CannotApply:
        return False
    return not lost and is_same_table(again, table)


class RetentionSweeper:
    """Forgets what is to be forgotten, in a running server."""

    def __init__(self, server: RoomServer, drop: Callable[[Room], None]) -> None:
        self._server = server
        self._drop = drop
        """Called with a room whose table is kept no longer."""

    @property
    def _most(self) -> int:
        return self._server.settings.keep

    def _now(self) -> int:
        return int(self._server.store.clock())

    async def run(self) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the store is in trouble: the next time, then
                server_log.error("nothing was forgotten", kind=type(error).__name__)
            await asyncio.sleep(INTERVAL)

    async def sweep(self) -> None:
        """Forget whatever has been kept long enough, at every table of the server."""
        server, now = self._server, self._now()
        if not await server.store.believes(now):
            server_log.warning("the clock has jumped: nothing is forgotten until it has gone on for a day")
            return
        codes, idle = await server.store.due(now, now - self._most * DAY if self._most else 0)
        changed = False
        for code in idle:
            with suppress(Refused):  # a table that cannot be read is left as it is
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
        if room.watchers:  # somebody looks at it: not before their eyes
            return False
        await self.delete(room)
        return True

    async def forget(self, room: Room) -> bool:
        """Forget the table's games that were kept long enough; whether there were any."""
        async with room.log.lock:
            last = room.table.last_to_forget(self._most, self._now())
            done = bool(last) and await self._forget(room, last)
            await room.log.plan_forgetting()
        if done:
            room.tell()
        return done

    async def _forget(self, room: Room, last: int) -> bool:
        store, table = self._server.store, room.table
        old = await store.load(table.code)
        new = await asyncio.to_thread(redact, old, last, table.history.summaries)
        # Open pages would take what comes for old, if a restarted server counted from less than this version.
        new.append(c.encode(c.Entry("", c.SERVER, c.ArchiveGame(0, None, table.version))))
        if not await asyncio.to_thread(_makes, new, table):
            server_log.error("a log could not be shortened", table=table.code)
            return False
        unlinked = [shared.token for game, shared in table.history.shared.items() if game <= last]
        with room.log.noting_loss():
            await store.replace(room.log.lease, new, unlink=unlinked)
        room.forget_games(last, len(new))
        server_log.info("games forgotten", table=table.code, last=last)
        return True

    async def delete(self, room: Room, by: str = c.SERVER) -> None:
        """Keep nothing of a table. Raises Refused; `clean` is the caller's."""
        async with room.log.lock:
            if room.gone:
                raise Refused(Refusal("no-such-table"))
            if by not in (c.SERVER, room.table.host):
                raise Refused(Refusal("not-host"))
            code = room.table.code
            try:
                with room.log.noting_loss():
                    await self._server.store.delete(room.log.lease)
            except StoreFailure as failure:
                self._server.note_failure(failure)
                raise Refused(Refusal("not-kept")) from None
            room.log.is_deleted = True
            room.table.session = None
            self._drop(room)
            server_log.info("table deleted", table=code)
        room.tell()
