"""Cards to emboss, with keys in two corners and names on open cards, laid out on sheets to cut.

Embossing can be felt from the back, so a secret card has only its key, and all cards of its deck have cells in the same
places.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from turncoat.kernel.words import N_, composed
from turncoat.kit.braille.cells import turned
from turncoat.kit.braille.layout import Page, Paper, wrapped
from turncoat.kit.errors import CardTooSmall, PageTooSmall

# A card is 63 × 88 mm. Cells are 6.2 mm apart and lines 10 mm (Library of Congress, Specification 800, and the Braille
# Authority of North America). In Europe cells are 6.0 mm apart (Marburg Medium).
CARD_CELLS: Final = 9
"""Cells per line of a card: 9 × 6.2 = 55.8 mm."""
CARD_LINES: Final = 8
"""Lines per card: 8 × 10 = 80 mm."""
PITCH_CELLS: Final = 11
"""Cells from one card to the next: 11 × 6.0 = 66 mm, so that neighbours have the width of a card."""
PITCH_LINES: Final = 9
"""Lines from one card to the next: 9 × 10 = 90 mm."""
GAP_CELLS: Final = PITCH_CELLS - CARD_CELLS
GAP_LINES: Final = PITCH_LINES - CARD_LINES
NAME_LINES: Final = CARD_LINES - 2
"""Lines between those of the two keys."""

Front: TypeAlias = tuple[str, ...]
"""Lines of a card."""
_PAGE_TOO_SMALL: Final = N_(
    "A page of {lines} lines of {cells} cells is too small for a card, which takes {card_lines} lines of {card_cells}."
)
_CARD_TOO_SMALL: Final = N_(
    "In Braille “{title}” takes {needed} lines of {cells} cells, and on a card there is room for {room}. "
    "Give it a shorter name."
)


def front(key: str, name: Sequence[str] = (), title: str = "") -> Front:
    """Return the lines of a card: its name between two keys.

    The key (cells) is readable at the upper left either way up. Raises CardTooSmall, which names the title.
    """
    if len(name) > NAME_LINES:
        counts = {"needed": str(len(name)), "cells": str(CARD_CELLS), "room": str(NAME_LINES)}
        raise CardTooSmall(composed(_CARD_TOO_SMALL, title=title, **counts))
    return (key, *name, *[""] * (NAME_LINES - len(name)), turned(key).rjust(CARD_CELLS))


def name_lines(*parts: str) -> tuple[str, ...]:
    """Return the lines of a name. Each part starts a new line."""
    return tuple(line for part in parts for line in wrapped(part, CARD_CELLS))


def sheets(fronts: Sequence[Front], paper: Paper) -> list[Page]:
    """Lay out the cards on pages, separated by empty cells and lines for cutting."""
    across, down = (paper.cells + GAP_CELLS) // PITCH_CELLS, (paper.lines + GAP_LINES) // PITCH_LINES
    rows = [fronts[first : first + across] for first in range(0, len(fronts), across)]
    return [
        [line for row in rows[first : first + down] for line in _row(row)][: paper.lines]
        for first in range(0, len(rows), down)
    ]


def check_paper(paper: Paper) -> None:
    """Raise PageTooSmall for a page that is smaller than a card."""
    if paper.cells < CARD_CELLS or paper.lines < CARD_LINES:
        counts = {"cells": str(paper.cells), "lines": str(paper.lines)}
        least = {"card_cells": str(CARD_CELLS), "card_lines": str(CARD_LINES)}
        raise PageTooSmall(composed(_PAGE_TOO_SMALL, **counts, **least))


def _row(fronts: Sequence[Front]) -> list[str]:
    lines = ["".join(line.ljust(PITCH_CELLS) for line in lines).rstrip() for lines in zip(*fronts, strict=True)]
    return lines + [""] * GAP_LINES
