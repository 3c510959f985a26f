"""The rules page of Hail Hydra: every clause and every card of the house set has its place."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from tests.web.fixtures import SITE
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.events import EVENTS
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
