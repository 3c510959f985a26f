"""A table stays open for a moment before a reveal that nobody triggers, so calling something out is no race."""

from pathlib import Path

import pytest

from tests.support.running import PEOPLE, RESISTANCE, SOLDIER, RunningRoom
from turncoat.games.resistance.events import BallotsRevealed
from turncoat.games.winter_soldier.events import Accused
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c

pytestmark = pytest.mark.anyio


def revealed(running: RunningRoom) -> int:
    """Return the number of revealed ballots."""
    return sum(isinstance(event, BallotsRevealed) for event in running.session.view().events)


async def held(running: RunningRoom) -> int:
    """Let everybody cast a ballot, seat 6 last. Return the number of the question."""
    await running.ballots()
    question = running.session.question
    for seat in range(7):
        await running.default(seat)
    return question


def captain(running: RunningRoom) -> int:
    """Return the seat of Captain America."""
    return running.session._game.deal.roles.index("captain-america")


async def test_the_last_answer_takes_effect_after_the_same_wait_for_all(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER)
    question = await held(running)
    session = running.session
    assert (session.is_held, session.waiting, session.question, revealed(running)) == (True, 0, question, 0)
    for seat in range(7):  # it looks the same from the last seat as from the first
        view = session.view(seat)
        assert (view.waiting, view.prompt, view.answer) == (0, None, None)
    assert running.room.clock.running is not None
    assert running.room.clock.running.kind == "reveal"
    await running.wait(2.9)
    assert revealed(running) == 0
    await running.wait(0.1)
    assert revealed(running) == 1
    assert not session.is_held
    await running.registry.close()


@pytest.mark.clause("RES-VOTE-6")
async def test_no_ballot_can_change_after_the_last_is_cast(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER)
    await running.ballots()
    for seat in range(6):
        await running.default(seat)
    await running.default(2)
    question, entries = running.session.question, running.room.entries
    await running.default(6)
    for seat in (2, 6):
        with pytest.raises(Refused, match="already-chosen"):
            await running.do(PEOPLE[seat], c.Choose(1, seat, question, "approve"))
    assert running.room.entries == entries + 1
    await running.registry.close()


async def test_an_accusation_precedes_held_answers(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER)
    await held(running)
    accuser = captain(running)
    named = running.session._game.deal.roles.index("hydra-agent")
    await running.wait(2)
    await running.do(PEOPLE[accuser], c.Choose(1, accuser, "accuse", named))
    kinds = [type(event) for event in running.session.view().events]
    assert Accused in kinds
    if BallotsRevealed in kinds:
        assert kinds.index(Accused) < kinds.index(BallotsRevealed)
    await running.wait(60)
    again = await running.restart()
    assert again.session.view().events == running.session.view().events
    await again.registry.close()


async def test_held_answers_survive_a_restart(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER)
    await held(running)
    again = await running.restart()
    assert again.session.is_held
    assert revealed(again) == 0
    await again.wait(3)
    assert revealed(again) == 1
    await again.registry.close()


async def test_a_pause_extends_the_hold(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER)
    await held(running)
    await running.wait(1)
    await running.do("ola", c.Pause())
    await running.wait(1000)
    assert revealed(running) == 0
    await running.do("ola", c.Resume())
    await running.wait(2)
    assert revealed(running) == 1
    await running.registry.close()


async def test_choices_of_the_clock_are_held_too(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(SOLDIER, decision_time=30)
    await running.ballots()
    await running.default(3)
    await running.wait(30)
    assert running.session.is_held
    await running.wait(3)
    assert revealed(running) == 1
    await running.registry.close()


async def test_answers_are_held_only_if_somebody_could_interrupt(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.ballots()
    for seat in range(5):
        await running.default(seat)
    assert revealed(running) == 1
    await running.registry.close()


async def test_a_game_dealt_without_holding_continues_without_it(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, hold=0).begin(SOLDIER)
    await held(running)
    assert revealed(running) == 1
    await running.registry.close()
    other = RunningRoom(tmp_path, hold=3)
    other.room = await other.registry.find(running.room.table.code)
    assert revealed(other) == 1
    await other.registry.close()
