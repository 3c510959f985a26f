"""The rules page of Hail Hydra contains every clause and every card of the house set."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from tests.support.fixtures import SITE
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.events import EVENTS
from turncoat.games.hail_hydra.words import TALK_RULE
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.locales import translator
from turncoat.web.games.hail_hydra.guide import TIPS
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesChapter, RulesPage

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())["hail-hydra"]["clauses"].split()


@pytest.fixture(scope="module")
def html() -> str:
    return Renderer().page(
        RulesPage(SITE, "hail-hydra", "Hail Hydra", "", (RulesChapter("hail-hydra", "Hail Hydra", ()),))
    )


@pytest.mark.clause("HH-TALK-1", "HH-HAIL-8")
def test_every_clause_of_hail_hydra_is_on_the_page_once(html: str) -> None:
    anchors = re.findall(r'id="(HH-[A-Z]+-\d+)"', html)
    assert sorted(anchors) == sorted(CLAUSES)
    assert "this is good" in html


@pytest.mark.clause("HH-OFF-9", "HH-SETUP-8")
def test_the_rules_state_what_chance_draws_and_the_source_of_the_numbers(html: str) -> None:
    random = [villain.text for villain in HOUSE_CARDS.villains.values() if "at random" in villain.text]
    assert len(random) == 2
    assert "chance never does" not in html
    assert "Only cards that are stolen, or taken by a villain whose card says so, are random." in html
    assert "What the rules say of Hulk, She-Hulk and Red Skull is kept" in html
    assert "their numbers are ours too" in html


@pytest.mark.clause("HH-OFF-11", "HH-HAIL-1", "HH-HERO-2")
def test_the_rules_state_when_abilities_and_hail_hydra_may_be_used(html: str) -> None:
    text = unescape(html)
    assert (
        "the villain's attack; before attacks are discarded once more, for those who have not called; discard" in text
    )
    assert "before attacks are discarded, until they lie on the discard pile" in text
    assert "During a mission, from its villain's reveal on, a HYDRA agent may turn over their loyalty disc" in text


@pytest.mark.clause("HH-OFF-4")
def test_the_guide_explains_that_defense_reduces_damage() -> None:
    tip = next(tip for tip in TIPS if tip.key == "attack")
    assert "The villain takes the total as damage, minus the defense." in tip.text
    assert "Suma pomniejszona o obronę złoczyńcy to jego obrażenia." in translator("pl")(tip.text)


def test_a_first_game_of_hail_hydra_comes_with_advice_to_use_the_guide() -> None:
    """The source recommends a guided first game, and nothing else."""
    (line,) = advice(Ruleset.of("hail-hydra", 5))
    assert line == "New to the game? The easiest way to learn it is to play it with bots."
    assert translator("pl")(line) != line


def test_events_name_only_clauses_of_hail_hydras_rulebook() -> None:
    assert {event.clause for event in EVENTS} - {""} <= set(CLAUSES)


def test_every_card_of_the_house_set_is_on_the_page_with_its_effect(html: str) -> None:
    text = unescape(re.sub(r"<[^>]+>", " ", html))
    for hero in HOUSE_CARDS.heroes.values():
        assert hero.title in text
        assert hero.text in text
    for villain in HOUSE_CARDS.villains.values():
        cells = (villain.title, villain.level, villain.health, villain.defense, villain.damage, villain.text)
        assert " ".join(map(str, cells)) in re.sub(r"\s+", " ", text)


@pytest.mark.clause("HH-TALK-1")
def test_the_rules_limit_statements_to_the_play_and_allow_admitting_a_bad_card(html: str) -> None:
    for text in (html, TALK_RULE.text):
        assert "When you play cards, all you may say of them is “this is good” or “this is bad”" in text
        assert "afterwards you may say that one of the bad ones was yours" in text
