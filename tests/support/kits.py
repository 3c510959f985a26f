"""Print kits to test: three in every run, all rulesets in the sweep."""

from functools import cache

import pytest

from tools.braille import kit_with_rules
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.contents import Kit
from turncoat.testing import label, rulesets

FEW = (
    Ruleset.of("resistance", 7, ["plot-thickens"]),
    Ruleset.of("winter-soldier", 6),
    Ruleset.of("hail-hydra", 5),
)
CASES = [
    *(pytest.param(ruleset, id=label(ruleset)) for ruleset in FEW),
    *(pytest.param(one, marks=pytest.mark.sweep, id=label(one)) for one in rulesets() if one not in FEW),
]
LANGUAGES = ("en", "pl")
CODES = (("en", 1), ("en", 2), ("pl", 1))
"""Each language with its braille grades."""


@cache
def kit(ruleset: Ruleset, language: str) -> Kit:
    """Build the kit as the command does."""
    return kit_with_rules(ruleset, language)
