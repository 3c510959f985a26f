"""A device that is passed round, while the server runs: who is here, the deal, and the seat that it shows."""

import math
from pathlib import Path

import pytest

from tests.support.passed_device import nothing, together
from tests.support.running import RunningRoom
from turncoat.table import commands as c
from turncoat.table.runtime.passing import LONGEST

pytestmark = pytest.mark.anyio


def person_on(running: RunningRoom, seat: int) -> str:
    return running.room.table.seats[seat].person


async def test_people_are_here_while_the_device_on_which_they_play_is(tmp_path: Path) -> None:
    running = await together(tmp_path, starts=False)
    room, bo = running.room, person_on(running, 1)
    assert room.is_listed_here(bo)  # although they were added after the page was opened
    assert room.watching == 0
    await running.do("ola", c.VacateSeat(1))
    await running.wait(10)
    assert not room.is_listed_here(bo)
    assert room.watching == 0
    room.disconnect("ola", nothing, with_page=True)
    await running.wait(10)
    assert not room.presence.here
    await running.registry.close()


async def test_bots_stand_in_for_everybody_on_a_device_that_is_away(tmp_path: Path) -> None:
    running = await together(tmp_path, "jan")
    running.room.disconnect("ola", nothing, with_page=True)
    await running.wait(61)
    assert [one.stand_in for one in running.room.table.seats] == [True, True, True, False, False]
    running.room.connect("ola", nothing, with_page=True)
    await running.wait(1)
    assert not any(one.stand_in for one in running.room.table.seats)
    await running.registry.close()


async def test_the_deal_waits_for_everybody_on_the_only_device(tmp_path: Path) -> None:
    running = await together(tmp_path)
    scenes = running.room.scenes
    assert scenes.players == {person_on(running, seat) for seat in range(3)}
    await running.wait(3600)
    for seat in range(3):
        assert scenes.dealing == math.inf
        running.room.get_ready(person_on(running, seat))
    assert not scenes.dealing
    await running.registry.close()


async def test_a_deal_with_others_lasts_longer_where_a_device_is_passed_round(tmp_path: Path) -> None:
    running = await together(tmp_path, "jan")
    assert running.room.scenes.dealing == running.room.scenes.deal_limit == 3 * 20
    await running.registry.close()


async def test_talk_among_people_on_one_device_ends_when_one_of_them_says_so(tmp_path: Path) -> None:
    running = await together(tmp_path, companions=4)
    for seat in range(5):
        running.room.get_ready(person_on(running, seat))
    await running.ballots()
    await running.wait(600)
    assert running.room.scenes.talking == math.inf
    running.room.end_talk(person_on(running, 3))
    assert not running.room.scenes.talking
    await running.registry.close()


async def test_a_device_shows_one_seat_at_a_time(tmp_path: Path) -> None:
    running = await together(tmp_path)
    table, passing = running.room.table, running.room.passing
    bo, cy = person_on(running, 1), person_on(running, 2)
    assert passing.is_covered(table, "ola")
    mark = passing.open("ola", bo)
    assert passing.is_open(table, "ola", bo, mark)
    assert not passing.is_covered(table, "ola")
    assert not passing.is_open(table, "ola", bo, "another mark")
    assert not passing.is_open(table, "ola", cy, mark)
    assert not passing.is_open(table, "jan", bo, mark)
    other = passing.open("ola", cy)
    assert not passing.is_open(table, "ola", bo, mark)
    assert passing.is_open(table, "ola", cy, other)
    passing.close("ola")
    assert passing.is_covered(table, "ola")
    assert not passing.is_open(table, "ola", cy, other)
    await running.registry.close()


async def test_an_open_seat_is_covered_some_time_after_its_page_was_closed(tmp_path: Path) -> None:
    running = await together(tmp_path)
    room, bo = running.room, person_on(running, 1)
    mark = room.passing.open("ola", bo)
    await running.wait(LONGEST + 1)
    assert room.passing.is_open(room.table, "ola", bo, mark)  # the page is open
    room.disconnect("ola", nothing, with_page=True)
    assert not room.passing.is_open(room.table, "ola", bo, mark)
    mark = room.passing.open("ola", bo)
    await running.wait(LONGEST - 1)
    room.passing.touch("ola")
    await running.wait(LONGEST - 1)
    assert room.passing.is_open(room.table, "ola", bo, mark)
    await running.registry.close()


async def test_a_seat_that_its_person_has_left_is_not_shown(tmp_path: Path) -> None:
    running = await together(tmp_path)
    room, bo = running.room, person_on(running, 1)
    mark = room.passing.open("ola", bo)
    await running.do(bo, c.Leave())
    assert not room.passing.is_open(room.table, "ola", bo, mark)
    assert room.passing.is_covered(room.table, "ola")
    await running.do("ola", c.VacateSeat(2))
    assert not room.passing.is_passed(room.table, "ola")  # nobody else plays on it
    await running.registry.close()


async def test_after_a_restart_every_device_is_covered(tmp_path: Path) -> None:
    running = await together(tmp_path)
    bo = person_on(running, 1)
    mark = running.room.passing.open("ola", bo)
    again = await running.restart()
    assert again.room.passing.is_covered(again.room.table, "ola")
    assert not again.room.passing.is_open(again.room.table, "ola", bo, mark)
    await again.registry.close()
