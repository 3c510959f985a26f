"""The model of people's play: its features come from seats' views, and its weights fit the recorded games."""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.people import (
    ANYBODY,
    CARD,
    FEATURES,
    SIDES,
    at_table,
    neighbours_in,
    overlooked,
    score,
    spread,
    steepness,
    weights,
)
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.missions import Situation, TeamNamed
from turncoat.simulation.playing import play_numbered
from turncoat.simulation.simulate import simulate
from turncoat_lab.baselines.people import People
from turncoat_lab.people_fitting import (
    Choice,
    Vote,
    choices_of,
    cross_validated,
    fit,
    fitted,
    fitted_spread,
    forced,
    stacked,
    votes_of,
    with_none,
)
from turncoat_lab.recorded import read_games

RECORDED = Path(__file__).parents[3] / "shared" / "records" / "recorded-games.jsonl.gz"
FIVE = Ruleset.of("resistance", 5)


@cache
def games() -> list[Game[Any]]:
    """Return games played by the model itself."""
    return [play_numbered(FIVE, lambda deal: [People] * 5, "fit", number) for number in range(60)]


def test_every_choice_of_a_game_is_gathered_once() -> None:
    game = games()[0]
    every, votes = list(choices_of(game)), game.board.proposals
    choices, anybodys = ([one for one in every if (one.side == ANYBODY) == anybody] for anybody in (False, True))
    assert [(one.decision, one.made) for one in anybodys] == [
        (one.decision, one.made) for one in choices if one.decision != "card"
    ]
    assert sum(one.decision == "team" for one in choices) == len(votes)
    assert sum(one.decision == "ballot" for one in choices) == 5 * len(votes)
    assert sum(one.made for one in choices if one.decision == "ballot") == sum(
        proposal.approvals.bit_count() for proposal in votes
    )
    fails = sum(result.cards.count("fail") for result in game.board.results)
    assert sum(one.made for one in choices if one.decision == "card") == fails


def test_fitting_recovers_known_weights() -> None:
    """With many choices in games played by known weights, the fit comes close to them."""
    choices = [one for game in games() for one in choices_of(game) if (one.decision, one.side) == ("ballot", "loyal")]
    found, made = fitted(stacked(choices)), np.array(weights("ballot", "loyal"))
    names = FEATURES["ballot"]
    for name in ("leads", "aboard"):
        assert found[names.index(name)] == pytest.approx(made[names.index(name)], abs=0.7)
    nats, even = cross_validated([choices[part::10] for part in range(10)])
    assert nats < even - 0.05


def test_a_predicted_game_has_no_influence_on_the_fit() -> None:
    """Each game has a unique feature, about which a model without that game can only guess."""
    alone = [[Choice("ballot", "loyal", with_none(row), 1)] * 3 for row in np.eye(20).tolist()]
    assert cross_validated(alone) == pytest.approx((np.log(2), np.log(2)))
    assert cross_validated([*alone, *alone])[0] < np.log(2) - 0.05


def test_teams_inferred_to_fail_do_fail() -> None:
    """Inferences from missions are true, and some need a mission."""
    known = 0
    for game in games():
        hiding = seat_set(seat for seat, role in enumerate(game.deal.roles) if role != "resistance")
        teams, team = iter(game.board.proposals), 0
        for choice in choices_of(game):
            assert choice.side == "loyal" or not any(choice.fails)
            if choice.side == ANYBODY:
                continue
            if choice.decision == "team":
                team = next(teams).team
                size = team.bit_count()
                assert all(
                    seat_set(seats) & hiding
                    for seats, fails in zip(combinations(range(5), size), choice.fails, strict=False)
                    if fails
                )
            elif any(choice.fails):
                assert choice.fails == (False, True)
                assert team & hiding
                known += team.bit_count() == 2  # no pair is known before a mission
    assert known > 10


