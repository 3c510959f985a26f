"""Page layout in Braille: headings, paragraphs and items in lines of whole words, with page numbers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import msgspec

from turncoat.kit.braille.cells import key_cells

HYPHEN: Final = "-"
"""Sign at the end of a line inside a word that is longer than a line."""
PARAGRAPH, RUNOVER = 2, 4
"""Indentation in cells of a paragraph's first line, and of an item's lines after the first."""
NUMBER_SIGN: Final = "#"
END_OF_LINE: Final = b"\r\n"
FORM_FEED: Final = b"\f"

Page: TypeAlias = list[str]
"""Lines of a page."""


class Paper(msgspec.Struct, frozen=True):
    """Page format of an embosser."""

    cells: int = 40
    """Cells per line."""
    lines: int = 25
    form_feeds: bool = True
    """True if a form feed ends each page. Otherwise each page is filled up with empty lines."""


class Block(msgspec.Struct, frozen=True):
    """Consecutive lines."""

    lines: tuple[str, ...]
    space_before: bool = False
    """True if an empty line precedes the block."""
    stays: bool = False
    """True if the block must be on the same page as the first line after it."""


def heading(cells: str, paper: Paper) -> Block:
    """Return a heading with centered lines."""
    lines = tuple(line.center(paper.cells).rstrip() for line in wrapped(cells, paper.cells))
    return Block(lines, space_before=True, stays=True)


def paragraph(cells: str, paper: Paper) -> Block:
    """Return a paragraph."""
    return Block(wrapped(cells, paper.cells, first=PARAGRAPH))


def item(cells: str, paper: Paper) -> Block:
    """Return an item of a list."""
    return Block(wrapped(cells, paper.cells, rest=RUNOVER))


def term(cells: str, paper: Paper) -> Block:
    """Return an item that a paragraph explains."""
    return Block(wrapped(cells, paper.cells, rest=RUNOVER), space_before=True, stays=True)


def wrapped(cells: str, width: int, *, first: int = 0, rest: int = 0) -> tuple[str, ...]:
    """Break cells into lines of whole words, indented where there is room. Only words longer than a line are divided.

    >>> wrapped(",STRONG ,LEADER", 9)
    (',STRONG', ',LEADER')
    >>> wrapped(",CONVERSATION", 9)
    (',CONVERS-', 'ATION')
    >>> wrapped("A C E", 4, rest=2)
    ('A C', '  E')
    """
    lines: list[str] = []
    line, is_empty = " " * first, True
    for word in cells.split():
        if not is_empty and len(line) + 1 + len(word) > width:
            lines.append(line)
            line, is_empty = " " * rest, True
        if is_empty:
            line = line[: max(width - len(word), 0)]
        else:
            line += " "
        while len(line) + len(word) > width:
            beginning, word = _divided(word, width - len(line))
            lines.append(line + beginning)
            line = " " * rest
        line, is_empty = line + word, False
    return (*lines, line) if not is_empty else ()


def _divided(word: str, room: int) -> tuple[str, str]:
    """Divide a word between two lines, at a hyphen of its own if it has one."""
    hyphen = word.rfind(HYPHEN, 1, room) + 1
    return (word[:hyphen], word[hyphen:]) if hyphen else (word[: room - 1] + HYPHEN, word[room - 1 :])


def paged(blocks: Iterable[Block], paper: Paper, *, is_numbered: bool = True) -> list[Page]:
    """Lay out the blocks on pages, each with its number at the lower right."""
    room = paper.lines - is_numbered
    pages: list[Page] = [[]]
    for group in _groups(blocks):
        lines = [line for block in group for line in ([""] if block.space_before else []) + list(block.lines)]
        least = len(lines) - len(group[-1].lines) + 1
        if pages[-1] and len(pages[-1]) + least > room:
            pages.append([])
        for line in lines:
            if len(pages[-1]) == room:
                pages.append([])
            if line or pages[-1]:
                pages[-1].append(line)
    return [_numbered(page, number, paper) for number, page in enumerate(pages, 1)] if is_numbered else pages


def _groups(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Group each block with the preceding ones that must stay with it."""
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        if not block.stays:
            yield group
            group = []
    if group:
        yield group


def _numbered(page: Page, number: int, paper: Paper) -> Page:
    filled = page + [""] * (paper.lines - 1 - len(page))
    return [*filled, (NUMBER_SIGN + key_cells(str(number))).rjust(paper.cells)]


def brf(pages: Sequence[Page], paper: Paper) -> bytes:
    """Return the contents of a file for an embosser."""
    return b"".join(_bytes(page, paper) for page in pages)


def _bytes(page: Page, paper: Paper) -> bytes:
    filled = page if paper.form_feeds else page + [""] * (paper.lines - len(page))
    lines = b"".join(line.rstrip().encode("ascii") + END_OF_LINE for line in filled)
    return lines + FORM_FEED if paper.form_feeds else lines
