"""The batch core's `people` plays as `baseline:people` does: equal draws give the same game."""

from random import Random
from typing import Any

import numpy as np
import pytest

from turncoat.bots.people import FEATURES, SIDES, weights
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat_lab.baselines.people import People
from turncoat_lab.batch import chance
from turncoat_lab.batch.engine import logged_games
from turncoat_lab.batch.replay import deal_of, events_among, row_of


class Drawn(Random):
    """The draws of a batch game in order."""

    def __init__(self, seed: str, game: int) -> None:
        super().__init__(0)
        made = np.zeros(1, chance.CHANCE).view(np.recarray)
        made["key_low"], made["key_high"] = chance.key_of(seed)
        self.stream = made[0]
        chance.open_stream(self.stream, np.uint64(game), chance.CHOSEN)

    def random(self) -> float:
        return float(chance.fraction(self.stream))


def played(ruleset: Ruleset, rows: Any, draws: Drawn) -> Game[Any]:
    """Play the same deal with bots that share these draws, in seat order."""
    game: Game[Any] = Game(ruleset, deal_of(ruleset, rows))
    bots = [People(ruleset, seat, b"") for seat in range(ruleset.players)]
    told = 0
    for bot in bots:
        bot.rng = draws
    while prompts := game.prompts():
        new, told = game.events[told:], len(game.events)
        for seat, bot in enumerate(bots):
            bot.see([seen for event in new if (seen := seen_by(event, seat)) is not None])
        for seat, prompt in sorted(prompts.items()):
            if prompt.question.name == "cast-ballot" and seat == min(prompts):
                chance.half(draws.stream)  # the batch core draws the coins of random voters for all at once
            game.play(seat, Choice(prompt.number, bots[seat].choose(prompt)))
    return game


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.usefixtures("core")
def test_equal_draws_make_equal_games_of_people(players: int) -> None:
    ruleset = Ruleset.of("resistance", players)
    for number, (rows, _) in enumerate(logged_games(ruleset, "people", 0, 25, "people", "people")):
        game = played(ruleset, rows, Drawn("people", number))
        assert [row_of(event) for event in game.events] == [tuple(row) for row in events_among(rows).tolist()]


def test_every_feature_of_people_has_a_weight() -> None:
    for decision, names in FEATURES.items():
        for side in SIDES:
            if (decision, side) != ("card", "loyal"):
                assert len(weights(decision, side)) == len(names)
