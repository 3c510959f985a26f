"""The bots of a guided first game: traitors sabotage early and lie about it, and nothing else shows who they are."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot
from turncoat.bots.guided import DENIALS, Guided
from turncoat.bots.levels import Easy
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, is_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.lab.simulation import Said, play_game, traitors_of
from turncoat.missions import MissionRun, TeamNamed, TeamVoted, team_acts
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)


@cache
def played(kind: type[Bot], ruleset: Ruleset, number: int) -> tuple[Game[Any], list[Said]]:
    seed, said = b"guided %d" % number, list[Said]()
    table = [kind(ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    return play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True, said=said), said


def missions(game: Game[Any]) -> list[MissionRun]:
    return list(runs_after(game, len(game.events)))


def runs_after(game: Game[Any], events: int) -> Iterator[MissionRun]:
    """The missions of the first so many events."""
    view: View[Any] = View(game.ruleset, SPECTATOR)
    view.see(all_seen_by(game.events[:events], SPECTATOR))
    acts = (act for board, event in view.history() for act in team_acts(event, game.ruleset, board))
    return (act for act in acts if isinstance(act, MissionRun))


class Denial(NamedTuple):
    """That somebody said that it was not them, and after which mission."""

    seat: Seat
    mission: int
    about: Seat | None
    is_answer: bool


def denials(game: Game[Any], said: Iterable[Said]) -> list[Denial]:
    found = list[Denial]()
    for one in said:
        run = last(runs_after(game, one.after))
        if run is not None and one.remark is not None and one.remark.phrase in DENIALS:
            found.append(Denial(one.seat, run.situation.mission, one.remark.about, one.is_answer))
    return found


def last(runs: Iterable[MissionRun]) -> MissionRun | None:
    return next(reversed(list(runs)), None)


@pytest.mark.parametrize("ruleset", [FIVE, Ruleset.of("resistance", 7), Ruleset.of("winter-soldier", 5)], ids=label)
def test_the_first_mission_with_a_traitor_fails(ruleset: Ruleset) -> None:
    with_traitors = as_usual = 0
    for number in range(20):
        game, _ = played(Guided, ruleset, number)
        for run in missions(game)[:1]:  # Captain America may find the Winter Soldier before there is one
            if run.team & traitors_of(game):
                with_traitors += 1
                assert not run.success
        usual, _ = played(Easy, ruleset, number)
        as_usual += any(not run.success for run in missions(usual)[:1])
    assert with_traitors > 10
    assert as_usual < with_traitors  # the level of the same deals does not


def test_most_traitors_deny_it_and_name_somebody_loyal() -> None:
    failed = denied = lied = 0
    for number in range(40):
        game, said = played(Guided, FIVE, number)
        traitors = traitors_of(game)
        first = next((run for run in missions(game) if not run.success), None)
        if first is None:
            continue
        failed += 1
        culprits, mission = traitors & first.team, first.situation.mission
        told = [one for one in denials(game, said) if is_in(one.seat, culprits) and one.mission == mission]
        denied += bool(told)
        lied += any(one.about is not None and not is_in(one.about, traitors) for one in told)
    assert failed > 30
    assert denied > 0.8 * failed
    assert lied > 0.6 * failed


class Scripted(Guided):
    """Names these teams and approves them all, so that deals that look alike give the same game for all to see."""

    teams = (0b00011, 0b11100, 0b01100, 0b11100, 0b11100)

    def choose(self, prompt: Prompt) -> Answer:
        if prompt.question.act == TeamNamed.__name__:
            assessment = self._look()
            assert assessment is not None
            return (self.teams[assessment.now.mission - 1],)
        if prompt.question.act == TeamVoted.__name__:
            return "approve"
        return super().choose(prompt)

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        return False


def test_who_denies_it_and_when_tells_nothing() -> None:
    """Of two on a mission that failed one is a traitor; both are as quick to say that it was the other."""
    deals = ("spy", "resistance", *["resistance"] * 2, "spy"), ("resistance", "spy", *["resistance"] * 2, "spy")
    for number in range(12):
        heard = []
        for roles in deals:
            seed, said = b"two worlds %d" % number, list[Said]()
            table = [Scripted(FIVE, seat, seed + b" %d" % seat) for seat in range(5)]
            game = play_game(FIVE, Deal(roles, 0), table, Random(0), talk=True, said=said)
            assert [run.fails for run in missions(game)][:2] == [1, 1]
            heard.append([(one.after, one.seat) for one in said if one.remark and one.remark.phrase in DENIALS])
        assert heard[0] == heard[1]
        assert sorted(seat for _, seat in heard[0][:2]) == [0, 1]  # one of them may be accused by the other


class WithFellow(Scripted):
    teams = (0b11000, 0b00111, 0b11000, 0b11100, 0b11100)


def test_a_traitor_names_somebody_loyal_rather_than_a_fellow() -> None:
    for number in range(12):
        said: list[Said] = []
        table = [WithFellow(FIVE, seat, b"fellow %d %d" % (number, seat)) for seat in range(5)]
        game = play_game(FIVE, Deal(("spy", "spy", *["resistance"] * 3), 0), table, Random(0), talk=True, said=said)
        assert missions(game)[1].fails == 2
        assert next(denial.about for denial in denials(game, said) if denial.seat == 0) == 2


class Patient(Guided):
    """Sabotages nothing but what it is to show."""

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        return False


def test_each_traitor_sabotages_the_first_mission_that_it_can_make_fail() -> None:
    """With seven players the fourth mission takes two Fails, so a lone traitor plays on as its level does."""
    seven, alone = Ruleset.of("resistance", 7), 0
    for number in range(40):
        game, _ = played(Patient, seven, number)
        for run in missions(game):
            aboard = run.team & traitors_of(game)
            can_fail = aboard.bit_count() >= run.situation.fails_needed
            alone += bool(aboard) and not can_fail
            assert run.fails == ((aboard & ~run.situation.failed).bit_count() if can_fail else 0)
    assert alone


def test_it_denies_it_once_and_not_where_everybody_knows() -> None:
    known = 0
    for number in range(40):
        game, said = played(Guided, FIVE, number)
        told = Counter((one.seat, one.mission) for one in denials(game, said) if not one.is_answer)
        assert max(told.values(), default=1) == 1
        assert max(Counter(seat for seat, _ in told).values(), default=1) == 1
        for run in missions(game):
            if run.fails == run.team.bit_count():
                known += 1
                assert not any(is_in(seat, run.team) and mission == run.situation.mission for seat, mission in told)
    assert known


def test_nobody_chooses_it_for_a_table() -> None:
    assert Guided.name in bots.names()
    assert Guided not in bots.for_people()