def test_fitting_recovers_how_often_facts_are_overlooked() -> None:
    """Half of the seats approve 8 in 10 by habit and the others never do, so half overlook it."""
    habit, rng = np.array([np.log(4.0)]), np.random.default_rng(3)
    made = (rng.random(4000) < 0.5) & (rng.random(4000) < 0.8)
    choices = [Choice("ballot", "loyal", with_none([1.0]), int(one), (False, True)) for one in made]
    nothing_to_know = [Choice("ballot", "loyal", with_none([1.0]), 1, fails) for fails in ((), (False, False))]
    found = forced([*choices, *nothing_to_know], habit)
    assert found.choices == 4000
    assert found.made / found.by_habit == pytest.approx(0.5, abs=0.03)


def test_leaders_overlook_less_than_voters() -> None:
    assert 0 < overlooked("team") < overlooked("ballot") < 1


@pytest.mark.parametrize("made", [pytest.param(0.0, marks=pytest.mark.sweep), 1.2])
def test_fitting_recovers_the_correlation_of_ballots(made: float) -> None:
    rng = np.random.default_rng(5)
    scores = rng.normal(0, 1, (1500, 5))
    odds = steepness(made) * scores + made * rng.normal(0, 1, (1500, 1))
    approved = (rng.random((1500, 5)) < 1 / (1 + np.exp(-odds))).astype(int)
    assert fitted_spread([Vote(*one) for one in zip(scores, approved, strict=True)]) == pytest.approx(made, abs=0.2)


def test_votes_are_all_ballots_except_on_the_last_team() -> None:
    by_side = {side: np.array(weights("ballot", side)) for side in SIDES}
    for game in games()[:10]:
        votes = votes_of(list(choices_of(game)), by_side)
        assert {len(vote.scores) for vote in votes} == {5}
        tracks: dict[int, int] = {}
        for proposal in game.board.proposals:
            tracks[proposal.round] = tracks.get(proposal.round, 0) + 1
        assert len(votes) == sum(min(count, 4) for count in tracks.values())


def test_correlation_of_ballots_keeps_the_mean_of_approvals() -> None:
    """Over many teams, the mean is within chance and the error of the approximation."""
    teams = [TeamNamed(0, team, Situation(5, mission)) for team in (0b11, 0b110, 0b1001) for mission in range(1, 6)]
    names = [f"table/{game}" for game in range(200)]
    for alone in (-1.0, 0.5, 2.0):
        shared = [at_table(alone, named, name) for named in teams for name in names]
        chance = 1 / (1 + np.exp(-alone))
        assert np.mean(1 / (1 + np.exp(-np.array(shared)))) == pytest.approx(chance, abs=0.02)
        assert np.std(shared) == pytest.approx(spread(), rel=0.05)
    one = teams[0]
    assert at_table(1.0, one, "a/1") - at_table(0.0, one, "a/1") == pytest.approx(steepness(spread()))
    assert at_table(1.0, one, "a/1") != at_table(1.0, one, "a/2") != at_table(1.0, teams[1], "a/2")
    last = TeamNamed(0, 0b11, Situation(5, 1, 5, is_last_attempt=True))
    assert at_table(1.0, last, "a/1") == 1.0


def test_spies_sabotage_more_often_if_it_wins() -> None:
    at_first = score(weights("card", "hiding"), [float(name in ("always", "first-mission")) for name in CARD])
    to_win = score(weights("card", "hiding"), [float(name in ("always", "to-win")) for name in CARD])
    assert to_win > at_first + 1


def test_neighbors_are_adjacent_around_the_table() -> None:
    assert neighbours_in(0b10001, 5) == 1
    assert neighbours_in(0b00101, 5) == 0
    assert neighbours_in(0b01011, 5) == pytest.approx(2 / 3)


def test_modeled_people_finish_the_base_game() -> None:
    report = simulate(FIVE, {"resistance": "baseline:people", "spies": "baseline:people"}, 100)
    assert report.illegal_answers == {}
    assert 0.2 < report.wins["resistance"].share < 0.65


@pytest.mark.sweep
def test_the_shipped_weights_are_fitted_to_the_recorded_games() -> None:
    if not RECORDED.exists():
        pytest.skip("the recorded games are not in the repository")
    shipped = (Path(__file__).parents[2] / "src" / "turncoat" / "bots" / "people.toml").read_text("utf-8")
    assert fit(read_games(RECORDED)) == shipped
    assert all(f"[{decision}.{side}]" in shipped for decision in FEATURES for side in SIDES if decision != "card")
