"""Every ruleset that the project knows keeps the contract; a new chapter is under it from the moment it is known."""

import pytest

from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import contract, label, rulesets


@pytest.mark.parametrize("check", contract.CHECKS)
@pytest.mark.parametrize("ruleset", rulesets(), ids=label)
def test_every_ruleset_keeps_the_contract(ruleset: Ruleset, check: str) -> None:
    contract.CHECKS[check](ruleset, seed=1)


@pytest.mark.sweep
@pytest.mark.parametrize("check", contract.CHECKS)
@pytest.mark.parametrize("ruleset", rulesets(every=True), ids=label)
def test_every_ruleset_keeps_the_contract_in_many_games(ruleset: Ruleset, check: str) -> None:
    for seed in range(2, 12):
        contract.CHECKS[check](ruleset, seed=seed)
