"""Card sets: errors name the card and the field, and another set can be played without code."""

import re
from collections.abc import Callable
from importlib.resources import files

import pytest

from turncoat.games import hail_hydra
from turncoat.games.hail_hydra import CardSetError, HailHydraRulebook, load
from turncoat.games.hail_hydra.cards import SOME, HydraCardSet
from turncoat.games.hail_hydra.effects import VERBS

TEXT = (files("turncoat.games.hail_hydra") / "house.toml").read_text(encoding="utf-8")


def test_the_house_set_loads_and_is_marked_as_our_own() -> None:
    made = load(TEXT)
    assert made == hail_hydra.HOUSE_CARDS
    assert made.name == "house"
    assert "own design" in made.about.lower()


def test_every_verb_has_a_moment_and_an_effect() -> None:
    assert set(VERBS) == set().union(*SOME.values())


def in_card(name: str, old: str, new: str) -> Callable[[str], str]:
    """Return a change inside one card of the text."""

    def change(text: str) -> str:
        start = text.index(f'name = "{name}"')
        assert old in text[start:]
        return text[:start] + text[start:].replace(old, new, 1)

    return change


def number(name: str, field: str, value: str, called: str = "") -> Callable[[str], str]:
    """Return a change of a villain's numeric field."""

    def change(text: str) -> str:
        start = text.index(f'name = "{name}"')
        return text[:start] + re.sub(rf"\n{field} = \d+", f"\n{called or field} = {value}", text[start:], count=1)

    return change


MISTAKES: dict[str, tuple[Callable[[str], str], str, str]] = {
    "not TOML": (lambda text: text + "\n[[", "the file", "TOML"),
    "no heroes": (lambda text: text.replace("[[hero]]", "[[heroine]]"), "the set", "hero"),
    "unknown table": (lambda text: text + '\n[[rule]]\nname = "x"', "the set", "rule"),
    "copies": (lambda text: text.replace('"+1" = 10', '"+1" = 11'), "attack cards", "copies"),
    "copies that are no number": (lambda text: text.replace('"+1" = 10', '"+1" = "10"'), "attack cards", "+1"),
    "another game": (lambda text: text.replace('game = "hail-hydra"', 'game = "chess"'), "the set", "game"),
    "unknown value": (lambda text: text.replace('"+1" = 10', '"+9" = 10'), "attack cards", "+9"),
    "health": (number("iron-tide", "health", "14"), "villain iron-tide", "health"),
    "defense": (number("iron-tide", "defense", "4"), "villain iron-tide", "defense"),
    "no damage": (number("iron-tide", "damage", "0"), "villain iron-tide", "damage"),
    "text for a number": (number("iron-tide", "health", '"11"'), "villain iron-tide", "health"),
    "level": (number("iron-tide", "level", "5"), "villain iron-tide", "level"),
    "misspelt field": (number("iron-tide", "health", "11", "helth"), "villain iron-tide", "helth"),
    "missing field": (in_card("hulk", 'moment = "attacks-started"\n', ""), "hero hulk", "moment"),
    "unknown moment": (in_card("hulk", '"attacks-started"', '"whenever"'), "hero hulk", "moment"),
    "unknown verb": (in_card("hulk", '"damage-villain"', '"win"'), "hero hulk", "effects[0].do"),
    "verb at no moment": (in_card("hulk", '"damage-villain"', '"extra-vote"'), "hero hulk", "effects[0].do"),
    "amount": (in_card("hulk", "amount = 4", "amount = 0"), "hero hulk", "effects[0].amount"),
    "lasting damage": (in_card("hulk", "amount = 4", 'lasts = "phase"'), "hero hulk", "effects[0].lasts"),
    "no effect": (in_card("hulk", '[{ do = "damage-villain", amount = 4 }]', "[]"), "hero hulk", "effects"),
    "name twice": (in_card("lady-lighthouse", '"lady-lighthouse"', '"hulk"'), "hero hulk", "name"),
    "name with blanks": (in_card("hulk", '"hulk"', '"The Hulk"'), "hero The Hulk", "name"),
    "a villain who chooses": (
        in_card("pickpocket-swarm", 'who = "most-cards"', 'who = "chosen"'), "villain pickpocket-swarm", "powers[0].who"
    ),
    "a condition too early": (
        in_card("fog-engine", 'when = "laying"', 'when = "laying", if = "hurt"'), "villain fog-engine", "powers[0].if"
    ),
    "two last villains": (number("iron-tide", "level", "4"), "the set", "villain"),
    "bargain": (number("red-skull", "bargain", "4"), "villain red-skull", "bargain"),
    "cube": (number("red-skull", "cube", "-1"), "villain red-skull", "cube"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_error_names_the_card_and_the_field(mistake: str) -> None:
    change, card, field = MISTAKES[mistake]
    changed = change(TEXT)
    assert changed != TEXT
    with pytest.raises(CardSetError) as error:
        load(changed)
    assert (error.value.card, error.value.field) == (card, field), str(error.value)
    assert str(error.value).startswith(f"{card}, {field}: ")


def test_a_card_set_need_not_name_its_game() -> None:
    assert load(TEXT.replace('game = "hail-hydra"\n', "")) == hail_hydra.HOUSE_CARDS


def test_a_set_with_too_few_heroes_is_refused_with_their_number() -> None:
    cut = re.sub(r'\[\[hero\]\]\nname = "tram-seven".*?(?=\[\[hero\]\])', "", TEXT, flags=re.S)
    with pytest.raises(CardSetError, match="14 heroes, not 13"):
        load(cut)


def test_a_ruleset_may_use_another_card_set(monkeypatch: pytest.MonkeyPatch) -> None:
    mine: HydraCardSet = load(TEXT.replace('name = "house"', 'name = "mine"').replace("health = 7", "health = 8"))
    monkeypatch.setattr(HailHydraRulebook, "options", HailHydraRulebook.options)
    monkeypatch.setattr(HailHydraRulebook, "words", HailHydraRulebook.words)
    book = HailHydraRulebook(hail_hydra.HOUSE_CARDS)
    book.add_cards(mine)
    assert book.options[-1].values == ("house", "mine")
    with pytest.raises(ValueError, match="already"):
        book.add_cards(mine)
