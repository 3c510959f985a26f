"""Time limits, the clocks of Hail Hydra, and pauses, on a simulated clock."""

from pathlib import Path
from random import Random

import pytest

from tests.support.running import HYDRA, PEOPLE, RESISTANCE, RunningRoom
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


async def test_the_clock_chooses_defaults_for_those_who_have_not_chosen(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    assert running.left() == 60
    await running.ballots()
    await running.wait(20)
    for seat in (1, 3):
        await running.default(seat)
    assert running.left() == 40  # an answer does not change the clock
    assert running.session.waiting == 0b10101
    await running.wait(39)
    assert running.session.waiting == 0b10101
    await running.wait(1)
    revealed = [event for event in running.session.view().events if isinstance(event, BallotsRevealed)]
    assert len(revealed) == 1
    assert running.room.table.control.timed_out == 0b10101
    assert running.left() == 60  # the next question
    await running.registry.close()


async def test_the_log_replays_choices_of_the_clock(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=30)
    await running.wait(30 * 7)
    events, version = running.session.view().events, running.room.table.version
    assert len(events) > 4
    again = await running.restart()
    assert again.session.view().events == events
    assert again.room.table.version == version
    assert again.left() == 30  # the open question gets its full time again
    await again.registry.close()


async def test_a_changed_choice_does_not_affect_the_clock(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    await running.ballots()
    await running.default(2)
    await running.wait(10)
    timer, version = running.room.clock, running.room.table.version
    countdown = timer.running
    number = running.session.question
    for ballot in ("reject", "approve", "reject"):
        await running.do("ewa", c.Choose(1, 2, number, ballot))
    assert (timer.running, running.room.table.version) == (countdown, version)
    assert running.left() == 50
    await running.registry.close()


async def test_only_the_server_ends_the_time_of_the_open_question(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    number = running.session.question
    for by in PEOPLE[:5]:
        with pytest.raises(Refused, match="not-host"):
            await running.do(by, c.TimeUp(1, number))
        with pytest.raises(Refused, match="not-seated"):
            await running.do(c.SERVER, c.Choose(1, 0, number, None))
    with pytest.raises(Refused, match="stale"):
        await running.do(c.SERVER, c.TimeUp(1, number + 1))
    with pytest.raises(Refused, match="past-game"):
        await running.do(c.SERVER, c.TimeUp(2, number))
    await running.registry.close()


async def test_there_is_no_clock_without_a_limit_or_for_bots_alone(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    assert running.left() is None
    await running.wait(100_000)
    assert len(running.session.view().events) < 4
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=30)))
    assert running.left() == 30
    leader = running.session.waiting.bit_length() - 1
    await running.do(PEOPLE[leader], c.Leave())
    assert running.left() is None
    await running.registry.close()


async def test_the_clock_chooses_nothing_for_bots(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=4, decision_time=30)
    if running.session.waiting == 1 << 4:
        choice = running.session.default(4)
        await running.do(c.SERVER, c.Choose(1, 4, choice.to, choice.answer))
    else:
        await running.ballots()
    await running.wait(30)
    assert running.session.waiting == 1 << 4
    assert running.room.table.control.timed_out == 0b01111
    await running.registry.close()


async def test_a_new_limit_restarts_the_clock(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    await running.wait(50)
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=120)))
    assert running.left() == 120
    await running.do("ola", c.ChangeSettings(TableSettings(decision_time=120, stand_in_after=5)))
    await running.wait(1)
    assert running.left() == 119
    await running.registry.close()


async def test_the_clock_stops_while_nobody_is_at_the_table(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=300)
    for person in PEOPLE[:5]:
        await running.disconnect(person)
    await running.wait(3600)
    assert len(running.session.view().events) < 4
    assert running.room.table.control.times_up == 0
    await running.connect("jan")
    assert running.left() == 300
    await running.wait(300)
    assert running.room.table.control.times_up == 1
    await running.registry.close()


