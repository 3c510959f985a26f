"""Our own rulings are in one list, and are marked wherever rules are displayed."""

import re

import pytest

import turncoat.games  # noqa: F401 - registers the games
from tests.support.paths import RULEBOOK
from tools.rulings import TARGET, rulings_page
from turncoat.kernel.rulebooks import BOOKS, rulings_of

PARAGRAPH = re.compile(r"^- \*\*([A-Z]+(?:-[A-Z]+)*-\d+)\*\*(.*)", re.MULTILINE)
CLAUSES = [one.clause for book in BOOKS.values() for one in rulings_of(book)]


def test_the_documented_rulings_match_the_lists() -> None:
    assert TARGET.read_text("utf-8") == rulings_page(), "the rulings have changed: run `make rulings`"


@pytest.mark.parametrize(
    "chapter", ["resistance", "plot-thickens", "hostile-intent", "winter-soldier", "hail-hydra", "round-table"]
)
def test_the_rulebook_marks_exactly_the_listed_rulings(chapter: str) -> None:
    clauses = dict(PARAGRAPH.findall((RULEBOOK / f"{chapter}.md").read_text(encoding="utf-8")))
    marked = {clause for clause, text in clauses.items() if "*(ruling" in text}
    assert marked == clauses.keys() & set(CLAUSES)


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra", "round-table"])
def test_each_ruling_and_its_reason_are_sentences(game: str) -> None:
    assert rulings_of(BOOKS[game])
    for one in rulings_of(BOOKS[game]):
        assert one.text.endswith("."), one
        assert one.reason.endswith("."), one
        assert one.text[0].isupper(), one
        assert one.reason[0].isupper(), one
