"""The contract over every known ruleset. It covers a new chapter as soon as the chapter is registered."""

from typing import Final

import pytest

from tests.support.covering import few_rulesets
from turncoat.kernel.rulebooks import BOOKS
from turncoat.testing import contract, label, rulesets

EVERY: Final = rulesets()
FEW: Final = few_rulesets()
SHARE: Final = 8
"""One in this many checks runs on each of the other rulesets."""


def checks_of(number: int) -> list[str]:
    """Return the checks for the ruleset with this number.

    All checks run on the few rulesets in which everything occurs, and a share of them on each other one. The sweep runs
    all of them, in many games of every ruleset.
    """
    is_whole = EVERY[number] in FEW
    return [name for turn, name in enumerate(contract.CHECKS) if is_whole or (turn + number) % SHARE == 0]


@pytest.mark.parametrize("number", range(len(EVERY)), ids=[label(ruleset) for ruleset in EVERY])
def test_every_ruleset_keeps_the_contract(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "CHECKS", {name: contract.CHECKS[name] for name in checks_of(number)})
    contract.check_all(EVERY[number])


@pytest.mark.parametrize("check", contract.CHECKS)
def test_every_check_runs_with_every_module_and_player_count(check: str) -> None:
    made = [ruleset for number, ruleset in enumerate(EVERY) if check in checks_of(number)]
    for game, book in BOOKS.items():
        of_game = [ruleset for ruleset in made if ruleset.game == game]
        assert {ruleset.players for ruleset in of_game} == set(book.players)
        assert {module for ruleset in of_game for module in ruleset.modules} == set(book.chapters)


@pytest.mark.sweep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("check", contract.CHECKS)
def test_every_possible_ruleset_keeps_the_contract(check: str) -> None:
    for ruleset in rulesets(every=True):
        contract.CHECKS[check](ruleset, seed=2)


@pytest.mark.sweep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("check", contract.CHECKS)
def test_many_games_keep_the_contract(check: str) -> None:
    for ruleset in rulesets():
        for seed in range(3, 9):
            contract.CHECKS[check](ruleset, seed=seed)
