"""The rules pages of The Resistance and its variants contain every clause that prompts and logs link to."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.fixtures import SITE
from turncoat.kernel.rulebooks import rulebook
from turncoat.testing.rulesets import rulesets
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesChapter, RulesPage

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())["resistance"]["clauses"].split()


@pytest.mark.parametrize(("chapter", "prefix"), [("resistance", "RES"), ("targeting", "TGT"), ("blind-spies", "BLD")])
def test_every_clause_of_the_base_game_and_variants_is_on_the_page(chapter: str, prefix: str) -> None:
    html = Renderer().page(RulesPage(SITE, "resistance", "The Resistance", "", (RulesChapter(chapter, chapter, ()),)))
    anchors = re.findall(r'id="([A-Z]+(?:-[A-Z]+)*-\d+)"', html)
    assert sorted(anchors) == sorted(clause for clause in CLAUSES if clause.startswith(f"{prefix}-"))
    assert html.count(f'id="{chapter}"') == 1


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_every_clause_named_by_an_event_is_on_the_rules_page(game: str) -> None:
    assert rulesets(game)
    book = rulebook(game)
    chapters = tuple(RulesChapter(name, name, ()) for name in (book.name, *book.chapters))
    html = Renderer().page(RulesPage(SITE, book.name, book.title, "", chapters))
    events = [*book.events, *(event for chapter in book.chapters.values() for event in chapter.events)]
    named = {event.clause for event in events if event.clause}
    missing = sorted(clause for clause in named if f'id="{clause}"' not in html)
    # Winter Soldier shares clauses with The Resistance, and links to its page.
    assert [clause for clause in missing if not clause.startswith("RES-") or game == "resistance"] == []
