"""Bots of a guided first game: traitors sabotage early and lie about it, without giving themselves away otherwise."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot
from turncoat.bots.guided import Guided
from turncoat.bots.levels import Easy
from turncoat.bots.remarks import Remark
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, is_in, seats_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import BotRemark, play_game, traitors_of
from turncoat.table.past.signs import DENIALS
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)
ROUND = Ruleset.of("round-table", 5)
"""The guided first game of Round Table, with Merlin and the Assassin."""


@cache
def played(kind: type[Bot], ruleset: Ruleset, number: int) -> tuple[Game[Any], list[BotRemark]]:
    seed, said = b"guided %d" % number, list[BotRemark]()
    table = [kind(ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    return play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True, said=said), said


def missions(game: Game[Any]) -> list[MissionRun]:
    return [act for act in acts_until(game, len(game.events)) if isinstance(act, MissionRun)]


def acts_until(game: Game[Any], events: int) -> Iterator[TeamAct]:
    """Yield the teams, votes and missions of the first events."""
    view: View[Any] = View(game.ruleset, SPECTATOR)
    view.see(all_seen_by(game.events[:events], SPECTATOR))
    return (act for board, event in view.history() for act in team_acts(event, game.ruleset, board))


class Denial(NamedTuple):
    """A player's denial of guilt after a failed mission."""

    seat: Seat
    mission: int
    remark: Remark


def denials(game: Game[Any], said: Iterable[BotRemark]) -> Iterator[Denial]:
    """Yield the denials between a failed mission and the next vote."""
    for one in said:
        before = list(acts_until(game, one.after))
        runs = [act for act in before if isinstance(act, MissionRun)]
        is_new = runs and not any(isinstance(act, TeamVoted) for act in before[before.index(runs[-1]) :])
        if one.remark is not None and one.remark.phrase in DENIALS and is_new and not runs[-1].success:
            yield Denial(one.seat, runs[-1].situation.mission, one.remark)


@pytest.mark.parametrize(
    "ruleset", [FIVE, Ruleset.of("resistance", 7), Ruleset.of("winter-soldier", 5), ROUND], ids=label
)
def test_the_first_mission_with_a_traitor_fails(ruleset: Ruleset) -> None:
    with_traitors = as_usual = 0
    for number in range(20):
        game, _ = played(Guided, ruleset, number)
        for run in missions(game)[:1]:  # Captain America may find the Winter Soldier before the first mission
            if run.team & traitors_of(game):
                with_traitors += 1
                assert not run.success
        usual, _ = played(Easy, ruleset, number)
        as_usual += any(not run.success for run in missions(usual)[:1])
    assert with_traitors > 10
    assert as_usual < with_traitors  # in the same deals the level does not sabotage it


@pytest.mark.parametrize("ruleset", [FIVE, ROUND], ids=label)
def test_a_first_failed_mission_is_denied_and_blamed_on_somebody(ruleset: Ruleset) -> None:
    """Loyal bots name a suspect, traitors somebody loyal. Nobody speaks after the end of the game."""
    first = denied = could_lie = lied = 0
    for number in range(40):
        game, said = played(Guided, ruleset, number)
        traitors, told = traitors_of(game), list(denials(game, said))
        for run in missions(game)[:-1]:
            if run.success:
                continue
            for seat in seats_in(run.team & ~run.situation.failed):
                own = [one.remark for one in told if (one.seat, one.mission) == (seat, run.situation.mission)]
                about = [remark.accuses for remark in own if remark.accuses is not None]
                first += 1
                denied += bool(about)
                if is_in(seat, traitors) and run.team & ~traitors:
                    could_lie += 1
                    lied += bool(about) and not is_in(about[0], traitors)
    assert could_lie > 30
    assert denied > 0.8 * first
    assert lied > 0.7 * could_lie


class Reckless(Guided):
    """Sabotages together with all its fellow traitors."""

    def _sabotages_openly(self) -> bool:
        assessment = self._current_assessment()
        return assessment is not None and assessment.is_traitor


