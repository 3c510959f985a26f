"""The rules page of Winter Soldier: every clause has its place, to which prompts and logs link."""

import re
import tomllib
from pathlib import Path

from tests.web.fixtures import SITE
from turncoat.games.winter_soldier.events import EVENTS
from turncoat.games.winter_soldier.tables import TEAM_SIZES, fails_needed
from turncoat.kernel.rulesets import BOOKS
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesChapter, RulesPage

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())["winter-soldier"]["clauses"].split()


def page() -> str:
    book = BOOKS["winter-soldier"]
    chapters = (book.name, *book.chapters)
    return Renderer().page(
        RulesPage(SITE, "winter-soldier", "Winter Soldier", "", tuple(RulesChapter(n, n, ()) for n in chapters))
    )


def test_every_clause_is_there_once() -> None:
    anchors = re.findall(r'id="(WIN-[A-Z]+-\d+)"', page())
    assert sorted(anchors) == sorted(CLAUSES)


def test_what_the_game_links_to_is_there() -> None:
    html = page()
    chapters = BOOKS["winter-soldier"].chapters.values()
    linked = {kind.clause for kind in (*EVENTS, *(kind for chapter in chapters for kind in chapter.events))} - {""}
    assert {clause for clause in linked if f'id="{clause}"' not in html} == set()
    assert all(f'href="#{section}"' in html for section in re.findall(r'<section id="([a-z-]+)"', html))


def test_the_table_of_team_sizes_is_that_of_the_rules() -> None:
    rows = re.findall(r'<th scope="row">(\d)\. .*?</th>(.*?)</tr>', page(), re.S)
    assert len(rows) == 5
    for number, cells in rows:
        mission = int(number)
        assert re.findall(r"<td>([^<]+)</td>", cells) == [
            f"{sizes[mission - 1]}{'*' if fails_needed(players, mission) == 2 else ''}"
            for players, sizes in TEAM_SIZES.items()
        ]
