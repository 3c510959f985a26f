"""Reader of embosser files: cuts sheets into cards and extracts the text of booklets."""

from turncoat.kit.braille.cards import CARD_CELLS, CARD_LINES, PITCH_CELLS, PITCH_LINES
from turncoat.kit.braille.cells import turned

Front = tuple[str, ...]
"""The lines of a card, padded to its width."""


def pages_of(brf: bytes) -> list[list[str]]:
    """Split a file at its form feeds, and return the lines of each page."""
    *pages, rest = brf.decode("ascii").split("\f")
    assert not rest, "a form feed ends every page"
    return [page.removesuffix("\r\n").split("\r\n") for page in pages]


def cut(brf: bytes, cells: int = 40) -> list[Front]:
    """Cut a sheet into its cards, and check that nothing is embossed between them."""
    fronts = []
    for page in pages_of(brf):
        lines = [line.ljust(cells + PITCH_CELLS) for line in page]
        lines += [" " * (cells + PITCH_CELLS)] * (-len(lines) % PITCH_LINES)
        for top in range(0, len(lines), PITCH_LINES):
            rows = lines[top : top + PITCH_LINES]
            assert not "".join(rows[CARD_LINES:]).strip()
            for left in range(0, cells, PITCH_CELLS):
                front = tuple(row[left : left + CARD_CELLS] for row in rows[:CARD_LINES])
                assert not "".join(row[left + CARD_CELLS : left + PITCH_CELLS] for row in rows).strip()
                if "".join(front).strip():
                    fronts.append(front)
    return fronts


def turn(front: Front) -> Front:
    """Return the card turned by 180°."""
    return tuple(turned(line) for line in reversed(front))


def places(front: Front) -> set[tuple[int, int]]:
    """Return the row and column of every embossed cell."""
    return {(row, column) for row, line in enumerate(front) for column, cell in enumerate(line) if cell != " "}


def key_of(front: Front) -> str:
    """Return the key at the upper left."""
    return front[0].rstrip()


def name_of(front: Front) -> str:
    """Return the cells between the keys as one word, without line breaks."""
    return "".join("".join(front[1:-1]).split())


def text_of(brf: bytes) -> str:
    """Return the text of a booklet in one line, without page numbers."""
    return " ".join(" ".join(line for page in pages_of(brf) for line in page[:-1]).split())
