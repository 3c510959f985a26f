"""What a package that brings rules tests itself with: every ruleset, random walks, and the contract of the kernel.

import pytest
from turncoat.testing import contract, label, rulesets

@pytest.mark.parametrize("check", contract.CHECKS)
@pytest.mark.parametrize("ruleset", rulesets("my-game"), ids=label)
def test_my_game_keeps_the_contract(ruleset, check):
    contract.CHECKS[check](ruleset, seed=1)
"""

from turncoat.testing import contract
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import pick, play, play_script, random_walk, refusal_of

__all__ = ["contract", "label", "pick", "play", "play_script", "random_walk", "refusal_of", "rulesets"]
