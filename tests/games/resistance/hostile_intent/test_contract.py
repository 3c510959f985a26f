"""The contract over combinations that need an option, which the sweep of all rulesets leaves out."""

import pytest

import turncoat.games  # noqa: F401  # registers the games
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import contract, label

ONE_SIDE: dict[str, OptionValue] = {"reversers": "resistance"}
AGENTS = ("hunter", "deep-agent", "pretender", "blame")
TABLES: list[tuple[int, tuple[str, ...], dict[str, OptionValue]]] = [
    (5, ("hunter", "reverser"), {}),
    (5, ("blind-spies", "hunter", "inquisitor", "reverser"), {}),
    (5, ("targeting", "plot-thickens", "hunter", "reverser"), {}),
    (6, ("hunter", "reverser"), {"reverser_literal": True}),
    (6, ("hunter", "coordinator", "reverser"), {}),
    (6, ("hunter", "dummy-agent", "inquisitor", "reverser"), {"delayed_investigation_by": "original-result"}),
    (6, ("plot-thickens", "blind-spies", "hunter", "dummy-agent", "reverser"), {}),
    (7, ("hunter", "deep-agent", "reverser"), {}),
    (7, (*AGENTS, "reverser"), {}),
    (8, (*AGENTS, "plot-thickens", "inquisitor", "reverser"), {}),
    (9, (*AGENTS, "targeting", "dummy-agent", "inquisitor", "reverser"), {}),
    (9, (*AGENTS, "plot-thickens", "coordinator", "reverser"), {"reverser_literal": True}),
    (10, (*AGENTS, "targeting", "plot-thickens", "inquisitor", "coordinator", "reverser"), {}),
]
RULESETS = [Ruleset.of("resistance", players, modules, ONE_SIDE | options) for players, modules, options in TABLES]


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_hostile_intent_keeps_the_contract(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)
