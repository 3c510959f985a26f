"""Likeness of bots to people: the traits of a game, the matching, the classifier, and its gates."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.likeness import measuring
from turncoat_lab.likeness.classifier import cross_validated, separation
from turncoat_lab.likeness.measuring import (
    Row,
    figure,
    halves,
    matched,
    measure,
    page,
    people_from_people,
    played,
    row_of,
)
from turncoat_lab.likeness.traits import TEAMS_NAMED, TRAITS, counts_of
from turncoat_lab.recorded import read_games

RECORDED = Path(__file__).parents[3] / "shared" / "records" / "recorded-games.jsonl.gz"
FIVE = Ruleset.of("resistance", 5)
SEVEN = Ruleset.of("resistance", 7)


def proposal(leader: int, team: list[int], approve: list[int]) -> dict[str, Any]:
    return {"leader": leader, "team": team, "approve": approve}


def game() -> Game[Any]:
    """Return a game in which the spies, seats 0 and 1, fail all but the second mission, whose team was named twice."""
    everybody = [0, 1, 2, 3, 4]
    rounds: list[dict[str, Any]] = [
        {"proposals": [proposal(0, [0, 2], everybody)], "cards": {"0": "fail", "2": "success"}},
        {
            "proposals": [proposal(1, [1, 3, 4], [1]), proposal(2, [1, 2, 4], [2]), proposal(3, [1, 3, 4], [1, 3, 4])],
            "cards": {"1": "success", "3": "success", "4": "success"},
        },
        {"proposals": [proposal(4, [0, 1], [0, 1, 2])], "cards": {"0": "fail", "1": "success"}},
        {"proposals": [proposal(0, [0, 1, 2], [0, 1, 2])], "cards": {"0": "fail", "1": "fail", "2": "success"}},
    ]
    return won_by_spies(rounds)


def won_by_spies(rounds: list[dict[str, Any]]) -> Game[Any]:
    for played_round in rounds:
        played_round["result"] = "fail" if "fail" in played_round["cards"].values() else "success"
    recorded = {"players": 5, "spies": [0, 1], "rounds": rounds, "winner": "spies"}
    return rulebook("resistance").play_recorded(recorded)


def test_the_traits_of_a_game_are_counted() -> None:
    counts = counts_of(game())
    found = {
        trait: (occasions, total)
        for trait, occasions, total in zip(TRAITS, counts.occasions, counts.sums, strict=True)
        if occasions
    }
    assert found == {
        **{f"mission {mission} fails": (1, mission != 2) for mission in range(1, 5)},
        "sabotage on mission 1": (1, 1),
        "sabotage on mission 2": (1, 0),
        "sabotage on mission 3": (2, 1),
        "sabotage on mission 4": (2, 2),
        "traitors on mission 1": (1, 1 / 2),
        "traitors on mission 2": (1, pytest.approx(1 / 3)),
        "traitors on mission 3": (1, 1),
        "traitors on mission 4": (1, pytest.approx(2 / 3)),
        "cards that are Fails on mission 1": (1, 1 / 2),
        "cards that are Fails on mission 2": (1, 0),
        "cards that are Fails on mission 3": (1, 1 / 2),
        "cards that are Fails on mission 4": (1, pytest.approx(2 / 3)),
        "sabotage alone": (2, 1),
        "sabotage with a fellow": (4, 3),
        "sabotage to win": (2, 2),
        "fails beyond those needed": (2, 1),
        **{f"teams for mission {mission}": (1, 3 if mission == 2 else 1) for mission in range(1, 5)},
        "teams for a mission": (4, 6),
        "loyal leader aboard": (3, 2),
        "hiding leader aboard": (3, 3),
        "loyal leader takes suspects": (3, 1),
        "hiding leader takes suspects": (2, 1),
        "loyal leader takes the proven": (1, 1 / 2),
        "hiding leader takes the proven": (1, 0),
        "loyal leader keeps the team before": (3, pytest.approx(2 / 3 + 2 / 3 + 1 / 2)),
        "hiding leader keeps the team before": (2, pytest.approx(2 / 3)),
        "loyal leader takes neighbours": (3, 3 / 2),
        "hiding leader takes neighbours": (3, 1 / 2),
        "loyal leader takes traitors": (3, 1 / 2 + 1 / 2 + 1),
        "hiding leader takes traitors": (3, 1 / 2),
        "hiding leader takes a fellow on mission 1": (1, 0),
        "team rejected before": (2, 1),
        "seats kept after a success": (1, 1 / 2),
        "seats kept after a failure": (2, 0 + 1),
        "first team approved": (1, 1),
        "unanimous approval": (6, 1),
        "unanimous rejection": (6, 0),
        "lone ballot": (6, 2),
        "majority's margin": (6, pytest.approx((5 + 3 + 3 + 1 + 1 + 1) / 5)),
        "team 1 of a mission approved": (4, 3),
        "team 2 of a mission approved": (1, 0),
        "team 3 of a mission approved": (1, 1),
        "team that can fail approved": (6, 4),
        "team that can lose the game approved": (1, 1),
        "approvals on mission 1": (5, 5),
        "approvals on mission 2": (15, 1 + 1 + 3),
        "approvals on mission 3": (5, 3),
        "approvals on mission 4": (5, 3),
        "approvals of team 1 of a mission": (20, 5 + 1 + 3 + 3),
        "approvals of team 2 of a mission": (5, 1),
        "approvals of team 3 of a mission": (5, 3),
        "loyal approvals on mission 1": (3, 3),
        "loyal approvals on mission 2": (9, 0 + 1 + 2),
        "loyal approvals on mission 3": (3, 1),
        "loyal approvals on mission 4": (3, 1),
        "hiding approvals on mission 1": (2, 2),
        "hiding approvals on mission 2": (6, 1 + 0 + 1),
        "hiding approvals on mission 3": (2, 2),
        "hiding approvals on mission 4": (2, 2),
        "approvals aboard on mission 1": (2, 2),
        "approvals aboard on mission 2": (9, 1 + 1 + 3),
        "approvals aboard on mission 3": (2, 2),
        "approvals aboard on mission 4": (3, 3),
        "approvals outside on mission 1": (3, 3),
        "approvals outside on mission 2": (6, 0),
        "approvals outside on mission 3": (3, 1),
        "approvals outside on mission 4": (2, 0),
        "loyal approvals of one's own team": (3, 2),
        "hiding approvals of one's own team": (3, 3),
        "traitors vote alike": (6, 4),
        "seats differ in how often they approve": (1, pytest.approx((0.1 + 0.9 + 0.4 + 0.6 + 0.6) / 3 / 5)),
        "loyal approvals aboard": (6, 3),
        "hiding approvals aboard": (5, 4),
        "loyal approvals outside": (9, 3),
        "hiding approvals outside": (4, 1),
        "loyal approvals of suspects, aboard": (2, 1),
        "hiding approvals of suspects, aboard": (3, 2),
        "loyal approvals of suspects, outside": (5, 1),
        "hiding approvals of suspects, outside": (1, 0),
        "loyal approvals with traitors aboard": (15, 6),
        "hiding approvals with traitors aboard": (7, 4),
        "loyal approvals before a mission decides": (3, 1),
        "hiding approvals before a mission decides": (1, 1),
        "loyal votes with the majority": (18, 3 + 3 + 2 + 2 + 1 + 1),
        "hiding votes with the majority": (12, 2 + 1 + 2 + 1 + 2 + 2),
        "loyal votes as before": (15, 0 + 2 + 0 + 0 + 3),
        "hiding votes as before": (10, 1 + 1 + 1 + 1 + 2),
        "loyal votes as before on the same team": (3, 1),
        "hiding votes as before on the same team": (2, 2),
    }


def test_ballots_on_the_last_team_are_counted_separately() -> None:
    """Whoever rejects it loses the round, so these ballots say nothing about a seat's trust."""
    cards = {"0": "fail", "2": "success"}
    first = [*(proposal(leader, [0, 2], []) for leader in range(4)), proposal(4, [0, 2], [0, 2, 3])]
    rounds = [
        {"proposals": first, "cards": cards},
        {"proposals": [proposal(0, [0, 2, 3], [0, 2, 3])], "cards": {**cards, "3": "success"}},
        {"proposals": [proposal(1, [0, 2], [0, 2, 3])], "cards": cards},
    ]
    counts = counts_of(won_by_spies(rounds))
    occasions = dict(zip(TRAITS, counts.occasions, strict=True))
    ballots = 3 + 3 + 2 + 2 + 3 + 3  # of loyal seats except the leader's, without those on the fifth team
    assert occasions["loyal approvals aboard"] + occasions["loyal approvals outside"] == ballots
    assert occasions["approvals of team 5 of a mission"] == 5


