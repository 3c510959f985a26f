"""A table is held open before a reveal that nobody triggers: what may be called out at any time is no race there."""

from pathlib import Path

import pytest

from tests.table.waiting import PEOPLE, RESISTANCE, SOLDIER, Evening
from turncoat.games.resistance.events import BallotsRevealed
from turncoat.games.winter_soldier.events import Accused
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c

pytestmark = pytest.mark.anyio


def revealed(evening: Evening) -> int:
    """How many ballots were revealed."""
    return sum(isinstance(event, BallotsRevealed) for event in evening.session.view().events)


async def held(evening: Evening) -> int:
    """Everybody casts a ballot; the number of the question. The last to do so is seat 6."""
    await evening.ballots()
    question = evening.session.question
    for seat in range(7):
        await evening.default(seat)
    return question


def captain(evening: Evening) -> int:
    """Who is Captain America."""
    return evening.session._game.deal.roles.index("captain-america")


async def test_the_last_answer_waits_as_long_for_all_and_then_counts(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(SOLDIER)
    question = await held(evening)
    session = evening.session
    assert (session.is_held, session.waiting, session.question, revealed(evening)) == (True, 0, question, 0)
    for seat in range(7):  # it looks the same from the last seat and from the first
        view = session.view(seat)
        assert (view.waiting, view.prompt, view.answer) == (0, None, None)
    assert evening.room.timer.running is not None
    assert evening.room.timer.running.kind == "reveal"
    await evening.wait(2.9)
    assert revealed(evening) == 0
    await evening.wait(0.1)
    assert revealed(evening) == 1
    assert not session.is_held
    await evening.registry.close()


@pytest.mark.clause("RES-VOTE-6")
async def test_once_the_last_ballot_is_in_none_is_changed(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(SOLDIER)
    await evening.ballots()
    for seat in range(6):
        await evening.default(seat)
    await evening.default(2)
    question, entries = evening.session.question, evening.room.entries
    await evening.default(6)
    for seat in (2, 6):
        with pytest.raises(Refused, match="already-chosen"):
            await evening.do(PEOPLE[seat], c.Choose(1, seat, question, "approve"))
    assert evening.room.entries == entries + 1
    await evening.registry.close()


async def test_an_accusation_comes_before_what_was_held(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(SOLDIER)
    await held(evening)
    accuser = captain(evening)
    named = evening.session._game.deal.roles.index("hydra-agent")
    await evening.wait(2)
    await evening.do(PEOPLE[accuser], c.Choose(1, accuser, "accuse", named))
    kinds = [type(event) for event in evening.session.view().events]
    assert Accused in kinds
    if BallotsRevealed in kinds:
        assert kinds.index(Accused) < kinds.index(BallotsRevealed)
    await evening.wait(60)
    again = await evening.again()
    assert again.session.view().events == evening.session.view().events
    await again.registry.close()


async def test_what_is_held_outlasts_the_server(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(SOLDIER)
    await held(evening)
    again = await evening.again()
    assert again.session.is_held
    assert revealed(again) == 0
    await again.wait(3)
    assert revealed(again) == 1
    await again.registry.close()


async def test_a_pause_holds_it_longer(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(SOLDIER)
    await held(evening)
    await evening.wait(1)
    await evening.do("ola", c.Pause())
    await evening.wait(1000)
    assert revealed(evening) == 0
    await evening.do("ola", c.Resume())
    await evening.wait(2)
    assert revealed(evening) == 1
    await evening.registry.close()


async def test_what_the_clock_chooses_is_held_as_well(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(SOLDIER, decision_time=30)
    await evening.ballots()
    await evening.default(3)
    await evening.wait(30)
    assert evening.session.is_held
    await evening.wait(3)
    assert revealed(evening) == 1
    await evening.registry.close()


async def test_where_nothing_can_be_called_out_nothing_is_held(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    await evening.ballots()
    for seat in range(5):
        await evening.default(seat)
    assert revealed(evening) == 1
    await evening.registry.close()


async def test_a_game_that_was_dealt_without_it_goes_on_without_it(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, hold=0).begin(SOLDIER)
    await held(evening)
    assert revealed(evening) == 1
    await evening.registry.close()
    other = Evening(tmp_path, hold=3)
    other.room = await other.registry.find(evening.room.table.code)
    assert revealed(other) == 1
    await other.registry.close()
