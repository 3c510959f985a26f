"""The plain text of the rules contains exactly the clauses in play from the rules page."""

import re
from collections.abc import Mapping
from html import unescape
from typing import ClassVar

import pytest

from tests.support.fixtures import SITE
from tests.support.kits import FEW, LANGUAGES
from turncoat.games.resistance import BOOK
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.locales import translations, translator
from turncoat.testing import label
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesPage, rules_chapters
from turncoat.web.site.rules_text import rules_sections

SECTION = re.compile(r'<section id="([^"]+)">(.*?)</section>', re.DOTALL)
CLAUSE = re.compile(r'<div class="clause" id="[^"]+"><dt>.*?</dt><dd>(.*?)</dd></div>', re.DOTALL)
ID = re.compile(r"\b[A-Z]{2,}-[A-Z]+-\d+\b")


def clauses(ruleset: Ruleset, language: str) -> dict[str, list[str]]:
    """Return the texts of the clauses on the rules page, by chapter."""
    book, say = rulebook(ruleset.game), translator(language)
    page = RulesPage(SITE, ruleset.game, say(book.title), "", rules_chapters(book, say))
    html = Renderer(translations(language)).page(page)
    return {name: [unescape(text) for text in CLAUSE.findall(section)] for name, section in SECTION.findall(html)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", FEW, ids=label)
def test_the_text_has_every_clause_in_play_without_its_id(ruleset: Ruleset, language: str) -> None:
    told = [text for _, paragraphs in rules_sections(ruleset, language) for text in paragraphs]
    found = clauses(ruleset, language)
    played = (ruleset.game, *ruleset.modules)
    assert set(played) <= set(found)
    for chapter, texts in found.items():
        assert [text for text in texts if (text in told) != (chapter in played)] == []
    assert [text for text in told if not text.strip() or "<" in text or ID.search(text)] == []
    assert all(title.strip() for title, _ in rules_sections(ruleset, language))


def test_tables_and_definitions_become_labeled_paragraphs() -> None:
    told = [text for _, paragraphs in rules_sections(FEW[2], "en") for text in paragraphs]
    assert "HYDRA agents and voting rounds (Players)" in told
    assert "S.H.I.E.L.D. – 5: 3, 6: 4, 7: 4, 8: 5." in told
    assert "The Brass Comet: before attacks are collected: Add 2 to the attack's total." in told
    seen = [text for _, paragraphs in rules_sections(FEW[1], "en") for text in paragraphs]
    assert "Arnim Zola – HYDRA: seen." in seen


class Lantern(Chapter):
    name: ClassVar[str] = "lantern"
    title: ClassVar[str] = "Lantern"
    summary: ClassVar[str] = "A light in the window."
    clauses: ClassVar[Mapping[str, str]] = {"LAN-1": "The leader holds the lantern.", "LAN-2": "Nobody < two may."}


def test_a_chapter_without_a_template_has_a_summary_and_clauses() -> None:
    BOOK.add(Lantern())
    try:
        *_, last = rules_sections(Ruleset.of("resistance", 5, ["lantern"]), "en")
    finally:
        del BOOK.chapters["lantern"]
    assert last == ("Lantern", ("A light in the window.", "The leader holds the lantern.", "Nobody < two may."))
