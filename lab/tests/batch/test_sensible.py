"""`sensible` in the batch core plays as the games' own bots do: in every state that comes up, from equal draws."""

import pytest

from lab.tests.batch.retold import Drawn, Retold
from tests.support.covering import few_rulesets, often
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets
from turncoat_lab.batch.counting import policies_of
from turncoat_lab.batch.engine import outcomes_of, told_games
from turncoat_lab.batch.policies.decide import policies_for
from turncoat_lab.batch.rules import NotInBatch

RULESETS = [one for one in rulesets("resistance", "winter-soldier") if "sensible" in policies_for(one)]
SOME = [*few_rulesets("resistance", "winter-soldier"), *RULESETS[::4]]
PAIRS = (("sensible", "sensible"), ("sensible", "random"), ("random", "sensible"))


def compare(ruleset: Ruleset, pair: tuple[str, str], games: int, seed: str) -> None:
    """Ask the bots about every choice of so many games."""
    for number, (rows, _) in enumerate(told_games(ruleset, seed, 0, games, *pair)):
        difference = Retold(ruleset, rows, Drawn(seed, number), *pair).play()
        assert not difference, f"{label(ruleset)}, {pair}, game {number}: {difference}"


@pytest.mark.parametrize("ruleset", often(SOME, RULESETS), ids=label)
@pytest.mark.usefixtures("core")
def test_the_bots_choose_the_same(ruleset: Ruleset) -> None:
    for pair in PAIRS:
        compare(ruleset, pair, 1, "bots")


@pytest.mark.sweep
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
@pytest.mark.usefixtures("core")
def test_the_bots_choose_the_same_in_many_games(ruleset: Ruleset, pair: tuple[str, str]) -> None:
    compare(ruleset, pair, 20, "wide")


@pytest.mark.parametrize(
    ("name", "value", "ruleset"),
    [
        ("resistance.spy_sets.FOR_OWN", 1.3, Ruleset.of("resistance", 6)),
        ("resistance.bot.SABOTAGE_EARLY", 0.1, Ruleset.of("resistance", 5)),
        ("resistance.plot_cards.NEGLIGIBLE", 0.6, Ruleset.of("resistance", 7, ["plot-thickens"])),
        ("winter_soldier.bot.SURE", 0.6, Ruleset.of("winter-soldier", 6)),
    ],
)
@pytest.mark.usefixtures("core")
def test_a_bot_with_one_other_number_is_noticed(
    name: str, value: float, ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"turncoat.bots.games.{name}", value)
    with pytest.raises(AssertionError, match="game"):
        compare(ruleset, PAIRS[0], 40, "other")


def test_rules_that_it_does_not_know_whole_are_refused() -> None:
    blame = Ruleset.of("resistance", 7, ["hunter", "deep-agent", "pretender", "blame"])
    assert policies_for(blame) == ("random", "people")
    with pytest.raises(ValueError, match="does not play sensible by these rules; use --engine kernel"):
        policies_of(blame, ["sensible"])
    with pytest.raises(NotInBatch, match="random, people"):
        outcomes_of(blame, "x", 0, 1, "random", "sensible")
