"""A ruleset's components cover every card that its rules deal or ask for, in sufficient numbers."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from turncoat.kernel.card_texts import components_of
from turncoat.kernel.game import Game
from turncoat.kernel.options import Cards, Form, OneCard, Option
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.games import new_game
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import random_walk

RULESETS = rulesets()
FEW = [ruleset for ruleset in RULESETS if ruleset.players in (5, 7, 8, 12)]
MARKS = {"spotlit"}
"""Words that an option presents as cards but that are no component."""


def options_in(option: Any) -> Iterator[Option]:
    """Yield an option, or the parts of a form."""
    if isinstance(option, Form):
        for _, part in option.parts:
            yield from options_in(part)
    else:
        yield option


def cards_asked_for(game: Game[Any]) -> Iterator[tuple[str, ...]]:
    """Yield the cards in front of each seat that is asked for one."""
    for prompt in game.prompts().values():
        for option in options_in(prompt.option):
            if isinstance(option, OneCard):
                yield option.shown
            elif isinstance(option, Cards):
                yield option.hand


def check(ruleset: Ruleset) -> None:
    there = Counter[str]()
    roles = Counter[str]()
    role_deck = rulebook(ruleset.game).role_deck
    found = components_of(ruleset)
    assert len(set(found)) == len(found), f"a component of two modules is listed once: {label(ruleset)}"
    for component in found:
        assert component.copies > 0
        (roles if component.deck == role_deck else there)[component.word] += component.copies
    game, rng = new_game(ruleset, 1)
    assert not Counter(game.deal.roles) - roles, label(ruleset)
    for name, deck in game.deal.decks.items():
        assert not Counter(deck) - there, (label(ruleset), name)
    at_once = Counter[str]()
    for _ in random_walk(game, Random(rng.random()), offers=0.2):
        if game.result is None:
            hands = list(cards_asked_for(game))
            at_once = Counter(card for hand in hands for card in dict.fromkeys(hand))
            assert not at_once - there - roles, (ruleset, at_once - there)


@pytest.mark.parametrize("players", sorted({ruleset.players for ruleset in FEW}))
def test_components_include_every_card_dealt_or_asked_for(players: int) -> None:
    for ruleset in FEW:
        if ruleset.players == players:
            check(ruleset)


@pytest.mark.sweep
@pytest.mark.parametrize("ruleset", [one for one in RULESETS if one not in FEW], ids=label)
def test_components_are_complete_for_every_number_of_players(ruleset: Ruleset) -> None:
    check(ruleset)