# Pauses


async def test_a_pause_stops_choices_and_clocks(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    await running.wait(20)
    with pytest.raises(Refused, match="not-host"):
        await running.do("jan", c.Pause())
    await running.do("ola", c.Pause())
    assert running.room.table.control.paused_by == "Ola"
    with pytest.raises(Refused, match="paused-already"):
        await running.do("ola", c.Pause())
    seat = running.session.waiting.bit_length() - 1
    choice = running.session.default(seat)
    with pytest.raises(Refused, match="paused"):
        await running.do(PEOPLE[seat], c.Choose(1, seat, choice.to, choice.answer))
    with pytest.raises(Refused, match="paused"):
        await running.do(c.SERVER, c.TimeUp(1, running.session.question))
    await running.do("jan", c.Say("Back in a minute."))
    await running.wait(10_000)
    assert running.left() == 40
    await running.do("ola", c.Resume())
    assert running.room.table.control.paused_by == ""
    await running.wait(39)
    assert running.room.table.control.times_up == 0
    await running.wait(1)
    assert running.room.table.control.times_up == 1
    await running.registry.close()


async def test_a_pause_survives_a_restart_but_not_the_game(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    await running.do("ola", c.Pause())
    again = await running.restart()
    assert again.room.table.control.paused_by == "Ola"
    await again.wait(1000)
    assert again.left() == 60
    await again.do("ola", c.GiveUp())
    await again.do("ola", c.Start())
    assert again.room.table.control.paused_by == ""
    await again.registry.close()


# The clocks of Hail Hydra


async def until_clock(running: RunningRoom, clock: str) -> None:
    """Play the defaults until the rules set that clock."""
    while running.session.clock != clock:
        assert running.session.result is None
        for seat in seats_in(running.session.waiting):
            if seat in seats_in(running.session.waiting):
                await running.default(seat)


@pytest.mark.clause("HH-HERO-2")
async def test_a_moment_for_abilities_closes_after_15_seconds(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, hold=0).begin(HYDRA)
    await until_clock(running, "abilities")
    question = running.session.question
    assert running.left() == 15
    await running.wait(14)
    assert running.session.question == question
    await running.wait(1)
    assert running.session.question > question
    await running.registry.close()


@pytest.mark.clause("HH-KO-2")
async def test_a_talk_closes_after_two_minutes_unless_disabled(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, hold=0).begin(HYDRA)
    await until_clock(running, "talk")
    question = running.session.question
    assert running.left() == 120
    await running.do("ola", c.ChangeSettings(TableSettings(talk_time=0)))
    assert running.left() is None
    await running.wait(1000)
    assert running.session.question == question
    await running.do("ola", c.ChangeSettings(TableSettings(talk_time=300)))
    await running.wait(299)
    assert running.session.question == question
    await running.wait(1)
    assert running.session.question > question
    await running.registry.close()


@pytest.mark.clause("HH-KO-2")
async def test_a_clock_of_the_rules_does_not_wait_for_bots(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, hold=0).begin(HYDRA)
    await until_clock(running, "talk")
    await running.do("iga" if "iga" in running.pages else "zofia", c.Leave())
    question = running.session.question
    await running.wait(120)
    assert running.session.question > question
    await running.registry.close()


# Secrecy of clocks


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset.of("resistance", 7, ("plot-thickens", "hunter", "inquisitor")),
        Ruleset.of("winter-soldier", 7, ("maria-hill", "black-widow")),
        Ruleset.of("hail-hydra", 6),
    ],
    ids=lambda ruleset: str(ruleset.game),
)
async def test_every_start_and_end_of_a_clock_has_a_public_reason(ruleset: Ruleset) -> None:
    for seed in range(6):
        rng = Random(seed)
        session = GameSession(
            1, ruleset, "ab" * 32, (str(seed), *[""] * (ruleset.players - 1)), ("00",) * 10, holds=True
        )
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
