"""The rules page of The Plot Thickens contains every clause and every card."""

import re
import tomllib
from pathlib import Path

from tests.support.fixtures import SITE
from turncoat.games.resistance.plot_thickens.deck import CARDS, CHAPTER, LABELS
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesChapter, RulesPage

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())[CHAPTER]["clauses"].split()


def test_every_clause_of_plot_thickens_is_on_the_page() -> None:
    html = Renderer().page(RulesPage(SITE, "resistance", "The Resistance", "", (RulesChapter(CHAPTER, CHAPTER, ()),)))
    anchors = re.findall(r'id="(PLT-[A-Z]+-\d+)"', html)
    assert len(anchors) == len(set(anchors))
    assert sorted(anchors) == sorted(CLAUSES)
    assert all(f"{LABELS[card]}:" in html for card in CARDS)
    assert html.count(f'id="{CHAPTER}"') == 1
