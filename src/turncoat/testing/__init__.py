"""Test kit for packages that add rules: every ruleset, random walks, and the contract of the kernel.

    import pytest
    from my_package import MyChapter
    from turncoat.testing import contract, label, rulesets

    @pytest.mark.parametrize("ruleset", rulesets(MyChapter), ids=label)
    def test_the_contract(ruleset):
        contract.check_all(ruleset)

`rulesets` makes the class of a game or chapter known, so that the package need not be installed.
"""

from turncoat.testing import contract
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import pick, play, play_script, random_walk, refusal_of

__all__ = ["contract", "label", "pick", "play", "play_script", "random_walk", "refusal_of", "rulesets"]
