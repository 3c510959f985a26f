"""Role cards: each card states all that its holder must know, in every language."""

import pytest

from turncoat.games.hail_hydra.offers import HAILS
from turncoat.kernel.card_texts import abilities_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.locales import translator

LANGUAGES = ("en", "pl")


@pytest.mark.clause("WIN-VOTE-2", "WIN-MISSION-1")
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("not reject a team with HYDRA", "Failure", "Nick Fury")), ("pl", ("odrzucić", "Porażkę", "Nicka Fury"))],
)
def test_the_winter_soldiers_card_says_what_is_forbidden(language: str, words: tuple[str, ...]) -> None:
    said = " ".join(map(translator(language), abilities_of(Ruleset.of("winter-soldier", 5), "winter-soldier")))
    assert [word for word in words if word not in said] == []


@pytest.mark.clause("WIN-HILL-2", "WIN-MISSION-1")
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("HYDRA wins", "either card", "Winter Soldier")), ("pl", ("wygrywa HYDRA", "obie karty", "Zimowy"))],
)
def test_maria_hills_card_says_that_hydra_wins_by_killing_her(language: str, words: tuple[str, ...]) -> None:
    abilities = abilities_of(Ruleset.of("winter-soldier", 7, ["maria-hill"]), "maria-hill")
    said = " ".join(map(translator(language), abilities))
    assert [word for word in words if word not in said] == []


@pytest.mark.clause("HH-HAIL-8")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "lose your special ability",
                "loses 3 health at once, or 1",
                "face up",
                "1 or 2 cards",
                "steal 1",
                "costs the city 1",
            ),
        ),
        (
            "pl",
            (
                "traci zdolność specjalną",
                "3, a jeśli",
                "odkryte",
                "1 lub 2 zakryte karty",
                "kradnie 1",
                "miasto traci 1",
            ),
        ),
    ],
)
def test_the_hero_cards_back_explains_hail_hydra_to_everybody(language: str, words: tuple[str, ...]) -> None:
    (warns,) = {offer.warns for offer in HAILS.values()}
    said = translator(language)(warns)
    assert [word for word in words if word not in said] == []
