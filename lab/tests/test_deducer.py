"""`baseline:deducer`: it plays from its view alone, and agrees on teams as quickly as people."""

from collections import Counter
from random import Random

import msgspec
import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.odds import Odds
from turncoat.kernel.rulesets import Ruleset
from turncoat.missions import MissionRun, Situation, TeamNamed, TeamVoted
from turncoat.simulation.playing import play_numbered, seating
from turncoat_lab.baselines.deducer import Deducer
from turncoat_lab.baselines.expected_play import likelihood
from turncoat_lab.baselines.policy_parameters import PolicyParameters

FIVE = Ruleset.of("resistance", 5)
PEOPLE = {5: (1.23, 1.46, 1.49, 1.62, 1.75), 7: (1.38, 1.53, 1.73, 1.71, 2.18)}
"""Mean number of teams that people name for each mission in the recorded games."""


def test_odds_give_suspicion_and_clean_teams() -> None:
    odds = Odds(4, [(0b0011, 0.5), (0b0101, 0.25), (0b0110, 0.25)])
    assert odds.suspicion == [0.75, 0.75, 0.5, 0.0]
    assert odds.clean(0b1001, 1) == 0.25
    assert odds.clean(0b0011, 2) == 0.5
    assert odds.where_loyal(0b0001).suspicion == [0.0, 1.0, 1.0, 0.0]
    assert odds.where_loyal(0b1111) is odds
    assert odds.best_team(0b1111, 2, 1, Random(1)) == 0b1100
    assert odds.best_team(0b1111, 2, 1, Random(1), 0b0001) == 0b1001


def test_traitors_are_expected_to_sabotage_and_favor_fellows() -> None:
    now = Situation(players=5, mission=2, attempt=1)
    run = MissionRun(0, 0b00111, now, 0b11111, 0, 0, True)
    assert likelihood(run, 0b11000) == 1
    assert likelihood(run, 0b00011) < 0.3
    assert likelihood(msgspec.structs.replace(run, fails=1), 0b00011) > likelihood(run, 0b00011)
    named = TeamNamed(0, 0b00111, now)
    assert likelihood(named, 0b01001) > 1 > likelihood(named, 0b00011)
    assert likelihood(named, 0b11000) == 1
    late = msgspec.structs.replace(now, successes=2)
    voted = TeamVoted(0, 0b00111, late, 0b00111, 0b11000)
    assert likelihood(voted, 0b11000) > likelihood(voted, 0b10010)


@pytest.mark.parametrize(("players", "distancing", "approve"), [(7, 0.0, True), (7, 1.0, False), (5, 1.0, True)])
def test_one_of_three_traitors_may_avoid_its_fellows(players: int, distancing: float, *, approve: bool) -> None:
    """Only ballots of the first two missions count, where no vote decides the game, without leaders' and on the fifth
    team."""

    class Distant(Deducer):
        @classmethod
        def parameters_at(cls, players: int) -> PolicyParameters:
            return PolicyParameters(distancing=distancing)

    ruleset, approvals = Ruleset.of("resistance", players), 0
    for number in range(6):
        game = play_numbered(ruleset, lambda deal: [Distant] * players, "distancing", number)
        spies = sum(1 << seat for seat, role in enumerate(game.deal.roles) if role == "spy")
        teams: Counter[int] = Counter()
        for proposal in game.board.proposals:
            teams[proposal.round] += 1
            if proposal.round <= 2 and teams[proposal.round] < 5 and proposal.team & spies:
                approvals += (proposal.approvals & spies & ~(1 << proposal.leader)).bit_count()
    assert (approvals > 0) == approve


@pytest.mark.sweep
@pytest.mark.parametrize("players", PEOPLE)
def test_deducers_name_about_as_many_teams_as_people(players: int) -> None:
    ruleset, games = Ruleset.of("resistance", players), 120
    named: Counter[int] = Counter()
    run: Counter[int] = Counter()
    for number in range(games):
        game = play_numbered(ruleset, seating(ruleset, ("baseline:deducer",)), "people", number)
        teams = Counter(proposal.round for proposal in game.board.proposals)
        named.update(teams)
        run.update(teams.keys())
    for mission, usual in enumerate(PEOPLE[players][:4], 1):
        assert abs(named[mission] / run[mission] - usual) <= 0.4, mission


def test_the_deducer_defers_to_a_games_own_bot() -> None:
    for game in ("winter-soldier", "hail-hydra"):
        ruleset = Ruleset.of(game, 5)
        played = [
            play_numbered(ruleset, seating(ruleset, (name,)), "own", 0).choices
            for name in ("baseline:deducer", "hard", "sensible")
        ]
        assert played[0] == played[1] == played[2]
