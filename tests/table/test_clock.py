"""Time for a decision, the clocks that Hail Hydra names, pauses: with a time that the tests let pass."""

from pathlib import Path
from random import Random

import pytest

from tests.table.waiting import HYDRA, PEOPLE, RESISTANCE, Evening
from turncoat.games.resistance.events import BallotsRevealed
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, seats_in
from turncoat.table import commands as c
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice

pytestmark = pytest.mark.anyio
EVERYBODY = 0b11111


async def test_when_time_is_up_who_has_not_chosen_gets_the_default(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=60)
    assert evening.left() == 60
    await evening.ballots()
    await evening.wait(20)
    for seat in (1, 3):
        await evening.default(seat)
    assert evening.left() == 40  # an answer is not seen in the clock
    assert evening.session.waiting == 0b10101
    await evening.wait(39)
    assert evening.session.waiting == 0b10101
    await evening.wait(1)
    revealed = [event for event in evening.session.view().events if isinstance(event, BallotsRevealed)]
    assert len(revealed) == 1
    assert evening.room.table.control.timed_out == 0b10101
    assert evening.left() == 60  # the next question
    await evening.registry.close()


async def test_the_log_makes_the_same_game_with_what_the_clock_chose(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=30)
    await evening.wait(30 * 7)
    events, version = evening.session.view().events, evening.room.table.version
    assert len(events) > 4
    again = await evening.again()
    assert again.session.view().events == events
    assert again.room.table.version == version
    assert again.left() == 30  # of the open question anew
    await again.registry.close()


async def test_a_changed_choice_is_not_seen_in_the_clock(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=60)
    await evening.ballots()
    await evening.default(2)
    await evening.wait(10)
    timer, version = evening.room.timer, evening.room.table.version
    running, changes = timer.running, timer.changes
    number = evening.session.question
    for ballot in ("reject", "approve", "reject"):
        await evening.do("ewa", c.Choose(1, 2, number, ballot))
    assert (timer.running, timer.changes, evening.room.table.version) == (running, changes, version)
    assert evening.left() == 50
    await evening.registry.close()


