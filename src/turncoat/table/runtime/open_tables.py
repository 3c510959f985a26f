"""Open tables: those that their hosts list for anybody, while somebody who sits there looks at them.

The server that has a table writes its summary as a document, which soon expires unless it is written again. So the list
is the same on all servers, and a table that nobody looks at disappears from it.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from turncoat.table.runtime.room import Room, RoomServer
from turncoat.table.store.errors import Conflict, StoreFailure

KIND: Final = "open-table"
INTERVAL: Final = 3.0
"""Seconds between two looks at the tables. No summary is written more often."""
LASTS: Final = 60
"""Seconds after which a summary expires."""
RENEWED: Final = 30
"""Seconds before that at which it is written again."""
READ_AFTER: Final = 2.0
"""Seconds for which the list is kept in memory."""
MOST_LISTED: Final = 60
"""Maximum number of tables on the list: the newest."""
MOST_READ: Final = 200


class OpenTable(msgspec.Struct, frozen=True):
    """A table for anybody, as spectators see it."""

    code: str
    game: str
    players: int
    modules: tuple[str, ...]
    people: int
    """Number of people with a seat."""
    host: str
    """Name of the host."""
    language: str
    """Language in which the host opened the table to anybody."""
    is_running: bool
    may_sit: bool
    """True if a visitor can take a seat at once."""
    may_ask: bool
    """True if a visitor can ask to play for a bot."""
    may_watch: bool
    since: int = 0
    """Time since which it has been listed, in seconds since 1970."""
    until: int = 0
    """Time at which it expires."""


class _Written(msgspec.Struct):
    """Summary that this server wrote last."""

    room: Room
    version: int
    table: OpenTable


def summary_of(room: Room) -> OpenTable | None:
    """Return the summary of a table for the list, or None if it is not to be listed now.

    It tells nothing that a spectator does not see. In particular, it is as late as the host delays them.
    """
    live, settings = room.table, room.table.settings
    table = room.delayed.table if settings.spectators_behind and room.delayed is not None else live
    is_played = live.session is not None or table.session is not None
    may_watch = settings.spectators or not (is_played or settings.locked)
    people = [one for one in table.seats if one.kind == "person"]
    if not settings.listed or not may_watch or not any(room.presence.pages.get(one.person) for one in people):
        return None
    may_join = not settings.locked and len(people) < len(table.seats)
    setup = table.game_setup
    return OpenTable(
        code=live.code,
        game=setup.game,
        players=len(table.seats),
        modules=setup.modules,
        people=len(people),
        host=next((one.name for one in people if one.person == table.host), ""),
        language=settings.language,
        is_running=table.running,
        may_sit=may_join and not table.running,
        may_ask=may_join and table.running and settings.newcomers,
        may_watch=may_watch,
    )


class OpenTables:
    """Lists the tables in memory, and reads the list of all servers."""

    def __init__(self, server: RoomServer, rooms: Callable[[], Sequence[Room]]) -> None:
        self._server = server
        self._rooms = rooms
        self._written: dict[str, _Written] = {}
        self._list: tuple[OpenTable, ...] = ()
        self._read_at = float("-inf")

    async def run(self) -> None:
        """Keep the list up to date until cancelled."""
        while True:
            try:
                await self.update()
            except StoreFailure as failure:  # it is tried again
                self._server.note_failure(failure)
            await asyncio.sleep(INTERVAL)

    async def tables(self) -> tuple[OpenTable, ...]:
        """Return the open tables, the newest first. Raises StoreFailure."""
        if (now := self._server.time.now()) >= self._read_at + READ_AFTER:
            self._read_at = now
            found = await self._server.store.documents(KIND, MOST_READ)
            self._list = tuple(table for one in found if (table := _decoded(one.value)) is not None)
        clock = self._server.store.clock()
        current = [one for one in self._list if one.until > clock]
        return tuple(sorted(current, key=lambda one: (-one.since, one.code))[:MOST_LISTED])

    async def update(self) -> None:
        """Write what has changed at the tables in memory. Raises StoreFailure."""
        rooms = {room.table.code: room for room in self._rooms()}
        for code, room in rooms.items():
            if (table := summary_of(room)) is not None:
                await self._write(room, table)
            elif code in self._written:
                await self._withdraw(self._written.pop(code))
        for code in self._written.keys() - rooms.keys():
            written = self._written.pop(code)
            if written.room.gone:  # deleted, not only at another server now
                await self._withdraw(written)

    async def _write(self, room: Room, table: OpenTable) -> None:
        store, now = self._server.store, int(self._server.store.clock())
        written = self._written.get(table.code)
        if written is None:
            document = await store.read_document(KIND, table.code)
            before = _decoded(document.value) if document is not None else None
            version, since = document.version if document is not None else 0, before.since if before else now
        else:
            version, since = written.version, written.table.since
            same = msgspec.structs.replace(table, since=since, until=written.table.until)
            if same == written.table and now < same.until - RENEWED:
                return
        table = msgspec.structs.replace(table, since=since, until=now + LASTS)
        try:
            version = await store.write_document(
                KIND, table.code, msgspec.json.encode(table), after=version, due=table.until
            )
        except Conflict:  # it has expired, or another server had the table meanwhile
            self._written.pop(table.code, None)
        else:
            self._written[table.code] = _Written(room, version, table)

    async def _withdraw(self, written: _Written) -> None:
        with suppress(Conflict):  # another server has the table now
            await self._server.store.delete_document(KIND, written.table.code, after=written.version)


def _decoded(value: bytes) -> OpenTable | None:
    """Return a summary, or None if a server of another version wrote it differently."""
    try:
        return msgspec.json.decode(value, type=OpenTable)
    except msgspec.DecodeError:
        return None
