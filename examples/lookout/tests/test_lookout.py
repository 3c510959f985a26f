"""The Lookout under its own clauses, and under the contract that every chapter of Turncoat keeps."""

import pytest
from lookout import Lookout

from turncoat import SPECTATOR, Board, Deal, Game, Ruleset
from turncoat.testing import contract, label, rulesets


@pytest.mark.parametrize("ruleset", rulesets(Lookout), ids=label)
def test_the_contract(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)


def test_the_lookout_alone_knows_the_card_on_the_left() -> None:
    roles = ("resistance", "lookout", "spy", "spy", "resistance")
    game: Game[Board] = Game(Ruleset.of("resistance", 5, ["lookout"]), Deal(roles, 0))
    assert game.view(1).board.roles == [None, "lookout", "spy", None, None]
    assert game.view(4).board.roles == [None, None, None, None, "resistance"]
    for other in (0, 2, 3, 4, SPECTATOR):
        assert "LeftSeen" not in [type(event).__name__ for event in game.view(other).events]