def test_every_trait_occurs_and_is_a_share_or_a_number_of_teams() -> None:
    rows = [row for bot in ("random", "baseline:people") for row in played(SEVEN, bot, "traits", 0, 60).games]
    rows += [row_of(game())]
    for trait in TRAITS:
        found = figure(trait, rows)
        assert found.occasions, trait
        assert 1 <= found.mean <= 5 if trait in TEAMS_NAMED else 0 <= found.mean <= 1, trait


def test_ordered_scores_are_separable_and_equal_ones_are_not() -> None:
    assert separation([0, 1], [2, 3]) == (1, 0)
    assert separation([1, 1], [1, 1]) == (0.5, 0)
    rng = np.random.default_rng(1)
    one, other = rng.normal(size=400), rng.normal(1, size=400)
    found = separation(one.tolist(), other.tolist())
    assert found.auc == pytest.approx(0.76, abs=0.04)  # the normal distribution at 1 over the square root of 2
    assert found.error == pytest.approx(0.0167, abs=0.002)


def test_the_classifier_is_tested_on_unseen_games() -> None:
    rng = np.random.default_rng(2)
    noise = [rng.normal(size=(120, 60)) for _ in range(2)]
    assert cross_validated(*noise).auc == pytest.approx(0.5, abs=0.12)  # fitted to them, it would be 0.9
    noise[1][:, 0] += 3
    noise[0][5, 0] = np.nan
    assert cross_validated(*noise).auc > 0.93


