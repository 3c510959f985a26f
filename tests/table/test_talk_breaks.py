"""Time to talk before a vote and after a result: clocks and bots wait, without limit for a person alone."""

import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.running import PEOPLE, RESISTANCE, RunningRoom
from turncoat.table import commands as c
from turncoat.table.values.scenes import TALK_BREAKS
from turncoat.table.values.settings import NEW_TABLE, TableSettings

NORMAL = TALK_BREAKS["normal"]


async def begun(tmp_path: Path, people: int, game_setup: c.GameSetup = RESISTANCE, **settings: Any) -> RunningRoom:
    """Begin a game of a few people with pages against bots that never finish thinking, after the deal."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", game_setup, "easy")
    for seat, person in enumerate(PEOPLE[1:people], 1):
        await running.do(person, c.Sit(person.title(), seat))
    for person in PEOPLE[:people]:
        running.room.connect(person, lambda: None, with_page=True)
    changed = msgspec.structs.replace(NEW_TABLE, decision_time=60, **settings)
    await running.do("ola", c.ChangeSettings(changed))
    await running.do("ola", c.Start())
    for person in PEOPLE[:people]:
        running.room.get_ready(person)
    return running


async def proposed(running: RunningRoom) -> RunningRoom:
    """Let the current leader propose a team."""
    (leader,) = (seat for seat in range(9) if running.session.waiting >> seat & 1)
    await choose(running, leader)
    return running


async def choose(running: RunningRoom, *seats: int) -> None:
    for seat in seats:
        choice = running.session.default(seat)
        by = running.room.table.seats[seat].person or c.SERVER
        answer = "approve" if choice.answer == "reject" else choice.answer
        await running.do(by, c.Choose(running.session.number, seat, choice.to, answer))


async def mission_over(running: RunningRoom) -> RunningRoom:
    """Play until a mission is over."""
    while not running.session.view().board.results:
        await choose(running, next(seat for seat in range(9) if running.session.waiting >> seat & 1))
    return running


@pytest.mark.anyio
async def test_a_talk_break_precedes_the_clock_of_a_vote(tmp_path: Path) -> None:
    running = await proposed(await begun(tmp_path, 2))
    assert running.room.scenes.talking == NORMAL
    assert running.left() == 60 + NORMAL
    woken: list[float] = []
    running.room.connect("jan", lambda: woken.append(running.time.seconds))
    woken.clear()
    await running.wait(NORMAL)
    assert woken, "pages are notified that it is over"
    assert (running.room.scenes.talking, running.room.scenes.left, running.left()) == (0, 0, 60)
    await running.registry.close()


@pytest.mark.anyio
async def test_the_talk_break_after_a_result_follows_its_scene(tmp_path: Path) -> None:
    running = await mission_over(await begun(tmp_path, 2))
    scenes = running.room.scenes
    shown = max(staged.ends for staged in scenes.running) - running.time.seconds
    assert shown > 0
    assert scenes.talking == scenes.left == shown + NORMAL
    await running.registry.close()


@pytest.mark.anyio
async def test_a_talk_break_ends_when_all_have_answered(tmp_path: Path) -> None:
    running = await proposed(await begun(tmp_path, 2))
    await choose(running, 0)
    assert running.room.scenes.talking == NORMAL
    await choose(running, 1)
    assert running.room.scenes.talking == 0
    await running.registry.close()


@pytest.mark.anyio
async def test_only_the_host_can_end_a_talk_break(tmp_path: Path) -> None:
    running = await proposed(await begun(tmp_path, 2))
    for person in ("jan", "a spectator"):
        running.room.end_talk(person)
        assert running.room.scenes.talking == NORMAL
    running.room.end_talk("ola")
    assert running.room.scenes.talking == 0
    await running.registry.close()


@pytest.mark.anyio
async def test_a_talk_break_for_one_person_has_no_end(tmp_path: Path) -> None:
    running = await mission_over(await begun(tmp_path, 1))
    await running.wait(3600)
    assert running.room.scenes.talking == math.inf
    running.room.end_talk("ola")
    assert math.isfinite(running.room.scenes.left)
    await running.registry.close()


@pytest.mark.anyio
async def test_a_talk_break_has_an_end_while_two_people_are_present(tmp_path: Path) -> None:
    running = await proposed(await begun(tmp_path, 2))
    await running.do("jan", c.Leave())
    assert running.room.scenes.talking == math.inf
    await running.do("jan", c.Sit("Jan", 1))
    assert running.room.scenes.talking == NORMAL
    await running.registry.close()


@pytest.mark.anyio
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("settings", [{"scene_pace": "brisk"}, {"talk_breaks": False}])
async def test_fast_and_old_tables_have_no_talk_breaks(tmp_path: Path, people: int, settings: dict[str, Any]) -> None:
    assert not TableSettings().talk_breaks, "tables of earlier versions keep their pace"
    running = await mission_over(await begun(tmp_path, people, **settings))
    assert (running.room.scenes.talking, running.room.scenes.talks) == (0, 0)
    await running.registry.close()


@pytest.mark.anyio
async def test_switching_to_the_fast_pace_ends_a_talk_break(tmp_path: Path) -> None:
    running = await mission_over(await begun(tmp_path, 1))
    assert running.room.scenes.talking == math.inf
    await running.do("ola", c.ChangeSettings(msgspec.structs.replace(running.room.table.settings, scene_pace="brisk")))
    assert running.room.scenes.talking == 0
    await running.registry.close()


@pytest.mark.anyio
async def test_talk_breaks_are_longer_at_a_slow_table_and_absent_after_the_game(tmp_path: Path) -> None:
    running = await proposed(await begun(tmp_path, 2, scene_pace="calm"))
    assert running.room.scenes.talking == TALK_BREAKS["calm"] > NORMAL
    while running.session.result is None:
        await choose(running, next(seat for seat in range(9) if running.session.waiting >> seat & 1))
    assert running.room.scenes.talking == 0
    await running.registry.close()


@pytest.mark.anyio
async def test_acting_ends_a_talk_break(tmp_path: Path) -> None:
    """After a result, the leader gives a plot card before proposing a team. That ends the time to talk."""
    running = await mission_over(await begun(tmp_path, 2, c.GameSetup("resistance", 7, ("plot-thickens",))))
    assert running.room.scenes.talking
    before = len(running.session.view().events)
    while len(running.session.view().events) == before:
        await choose(running, next(seat for seat in range(7) if running.session.waiting >> seat & 1))
    new_events = running.session.view().events[before:]
    assert not any(event.opens_talk for event in new_events)
    assert running.room.scenes.talking == 0
    await running.registry.close()
