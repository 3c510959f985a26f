"""Rules of a game and its chosen modules as plain text, extracted from the sections of the rules page."""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Final

from jinja2 import Environment

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.locales import translations, translator
from turncoat.web.http.rendering import environment
from turncoat.web.site.rules import rules_chapters

_HEADINGS: Final = ("h2", "h3")
NOTHING: Final = "–"
"""Table cell without a value."""
_LEAVES: Final = (*_HEADINGS, "p", "dt", "dd", "caption", "th", "td")
"""Elements whose text is extracted, as a heading, a paragraph, or a part of one."""


def rules_sections(ruleset: Ruleset, language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the rules of a game and then of its modules: headings, each with its paragraphs.

    The ids of clauses are omitted. Each row of a table is a paragraph that names its columns.
    """
    book = rulebook(ruleset.game)
    sections: list[tuple[str, tuple[str, ...]]] = []
    for chapter in rules_chapters(book, translator(language)):
        if chapter.id in (book.name, *ruleset.modules):
            names = [f"games/{book.name}/rules/{chapter.id}.html", "site/rules/chapter.html"]
            reader = _Reader()
            page = SimpleNamespace(game=book.name, rulings={})
            reader.feed(_templates(language).select_template(names).render(chapter=chapter, page=page))
            reader.close()
            sections.extend((title, tuple(paragraphs)) for title, paragraphs in reader.sections)
    return tuple(sections)


@cache
def _templates(language: str) -> Environment:
    return environment(translations(language))


class _Reader(HTMLParser):
    """Extracts headings, paragraphs, clauses and tables from a section of a rules page."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[tuple[str, list[str]]] = []
        self._text: list[str] | None = None
        """Text of the current element, or None outside elements whose text is extracted."""
        self._links = 0
        """Depth of open links: the id of a clause is a link to itself."""
        self._term = ""
        self._caption = ""
        self._rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _LEAVES:
            self._text = []
        elif tag == "a" and (dict(attrs).get("href") or "").startswith("#"):
            self._links += 1
        elif tag == "table":
            self._caption, self._rows = "", []
        elif tag == "tr":
            self._rows.append([])

    def handle_data(self, data: str) -> None:
        if self._text is not None and not self._links:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in _LEAVES and self._text is not None:
            self._take(tag, " ".join("".join(self._text).split()))
            self._text = None
        elif tag == "a" and self._links:
            self._links -= 1
        elif tag == "table":
            for paragraph in _table(self._caption, *self._rows):
                self._add(paragraph)

    def _take(self, tag: str, text: str) -> None:
        if tag in _HEADINGS:
            self.sections.append((text, []))
        elif tag == "dt":
            self._term = text
        elif tag == "dd":
            self._add(f"{self._term}: {text}" if self._term else text)
        elif tag == "caption":
            self._caption = text
        elif tag == "p":
            self._add(text)
        else:
            self._rows[-1].append(text)

    def _add(self, paragraph: str) -> None:
        if paragraph:
            self.sections[-1][1].append(paragraph)


def _table(caption: str, head: list[str], *rows: list[str]) -> Iterator[str]:
    """Yield the caption, then each row with the column names before its values, without empty cells.

    >>> list(_table("Team sizes", ["Players", "5", "6"], ["Mission 1", "2", "2"]))
    ['Team sizes (Players)', 'Mission 1 – 5: 2, 6: 2.']
    >>> list(_table("Who is seen", ["", "HYDRA", "Nick Fury"], ["Arnim Zola", "seen", "–"]))
    ['Who is seen', 'Arnim Zola – HYDRA: seen.']
    """
    corner, *columns = head
    yield f"{caption} ({corner})" if corner and all(column.isdigit() for column in columns) else caption
    for name, *values in rows:
        cells = ", ".join(
            f"{column}: {value}" for column, value in zip(columns, values, strict=True) if value != NOTHING
        )
        yield f"{name} – {cells}" + ("" if cells.endswith(".") else ".")
