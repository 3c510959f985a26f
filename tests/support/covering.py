"""A small set of rulesets that covers every choice. Each run tests these, and the sweep tests all."""

from collections.abc import Container, Iterable
from typing import Any

import pytest

from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import rulesets


def few_rulesets(*games: str) -> list[Ruleset]:
    """Return few of the rulesets to test, but enough to cover each game's player counts, modules and option values."""
    every = rulesets(*games)
    things = {ruleset: things_of(ruleset) for ruleset in every}
    left, few = set[object]().union(*things.values()), set[Ruleset]()
    while left:
        best = max(every, key=lambda ruleset: len(things[ruleset] & left))
        few.add(best)
        left -= things[best]
    return [ruleset for ruleset in every if ruleset in few]


def often(some: Container[Ruleset], every: Iterable[Ruleset]) -> list[Any]:
    """Return all of them as test cases, with those not in `some` marked for the sweep."""
    return [one if one in some else pytest.param(one, marks=pytest.mark.sweep) for one in every]


def things_of(ruleset: Ruleset) -> set[object]:
    """Return the player count, modules and options of a ruleset, each paired with its game."""
    return {(ruleset.game, thing) for thing in (ruleset.players, *ruleset.modules, *ruleset.options)}
