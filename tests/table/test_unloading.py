"""Idle tables leave memory and come back unchanged. Watched tables, and those where bots play, stay."""

import asyncio
import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from tests.support.default_play import FAST, SLOW, play_default
from tests.support.rows import rows
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.room_clock import Alarm
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.runtime.unloading import IDLE
from turncoat.table.store.protocols import TableLease
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio


class Watch:
    """A clock that a test advances. No alarm ever rings."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(1e6, call)


async def test_an_unwatched_table_is_unloaded_and_reloaded(tmp_path: Path) -> None:
    watch = Watch()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST), time=watch)
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    await play_default(room, "ola")
    room.watchers.people.clear()
    over = room.table.session
    assert over is not None
    looked_at = await registry.open("jan", "Jan")
    looked_at.connect("jan", lambda: None)
    watch.time += IDLE - 1
    assert registry.unloader.sweep() == 0
    watch.time += 2
    assert registry.unloader.sweep() == 1
    assert registry.loaded() == [looked_at]
    assert room.unloaded

    # A reference to the old room reaches the reloaded one.
    await room.submit("ola", c.Rename("Aleksandra"))
    again = await registry.find(room.table.code)
    assert again is not room
    assert again.table.names[0] == "Aleksandra"
    assert again.table.session is not None
    assert again.table.session.record() == over.record()
    await registry.close()


async def test_an_unloaded_table_is_freed_at_once(tmp_path: Path) -> None:
    """There is no reference cycle: old objects are garbage-collected once an hour at most."""
    watch = Watch()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST), time=watch)
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.ChangeSettings(TableSettings(spectators_behind=2)))
    await room.submit("ola", c.Start())
    room.connect("ola", told := (lambda: None))
    await play_default(room, "ola")
    room.disconnect("ola", told)
    room.watchers.people.clear()
    assert room.delayed is not None
    parts: list[object] = [room, room.table, room.delayed]
    kept = [weakref.ref(part) for part in parts]
    del parts
    gc.disable()
    try:
        watch.time += 2 * IDLE
        assert registry.unloader.sweep() == 1
        del room
        for _ in range(3):
            await asyncio.sleep(0)  # finish pending tasks
        assert [reference() for reference in kept] == [None, None, None]
    finally:
        gc.enable()
    await registry.close()


async def test_a_table_with_busy_bots_stays_loaded(tmp_path: Path) -> None:
    watch = Watch()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW), time=watch)
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Leave())  # only bots continue
    watch.time += 10 * IDLE
    assert registry.unloader.sweep() == 0
    async with (await registry.open("jan", "Jan")).log.lock:  # a write is in progress
        watch.time += 10 * IDLE
        assert registry.unloader.sweep() == 0
    assert registry.unloader.sweep() == 1
    assert registry.loaded() == [room]
    await registry.close()


async def test_an_unloaded_game_continues_when_people_return(tmp_path: Path) -> None:
    watch = Watch()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST), time=watch)
    room = await registry.open("p0", "Person 0")
    for number in range(1, 5):
        await room.submit(f"p{number}", c.Sit(f"Person {number}"))
    await room.submit("p0", c.Start())
    asked = room.table.session.waiting if room.table.session is not None else 0
    watch.time += IDLE
    assert registry.unloader.sweep() == 1
    again = await registry.find(room.table.code)
    assert again.table.session is not None
    assert again.table.session.waiting == asked
    await asyncio.gather(*(play_default(again, f"p{number}") for number in range(5)))
    await registry.close()


async def test_a_table_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola")
    await registry.store.append(
        TableLease(room.table.code), 2, rows(b'{"id":"","by":"ola","command":{"do":"Juggle","balls":3}}')
    )
    await registry.close()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    with pytest.raises(Refused) as refused:
        await registry.find(room.table.code)
    assert refused.value.refusal.code == "unreadable-table"
    await registry.retention.sweep()
    assert len(await registry.store.load(room.table.code)) == 3
    await registry.close()


async def test_a_persons_tables_are_listed_newest_first(tmp_path: Path) -> None:
    now = 1_000_000.0
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=lambda: now))
    codes = []
    for _ in range(3):
        now += 10_000
        codes.append((await registry.open("ola", "Ola")).table.code)
    now += 10_000
    await (await registry.find(codes[1])).submit("ola", c.Rename("Aleksandra"))
    assert await registry.store.tables_of("ola") == [codes[1], codes[2], codes[0]]
    await registry.close()