@pytest.fixture(scope="module")
def people() -> list[Row]:
    """Games of `baseline:people`, in place of people's."""
    return played(FIVE, "baseline:people", "people", 0, 400).games


@pytest.fixture(autouse=True)
def few_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer divisions than outside tests, which take seconds."""
    monkeypatch.setattr(measuring, "HALVES", 6)


def test_games_are_matched_with_similar_games(people: list[Row]) -> None:
    bots = played(FIVE, "random", "0", 0, 300).games
    pairs = matched(people, bots, "0")
    assert 100 < len(pairs) <= 300
    for what in ("ruleset", "winner", "missions"):
        assert all(getattr(one, what) == getattr(other, what) for one, other in pairs)
    for side in (0, 1):
        assert len({id(pair[side]) for pair in pairs}) == len(pairs)
    assert len({id(row) for pair in halves(people, "0") for row in pair}) > 380


def test_likeness_intervals_resample_games(people: list[Row]) -> None:
    teams = figure("teams for mission 1", people)
    assert teams.low < teams.mean < teams.high
    assert teams.occasions == 400
    fails = figure("mission 1 fails", people)
    assert 0 <= fails.low < fails.mean < fails.high < 0.5
    assert figure("sabotage on mission 5", [row_of(game())]).occasions == 0


def test_the_classifier_separates_bots_but_not_people_from_people(
    people: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "REFERENCE", "random")
    report = measure(people, ["baseline:people", "random"], 400, "alike")
    assert report.counts
    alike, other = report.bots["baseline:people"], report.bots["random"]
    assert alike.auc == pytest.approx(0.5, abs=0.09)
    assert other.auc is not None
    assert other.auc > 0.95
    assert other == report.reference_likeness
    assert report.people_likeness.auc == pytest.approx(0.5, abs=0.03)
    assert report.figures["mission 1 fails"].keys() == {"people", "baseline:people", "random"}
    assert report.giveaways["random"][0].errors > 10
    text = "\n".join(page(report))
    assert "Both gates hold" in text


def test_a_classifier_that_misses_the_reference_is_invalid(people: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "REFERENCE", "baseline:people")
    report = measure(people[:200], ["random"], 150)
    assert not report.counts
    assert "no AUC counts" in "\n".join(page(report))
    assert measure(people[:200], ["random"], 150) == report


def test_a_classifier_that_separates_people_from_people_is_invalid(
    people: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "REFERENCE", "random")
    same = people_from_people(people[:200], "likeness").auc
    assert same is not None
    for more, counts in ((0.001, True), (-0.001, False)):
        monkeypatch.setattr(measuring, "PEOPLE_WITHIN", abs(same - 0.5) + more)
        assert measure(people[:200], [], 200).counts == counts


def test_too_few_games_give_no_likeness(people: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "REFERENCE", "random")
    report = measure(people[:20], ["random"], 20)
    assert report.bots["random"].auc is None
    assert not report.counts
    assert "too few games" in "\n".join(page(report))


def test_bots_are_compared_at_peoples_tables(people: list[Row]) -> None:
    seven = played(Ruleset.of("resistance", 7), "random", "0", 0, 100).games
    assert measuring.shared_out(1000, [*people, *seven]) == {FIVE: 800, Ruleset.of("resistance", 7): 200}


@pytest.mark.sweep
def test_the_deducer_is_distinguishable_from_people() -> None:
    if not RECORDED.exists():
        pytest.skip("the recorded games are not in the repository")
    people = [row_of(game) for game in read_games(RECORDED)]
    report = measure(people, ["baseline:people"], 600)
    assert report.counts
    auc = report.bots["baseline:people"].auc
    assert auc is not None
    assert 0.7 < auc < 0.9
    assert report.figures["mission 1 fails"]["people"].mean == pytest.approx(0.21, abs=0.01)
