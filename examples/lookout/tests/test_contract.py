import pytest
from lookout import Lookout

from turncoat import Ruleset
from turncoat.testing import contract, label, rulesets


@pytest.mark.parametrize("ruleset", rulesets(Lookout), ids=label)
def test_the_contract(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)
