"""Cards to emboss: a key in two corners, on open cards the name too; and sheets of cards to be cut.

What is embossed can be felt from the back. So a secret card has its key and nothing else: on all cards of its deck
there are cells in the same places.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from turncoat.kernel.words import N_, composed
from turncoat.kit.braille.cells import turned
from turncoat.kit.braille.layout import Page, Paper, wrapped
from turncoat.kit.errors import CardTooSmall, PageTooSmall

# A card is 63 × 88 mm. Cells are 6.2 mm apart and lines 10 mm (Library of Congress, Specification 800, and the Braille
# Authority of North America); in Europe cells are 6.0 mm apart (Marburg Medium).
CARD_CELLS: Final = 9
"""In a line of a card: 9 × 6.2 = 55.8 mm."""
CARD_LINES: Final = 8
"""8 × 10 = 80 mm."""
PITCH_CELLS: Final = 11
"""From one card to the next: 11 × 6.0 = 66 mm, so that neighbours have the width of a card."""
PITCH_LINES: Final = 9
"""9 × 10 = 90 mm."""
GAP_CELLS: Final = PITCH_CELLS - CARD_CELLS
GAP_LINES: Final = PITCH_LINES - CARD_LINES
NAME_LINES: Final = CARD_LINES - 2
"""Between the lines of the keys."""

Front: TypeAlias = tuple[str, ...]
"""The lines of a card."""
_PAGE_TOO_SMALL: Final = N_(
    "A page of {lines} lines of {cells} cells is too small for a card, which takes {card_lines} lines of {card_cells}."
)
_CARD_TOO_SMALL: Final = N_(
    "In Braille “{title}” takes {needed} lines of {cells} cells, and on a card there is room for {room}. "
    "Give it a shorter name."
)


def front(key: str, name: Sequence[str] = (), title: str = "") -> Front:
    """A card: its key (cells), to be read at the upper left also when it is turned, and between them the lines of its
    name. Raises CardTooSmall, which names the title."""
    if len(name) > NAME_LINES:
        counts = {"needed": str(len(name)), "cells": str(CARD_CELLS), "room": str(NAME_LINES)}
        raise CardTooSmall(composed(_CARD_TOO_SMALL, title=title, **counts))
    return (key, *name, *[""] * (NAME_LINES - len(name)), turned(key).rjust(CARD_CELLS))


def name_lines(*parts: str) -> tuple[str, ...]:
    """The lines of a name, in which each part begins a line."""
    return tuple(line for part in parts for line in wrapped(part, CARD_CELLS))


def sheets(fronts: Sequence[Front], paper: Paper) -> list[Page]:
    """The cards on pages, to be cut apart in the empty cells and lines between them."""
    across, down = (paper.cells + GAP_CELLS) // PITCH_CELLS, (paper.lines + GAP_LINES) // PITCH_LINES
    rows = [fronts[first : first + across] for first in range(0, len(fronts), across)]
    return [
        [line for row in rows[first : first + down] for line in _row(row)][: paper.lines]
        for first in range(0, len(rows), down)
    ]


def check_paper(paper: Paper) -> None:
    """Raise PageTooSmall for a page on which not even a card fits."""
    if paper.cells < CARD_CELLS or paper.lines < CARD_LINES:
        counts = {"cells": str(paper.cells), "lines": str(paper.lines)}
        least = {"card_cells": str(CARD_CELLS), "card_lines": str(CARD_LINES)}
        raise PageTooSmall(composed(_PAGE_TOO_SMALL, **counts, **least))


def _row(fronts: Sequence[Front]) -> list[str]:
    lines = ["".join(line.ljust(PITCH_CELLS) for line in lines).rstrip() for lines in zip(*fronts, strict=True)]
    return lines + [""] * GAP_LINES
