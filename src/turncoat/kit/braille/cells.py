"""Braille cells in North American ASCII Braille: one printable character for each of the 64 cells of six dots."""

import unicodedata
from collections.abc import Mapping
from typing import Final

from turncoat.kernel.words import N_, composed
from turncoat.kit.errors import NoBraille

ASCII: Final = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""Characters in the order of the cells' numbers, in which dot 1 counts 1, dot 2 counts 2, dot 3 counts 4 …"""
_FIRST: Final = 0x2800
"""Code point of the empty cell in Unicode. The others follow by their numbers."""
_UNICODE: Final = str.maketrans({chr(_FIRST + number): letter for number, letter in enumerate(ASCII)})
_TURNED: Final[Mapping[int, int]] = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
_SIGNS: Final[Mapping[str, tuple[int, ...]]] = {
    "+": (2, 3, 5),
    "-": (3, 6),
    "ą": (1, 6),
    "ć": (1, 4, 6),
    "ę": (1, 5, 6),
    "ł": (1, 2, 6),
    "ń": (1, 4, 5, 6),
    "ó": (3, 4, 6),
    "ś": (2, 4, 6),
    "ź": (2, 3, 4, 6),
    "ż": (1, 2, 3, 4, 6),
}
"""Dots of characters in keys other than ASCII letters and digits."""
_NO_CELL: Final = N_("“{letter}” has no cell of its own in Braille, but the cards of “{title}” need one.")


def dots_of(cell: str) -> tuple[int, ...]:
    """Return the dots of a cell.

    >>> dots_of("W"), dots_of("#"), dots_of(" ")
    ((2, 4, 5, 6), (3, 4, 5, 6), ())
    """
    number = ASCII.index(cell)
    return tuple(dot for dot in range(1, 7) if number >> (dot - 1) & 1)


def cell_of(*dots: int) -> str:
    """Return the cell with these dots.

    >>> cell_of(2, 3, 5), cell_of(3, 6), cell_of()
    ('6', '-', ' ')
    """
    return ASCII[sum(1 << (dot - 1) for dot in dots)]


def ascii_of(unicode: str) -> str:
    """Convert cells from Unicode to ASCII Braille. Other characters stay.

    >>> ascii_of("⠠⠎⠏⠽")
    ',SPY'
    """
    return unicode.translate(_UNICODE)


def unicode_of(cells: str) -> str:
    """Convert cells from ASCII Braille to Unicode.

    >>> unicode_of(",SPY")
    '⠠⠎⠏⠽'
    """
    return "".join(chr(_FIRST + ASCII.index(cell)) for cell in cells)


def turned(cells: str) -> str:
    """Return the cells as read after turning the paper by 180°.

    >>> turned("SP")
    '#>'
    >>> turned(turned("SP"))
    'SP'
    """
    return "".join(cell_of(*(_TURNED[dot] for dot in dots_of(cell))) for cell in reversed(cells))


def key_cells(key: str, title: str = "") -> str:
    """Return a key in cells, one for each character.

    There is no room for number signs or grade signs, so digits are letters. Raises NoBraille, which names the title,
    for a character without a cell of its own.

    >>> key_cells("su"), key_cells("+4"), key_cells("-5"), key_cells("żp")
    ('SU', '6D', '-E', '&P')
    """
    return "".join(_key_cell(letter, title) for letter in key.lower())


def _key_cell(letter: str, title: str) -> str:
    if letter in _SIGNS:
        return cell_of(*_SIGNS[letter])
    plain = unicodedata.normalize("NFD", letter)[0]
    if plain.isascii() and plain.isalpha():
        return plain.upper()
    if plain.isascii() and plain.isdigit():
        return "JABCDEFGHI"[int(plain)]
    raise NoBraille(composed(_NO_CELL, letter=letter, title=title))
