"""The rules page of a chapter without a template still has its clauses, as anchors for prompts' links."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import pytest

from tests.support.fixtures import SITE
from turncoat.games.resistance import BOOK
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.rulesets import Ruleset
from turncoat.web.board.telling import rule_url
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesPage, rules_chapters


class Lantern(Chapter):
    name: ClassVar[str] = "lantern"
    title: ClassVar[str] = "Lantern"
    summary: ClassVar[str] = "A light in the window."
    clauses: ClassVar[Mapping[str, str]] = {"LAN-1": "The leader holds the lantern.", "LAN-2": "Nobody < two may."}


@pytest.fixture
def lantern() -> Iterator[Ruleset]:
    BOOK.add(Lantern())
    try:
        yield Ruleset.of("resistance", 5, ["lantern"])
    finally:
        del BOOK.chapters["lantern"]


def test_an_outside_chapters_clauses_are_anchors_for_prompts(lantern: Ruleset) -> None:
    html = Renderer().page(RulesPage(SITE, "resistance", "The Resistance", "", rules_chapters(BOOK, str)))
    assert '<section id="lantern"><h2>Lantern</h2><p>A light in the window.</p>' in html
    for clause, text in (("LAN-1", "The leader holds the lantern."), ("LAN-2", "Nobody &lt; two may.")):
        assert rule_url(lantern, clause) == f"/rules/resistance#{clause}"
        assert (
            f'<div class="clause" id="{clause}"><dt><a href="#{clause}">{clause}</a></dt><dd>{text}</dd></div>' in html
        )


def test_a_link_to_another_games_clause_leads_to_that_games_page() -> None:
    winter = Ruleset.of("winter-soldier", 5)
    assert rule_url(winter, "RES-TEAM-2") == "/rules/resistance#RES-TEAM-2"
    assert rule_url(winter, "WIN-VOTE-1") == "/rules/winter-soldier#WIN-VOTE-1"
    assert rule_url(winter, "") == ""
