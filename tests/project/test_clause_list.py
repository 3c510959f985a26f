"""The list of clauses that the tests must cover matches the rulebook."""

import re

import pytest

from tests.plugins.clauses import Chapter, read_chapters
from tests.support.paths import ROOT, RULEBOOK

CLAUSE = re.compile(r"^- \*\*([A-Z]+(?:-[A-Z]+)*-\d+)\*\*", re.MULTILINE)
CHAPTERS = read_chapters(ROOT / "tests" / "clauses.toml")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_the_list_matches_the_rulebooks_clauses(chapter: Chapter) -> None:
    page = RULEBOOK / f"{chapter.name}.md"
    listed, written = set(chapter.clauses), set(CLAUSE.findall(page.read_text(encoding="utf-8")))
    assert not written - listed, f"add to [{chapter.name}] of tests/clauses.toml: {sorted(written - listed)}"
    assert not listed - written, f"docs/rulebook/{page.name} does not have: {sorted(listed - written)}"


def test_every_chapter_of_the_rulebook_is_listed() -> None:
    assert {chapter.name for chapter in CHAPTERS} == {page.stem for page in RULEBOOK.glob("*.md")} - {"README"}


def test_no_clause_is_listed_twice() -> None:
    clauses = [clause for chapter in CHAPTERS for clause in chapter.clauses]
    assert len(clauses) == len(set(clauses))
