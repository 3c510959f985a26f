"""Irrevocable actions: every standing offer of every game warns first."""

from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - registers the games, whose chapters are walked
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import next_choice

SOME = [
    next(ruleset for ruleset in rulesets() if "blame" in ruleset.modules),
    Ruleset.of("winter-soldier", 8, ("black-widow", "maria-hill", "scarlet-witch")),
    Ruleset.of("hail-hydra", 6),
]


@pytest.mark.parametrize("ruleset", SOME, ids=label)
def test_every_standing_offer_warns(ruleset: Ruleset) -> None:
    found: set[str] = set()
    for seed in range(4):
        game: Game[Any] = Game(ruleset, ruleset.deal(b"%d" % seed))
        rng = Random(seed)
        for _ in range(250):
            if game.result is not None:
                break
            for seat in range(ruleset.players):
                for offer in game.offers(seat):
                    found.add(offer.name)
                    assert offer.warns, offer.name
            game.play(*next_choice(game, rng))
    assert found
