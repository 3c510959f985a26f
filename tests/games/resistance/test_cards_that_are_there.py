"""Texts name loyalty cards if the components include them, and character cards otherwise."""

from collections.abc import Iterator

import pytest

from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.plot_thickens.deck import ESTABLISH, OPEN_UP, OVERHEARD
from turncoat.kernel.card_texts import about_word, components_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label, rulesets

RULESETS = [one for one in rulesets("resistance", every=True) if one.has("plot-thickens") or one.has("inquisitor")]
LOYALTY = {"en": "loyalty card", "pl": "kartę lojalności"}
CHARACTER = {"en": "character card", "pl": "kartę Tożsamości"}


def brings_loyalty_cards(ruleset: Ruleset) -> bool:
    return any(component.deck.name == "loyalty-cards" for component in components_of(ruleset))


def texts_of_a_game(ruleset: Ruleset, teller: Teller, seed: int) -> Iterator[str]:
    """Yield the prompts and log lines about looks at cards in a random game."""
    game = None
    for game, _ in walk(ruleset, seed):
        for prompt in game.prompts().values():
            if prompt.question.name in ("overhear", "show-loyalty", "examine"):
                yield teller.prompt(prompt)
    assert game is not None
    for seat in (SPECTATOR, *range(ruleset.players)):
        for event in game.view(seat).events:
            if isinstance(event, LoyaltyShown):
                yield teller.event(event)


@pytest.mark.clause("PLT-SECRET-2", "HUN-LOYALTY-3")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_plot_cards_name_the_card_that_is_looked_at(language: str) -> None:
    translate = translator(language)
    for ruleset in (one for one in RULESETS if one.has("plot-thickens")):
        there, absent = (LOYALTY, CHARACTER) if brings_loyalty_cards(ruleset) else (CHARACTER, LOYALTY)
        for card in (OVERHEARD, OPEN_UP, ESTABLISH):
            said = translate(about_word(ruleset, card))
            assert there[language] in said, ruleset
            assert absent[language] not in said, ruleset


@pytest.mark.clause("PLT-SECRET-2", "HUN-LOYALTY-3", "PLT-OVERHEARD-1", "PLT-OPENUP-1")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_questions_and_events_name_the_card_that_is_looked_at(language: str) -> None:
    heard = {True: 0, False: 0}
    for ruleset in RULESETS[:: len(RULESETS) // 60]:
        is_loyalty = brings_loyalty_cards(ruleset)
        there, absent = (LOYALTY, CHARACTER) if is_loyalty else (CHARACTER, LOYALTY)
        teller = Teller(ruleset, [f"Person {seat}" for seat in range(ruleset.players)], translator(language))
        for said in texts_of_a_game(ruleset, teller, 5):
            heard[is_loyalty] += 1
            assert there[language] in said, label(ruleset)
            assert absent[language] not in said, label(ruleset)
    assert all(heard.values())
