"""“Skip until I'm needed”: standing answers to questions that only ask who wants to say something, equal for all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.running import HYDRA, PEOPLE, RESISTANCE, RunningRoom
from turncoat.games.hail_hydra.events import HailHydra, VillainRevealed
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, is_in, seats_in
from turncoat.table import commands as c
from turncoat.table.state.game_session import GameSession
from turncoat.telling import named_in
from turncoat.testing.games import walk

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("known_deal")]
HOLD = 3.0


async def begun(data: Path, until: Callable[[GameSession], bool]) -> RunningRoom:
    running = await RunningRoom(data, hold=HOLD).begin(HYDRA, talk_time=0, ability_time=0)
    await go_on(running, until)
    return running


async def go_on(running: RunningRoom, until: Callable[[GameSession], bool]) -> None:
    """Let everybody choose like the clock until the condition holds."""
    for _ in range(2000):
        session = running.session
        if until(session):
            return
        asked = session.waiting & ~(session.standing_answers if session.takes_standing_answers else NOBODY)
        if session.is_held or not asked:
            await running.wait(HOLD)
        else:
            await running.default(seats_in(asked)[0])
    raise AssertionError("it does not come to that")


def is_asked_of_all(session: GameSession) -> bool:
    return session.takes_standing_answers


async def tap(running: RunningRoom, seat: Seat, *, for_round: bool = False) -> None:
    session = running.session
    await running.do(PEOPLE[seat], c.StandingAnswer(session.number, session.question, for_round=for_round))


def role_of(running: RunningRoom, seat: Seat) -> str:
    return str(running.session._game.deal.roles[seat])


def seats_of(running: RunningRoom, role: str) -> list[Seat]:
    return [seat for seat in range(running.session.ruleset.players) if role_of(running, seat) == role]


@pytest.mark.parametrize("role", ["hydra", "shield"])
async def test_standing_answers_take_the_same_time_for_all(tmp_path: Path, role: str) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    seat = seats_of(running, role)[0]
    question = running.session.question
    await tap(running, seat)
    assert not is_in(seat, running.session.waiting), "the tap is also an answer"
    await go_on(running, lambda session: session.takes_standing_answers and session.question != question)
    assert is_in(seat, running.session.standing_answers)
    before = running.time.now()
    for other in seats_in(running.session.waiting & ~(1 << seat)):
        await running.default(other)
    assert running.session.waiting == 1 << seat
    await running.wait(HOLD - 0.01)
    assert running.session.waiting == 1 << seat
    question = running.session.question
    await running.wait(0.02)
    assert running.session.question != question
    assert running.time.now() - before < HOLD + 0.1
    await running.registry.close()


async def test_standing_answers_do_not_cover_questions_to_some(tmp_path: Path) -> None:
    """Playing and passing cards, a talk, a vote, the moment of one's own ability."""
    running = await begun(tmp_path, is_asked_of_all)
    asked: set[str] = set()
    for _ in range(1000):
        session = running.session
        if session.result is not None:
            break
        if session.is_held or session.waiting == NOBODY:
            await running.wait(HOLD)
            continue
        seat = seats_in(session.waiting)[-1]
        if seat != 0:
            await running.default(seat)
        elif session.takes_standing_answers:
            if is_in(0, session.standing_answers):
                await running.wait(HOLD)
            else:
                await tap(running, 0)
        else:
            prompt = session.view(0).prompt
            assert prompt is not None
            asked.add(prompt.question.name)
            await running.wait(HOLD * 10)
            assert is_in(0, session.waiting), f"{prompt.question.name} was answered for the seat"
            await running.default(0)
    assert {"lay-cards", "talk", "vote-knock-out"} <= asked
    assert not asked & {"before-draw", "before-attack"}, "those are asked of everybody"
    await running.registry.close()


