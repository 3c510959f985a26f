"""Glances at tables: made once for each length of a log, and never by loading a table."""

from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from tests.support.default_play import SLOW
from turncoat.kernel.seats import is_in
from turncoat.table import commands as c
from turncoat.table.runtime import glances
from turncoat.table.runtime.glances import Glances, glance_at
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.table import Table

pytestmark = pytest.mark.anyio


class Reader:
    """Reads tables from their logs, and counts that."""

    def __init__(self, data: Path) -> None:
        self.registry = RoomRegistry(ServerSettings(data, bot_pause=SLOW))
        self.glances, self.read = Glances(self.registry), list[str]()

    async def look(self, *codes: str) -> list[str]:
        return [one.code for one in await self.glances.at(codes, self._read)]

    async def _read(self, code: str) -> Table:
        self.read.append(code)
        return await self.registry.read_log(code)


async def test_a_table_is_read_again_only_after_a_change(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    registry = reader.registry
    code = (await registry.open("ola", "Ola")).table.code
    assert await reader.look(code) == [code]
    assert reader.read == []  # it is in memory
    registry.unload(await registry.find(code))
    assert await reader.look(code) == await reader.look(code) == [code]
    assert reader.read == [code]
    assert registry.loaded() == []
    room = await registry.find(code)
    await room.submit("ola", c.Rename("Aleksandra"))
    registry.unload(room)
    assert await reader.look(code, "ZZZZ") == [code]
    assert reader.read == [code, code]
    await registry.close()


async def test_only_so_many_glances_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glances, "MOST_KEPT", 1)
    reader = Reader(tmp_path)
    codes = [(await reader.registry.open(f"person {number}", "Ola")).table.code for number in range(2)]
    for room in reader.registry.loaded():
        reader.registry.unload(room)
    for code in (*codes, codes[1], codes[0]):
        await reader.look(code)
    assert reader.read == [*codes, codes[0]]
    await reader.registry.close()


async def test_a_glance_names_the_people_for_whom_everybody_waits(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW))
    room = await registry.open("ola", "Ola")
    table = room.table
    assert (glance_at(table).is_alone, glance_at(table).waited_for) == (False, frozenset())
    for person in ("jan", "ewa", "zofia", "piotr"):
        await room.submit(person, c.Sit(person.title()))
    await room.submit("ola", c.Start())
    session = table.session
    assert session is not None
    asked = {one.person for seat, one in enumerate(table.seats) if is_in(seat, session.view().waiting)}
    assert asked
    assert glance_at(table).waited_for == asked
    assert (glance_at(table).is_running, glance_at(table).is_alone) == (True, False)
    leader = next(iter(asked))
    seat = table.seat_of(leader)
    assert seat is not None
    await room.submit("ola", c.Pause())
    assert glance_at(table).waited_for == frozenset()
    await room.submit("ola", c.Resume())
    await room.submit("ola", c.StandIn(seat))
    assert leader not in glance_at(table).waited_for
    await registry.close()
