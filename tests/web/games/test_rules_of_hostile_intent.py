"""The rules pages of Hostile Intent contain every clause that prompts and logs link to."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.fixtures import SITE
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesChapter, RulesPage

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())["hostile-intent"]["clauses"].split()


@pytest.mark.parametrize(("chapter", "prefix"), [("hunter", "HUN"), ("inquisitor", "INQ"), ("reverser", "REV")])
def test_every_clause_of_hostile_intent_is_on_the_page(chapter: str, prefix: str) -> None:
    page = RulesPage(SITE, "resistance", "The Resistance", "", (RulesChapter(chapter, chapter, ()),))
    html = Renderer().page(page)
    anchors = re.findall(r'id="([A-Z]+(?:-[A-Z]+)*-\d+)"', html)
    assert anchors == [clause for clause in CLAUSES if clause.startswith(f"{prefix}-")]
    assert all(f'href="#{anchor}"' in html for anchor in anchors)
    assert html.count(f'id="{chapter}"') == 1


def test_a_chapter_without_its_own_page_has_a_section() -> None:
    page = RulesPage(
        SITE, "resistance", "The Resistance", "", (RulesChapter("blame", "Blame", (), "What it is about."),)
    )
    assert "What it is about." in Renderer().page(page)
