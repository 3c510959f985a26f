"""The rules page of Hail Hydra: every clause and every card of the house set has its place."""

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
def test_every_clause_stands_once_on_the_page(html: str) -> None:
    anchors = re.findall(r'id="(HH-[A-Z]+-\d+)"', html)
    assert sorted(anchors) == sorted(CLAUSES)
    assert "this is good" in html


@pytest.mark.clause("HH-OFF-9", "HH-SETUP-8")
def test_the_page_says_what_chance_takes_and_whose_the_numbers_are(html: str) -> None:
    random = [villain.text for villain in HOUSE_CARDS.villains.values() if "at random" in villain.text]
    assert len(random) == 2
    assert "chance never does" not in html
    assert "Only cards that are stolen, or taken by a villain whose card says so, are random." in html
    assert "What the rules say of Hulk, She-Hulk and Red Skull is kept" in html
    assert "their numbers are ours too" in html


@pytest.mark.clause("HH-OFF-11", "HH-HAIL-1", "HH-HERO-2")
def test_the_page_says_when_abilities_and_hail_hydra_are_open(html: str) -> None:
    text = unescape(html)
    assert (
        "the villain's attack; before attacks are discarded once more, for those who have not called; discard" in text
    )
    assert "before attacks are discarded, until they lie on the discard pile" in text
    assert "During a mission, from its villain's reveal on, a HYDRA agent may turn over their loyalty disc" in text


@pytest.mark.clause("HH-OFF-4")
def test_the_guide_tells_that_defense_is_taken_off_the_damage() -> None:
    tip = next(tip for tip in TIPS if tip.key == "attack")
    assert "The villain takes the total as damage, minus the defense." in tip.text
    assert "Suma pomniejszona o obronę złoczyńcy to jego obrażenia." in translator("pl")(tip.text)


def test_who_sets_up_a_first_game_is_advised_to_have_it_explained() -> None:
    """The source recommends a guided first game, and nothing else."""
    (line,) = advice(Ruleset.of("hail-hydra", 5))
    assert line == "New to the game? The easiest way to learn it is to play it with bots."
    assert translator("pl")(line) != line


def test_every_clause_that_an_event_names_is_one_of_the_rulebook() -> None:
    assert {event.clause for event in EVENTS} - {""} <= set(CLAUSES)


def test_every_card_of_the_house_set_is_on_the_page_as_it_is_played(html: str) -> None:
    text = unescape(re.sub(r"<[^>]+>", " ", html))
    for hero in HOUSE_CARDS.heroes.values():
        assert hero.title in text
        assert hero.text in text
    for villain in HOUSE_CARDS.villains.values():
        cells = (villain.title, villain.level, villain.health, villain.defense, villain.damage, villain.text)
        assert " ".join(map(str, cells)) in re.sub(r"\s+", " ", text)


@pytest.mark.clause("HH-TALK-1")
def test_the_two_statements_are_for_the_moment_of_playing_and_a_bad_card_may_be_owned_up_to(html: str) -> None:
    for text in (html, TALK_RULE.text):
        assert "When you play cards, all you may say of them is “this is good” or “this is bad”" in text
        assert "afterwards you may say that one of the bad ones was yours" in text
