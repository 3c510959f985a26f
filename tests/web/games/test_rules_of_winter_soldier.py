"""The rules page of Winter Soldier contains every clause that prompts and logs link to."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from tests.support.fixtures import SITE
from turncoat.games.winter_soldier.accusation import WARNS
from turncoat.games.winter_soldier.events import EVENTS
from turncoat.games.winter_soldier.tables import TEAM_SIZES, fails_needed
from turncoat.kernel.rulebooks import BOOKS
from turncoat.locales import translations, translator
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesChapter, RulesPage, rules_chapters

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())["winter-soldier"]["clauses"].split()


def page() -> str:
    book = BOOKS["winter-soldier"]
    chapters = (book.name, *book.chapters)
    return Renderer().page(
        RulesPage(SITE, "winter-soldier", "Winter Soldier", "", tuple(RulesChapter(n, n, ()) for n in chapters))
    )


def test_every_clause_of_winter_soldier_is_on_the_page_once() -> None:
    anchors = re.findall(r'id="(WIN-[A-Z]+-\d+)"', page())
    assert sorted(anchors) == sorted(CLAUSES)


def test_every_clause_linked_by_winter_soldier_is_on_the_page() -> None:
    html = page()
    chapters = BOOKS["winter-soldier"].chapters.values()
    linked = {kind.clause for kind in (*EVENTS, *(kind for chapter in chapters for kind in chapter.events))} - {""}
    assert {clause for clause in linked if f'id="{clause}"' not in html} == set()
    assert all(f'href="#{section}"' in html for section in re.findall(r'<section id="([a-z-]+)"', html))


def test_the_pages_table_of_team_sizes_matches_the_rules() -> None:
    rows = re.findall(r'<th scope="row">(\d)\. .*?</th>(.*?)</tr>', page(), re.S)
    assert len(rows) == 5
    for number, cells in rows:
        mission = int(number)
        assert re.findall(r"<td>([^<]+)</td>", cells) == [
            f"{sizes[mission - 1]}{'*' if fails_needed(players, mission) == 2 else ''}"
            for players, sizes in TEAM_SIZES.items()
        ]


def clause(language: str, id: str) -> str:
    """Return the text of a clause on the rules page."""
    book, say = BOOKS["winter-soldier"], translator(language)
    html = Renderer(translations(language)).page(
        RulesPage(SITE, book.name, say(book.title), "", rules_chapters(book, say))
    )
    found = re.search(rf'id="{id}">.*?<dd>(.*?)</dd>', html, re.S)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize(
    ("language", "id", "says", "never"),
    [
        ("en", "WIN-HILL-3", "or HYDRA is revealed, whichever comes first", "third success, whichever"),
        ("pl", "WIN-HILL-3", "do ujawnienia się HYDRY", "do trzeciego sukcesu"),
        ("en", "WIN-ACCUSE-3", "Any other HYDRA agent, Zola, Pierce and Zemo included", "Another"),
        ("pl", "WIN-ACCUSE-3", "Każdy inny agent HYDRY, także Zola, Pierce i Zemo", "wykły"),
        ("en", "WIN-WITCH-1", "before the last guess", "gone the same way"),
        ("pl", "WIN-WITCH-1", "przed ostatnim strzałem", "skończyły się tak samo"),
        ("en", "WIN-HILL-4", "sees only her, and so knows her", "cannot both"),
        ("pl", "WIN-HILL-4", "widzi tylko ją", "nie może wystąpić"),
        ("en", "WIN-END-3", "only he can", "anybody"),
        ("pl", "WIN-END-3", "można wskazać tylko jego", "zawsze"),
        ("en", "WIN-SETUP-2", "play without special characters, then add or change one at a time", "one special"),
        ("pl", "WIN-SETUP-2", "bez postaci specjalnych, a potem dodawajcie lub zmieniajcie je po jednej", "one"),
    ],
)
def test_clauses_of_winter_soldier_are_worded_precisely(language: str, id: str, says: str, never: str) -> None:
    assert says in clause(language, id)
    assert never not in clause(language, id)


def test_an_accuser_is_warned_about_every_other_agent() -> None:
    """Zola, Pierce and Zemo take Captain America along as well."""
    assert "any other HYDRA agent" in WARNS
    assert "każdy inny agent HYDRY" in translator("pl")(WARNS)