async def test_nobody_but_the_house_says_that_time_is_up_and_only_of_what_is_open(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    number = evening.session.question
    for by in PEOPLE[:5]:
        with pytest.raises(Refused, match="not-host"):
            await evening.do(by, c.TimeUp(1, number))
        with pytest.raises(Refused, match="not-seated"):
            await evening.do(c.SERVER, c.Choose(1, 0, number, None))
    with pytest.raises(Refused, match="stale"):
        await evening.do(c.SERVER, c.TimeUp(1, number + 1))
    with pytest.raises(Refused, match="past-game"):
        await evening.do(c.SERVER, c.TimeUp(2, number))
    await evening.registry.close()


async def test_without_a_limit_and_where_only_bots_are_asked_there_is_no_clock(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    assert evening.left() is None
    await evening.wait(100_000)
    assert len(evening.session.view().events) < 4
    await evening.do("ola", c.ChangeSettings(TableSettings(decision_time=30)))
    assert evening.left() == 30
    leader = evening.session.waiting.bit_length() - 1
    await evening.do(PEOPLE[leader], c.Leave())
    assert evening.left() is None
    await evening.registry.close()


async def test_bots_are_not_chosen_for_when_time_is_up(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, people=4, decision_time=30)
    if evening.session.waiting == 1 << 4:
        choice = evening.session.default(4)
        await evening.do(c.SERVER, c.Choose(1, 4, choice.to, choice.answer))
    else:
        await evening.ballots()
    await evening.wait(30)
    assert evening.session.waiting == 1 << 4
    assert evening.room.table.control.timed_out == 0b01111
    await evening.registry.close()


async def test_a_clock_begins_anew_with_another_limit(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=60)
    await evening.wait(50)
    await evening.do("ola", c.ChangeSettings(TableSettings(decision_time=120)))
    assert evening.left() == 120
    await evening.do("ola", c.ChangeSettings(TableSettings(decision_time=120, stand_in_after=5)))
    await evening.wait(1)
    assert evening.left() == 119
    await evening.registry.close()


async def test_the_clock_of_a_table_where_nobody_is_rests(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=300)
    for person in PEOPLE[:5]:
        await evening.go(person)
    await evening.wait(3600)
    assert len(evening.session.view().events) < 4
    assert evening.room.table.control.times_up == 0
    await evening.come("jan")
    assert evening.left() == 300
    await evening.wait(300)
    assert evening.room.table.control.times_up == 1
    await evening.registry.close()


# A pause


async def test_while_a_game_is_paused_nothing_is_chosen_and_clocks_rest(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=60)
    await evening.wait(20)
    with pytest.raises(Refused, match="not-host"):
        await evening.do("jan", c.Pause())
    await evening.do("ola", c.Pause())
    assert evening.room.table.control.paused_by == "Ola"
    with pytest.raises(Refused, match="paused-already"):
        await evening.do("ola", c.Pause())
    seat = evening.session.waiting.bit_length() - 1
    choice = evening.session.default(seat)
    with pytest.raises(Refused, match="paused"):
        await evening.do(PEOPLE[seat], c.Choose(1, seat, choice.to, choice.answer))
    with pytest.raises(Refused, match="paused"):
        await evening.do(c.SERVER, c.TimeUp(1, evening.session.question))
    await evening.do("jan", c.Say("Back in a minute."))
    await evening.wait(10_000)
    assert evening.left() == 40
    await evening.do("ola", c.Resume())
    assert evening.room.table.control.paused_by == ""
    await evening.wait(39)
    assert evening.room.table.control.times_up == 0
    await evening.wait(1)
    assert evening.room.table.control.times_up == 1
    await evening.registry.close()


async def test_a_pause_outlasts_the_server_and_not_the_game(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE, decision_time=60)
    await evening.do("ola", c.Pause())
    again = await evening.again()
    assert again.room.table.control.paused_by == "Ola"
    await again.wait(1000)
    assert again.left() == 60
    await again.do("ola", c.GiveUp())
    await again.do("ola", c.Start())
    assert again.room.table.control.paused_by == ""
    await again.registry.close()


# The clocks of Hail Hydra


async def until_clock(evening: Evening, clock: str) -> None:
    """Play the defaults until the rules name that clock."""
    while evening.session.clock != clock:
        assert evening.session.result is None
        for seat in seats_in(evening.session.waiting):
            if seat in seats_in(evening.session.waiting):
                await evening.default(seat)


@pytest.mark.clause("HH-HERO-2")
async def test_fifteen_seconds_close_a_moment_for_abilities(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, hold=0).begin(HYDRA)
    await until_clock(evening, "abilities")
    question = evening.session.question
    assert evening.left() == 15
    await evening.wait(14)
    assert evening.session.question == question
    await evening.wait(1)
    assert evening.session.question > question
    await evening.registry.close()


@pytest.mark.clause("HH-KO-2")
async def test_two_minutes_close_a_talk_and_a_table_may_switch_that_off(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, hold=0).begin(HYDRA)
    await until_clock(evening, "talk")
    question = evening.session.question
    assert evening.left() == 120
    await evening.do("ola", c.ChangeSettings(TableSettings(talk_time=0)))
    assert evening.left() is None
    await evening.wait(1000)
    assert evening.session.question == question
    await evening.do("ola", c.ChangeSettings(TableSettings(talk_time=300)))
    await evening.wait(299)
    assert evening.session.question == question
    await evening.wait(1)
    assert evening.session.question > question
    await evening.registry.close()


@pytest.mark.clause("HH-KO-2")
async def test_a_clock_that_the_rules_name_does_not_wait_for_bots(tmp_path: Path) -> None:
    evening = await Evening(tmp_path, hold=0).begin(HYDRA)
    await until_clock(evening, "talk")
    await evening.do("iga" if "iga" in evening.pages else "zofia", c.Leave())
    question = evening.session.question
    await evening.wait(120)
    assert evening.session.question > question
    await evening.registry.close()


# What a clock tells


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset.of("resistance", 7, ("plot-thickens", "hunter", "inquisitor")),
        Ruleset.of("winter-soldier", 7, ("maria-hill", "black-widow")),
        Ruleset.of("hail-hydra", 6),
    ],
    ids=lambda ruleset: str(ruleset.game),
)
async def test_no_clock_begins_or_ends_without_everybody_seeing_why(ruleset: Ruleset) -> None:
    for seed in range(6):
        rng = Random(seed)
        session = GameSession(1, ruleset, "ab" * 32, (str(seed),), ("00",) * 10, holds=True)
        before: tuple[object, ...] = ()
        shown: tuple[object, ...] = ()
        for _ in range(400):
            clock = session.turn, session.is_held
            seen = len(session.view().events), session.waiting, session.is_held
            if clock != before:
                assert seen != shown
            before, shown = clock, seen
            if session.result is not None:
                break
            if session.is_held:
                session.reveal()
            elif (choice := session.chance()) is not None:
                session.take(CHANCE, choice)
            else:
                session.take(*next_choice(session._game, rng))