async def test_a_new_mission_or_round_ends_a_standing_answer(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    mission = running.session.view().board.mission
    await tap(running, 1)
    assert is_in(1, running.session.standing_answers)
    await go_on(running, lambda session: session.view().board.phase == "knock-out" or session.result is not None)
    assert running.session.view().board.phase == "knock-out"
    assert running.session.view().board.mission == mission
    assert running.session.standing_answers == NOBODY
    await running.registry.close()


async def test_important_events_end_all_standing_answers(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    agent, other = seats_of(running, "hydra")[0], seats_of(running, "shield")[0]
    await tap(running, other)
    await running.do(PEOPLE[agent], c.Choose(1, agent, "hail-hydra", "hail-hydra"))
    assert any(isinstance(event, HailHydra) for event in running.session.view().events)
    assert running.session.standing_answers == NOBODY
    await running.registry.close()


async def test_an_event_that_names_a_seat_ends_its_standing_answer(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    for seat in range(5):
        if is_in(seat, running.session.waiting) and running.session.takes_standing_answers:
            await tap(running, seat)
    session = running.session
    session.standing_answers = 0b11111
    told = len(session.view().events)
    await go_on(running, lambda session: session.standing_answers != 0b11111)
    new_events = session.view().events[told:]
    named = NOBODY
    for event in new_events:
        assert not isinstance(event, VillainRevealed)
        named |= named_in(event) if not type(event).redacted_together else NOBODY
    assert named
    assert session.standing_answers == 0b11111 & ~named
    await running.registry.close()


async def test_a_standing_answer_is_withdrawn_unnoticed(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    await tap(running, 2)
    version = running.room.table.version
    await running.do(PEOPLE[2], c.StandingAnswer(1, on=False))
    assert running.session.standing_answers == NOBODY
    assert running.room.table.version == version
    question = running.session.question
    await go_on(running, lambda session: session.takes_standing_answers and session.question != question)
    for other in (0, 1, 3, 4):
        await running.default(other)
    await running.wait(1000)
    assert running.session.waiting == 0b100
    await running.registry.close()


async def test_a_standing_answer_survives_a_restart(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    question = running.session.question
    await tap(running, 2)
    await go_on(running, lambda session: session.takes_standing_answers and session.question != question)
    assert is_in(2, running.session.standing_answers)
    again = await running.restart()
    assert is_in(2, again.session.standing_answers)
    assert again.session.view(2).events == running.session.view(2).events
    await again.connect(PEOPLE[0])
    assert is_in(2, again.session.waiting)
    await again.wait(HOLD)
    assert not is_in(2, again.session.waiting)
    last = await again.restart()
    assert last.session.standing_answers == again.session.standing_answers
    assert last.session.view().events == again.session.view().events
    assert last.session.waiting == again.session.waiting
    await last.registry.close()


async def test_after_a_pause_everybody_has_the_whole_moment_again(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    question = running.session.question
    await tap(running, 2)
    await go_on(running, lambda session: session.takes_standing_answers and session.question != question)
    await running.wait(2)
    await running.do("ola", c.Pause())
    await running.wait(1000)
    assert is_in(2, running.session.waiting)
    with pytest.raises(Refused, match="paused"):
        await running.do(PEOPLE[3], c.StandingAnswer(1, running.session.question))
    await running.do("ola", c.Resume())
    await running.wait(HOLD - 0.1)
    assert is_in(2, running.session.waiting)
    await running.wait(0.2)
    assert not is_in(2, running.session.waiting)
    await running.registry.close()


async def test_a_stand_in_ignores_standing_answers(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    await tap(running, 2)
    await running.disconnect(PEOPLE[2])
    await running.do("ola", c.StandIn(2))
    assert running.session.standing_answers == NOBODY
    await running.registry.close()


async def test_a_standing_answer_is_given_only_at_questions_to_everybody(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, hold=HOLD).begin(HYDRA, talk_time=0, ability_time=0)
    chooser = running.session.waiting.bit_length() - 1
    with pytest.raises(Refused, match="not-asked"):  # taking a hero is a choice
        await tap(running, chooser)
    await go_on(running, is_asked_of_all)
    number = running.session.question
    with pytest.raises(Refused, match="stale"):
        await running.do("ola", c.StandingAnswer(1, number - 1))
    with pytest.raises(Refused, match="past-game"):
        await running.do("ola", c.StandingAnswer(2, number))
    with pytest.raises(Refused, match="not-seated"):
        await running.do("somebody", c.StandingAnswer(1, number))
    with pytest.raises(Refused, match="not-host"):
        await running.do("ola", c.GiveStandingAnswers(1, number))
    with pytest.raises(Refused, match="stale"):  # nobody has given one
        await running.do(c.SERVER, c.GiveStandingAnswers(1, number))
    await running.default(0)
    with pytest.raises(Refused, match="not-asked"):
        await tap(running, 0)
    await running.registry.close()


async def test_games_without_such_questions_have_no_standing_answers(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path, hold=HOLD).begin(RESISTANCE)
    with pytest.raises(Refused, match="not-asked"):
        await tap(running, running.session.waiting.bit_length() - 1)
    await running.registry.close()


def test_hail_hydra_supports_standing_answers() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    frames = [game.frame for game, _ in walk(ruleset, 1)]
    assert any(frame is not None and frame.step.question.takes_standing_answer for frame in frames)


async def test_one_tap_per_offensive_is_enough(tmp_path: Path) -> None:
    """With the large button, one tap per offensive suffices, whatever happens to the seat (token, cards)."""
    running = await begun(tmp_path, is_asked_of_all)
    taps, questions = dict[tuple[int, int], list[Seat]](), dict[tuple[int, int], set[int]]()
    for _ in range(2000):
        session, board = running.session, running.session.view().board
        if board.mission > 2 or session.result is not None:
            break
        asked, is_optional = session.waiting, session.takes_standing_answers
        offensive = board.mission, board.offensive
        if is_optional:
            questions.setdefault(offensive, set()).add(session.question)
            asked &= ~session.standing_answers
        if session.is_held or not asked:
            await running.wait(HOLD)
            continue
        seat = seats_in(asked)[0]
        if is_optional:
            taps.setdefault(offensive, []).append(seat)
            await tap(running, seat, for_round=True)
        else:
            await running.default(seat)
    assert len(taps) >= 3, "several offensives of two missions"
    assert [sorted(tapped) for tapped in taps.values()] == [[*range(5)]] * len(taps), "each once in each"
    assert set(questions) == set(taps)
    assert max(map(len, questions.values())) == 3, "before the draw, the reveal and the attack"
    await running.registry.close()


async def test_going_on_for_an_offensive_survives_a_restart_and_can_be_withdrawn(tmp_path: Path) -> None:
    running = await begun(tmp_path, is_asked_of_all)
    await tap(running, 2, for_round=True)
    again = await running.restart()
    assert is_in(2, again.session.standing_answers)
    offensive = again.session.view().board.offensive
    await go_on(again, lambda session: session.view().board.offensive > offensive or session.result is not None)
    assert not is_in(2, again.session.standing_answers), "the next offensive asks again"
    await go_on(again, lambda session: is_asked_of_all(session) and is_in(2, session.waiting))
    await tap(again, 2, for_round=True)
    await again.do(PEOPLE[2], c.StandingAnswer(1, on=False))
    assert again.session.standing_answers == NOBODY
    await again.registry.close()
