"""Few rulesets in which everything that can be chosen occurs: every run takes these, and the sweep takes all."""

from collections.abc import Container, Iterable
from typing import Any

import pytest

from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import rulesets


def few_rulesets(*games: str) -> list[Ruleset]:
    """Of the rulesets to test, so many that every player count, module and value of an option of each game is there."""
    every = rulesets(*games)
    things = {ruleset: things_of(ruleset) for ruleset in every}
    left, few = set[object]().union(*things.values()), set[Ruleset]()
    while left:
        best = max(every, key=lambda ruleset: len(things[ruleset] & left))
        few.add(best)
        left -= things[best]
    return [ruleset for ruleset in every if ruleset in few]


def often(some: Container[Ruleset], every: Iterable[Ruleset]) -> list[Any]:
    """All of them as the cases of a test, of which all but some are left to the sweep."""
    return [one if one in some else pytest.param(one, marks=pytest.mark.sweep) for one in every]


def things_of(ruleset: Ruleset) -> set[object]:
    """What was chosen in a ruleset, each thing with its game."""
    return {(ruleset.game, thing) for thing in (ruleset.players, *ruleset.modules, *ruleset.options)}