def test_nobody_denies_a_publicly_known_sabotage() -> None:
    known = 0
    for number in range(40):
        game, said = played(Reckless, FIVE, number)
        for run in missions(game):
            if run.fails == run.team.bit_count():
                known += 1
                told = [one.seat for one in denials(game, said) if one.mission == run.situation.mission]
                assert not any(is_in(seat, run.team) for seat in told)
    assert known


def test_no_two_guided_bots_deny_in_the_same_words() -> None:
    several = 0
    for number in range(40):
        wordings = [(one.remark.phrase, one.remark.wording) for one in denials(*played(Guided, FIVE, number))]
        assert len(wordings) == len(set(wordings))
        several += len([phrase for phrase, _ in wordings if phrase == "beside-fail"]) > 2
    assert several > 10


def test_a_guided_bot_accuses_of_the_first_failure_only_once() -> None:
    answered = 0
    for number in range(40):
        told = list(denials(*played(Guided, FIVE, number)))
        for at, one in enumerate(told):
            before = [other for other in told[:at] if (other.seat, other.mission) == (one.seat, one.mission)]
            answered += any(other.remark.accuses is not None for other in before)
            if one.remark.phrase == "beside-fail":
                assert not any(other.remark.accuses is not None for other in before)
    assert answered > 10


class Scripted(Guided):
    """Names fixed teams and approves them all, so that deals that look alike give the same public game."""

    teams = (0b00011, 0b11100, 0b01100, 0b11100, 0b11100)

    def choose(self, prompt: Prompt) -> Answer:
        if prompt.question.act == TeamNamed.__name__:
            assessment = self._current_assessment()
            assert assessment is not None
            return (self.teams[assessment.now.mission - 1],)
        if prompt.question.act == TeamVoted.__name__:
            return "approve"
        return super().choose(prompt)

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        return False


def test_denials_and_their_times_reveal_nothing() -> None:
    """Exactly one of two on a failed mission is a traitor, and both must blame the other equally soon."""
    deals = ("spy", "resistance", *["resistance"] * 2, "spy"), ("resistance", "spy", *["resistance"] * 2, "spy")
    for number in range(12):
        heard = []
        for roles in deals:
            seed, said = b"two worlds %d" % number, list[BotRemark]()
            table = [Scripted(FIVE, seat, seed + b" %d" % seat) for seat in range(5)]
            game = play_game(FIVE, Deal(roles, 0), table, Random(0), talk=True, said=said)
            assert [run.fails for run in missions(game)][:2] == [1, 1]
            heard.append([(one.after, one.seat) for one in said if one.remark and one.remark.phrase == "beside-fail"])
        assert heard[0] == heard[1]
        assert {seat for _, seat in heard[0]} & {0, 1}


class WithFellow(Scripted, Reckless):
    teams = (0b11000, 0b00111, 0b11000, 0b11100, 0b11100)


def test_a_guided_traitor_blames_loyal_players_before_fellows() -> None:
    for number in range(12):
        said: list[BotRemark] = []
        table = [WithFellow(FIVE, seat, b"fellow %d %d" % (number, seat)) for seat in range(5)]
        game = play_game(FIVE, Deal(("spy", "spy", *["resistance"] * 3), 0), table, Random(0), talk=True, said=said)
        assert missions(game)[1].fails == 2
        assert next(one.remark.about for one in denials(game, said) if one.seat == 0) == 2


class Patient(Guided):
    """Sabotages only for demonstration."""

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        return False


def test_guided_traitors_fail_the_first_mission_that_they_can() -> None:
    """With seven players the fourth mission takes two Fails, so a lone traitor continues to play like its level."""
    seven, alone, several = Ruleset.of("resistance", 7), 0, 0
    for number in range(40):
        game, _ = played(Patient, seven, number)
        for run in missions(game):
            aboard, needed = run.team & traitors_of(game), run.situation.fails_needed
            if aboard.bit_count() < needed or not aboard & ~run.situation.failed:
                alone += bool(aboard) and aboard.bit_count() < needed
                assert not run.fails
            elif not aboard & run.situation.failed:
                several += aboard.bit_count() > needed
                assert run.fails == needed
    assert alone
    assert several


def test_the_guided_bot_cannot_be_chosen_for_a_table() -> None:
    assert Guided.name in bots.names()
    assert Guided not in bots.for_people()
