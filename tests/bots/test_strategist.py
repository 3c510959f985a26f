"""`strategist`: reads the policy of `hard` as it is, looks ahead, and is stronger on both sides."""

from collections import Counter
from random import Random
from time import perf_counter

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.deducer import Assessment, Deducer
from turncoat.bots.odds import Odds
from turncoat.bots.opponent_model import CachedOdds, OpponentModel, chance_of_team, chance_of_traitors_team
from turncoat.bots.playouts import Playouts, Position, changed
from turncoat.bots.policy_parameters import PolicyParameters
from turncoat.bots.registry import BOTS
from turncoat.bots.strategist import Strategist
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Prompt
from turncoat.lab.simulation import play_game, play_numbered, seating, simulate
from turncoat.missions import MissionPlan, Situation, TeamNamed

PLAN = MissionPlan(((2, 1), (3, 1), (2, 1), (3, 1), (3, 1)), 5)
SETS = [(0b00011, 0.4), (0b00101, 0.3), (0b00110, 0.2), (0b11000, 0.1)]


class Brief(Strategist):
    """Thinks a little."""

    name = "brief"
    milliseconds = 7.0


def model_of_a_game(players: int = 7, most: int = 60) -> OpponentModel:
    """What everybody saw of a game, as far as it was played when the choices end."""
    ruleset = Ruleset.of("resistance", players)
    whole = play_numbered(ruleset, seating(ruleset, ("hard",)), "model", 1)
    game: Game[object] = Game(ruleset, whole.deal)  # type: ignore[type-var]
    for seat, choice in whole.choices[:most]:
        game.play(seat, choice)
    model = OpponentModel(ruleset, Deducer.parameters_at(ruleset.players))
    model.see(all_seen_by(game.events, SPECTATOR), SPECTATOR)
    return model


class Named(Deducer):
    """Names teams for what it is said to believe."""

    def team(self, assessment: Assessment, size: int) -> int:
        return self._team(assessment, Seats(size, size, 0b1111111, 0b1111111))

    def vote(self, assessment: Assessment, named: TeamNamed) -> bool:
        return self._approves(assessment, named)


@pytest.mark.parametrize("traitors", [0, 0b0010101, 0b0110001])
@pytest.mark.parametrize(("mission", "needed", "size"), [(2, 1, 3), (4, 2, 4)])
def test_the_model_names_teams_as_often_as_the_policy_does(traitors: int, mission: int, needed: int, size: int) -> None:
    model = model_of_a_game()
    now = Situation(players=7, mission=mission, fails_needed=needed)
    loyal = Odds(7, model.odds(0).sets)  # these draw among equals
    odds = Odds(7, [(traitors, 1.0)]) if traitors else loyal
    bot = Named(model.ruleset, 0, b"many")
    teams = Counter(bot.team(Assessment(0, now, odds, bool(traitors), loyal), size) for _ in range(400))
    for team, count in teams.items():
        act = TeamNamed(0, team, now)
        if traitors:
            chance = chance_of_traitors_team(loyal, 0, traitors, act)
        else:
            chance = chance_of_team(loyal, 0b1111111, size, needed, 1, team)
        assert abs(chance - count / 400) < 0.12


def test_the_model_votes_as_often_as_the_policy_does() -> None:
    model = model_of_a_game()
    now = Situation(players=7, mission=2)
    for team in (0b0000111, 0b0111000, 0b1010100):
        named = TeamNamed(6, team, now)
        for traitors in (0b1110000, 0b0000111):
            for seat in range(6):
                loyal = model.odds(seat)
                is_traitor = bool(traitors >> seat & 1)
                odds = Odds(7, [(traitors, 1.0)]) if is_traitor else loyal
                bot = Named(model.ruleset, seat, b"many")
                assessment = Assessment(0, now, odds, is_traitor, loyal)
                often = sum(bot.vote(assessment, named) for _ in range(200)) / 200
                assert abs(model.approval(seat, named, traitors) - often) < 0.16


