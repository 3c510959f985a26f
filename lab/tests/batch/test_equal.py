"""The batch core equals the kernel game for game: the kernel replays its log."""

from itertools import product

import pytest

from tests.support.covering import few_rulesets, often
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets
from turncoat_lab.batch.engine import logged_games, outcomes_of
from turncoat_lab.batch.replay import Difference, check
from turncoat_lab.batch.rules import POLICIES, NotInBatch, can_play, rules_of

RULESETS = [ruleset for ruleset in rulesets("resistance", "winter-soldier") if can_play(ruleset)]
SOME = {*few_rulesets("resistance", "winter-soldier"), *RULESETS[::6], *(one for one in RULESETS if one.players < 7)}
"""Rulesets that every run compares. Small tables meet the limits in the rules soonest."""
GAMES = 40
SWEEP_GAMES = 10_000


def compare(ruleset: Ruleset, games: int, seed: str) -> None:
    """Play so many games, split among the pairs of policies. Fails on a difference."""
    pairs = list(product(POLICIES, repeat=2))
    for place, pair in enumerate(pairs):
        first, last = games * place // len(pairs), games * (place + 1) // len(pairs)
        fast = outcomes_of(ruleset, seed, first, last, *pair)
        for number, (rows, outcome) in enumerate(logged_games(ruleset, seed, first, last, *pair), first):
            try:
                check(ruleset, rows, outcome)
            except Difference as difference:
                pytest.fail(f"{label(ruleset)}, {pair}, seed {seed}, game {number}: {difference}")
            assert outcome.tolist() == fast[number - first].tolist()


@pytest.mark.parametrize("ruleset", often(SOME, RULESETS), ids=label)
@pytest.mark.usefixtures("core")
def test_the_kernel_replays_every_compiled_game(ruleset: Ruleset) -> None:
    compare(ruleset, GAMES, "equal")


@pytest.mark.sweep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
@pytest.mark.usefixtures("core")
def test_the_kernel_replays_thousands_of_compiled_games(ruleset: Ruleset) -> None:
    compare(ruleset, SWEEP_GAMES, "wide")


@pytest.mark.usefixtures("core")
def test_compiled_games_do_not_depend_on_batches() -> None:
    ruleset = Ruleset.of("resistance", 7, ["plot-thickens"])
    whole = outcomes_of(ruleset, "a", 0, 40, "people")
    halves = [*outcomes_of(ruleset, "a", 0, 15, "people"), *outcomes_of(ruleset, "a", 15, 40, "people")]
    assert whole.tolist() == [row.tolist() for row in halves]
    assert whole.tolist() != outcomes_of(ruleset, "b", 0, 40, "people").tolist()


@pytest.mark.usefixtures("core")
def test_all_policies_get_the_same_deals() -> None:
    """Deals have their own stream, so that policies are compared on equal deals."""
    ruleset = Ruleset.of("resistance", 8, ["hunter", "plot-thickens"])
    deals = [
        [rows[rows[:, 0] == 4].tolist() for rows, _ in logged_games(ruleset, "deals", 0, 20, *pair)]
        for pair in product(POLICIES, repeat=2)
    ]
    assert all(dealt == deals[0] for dealt in deals)
    assert len({str(dealt) for dealt in deals[0]}) > 15


def test_only_rulesets_of_compiled_games_can_be_compiled() -> None:
    assert rulesets("resistance", "winter-soldier") == RULESETS
    with pytest.raises(NotInBatch):
        rules_of(Ruleset.of("hail-hydra", 5))
