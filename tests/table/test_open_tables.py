"""The list of open tables: those that their hosts list, while somebody who sits there looks at them."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

import turncoat.games  # noqa: F401
from turncoat.table import commands as c
from turncoat.table.runtime import open_tables
from turncoat.table.runtime.open_tables import LASTS, OpenTable
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.settings import NEW_TABLE

pytestmark = pytest.mark.anyio
LISTED = msgspec.structs.replace(NEW_TABLE, listed=True, language="pl")


def nothing() -> None: ...


class Lists:
    """A server whose clock a test advances."""

    def __init__(self, folder: Path) -> None:
        self.now = 1e9
        self.registry = RoomRegistry(ServerSettings(folder, bot_pause=600, now=lambda: self.now))

    async def listed(self) -> tuple[OpenTable, ...]:
        """Return the list after the tables have been looked at."""
        await self.registry.open_tables.update()
        self.registry.open_tables._read_at = float("-inf")
        return await self.registry.open_tables.tables()

    async def open(self, host: str = "ola", **settings: object) -> Room:
        """Return a new listed table, whose host looks at it."""
        room = await self.registry.open(host, host.title())
        await room.submit(host, c.ChangeSettings(msgspec.structs.replace(LISTED, **settings)))
        room.connect(host, nothing, with_page=True)
        return room


@pytest.fixture
async def lists(tmp_path: Path) -> AsyncIterator[Lists]:
    lists = Lists(tmp_path)
    yield lists
    await lists.registry.close()


async def test_a_table_is_listed_only_if_its_host_wants_that(lists: Lists) -> None:
    room = await lists.open(listed=False)
    assert await lists.listed() == ()
    await room.submit("ola", c.ChangeSettings(LISTED))
    (table,) = await lists.listed()
    assert (table.code, table.people, table.players, table.host) == (room.table.code, 1, 5, "Ola")
    assert (table.language, table.is_running, table.may_sit, table.may_watch) == ("pl", False, True, True)
    await room.submit("ola", c.ChangeSettings(NEW_TABLE))
    assert await lists.listed() == ()
    assert await lists.registry.store.documents(open_tables.KIND, 9) == []


async def test_the_newest_table_comes_first_and_stays_there(lists: Lists) -> None:
    codes = []
    for host in ("ola", "jan"):
        codes.append((await lists.open(host)).table.code)
        await lists.listed()
        lists.now += 40  # the first is written again meanwhile
    assert [one.code for one in await lists.listed()] == codes[::-1]


async def test_a_table_that_nobody_at_it_looks_at_disappears(lists: Lists) -> None:
    room = await lists.open()
    assert len(await lists.listed()) == 1
    room.connect("a stranger", nothing, with_page=True)
    room.disconnect("ola", nothing, with_page=True)
    assert await lists.listed() == ()


async def test_a_table_whose_server_has_stopped_disappears(lists: Lists) -> None:
    room = await lists.open()
    for _ in range(5):
        assert len(await lists.listed()) == 1
        lists.now += LASTS / 2 + 1
    lists.registry._drop(room)
    assert len(await lists.listed()) == 1
    lists.now += LASTS
    assert await lists.listed() == ()


async def test_a_deleted_table_disappears_at_once(lists: Lists) -> None:
    room = await lists.open()
    assert len(await lists.listed()) == 1
    await lists.registry.retention.delete(room, "ola")
    assert await lists.listed() == ()


async def test_the_list_tells_what_a_visitor_can_do(lists: Lists) -> None:
    room = await lists.open()
    await room.submit("ola", c.Start())
    (table,) = await lists.listed()
    assert (table.is_running, table.may_sit, table.may_ask, table.may_watch) == (True, False, True, True)
    for changes, is_listed, may_ask in (
        ({"newcomers": False}, True, False),
        ({"locked": True}, True, False),
        ({"spectators": False}, False, False),
    ):
        await room.submit("ola", c.ChangeSettings(msgspec.structs.replace(LISTED, **changes)))
        assert [one.may_ask for one in await lists.listed()] == [may_ask] * is_listed


async def test_the_list_is_as_late_as_spectators_are(lists: Lists) -> None:
    room = await lists.open(spectators_behind=30)
    await room.submit("jan", c.Sit("Jan"))
    await room.submit("ola", c.Start())
    (table,) = await lists.listed()
    assert (table.is_running, table.people) == (False, 1)


async def test_a_summary_is_written_only_when_it_changes_or_expires(lists: Lists) -> None:
    room = await lists.open()

    async def version() -> int:
        await lists.listed()
        document = await lists.registry.store.read_document(open_tables.KIND, room.table.code)
        assert document is not None
        return document.version

    assert [await version() for _ in range(3)] == [1, 1, 1]
    await room.submit("jan", c.Sit("Jan"))
    assert [await version() for _ in range(2)] == [2, 2]
    lists.now += LASTS
    assert await version() == 3


async def test_a_table_taken_over_by_another_server_keeps_its_place(lists: Lists, tmp_path: Path) -> None:
    room = await lists.open()
    (before,) = await lists.listed()
    lists.now += 10
    lists.registry.open_tables._written.clear()  # as after a restart
    await room.submit("jan", c.Sit("Jan"))
    (after,) = await lists.listed()
    assert (after.since, after.people) == (before.since, 2)


async def test_a_summary_of_another_version_is_left_out(lists: Lists) -> None:
    await lists.registry.store.write_document(open_tables.KIND, "BCDF", b'{"code": 1}')
    assert await lists.listed() == ()
