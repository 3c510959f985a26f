"""Every ruleset that the project knows keeps the contract; a new chapter is under it from the moment it is known."""

import pytest

from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import contract, label, rulesets


@pytest.mark.parametrize("ruleset", rulesets(), ids=label)
def test_every_ruleset_keeps_the_contract(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)


@pytest.mark.sweep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("check", contract.CHECKS)
def test_every_possible_ruleset_keeps_the_contract(check: str) -> None:
    for ruleset in rulesets(every=True):
        contract.CHECKS[check](ruleset, seed=2)


@pytest.mark.sweep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("check", contract.CHECKS)
def test_the_contract_is_kept_in_many_games(check: str) -> None:
    for ruleset in rulesets():
        for seed in range(3, 9):
            contract.CHECKS[check](ruleset, seed=seed)
