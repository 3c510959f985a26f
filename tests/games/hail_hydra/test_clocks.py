"""The clocks of talk and of abilities close a step of the rules by playing everybody's default."""

from random import Random

import pytest

from turncoat.bots.draws import pick
from turncoat.games.hail_hydra.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice

CLOCKS = {
    *("before-draw", "before-start", "before-collect", "before-discard", "before-attack", "after-damage"),
    *("before-votes", "talk"),
}


@pytest.mark.clause("HH-KO-2", "HH-HERO-2")
@pytest.mark.parametrize("players", range(5, 9))
def test_a_game_played_by_its_clocks_alone_ends(players: int) -> None:
    ruleset = Ruleset.of("hail-hydra", players)
    game: Game[Board] = Game(ruleset, ruleset.deal(b"clocks"))
    rng = Random(5)
    closed = set()
    while prompts := game.prompts():
        number = next(iter(prompts.values())).number
        for seat, prompt in prompts.items():
            if prompt.question.clock:
                closed.add(prompt.question.name)
                choice = game.default(seat)
            else:
                choice = Choice(prompt.number, pick(prompt.option, rng))
            assert game.refusal(seat, choice) is None
            game.play(seat, choice)
        assert game.latest_prompt > number or game.result is not None  # the step is over
    assert game.result is not None
    assert closed <= CLOCKS
    assert {"before-collect", "before-attack", "after-damage"} <= closed
    assert game.board.used == 0  # a clock calls nobody's ability


@pytest.mark.clause("HH-END-1")
def test_a_game_in_which_nobody_ever_acts_ends() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    game: Game[Board] = Game(ruleset, ruleset.deal(b"asleep"))
    while prompts := game.prompts():
        for seat in prompts:
            game.play(seat, game.default(seat))
    assert game.result is not None
    assert len(game.choices) < 2000
