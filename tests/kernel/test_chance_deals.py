"""Deals with their chances: the deals of the rules, each as likely as the rules make it."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tests.support.covering import few_rulesets
from turncoat.kernel.chance_deals import ChanceDeal, SampledDeal, most_outcomes
from turncoat.kernel.chapters import Deal
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset, deal_of
from turncoat.testing.rulesets import label

SMALL = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 5, ["hunter"]),
    Ruleset.of("round-table", 5),
)


class EveryDraw(Draws):
    """Draws that are told which of all equally likely results to give, and how many there are."""

    def __init__(self, results: Sequence[int]) -> None:
        super().__init__(b"")
        self.results = list(results)
        self.ways: list[int] = []

    def _next(self, ways: int) -> int:
        self.ways.append(ways)
        return self.results[len(self.ways) - 1] if len(self.ways) <= len(self.results) else 0

    def below(self, bound: int) -> int:
        return self._next(bound)

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        orders = list(permutations(items))
        return orders[self._next(len(orders))]


def key(deal: Deal) -> tuple[object, ...]:
    return deal.roles, deal.first, tuple(sorted(deal.decks.items()))


def by_the_rules(ruleset: Ruleset) -> dict[object, Fraction]:
    """Return the chance of each deal, from every result of every draw."""
    found: Counter[object] = Counter()
    left: list[tuple[int, ...]] = [()]
    while left:
        results = left.pop()
        draws = EveryDraw(results)
        deal = deal_of(ruleset, draws)
        if len(draws.ways) > len(results):
            left += [(*results, result) for result in range(draws.ways[len(results)])]
            continue
        chance = Fraction(1)
        for ways in draws.ways:
            chance /= ways
        found[key(deal)] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def card_by_card(ruleset: Ruleset) -> dict[object, Fraction]:
    found: dict[object, Fraction] = {}
    left = [(ChanceDeal(ruleset), Fraction(1))]
    while left:
        dealing, chance = left.pop()
        if dealing.deal is not None:
            found[key(dealing.deal)] = found.get(key(dealing.deal), Fraction(0)) + chance
        for outcome, part in dealing.chances.items():
            left.append((dealing.after(outcome), chance * Fraction(part).limit_denominator(1000)))
    return found


@pytest.mark.parametrize("ruleset", SMALL, ids=label)
def test_every_deal_is_as_likely_as_by_the_rules(ruleset: Ruleset) -> None:
    found = card_by_card(ruleset)
    assert sum(found.values()) == 1
    assert found == by_the_rules(ruleset)


@pytest.mark.parametrize("ruleset", few_rulesets(), ids=label)
@pytest.mark.parametrize("kind", [ChanceDeal, SampledDeal])
def test_chances_add_up_and_a_deal_can_be_played(kind: type[ChanceDeal | SampledDeal], ruleset: Ruleset) -> None:
    dealing, most = kind(ruleset), most_outcomes(kind(ruleset))
    while dealing.deal is None:
        assert sum(dealing.chances.values()) == pytest.approx(1)
        assert min(dealing.chances.values()) > 0
        assert max(dealing.chances) < most
        names = [dealing.name(outcome) for outcome in dealing.chances]
        assert len(set(names)) == len(names) > 1
        dealing = dealing.after(max(dealing.chances))
    assert not dealing.chances
    assert Game(ruleset, dealing.deal).prompts()


def test_a_sampled_deal_is_the_deal_of_its_seed() -> None:
    dealing = SampledDeal(SMALL[0])
    for byte in b"seed":
        dealing = dealing.after(byte)
    assert dealing.deal == SMALL[0].deal(b"seed")


@pytest.mark.parametrize("kind", [ChanceDeal, SampledDeal])
@pytest.mark.parametrize("wrong", [-1, 256, True, 0.0, "spy"])
def test_an_impossible_outcome_says_what_is_possible(kind: type[ChanceDeal | SampledDeal], wrong: Any) -> None:
    dealing = kind(SMALL[0])
    with pytest.raises(ValueError, match=r"is not possible here; possible: 0(, 1| to 255)"):
        dealing.after(wrong)
    while dealing.deal is None:
        dealing = dealing.after(min(dealing.chances))
    with pytest.raises(ValueError, match="possible: none"):
        dealing.after(0)
