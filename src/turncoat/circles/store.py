"""Stored circles: documents that are read, changed and written again, so that no change overwrites another.

A second document for each person lists the circles that they may be in. It is written first, and what it lists in vain
is left out, so a server that stops between the two loses nothing.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from turncoat.circles.changes import drawn_id, founded, with_games
from turncoat.circles.circle import Circle
from turncoat.circles.games import game_of, missing_games
from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.state.history import DAY
from turncoat.table.state.table import Table
from turncoat.table.store.errors import Conflict
from turncoat.table.store.protocols import Store
from turncoat.table.values.notice_settings import NoticeSettings

CIRCLE: Final = "circle"
CIRCLES_OF: Final = "circles-of"
"""Kinds of documents: a circle by id, and the ids of circles by person."""
TRIES: Final = 20
"""Attempts at a change that others keep overtaking."""
MOST_OF_PERSON: Final = 20
"""Circles that one person may be in."""

describe({"too-many-circles": N_("You are in as many circles as one person can be; please leave one first.")})
describe(
    {"circle-busy": N_("Others are changing that circle at this moment; please try again.")}, status=503, is_public=True
)
describe(
    {
        "unreadable-circle": N_(
            "This server can't read the circle; a newer version may have written it. Nothing is lost: please tell "
            "whoever runs the server."
        ),
    },
    status=501,
    is_public=True,
)


class _OnlyNotices(msgspec.Struct, frozen=True):
    """A circle of which nothing else is read: it is needed at each question of its tables, and may have many games."""

    notices: NoticeSettings = NoticeSettings()


class Circles:
    """The circles of a server, or of several that share a store."""

    def __init__(self, store: Store, keep: int = 0) -> None:
        """Create the access to circles. `keep` is the number of days after which unchanged ones go, or 0 for never."""
        self._store = store
        self._keep = keep

    def now(self) -> int:
        """Return the time for what is stored."""
        return int(self._store.time())

    async def read(self, id: str) -> Circle | None:
        """Return the circle, or None if there is none. Raises Refused if it cannot be read."""
        found = await self._read(id)
        return found[0] if found is not None else None

    async def seen_by(self, person: str, id: str) -> Circle:
        """Return the circle for one of its members. Raises Refused, alike for strangers and without a circle.

        A stranger's list lacks it, so nothing of it is read, and the time taken tells nothing either.
        """
        ids, _ = await self._ids_of(person)
        circle = await self.read(id) if id in ids else None
        if circle is None:
            raise Refused(Refusal("no-such-circle"))
        circle.seen_by(person)
        return circle

    async def of(self, person: str) -> list[Circle]:
        """Return the circles of the person, the latest first."""
        ids, _ = await self._ids_of(person)
        found = list[Circle]()
        for id in reversed(ids):
            with suppress(Refused):  # of another version
                circle = await self.read(id)
                if circle is not None and circle.member_of(person) is not None:
                    found.append(circle)
        return found

    async def found(self, person: str, name: str, own_name: str, once: Sequence[str]) -> Circle:
        """Store a new circle of the person. `once` holds secrets of the request, by which a repeated one finds it."""
        for secret in once[1:]:
            circle = await self.read(drawn_id(f"{secret} 0"))
            if circle is not None and circle.member_of(person) is not None:
                return circle
        for tried in range(TRIES):
            circle = founded(drawn_id(f"{once[0]} {tried}"), name, person, own_name, self.now())
            await self._list(person, circle.id)
            try:
                await self._write(circle, 0)
                return circle
            except Conflict:
                there = await self.read(circle.id)
                if there is not None and there.member_of(person) is not None:
                    return there
        raise Refused(Refusal("circle-busy"))

    async def change(self, id: str, change: Callable[[Circle], Circle]) -> Circle:
        """Store what `change` makes of the circle, and return it. Raises Refused.

        `change` is called again if somebody else was quicker. A circle without members is deleted, with all that is in
        it.
        """
        for tried in range(TRIES):
            found = await self._read(id)
            if found is None:
                raise Refused(Refusal("no-such-circle"))
            circle, version = found
            changed = change(circle)
            if changed == circle:
                return circle
            try:
                if changed.members:
                    await self._write(changed, version)
                else:
                    await self._store.delete_document(CIRCLE, id, after=version)
            except Conflict:
                await asyncio.sleep(0.01 * tried)
                continue
            for person in {one.person for one in circle.members} - {one.person for one in changed.members}:
                await self._unlist(person, id)
            if not changed.members:
                await self._store.clean()
            elif self._keep:  # the lists are to live as long as the circle
                for one in changed.members:
                    await self._list(one.person, id)
            return changed
        raise Refused(Refusal("circle-busy"))

    async def join(self, id: str, person: str, change: Callable[[Circle], Circle]) -> Circle:
        """Store a change that makes the person a member. Raises Refused."""
        circle = await self.read(id)
        if circle is None:
            raise Refused(Refusal("no-such-circle"))
        change(circle)  # raises before anything is listed
        await self._list(person, id)
        return await self.change(id, change)

    async def notices_of(self, id: str) -> NoticeSettings:
        """Return where the circle is told that a table waits for somebody. Raises StoreFailure."""
        document = await self._store.read_document(CIRCLE, id)
        try:
            return msgspec.json.decode(document.value, type=_OnlyNotices).notices if document else NoticeSettings()
        except msgspec.DecodeError:  # of a newer version
            return NoticeSettings()

    async def change_notices(self, id: str, change: Callable[[NoticeSettings], NoticeSettings]) -> None:
        """Store what `change` makes of them. Raises Refused."""
        await self.change(id, lambda one: msgspec.structs.replace(one, notices=change(one.notices)))

    async def record(self, circle: Circle, table: Table) -> Circle:
        """Add the finished games of the table that its circle lacks, and return the circle. Raises Refused."""
        if not (missing := missing_games(circle, table)):
            return circle
        code, behind = table.code, table.settings.spectators_behind
        games = await asyncio.to_thread(lambda: [game_of(circle, code, one, behind) for one in missing])
        return await self.change(circle.id, lambda one: with_games(one, games))

    # Documents

    def _due(self) -> int:
        return int(self._store.clock()) + self._keep * DAY if self._keep else 0

    async def _read(self, id: str) -> tuple[Circle, int] | None:
        document = await self._store.read_document(CIRCLE, id)
        if document is None:
            return None
        return _decode(document.value), document.version

    async def _write(self, circle: Circle, version: int) -> None:
        await self._store.write_document(CIRCLE, circle.id, _encode(circle), after=version, due=self._due())

    async def _ids_of(self, person: str) -> tuple[list[str], int]:
        document = await self._store.read_document(CIRCLES_OF, person)
        if document is None:
            return [], 0
        return msgspec.json.decode(document.value, type=list[str]), document.version

    async def _list(self, person: str, id: str) -> None:
        """Note that the person may be in the circle. Raises Refused if they are in too many."""
        ids, _ = await self._ids_of(person)
        if id not in ids and len(ids) >= MOST_OF_PERSON:
            theirs = {circle.id for circle in await self.of(person)}
            if len(theirs) >= MOST_OF_PERSON:
                raise Refused(Refusal("too-many-circles"))
            await self._change_ids(person, lambda ids: [one for one in ids if one in theirs])
        await self._change_ids(person, lambda ids: [*(one for one in ids if one != id), id])

    async def _unlist(self, person: str, id: str) -> None:
        await self._change_ids(person, lambda ids: [one for one in ids if one != id])

    async def _change_ids(self, person: str, change: Callable[[list[str]], list[str]]) -> None:
        for tried in range(TRIES):
            ids, version = await self._ids_of(person)
            changed = change(ids)
            try:
                if changed:
                    value = msgspec.json.encode(changed)
                    await self._store.write_document(CIRCLES_OF, person, value, after=version, due=self._due())
                elif version:
                    await self._store.delete_document(CIRCLES_OF, person, after=version)
                return
            except Conflict:
                await asyncio.sleep(0.01 * tried)
        raise Refused(Refusal("circle-busy"))


def _encode(circle: Circle) -> bytes:
    return msgspec.json.encode(circle)


def _decode(value: bytes) -> Circle:
    try:
        return msgspec.json.decode(value, type=Circle)
    except msgspec.DecodeError:
        raise Refused(Refusal("unreadable-circle")) from None
