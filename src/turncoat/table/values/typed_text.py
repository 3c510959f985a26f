"""Cleaning of text that people type, for display and storage.

The invisible characters are a list of our own, including the ranges that Unicode has reserved for more. Characters of a
newer Unicode pass unless they are in the list, whatever Python's version knows of them.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

BLANK: Final = (
    (0x00, 0x20), (0x7F, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F),
    (0x205F, 0x205F), (0x3000, 0x3000),  # controls and spaces
    (0x115F, 0x1160), (0x3164, 0x3164), (0xFFA0, 0xFFA0),  # Hangul fillers
    (0x2800, 0x2800), (0x303F, 0x303F), (0x13441, 0x13442), (0x1D159, 0x1D159),  # signs that are drawn as nothing
)  # fmt: skip
"""Characters treated as a space, as first and last of each range."""
INVISIBLE: Final = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x17B4, 0x17B5), (0x180E, 0x180E), (0x200B, 0x200B),
    (0x200E, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFC),
    (0x13430, 0x13440), (0x13443, 0x1345F),  # format controls of Egyptian hieroglyphs
    (0x16FE4, 0x16FE4), (0x1BCA0, 0x1BCAF), (0x1D173, 0x1D17A), (0xE0000, 0xE00FF), (0xE01F0, 0xE0FFF),
    (0xD800, 0xF8FF), (0xF0000, 0x10FFFF),  # surrogates, private use
    (0xFDD0, 0xFDEF), *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0xF0000, 0x10000)),  # noncharacters
)  # fmt: skip
"""Invisible characters that are removed, since they would let two names look the same.

These are Unicode's Default_Ignorable_Code_Point without selectors and joiners, other format controls, and code points
that are no characters.
"""
SELECTORS: Final = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
"""Characters that select the form of the previous one, e.g. of an emoji."""
ACCENTS: Final = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))
"""Blocks of accents, including those of newer Unicode versions."""
JOINERS: Final = "\u200c\u200d"
"""Characters that hold multi-part emoji together, and join or separate letters, as in Persian."""
MARKS_IN_A_ROW: Final = 2
"""Maximum number of accents on one letter: real languages need two."""


def _signs(*ranges: tuple[int, int]) -> str:
    """Return these ranges as part of a character class of a regular expression."""
    return "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in ranges)


_BLANKS: Final = re.compile(f"[{_signs(*BLANK)}]+")
_NOT_SEEN: Final = re.compile(f"[{_signs(*INVISIBLE)}]+")
_MARK: Final = re.compile(f"[{_signs(*SELECTORS, *ACCENTS)}]")
_JOINER_RUN: Final = re.compile(f"([{JOINERS}])[{JOINERS}]+")
_STRAY_JOINER: Final = re.compile(f"(?<![^ ])[{JOINERS}]|[{JOINERS}](?![^ ])")


def cleaned(text: str) -> str:
    """Return typed text for display: composed, with single spaces, without invisible characters.

    The result is empty if nothing in it is visible.

    >>> cleaned("  Ola \\u202e\\t  M. ")
    'Ola M.'
    """
    # Invisible characters go first: they must neither separate a letter from its accents nor let more of them pile up.
    shown: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", _BLANKS.sub(" ", _NOT_SEEN.sub("", text))):
        if is_mark(sign):
            marks += 1
        elif sign not in JOINERS:
            marks = 0
        if marks <= MARKS_IN_A_ROW:
            shown.append(sign)
    words = " ".join(_STRAY_JOINER.sub("", _JOINER_RUN.sub(r"\1", "".join(shown))).split())
    return words if any(map(_is_seen, words)) else ""


def clean_lines(text: str) -> str:
    """Return typed text of several lines for display."""
    return "\n".join(map(cleaned, text.splitlines())).strip("\n")


def is_mark(sign: str) -> bool:
    """Return whether the character is an accent or selector, which modifies the previous one."""
    return unicodedata.category(sign) in ("Mn", "Me") or _MARK.match(sign) is not None


def seen_signs(text: Iterable[str]) -> str:
    """Return the text without spaces, accents, selectors and joiners."""
    return "".join(filter(_is_seen, text))


def _is_seen(sign: str) -> bool:
    return sign != " " and sign not in JOINERS and not is_mark(sign) and unicodedata.category(sign) != "Mc"