def test_what_was_done_tells_who_did_it() -> None:
    """Over games of the policy, the true traitors' acts are likelier by the model than those of others."""
    better = 0
    for number in range(12):
        ruleset = Ruleset.of("resistance", 5)
        game = play_numbered(ruleset, seating(ruleset, ("hard",)), "told", number)
        model = OpponentModel(ruleset, Deducer.parameters_at(ruleset.players))
        model.see(all_seen_by(game.events, SPECTATOR)[:-1], SPECTATOR)
        spies = sum(1 << seat for seat, role in enumerate(game.deal.roles) if role == "spy")
        likelihoods = dict(zip(model.sets, model.likelihoods, strict=True))
        better += likelihoods[spies] >= sorted(likelihoods.values())[-3]
    assert better >= 9


def test_cached_odds_are_the_same_odds() -> None:
    for team in range(32):
        for needed in (1, 2):
            assert CachedOdds(5, SETS).clean(team, needed) == Odds(5, SETS).clean(team, needed)


def test_a_playout_ends_as_the_rules_have_it() -> None:
    playouts = Playouts(PLAN, 3, 5, PolicyParameters(), Random(1))
    decided = Position(5, 2, 2, 0, 1, 0b00111, True)
    assert playouts.traitors_win(decided, 0b00011, SETS)
    assert not playouts.traitors_win(decided, 0b11000, SETS)
    assert not playouts.traitors_win(Position(4, 3, 0, 0), 0b00011, SETS)
    assert playouts.traitors_win(Position(4, 0, 3, 0), 0b00011, SETS)
    assert playouts.traitors_win(Position(2, 1, 0, 0, 6), 0b00011, SETS)  # five teams were rejected


def test_teams_of_playouts_suit_who_names_them() -> None:
    playouts = Playouts(PLAN, 3, 5, PolicyParameters(), Random(1))
    assert playouts.names(3, 0b00011, SETS, 2, 1) == 0b11000  # seat 4 is clean where seat 3 is
    for leader in (0, 1):
        team = playouts.names(leader, 0b00011, SETS, 3, 1)
        assert team >> leader & 1
        assert (team & 0b00011).bit_count() == 1
        assert (playouts.names(leader, 0b00011, SETS, 3, 2) & 0b00011) == 0b00011
    assert playouts.names(0, 0b00111, SETS, 4, 1).bit_count() == 4  # not enough loyal seats are left


def test_cards_in_playouts_rule_out_what_cannot_be() -> None:
    weights = changed(5, 3, 2, 1, 0, 0, 3, 2)
    assert weights[:2] == (0.0, 0.0)
    assert weights[2] > 0


def test_when_its_time_is_over_it_plays_by_its_policy() -> None:
    ruleset = Ruleset.of("resistance", 5)

    class Hurried(Strategist):
        name = "hurried"

        def decide(self, prompt: Prompt) -> object:
            self.deadline = perf_counter() - 1
            return super().decide(prompt)

    class NoSearch(Strategist):
        name = "no-search"
        milliseconds = 0.0

    def choices(kind: type[Strategist]) -> object:
        players = [kind(ruleset, seat, b"%d" % seat) for seat in range(5)]
        return play_game(ruleset, ruleset.deal(b"again"), players, Random(1)).choices

    began = perf_counter()
    hurried = choices(Hurried)
    assert perf_counter() - began < 60
    assert len(hurried) > 5  # type: ignore[arg-type]
    assert len(choices(NoSearch)) > 5  # type: ignore[arg-type]


def wins(side: str, bot: str, games: int) -> float:
    """Which share of the games the bot wins on the side against `hard`."""
    sides = {"resistance": "hard", "spies": "hard"} | {side: bot}
    return simulate(Ruleset.of("resistance", 5), sides, games, "stronger").wins[side].share


def test_its_resistance_is_stronger_than_that_of_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "brief", Brief)
    assert wins("resistance", "brief", 10) >= wins("resistance", "hard", 40) + 0.1


@pytest.mark.sweep
def test_its_spies_are_stronger_than_those_of_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "brief", Brief)
    assert wins("spies", "brief", 60) >= wins("spies", "hard", 60) + 0.1
