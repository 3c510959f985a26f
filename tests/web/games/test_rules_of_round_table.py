"""The rules page of Round Table contains every clause that prompts and logs link to."""

import re
import tomllib
from pathlib import Path

from tests.support.fixtures import SITE
from turncoat.games.resistance.tables import TEAM_SIZES, fails_needed
from turncoat.games.round_table.events import EVENTS
from turncoat.games.round_table.reveal import REVEAL
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.telling import Teller
from turncoat.web.http.rendering import Renderer
from turncoat.web.site.rules import RulesPage, rules_chapters

CLAUSES = tomllib.loads((Path(__file__).parents[2] / "clauses.toml").read_text())["round-table"]["clauses"].split()
EVERYBODY = Ruleset.of("round-table", 10, ["percival", "morgana", "mordred", "oberon"])


def page() -> str:
    book = BOOKS["round-table"]
    return Renderer().page(RulesPage(SITE, book.name, book.title, "", rules_chapters(book, str)))


def test_every_clause_of_round_table_is_on_the_page_once() -> None:
    assert sorted(re.findall(r'id="(RT-[A-Z]+-\d+)"', page())) == sorted(CLAUSES)


def test_every_clause_linked_by_round_table_is_on_the_page() -> None:
    html, book = page(), BOOKS["round-table"]
    events = (*EVENTS, *(event for chapter in book.chapters.values() for event in chapter.events))
    linked = {book.own_clauses.get(event.__name__, event.clause) for event in events} - {""}
    assert {clause for clause in linked if f'id="{clause}"' not in html} == set()


def test_the_pages_table_of_team_sizes_matches_the_rules() -> None:
    rows = re.findall(r'<th scope="row">Quest (\d)</th>(.*?)</tr>', page(), re.S)
    assert len(rows) == 5
    for number, cells in rows:
        mission = int(number)
        assert re.findall(r"<td>([^<]+)</td>", cells) == [
            f"{sizes[mission - 1]}{'*' if fails_needed(players, mission) == 2 else ''}"
            for players, sizes in TEAM_SIZES.items()
        ]


def test_the_pages_table_of_who_is_seen_matches_the_reveal() -> None:
    signs = ("shown_to_merlin", "shown_to_percival", "shown_to_evil")
    shown = [REVEAL.showing(EVERYBODY, sign) for sign in signs]
    teller = Teller(EVERYBODY, [])
    table = re.search(r'class="who".*?</table>', page(), re.S)
    assert table
    rows = dict(re.findall(r'<th scope="row">([^<]+)</th>(.*?)</tr>', table[0], re.S))
    for role in ("merlin", "assassin", "minion", "morgana", "mordred", "oberon"):
        cells = re.findall(r"<td>([^<]+)</td>", rows[teller.word(role)])
        assert [cell == "seen" for cell in cells] == [role in seen for seen in shown], role
    assert "Evil Lancelot" in rows
