"""Random games: cards are conserved, nobody is asked for a card that they lack, and the contract holds."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.support.games.plot_thickens import happened, ruleset
from turncoat.games.resistance.plot_thickens.deck import CHAPTER, DRAWN_A_ROUND, full_deck, plot
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import contract, label, random_walk

EDITIONS: tuple[dict[str, OptionValue], ...] = ({}, {"distinct_recipients": True, "spotlight_on": "another-player"})
CASES = [
    ruleset(players, *others, **options)
    for players in range(5, 11)
    for others in ((), ("targeting",), ("blind-spies",), ("targeting", "blind-spies"))
    for options in EDITIONS
]
PLAYED_BY_ASKING = {"strong-leader", "no-confidence", "in-the-spotlight", "keeping-a-close-eye"}


@pytest.mark.parametrize("rules", CASES, ids=label)
def test_random_games_with_plot_cards_end(rules: Ruleset) -> None:
    for seed in range(4):
        game: Game[Any] = Game(rules, rules.deal(bytes([seed])))
        invariants(game)
        for _ in random_walk(game, Random(seed)):
            invariants(game)
        drawn = [event.cards for event in happened(game, "PlotCardsDrawn")]
        assert all(len(cards) == DRAWN_A_ROUND[rules.players] for cards in drawn)
        assert len(drawn) == len(happened(game, "RoundBegan"))


def invariants(game: Game[Any]) -> None:
    part, players = plot(game.board), game.ruleset.players
    deck = game.deal.decks[CHAPTER]
    lying = Counter({card: len(holders) for card, holders in part.face_up.items()})
    assert 0 not in lying.values()
    out = Counter(deck[part.drawn :]) + Counter(part.to_give) + lying + Counter(part.discarded)
    assert out == Counter(full_deck(players)), "a card was lost or copied"
    assert part.left + part.drawn == len(deck)
    watched = [(seen.mission, seen.seat) for seen in part.cards_seen]
    assert len(watched) == len(set(watched)), "a card was looked at twice"
    for seat, prompt in game.prompts().items():
        ask = prompt.question.name
        if ask in PLAYED_BY_ASKING:
            assert ask in part.cards_of(seat)
            assert len(game.prompts()) == 1
        if ask in ("choose-plot-card", "give-plot-card"):
            assert part.to_give
        else:
            assert ask in ("overhear", "show-loyalty", "take-from", "take-plot-card") or not part.to_give


@pytest.mark.parametrize("rules", CASES[:: len(CASES) // 12], ids=label)
def test_plot_cards_keep_the_contract_over_more_seeds(rules: Ruleset) -> None:
    contract.check_all(rules, seed=7)
