"""Idle tables go out of memory and come back as they were; what somebody looks at, or bots play, stays."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from tests.table.test_hall import FAST, SLOW, play_default
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.clocks import Alarm
from turncoat.table.runtime.room_registry import Hall, Settings
from turncoat.table.runtime.unloading import IDLE

pytestmark = pytest.mark.anyio


class Watch:
    """A time that passes when it is told to; nothing rings."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(1e6, call)


async def test_what_nobody_looks_at_is_unloaded_and_comes_back(tmp_path: Path) -> None:
    watch = Watch()
    hall = Hall(Settings(tmp_path, FAST), time=watch)
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    await play_default(hall, seated, "ola")
    seated.watchers.clear()
    over = seated.table.play
    assert over is not None
    looked_at = await hall.open("jan", "Jan")
    hall.come(looked_at, "jan", lambda: None)
    watch.time += IDLE - 1
    assert hall.idle.sweep() == 0
    watch.time += 2
    assert hall.idle.sweep() == 1
    assert hall.tables() == [looked_at]
    assert seated.unloaded

    # Whoever still had the old one in his hands reaches the one that came back.
    await hall.do(seated, "ola", c.Rename("Aleksandra"))
    again = await hall.find(seated.table.code)
    assert again is not seated
    assert again.table.names[0] == "Aleksandra"
    assert again.table.play is not None
    assert again.table.play.record() == over.record()
    await hall.close()


async def test_a_table_where_bots_are_at_work_stays(tmp_path: Path) -> None:
    watch = Watch()
    hall = Hall(Settings(tmp_path, SLOW), time=watch)
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "ola", c.Leave())  # bots alone play on
    watch.time += 10 * IDLE
    assert hall.idle.sweep() == 0
    async with (await hall.open("jan", "Jan")).lock:  # something is being kept just now
        watch.time += 10 * IDLE
        assert hall.idle.sweep() == 0
    assert hall.idle.sweep() == 1
    assert hall.tables() == [seated]
    await hall.close()


async def test_a_game_that_waits_for_people_is_unloaded_and_goes_on(tmp_path: Path) -> None:
    watch = Watch()
    hall = Hall(Settings(tmp_path, FAST), time=watch)
    seated = await hall.open("p0", "Person 0")
    for number in range(1, 5):
        await hall.do(seated, f"p{number}", c.Sit(f"Person {number}"))
    await hall.do(seated, "p0", c.Start())
    asked = seated.table.play.waiting if seated.table.play is not None else 0
    watch.time += IDLE
    assert hall.idle.sweep() == 1
    again = await hall.find(seated.table.code)
    assert again.table.play is not None
    assert again.table.play.waiting == asked
    await asyncio.gather(*(play_default(hall, again, f"p{number}") for number in range(5)))
    await hall.close()


async def test_a_table_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.store.append(seated.table.code, 1, [b'{"id":"","by":"ola","command":{"do":"Juggle","balls":3}}'])
    await hall.close()
    hall = Hall(Settings(tmp_path, FAST))
    with pytest.raises(Refused) as refused:
        await hall.find(seated.table.code)
    assert refused.value.refusal.code == "newer-table"
    await hall.sweeper.sweep()
    assert len(await hall.store.load(seated.table.code)) == 2
    await hall.close()


async def test_a_persons_tables_come_newest_first(tmp_path: Path) -> None:
    now = 1_000_000.0
    hall = Hall(Settings(tmp_path, FAST, now=lambda: now))
    codes = []
    for _ in range(3):
        now += 10_000
        codes.append((await hall.open("ola", "Ola")).table.code)
    now += 10_000
    await hall.do(await hall.find(codes[1]), "ola", c.Rename("Aleksandra"))
    assert await hall.store.tables_of("ola") == [codes[1], codes[2], codes[0]]
    await hall.close()
