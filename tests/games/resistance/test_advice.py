"""Set-up gives the sources' advice where it applies, and nowhere else."""

from itertools import combinations

import pytest

import turncoat.games  # noqa: F401  # registers the games
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.locales import translator

NO_PLOT_CARDS = "New to the game? Play a few times without plot cards first."
ALONE = "New to this module? Play it without plot cards first."
EACH = "New to these modules? Play each by itself first."
EACH_ALONE = "New to these modules? Play each by itself first, and without plot cards."
ONE_ROLE = "New to the optional roles? Add one at a time."
SEVEN = "The Inquisitor is best with 7 or more players."


@pytest.mark.parametrize(
    ("players", "modules", "said"),
    [
        (7, "", []),
        (5, "targeting blind-spies", []),
        (7, "plot-thickens", [NO_PLOT_CARDS]),
        (7, "plot-thickens targeting", [NO_PLOT_CARDS]),
        # Hostile Intent: each module alone, and without plot cards, before combining them
        (7, "hunter", []),
        (7, "reverser", []),
        (7, "hunter targeting", []),
        (7, "hunter plot-thickens", [ALONE]),
        (7, "inquisitor plot-thickens", [ALONE]),
        (7, "reverser plot-thickens", [ALONE]),
        (7, "hunter inquisitor", [EACH]),
        (7, "inquisitor reverser", [EACH]),
        (7, "hunter inquisitor reverser", [EACH]),
        (7, "hunter reverser plot-thickens", [EACH_ALONE]),
        (7, "inquisitor reverser plot-thickens blind-spies", [EACH_ALONE]),
        # one special character at a time
        (7, "hunter coordinator", []),
        (7, "hunter dummy-agent", []),
        (7, "hunter deep-agent", []),
        (7, "hunter dummy-agent coordinator", [ONE_ROLE]),
        (7, "hunter deep-agent pretender", [ONE_ROLE]),
        (7, "hunter deep-agent pretender blame", [ONE_ROLE]),
        (7, "hunter inquisitor deep-agent coordinator plot-thickens", [EACH_ALONE, ONE_ROLE]),
    ],
)
def test_rulesets_come_with_the_sources_advice(players: int, modules: str, said: list[str]) -> None:
    assert list(advice(Ruleset.of("resistance", players, modules.split()))) == said


@pytest.mark.clause("INQ-SETUP-1")
@pytest.mark.parametrize("players", range(5, 11))
def test_the_inquisitor_is_advised_for_7_players_or_more(players: int) -> None:
    assert list(advice(Ruleset.of("resistance", players, ["inquisitor"]))) == ([SEVEN] if players < 7 else [])


def test_advice_is_never_repeated_and_is_translated() -> None:
    modules = list(BOOKS["resistance"].chapters)
    polish = translator("pl")
    all_said: set[str] = set()
    for number in range(len(modules) + 1):
        for chosen in combinations(modules, number):
            for players in (6, 10):
                try:
                    said = advice(Ruleset.of("resistance", players, chosen))
                except RulesetError:
                    continue
                assert len(said) == len(set(said)) <= 3
                assert sum("plot cards" in line for line in said) == ("plot-thickens" in chosen)
                all_said.update(said)
    assert all_said == {NO_PLOT_CARDS, ALONE, EACH, EACH_ALONE, ONE_ROLE, SEVEN}
    assert all(polish(line) != line for line in all_said)
