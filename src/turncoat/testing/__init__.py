"""Test kit for packages that add rules: every ruleset, random walks, and the contract of the kernel.

import pytest
from turncoat.testing import contract, label, rulesets

@pytest.mark.parametrize("ruleset", rulesets("my-game"), ids=label)
def test_my_game_keeps_the_contract(ruleset):
    contract.check_all(ruleset)
"""

from turncoat.testing import contract
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import pick, play, play_script, random_walk, refusal_of

__all__ = ["contract", "label", "pick", "play", "play_script", "random_walk", "refusal_of", "rulesets"]
