"""The Lookout under its own clauses."""

import pytest
from lookout import Lookout

from turncoat import SPECTATOR, Deal, Game, Ruleset, bots, seats_in
from turncoat.games.resistance import Board
from turncoat.testing import rulesets

rulesets(Lookout)  # adds the chapter to its game


def test_the_lookout_alone_knows_the_card_on_the_left() -> None:
    roles = ("resistance", "lookout", "spy", "spy", "resistance")
    game: Game[Board] = Game(Ruleset.of("resistance", 5, ["lookout"]), Deal(roles, 0))
    assert game.view(1).board.roles == [None, "lookout", "spy", None, None]
    assert game.view(4).board.roles == [None, None, None, None, "resistance"]
    for other in (0, 2, 3, 4, SPECTATOR):
        assert "LeftSeen" not in [type(event).__name__ for event in game.view(other).events]


@pytest.mark.parametrize("seed", range(20))
def test_a_sensible_lookout_leaves_the_spy_on_the_left_at_home(seed: int) -> None:
    ruleset = Ruleset.of("resistance", 5, ["lookout"])
    game: Game[Board] = Game(ruleset, Deal(("resistance", "lookout", "spy", "spy", "resistance"), first=1))
    bot = bots.find("sensible")(ruleset, 1, bytes([seed]))
    bot.see(game.view(1).events)
    (team,) = bot.choose(game.prompts()[1])
    assert 2 not in seats_in(team)
