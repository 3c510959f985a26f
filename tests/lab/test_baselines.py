"""Baselines: they are found by name, play legally, and each is as weak or as sly as it is said to be."""

from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.assessment import Assessment
from turncoat.games.resistance.events import RoleDealt
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Prompt
from turncoat.lab import baselines
from turncoat.lab.baselines import BASELINES
from turncoat.lab.baselines.beginner import Beginner
from turncoat.lab.baselines.deducer import Deducer
from turncoat.lab.baselines.disguised import Disguised
from turncoat.lab.simulation import play_game
from turncoat.missions import MissionRun, TeamNamed

FIVE = Ruleset.of("resistance", 5)


GAMES = {"winter": Ruleset.of("winter-soldier", 7), "hydra": Ruleset.of("hail-hydra", 5)}


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_plays_legally_and_is_found_with_its_prefix_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = baselines.find(f"baseline:{name}")
    assert kind is BASELINES[name]
    assert kind.name == f"baseline:{name}"
    monkeypatch.setattr(kind, "milliseconds", min(kind.milliseconds, 1.0))
    ruleset = GAMES.get(name.partition("-")[0], FIVE)
    players = [kind(ruleset, seat, b"%d" % seat) for seat in range(ruleset.players)]
    game = play_game(ruleset, ruleset.deal(b"baseline"), players, Random(1))
    assert game.result is not None
    wanted = rf"(plays in its place; to measure against it,|is for measuring alone;) name baseline:{name}$"
    with pytest.raises(bots.UnknownBotError, match=wanted):
        baselines.find(name)


def test_no_baseline_is_a_games_default_bot() -> None:
    assert not any(kind.is_default for kind in BASELINES.values())
    assert not set(BASELINES) & set(bots.names())


def test_a_former_bot_that_is_no_baseline_is_told_too() -> None:
    with pytest.raises(
        bots.FormerBotError, match=r"'strategist' belongs to an earlier version; 'hard' plays in its place$"
    ):
        baselines.find("strategist")
    with pytest.raises(bots.UnknownBotError, match="unknown baseline 'baseline:clever'; known: baseline:beginner, "):
        baselines.find("baseline:clever")


class Compared(Disguised):
    """Asks a loyal player who saw what everybody saw the same questions, and plays as itself."""

    alike = differing = 0

    def choose(self, prompt: Prompt) -> Answer:
        assessment = self._look()
        assert assessment is not None
        if assessment.is_traitor and prompt.question.act != MissionRun.__name__:
            loyal = Deducer(FIVE, self.seat, b"")
            loyal.see([RoleDealt(self.seat, "resistance"), *all_seen_by(self._seen, SPECTATOR)])
            loyal.rng.setstate(self.rng.getstate())
            state = self.rng.getstate()
            said = loyal.choose(prompt)
            self.rng.setstate(state)
            answer = super().choose(prompt)
            if answer == said:
                Compared.alike += 1
            else:
                Compared.differing += 1
            return answer
        return super().choose(prompt)


def test_it_votes_and_names_teams_as_a_loyal_seat_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compared, "alike", 0)
    monkeypatch.setattr(Compared, "differing", 0)
    for number in range(12):
        table = [Compared(FIVE, seat, b"%d %d" % (number, seat)) for seat in range(5)]
        play_game(FIVE, FIVE.deal(b"disguised %d" % number), table, Random(number))
    assert Compared.alike > 100
    assert Compared.differing == 0


def test_a_beginner_rejects_teams_with_the_last_failed_mission_alone() -> None:
    votes: dict[tuple[bool, bool], list[bool]] = {}
    """By whether somebody of the last failed mission, and of an earlier one alone, is on the team."""

    class Watched(Beginner):
        def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
            approves = super()._approves(assessment, named)
            now = assessment.now
            if not assessment.is_traitor and named.leader != self.seat and not now.is_last_attempt:
                last = bool(named.team & self._suspects)
                earlier = bool(named.team & now.failed & ~(1 << self.seat)) and not last
                votes.setdefault((last, earlier), []).append(approves)
            return approves

    for number in range(60):
        players = [
            (Watched if seat == number % 5 else Beginner)(FIVE, seat, b"%d %d" % (number, seat)) for seat in range(5)
        ]
        play_game(FIVE, FIVE.deal(b"beginner %d" % number), players, Random(number))
    assert all(votes[False, False])
    assert all(votes[False, True])
    assert 0.1 < sum(votes[True, False]) / len(votes[True, False]) < 0.3
