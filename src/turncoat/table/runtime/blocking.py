"""Blocking: people whom a host keeps out of all of their tables.

The list belongs to the host and stands in a document. Each table keeps out those on the list of its present host, and
its log says whom. So a server only compares: when it opens or loads a table, when the host changes, and when the list
does.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.room import Room, RoomServer
from turncoat.table.state.history import DAY
from turncoat.table.store.errors import Conflict, StoreFailure

KIND: Final = "blocked"
MOST_BLOCKED: Final = 200
"""Maximum number of people whom one host may block."""
INTERVAL: Final = 3.0
"""Seconds between two looks at the lists that other servers have changed."""
LOOKED_AT: Final = 40
"""Number of lists, the last changed first, that each look reads."""
RENEWED_AFTER: Final = 30
"""Days after which the list of a host who opens a table is written again, so that it does not expire."""
TRIES: Final = 5

describe(
    {
        "too-many-blocked": N_("You have blocked very many people; please let somebody back first."),
    }
)


class BlockedPerson(msgspec.Struct, frozen=True):
    """A blocked person, and the name by which the host knows them."""

    person: str
    name: str


class BlockList(msgspec.Struct, frozen=True):
    """The people whom a host has blocked, with the time of the last change, in seconds since 1970."""

    people: tuple[BlockedPerson, ...] = ()
    at: int = 0


class Blocking:
    """Keeps blocked people out of the tables in memory."""

    def __init__(self, server: RoomServer, rooms: Callable[[], Sequence[Room]]) -> None:
        self._server = server
        self._rooms = rooms
        self._hosts: WeakKeyDictionary[Room, str] = WeakKeyDictionary()
        """Host of each room whose list was last applied there."""
        self._behind: WeakKeyDictionary[Room, bool] = WeakKeyDictionary()
        """Rooms to which a list could not be applied, and whether their host was new."""
        self._seen: dict[str, int] = {}
        """Version of each of the lists of the last look, by host."""

    async def run(self) -> None:
        """Apply what other servers have changed, and what failed before, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.catch_up()
            except StoreFailure as failure:  # it is tried again
                self._server.note_failure(failure)

    async def catch_up(self) -> None:
        """Apply what other servers have changed, and what failed before. Raises StoreFailure."""
        for room, is_new_host in list(self._behind.items()):
            await self.apply(room, is_new_host=is_new_host)
        if not self._server.store.is_shared:
            return
        documents = await self._server.store.documents(KIND, LOOKED_AT)
        changed = [one.name for one in documents if self._seen.get(one.name) != one.version]
        self._seen = {one.name: one.version for one in documents}
        for host in changed:
            await self._apply_everywhere(host)

    # The list of a host

    async def people(self, host: str) -> tuple[BlockedPerson, ...]:
        """Return the people whom the host has blocked. Raises StoreFailure."""
        return (await self._read(host))[0].people

    async def block(self, host: str, person: str, name: str) -> None:
        """Block the person from all tables of this host, now and later. Raises Refused, StoreFailure."""

        def with_person(people: tuple[BlockedPerson, ...]) -> tuple[BlockedPerson, ...]:
            others = tuple(one for one in people if one.person != person)
            if len(others) >= MOST_BLOCKED:
                raise Refused(Refusal("too-many-blocked"))
            return (*others, BlockedPerson(person, name))

        if person != host:
            await self._change(host, with_person)

    async def let_back(self, host: str, person: str) -> None:
        """Let the person back to all tables of this host. Raises StoreFailure."""
        await self._change(host, lambda people: tuple(one for one in people if one.person != person))

    async def _change(
        self, host: str, change: Callable[[tuple[BlockedPerson, ...]], tuple[BlockedPerson, ...]]
    ) -> None:
        for _ in range(TRIES):
            found, version = await self._read(host)
            with suppress(Conflict):  # another page of the same host was faster
                await self._write(host, change(found.people), version)
                await self._apply_everywhere(host)
                return
        raise StoreFailure("a list of blocked people changes all the time")

    async def _read(self, host: str) -> tuple[BlockList, int]:
        document = await self._server.store.read_document(KIND, host)
        if document is None:
            return BlockList(), 0
        try:
            return msgspec.json.decode(document.value, type=BlockList), document.version
        except msgspec.DecodeError as error:
            raise StoreFailure("a list of blocked people cannot be read") from error

    async def _write(self, host: str, people: tuple[BlockedPerson, ...], version: int) -> None:
        # An empty list is kept for a day, so that other servers see the change.
        now, days = int(self._server.store.time()), self._server.settings.keep if people else 1
        value = msgspec.json.encode(BlockList(people, now))
        due = now + days * DAY if days else 0
        await self._server.store.write_document(KIND, host, value, after=version, due=due)

    async def renew(self, host: str) -> None:
        """Write the host's list again if it has not changed for long, so that it stays while they open tables."""
        found, version = await self._read(host)
        if found.people and found.at < self._server.store.time() - RENEWED_AFTER * DAY:
            with suppress(Conflict):  # somebody else has written it
                await self._write(host, found.people, version)

    # Tables

    def has_new_host(self, room: Room) -> bool:
        """Return whether the list of another host was applied to the room last. This is quick."""
        return self._hosts.get(room, room.table.host) != room.table.host

    async def _apply_everywhere(self, host: str) -> None:
        for room in self._rooms():
            if room.table.host == host:
                await self.apply(room)

    async def apply(self, room: Room, *, is_new_host: bool = False) -> None:
        """Keep out of the table those whom its host has blocked. With a new host, nobody loses a seat by it.

        What fails now, as during a deal, is done soon.
        """
        host, membership = room.table.host, room.table.membership
        self._hosts[room] = host
        self._behind.pop(room, None)
        if room.unloaded:
            return
        try:
            people = tuple(one.person for one in await self.people(host))
            if membership.kept_out != set(people):
                await room.submit(c.SERVER, c.KeepOut(people, host, vacates=not is_new_host))
                server_log.info("blocked people kept out", table=room.table.code)
        except Refused:
            self._behind[room] = is_new_host
        except StoreFailure as failure:
            self._behind[room] = is_new_host
            self._server.note_failure(failure)
