"""Explanations of roles, cards and tokens: complete in every ruleset, true to the reveal, without a deal."""

import pytest

from turncoat import Ruleset
from turncoat.kernel.explanations import explanation_of, things_in_play, unexplained
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulebooks import BOOKS
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.contract import ContractBroken
from turncoat.testing.explanations import check_explanations
from turncoat.testing.rulesets import rulesets

OWN = ("resistance", "winter-soldier", "hail-hydra")


def text(ruleset: Ruleset, word: str) -> str:
    return " ".join(explanation_of(ruleset, word))


@pytest.mark.parametrize("game", OWN)
def test_every_role_card_and_token_of_every_ruleset_is_explained(game: str) -> None:
    for ruleset in rulesets(game):
        assert unexplained(ruleset) == [], ruleset
        assert {*role_cards(ruleset)} <= {thing.word for thing in things_in_play(ruleset) if thing.is_dealt}


@pytest.mark.parametrize("game", OWN)
def test_every_explanation_is_translated(game: str) -> None:
    polish = translator("pl")
    for ruleset in rulesets(game):
        teller = Teller(ruleset, (), polish)
        for thing in things_in_play(ruleset):
            for sentence in (*thing.explanation, thing.deck.about):
                assert not sentence or teller.text(sentence) != sentence, sentence


def test_the_contract_misses_a_role_without_an_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.of("resistance", 7, ["hunter", "coordinator"])
    check_explanations(ruleset)
    coordinator = BOOKS["resistance"].chapters["coordinator"]
    monkeypatch.setattr(type(coordinator), "explanations", {})
    things_in_play.cache_clear()
    try:
        with pytest.raises(ContractBroken, match="coordinator"):
            check_explanations(ruleset)
    finally:
        things_in_play.cache_clear()


def test_only_what_the_ruleset_has_is_explained() -> None:
    words = {thing.word for thing in things_in_play(Ruleset.of("resistance", 5))}
    assert "spy-chief" not in words
    assert "strong-leader" not in words
    assert "inquisitor" not in words
    few, many = (things_in_play(Ruleset.of("resistance", n, ["plot-thickens"])) for n in (5, 7))
    assert {thing.word: thing.copies for thing in few}["no-confidence"] == 1
    assert {thing.word: thing.copies for thing in many}["no-confidence"] == 3


@pytest.mark.parametrize(
    ("modules", "options", "role", "known"),
    [
        ((), {}, "spy", "Knows the other spies."),
        (("blind-spies",), {}, "spy", "Does not know the other spies."),
        (("hunter", "deep-agent"), {}, "deep-agent", "Does not know the other spies. They know who it is."),
        (("hunter", "deep-agent"), {}, "spy-chief", "Knows the other spies."),
        (("hunter", "deep-agent", "pretender"), {}, "spy-chief", "but not: Deep Agent."),
        (("reverser",), {"hidden-reverser": True}, "spy", "but not: Spy Reverser."),
    ],
)
def test_a_spys_explanation_says_what_the_reveal_tells(
    modules: tuple[str, ...], options: dict[str, bool], role: str, known: str
) -> None:
    assert known in text(Ruleset.of("resistance", 9, modules, options), role)


def test_a_characters_explanation_says_what_the_reveal_tells() -> None:
    plain = Ruleset.of("winter-soldier", 12)
    crowded = Ruleset.of("winter-soldier", 12, ["arnim-zola", "baron-zemo", "black-widow", "alexander-pierce"])
    assert "Sees in the reveal who is HYDRA." in text(plain, "nick-fury")
    assert "but not: Arnim Zola." in text(crowded, "nick-fury")
    assert "but not: Baron Zemo." in text(crowded, "hydra-agent")
    assert "Alexander Pierce" in text(crowded, "black-widow")


def test_how_many_fails_a_mission_takes_is_that_of_the_ruleset() -> None:
    assert "or two" not in text(Ruleset.of("resistance", 6), "fail")
    assert "or two" in text(Ruleset.of("resistance", 7), "fail")
