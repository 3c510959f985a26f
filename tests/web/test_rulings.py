"""Rules pages mark exactly the clauses that are our own rulings, with the reason."""

import re
from html import unescape

import pytest

from tests.support.fixtures import SITE
from turncoat.kernel.rulebooks import BOOKS, rulings_of
from turncoat.locales import translations, translator
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesPage, rules_chapters, rulings

CLAUSE = re.compile(r'<div class="clause" id="([^"]+)">(.*?)</div>', re.DOTALL)


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_our_rulings_are_marked_with_the_reason(game: str, language: str) -> None:
    book, say = BOOKS[game], translator(language)
    page = RulesPage(SITE, game, say(book.title), "", rules_chapters(book, say), rulings=rulings(book, say))
    clauses = {id: unescape(html) for id, html in CLAUSE.findall(Renderer(translations(language)).page(page))}
    marked = {id for id, html in clauses.items() if '<details class="ruling">' in html}
    assert marked == {one.clause for one in rulings_of(book)}
    for one in rulings_of(book):
        assert say(one.text) in clauses[one.clause]
        assert say(one.reason) in clauses[one.clause]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_clause_that_is_entirely_a_ruling_appears_once(language: str) -> None:
    book, say = BOOKS["resistance"], translator(language)
    page = RulesPage(SITE, "resistance", say(book.title), "", rules_chapters(book, say), rulings=rulings(book, say))
    clauses = dict(CLAUSE.findall(Renderer(translations(language)).page(page)))
    whole = next(one for one in rulings_of(book) if one.clause == "RES-VOTE-6")
    assert unescape(clauses[whole.clause]).count(say(whole.text)) == 1
    part = next(one for one in rulings_of(book) if one.clause == "PLT-DECK-1")
    assert say(part.text) in unescape(clauses[part.clause].partition("<details")[2])
