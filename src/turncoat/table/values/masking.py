"""Masking of unwanted words in all text at a table, however they are disguised.

Only whole words are found, not words inside others. Case, accents, look-alike letters, dots between the letters or
repeated letters hide no word.
"""

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final, TypeAlias

from turncoat.table.values.names import skeleton

MASK: Final = "*"
Span: TypeAlias = tuple[int, int]
"""Start and end of a part of a text."""
MOST_TEXT: Final = 2000
"""Maximum length of the list of words, in characters."""

_BETWEEN: Final = re.compile(r"[,;\s]+")
_RUN: Final = re.compile(r"\S+")
_PIECE: Final = re.compile(r"[^\W_]+")
_LETTERS_APART: Final = re.compile(r"(?<!\S)\S(?:\s\S)+(?!\S)")
_DRAWN_OUT: Final = re.compile(r"(.)\1{2,}")
_DIGITS: Final = str.maketrans(
    {"3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "|": "l"}
)
_AROUND: Final = re.compile(r"^\W*|\W*$")


def masked_words(text: str) -> frozenset[str]:
    """Return the appearances of the words in a list, which are separated by spaces, commas or semicolons."""
    return frozenset(look for word in _BETWEEN.split(text[:MOST_TEXT]) if (look := _look(word)))


def mask(text: str, words: frozenset[str]) -> str:
    """Return the text with every one of the words masked.

    >>> mask("What a Dämn d.a.m.n d a m n daaamn damned thing", masked_words("damn"))
    'What a **** ******* ******* ****** damned thing'
    """
    if not words:
        return text

    def hide(found: re.Match[str]) -> str:
        return MASK * len(found[0]) if _is_one(found[0], words) else found[0]

    def hide_in(found: re.Match[str]) -> str:
        # The whole run first, for words disguised with punctuation, then each piece.
        core = _AROUND.sub("", found[0])
        if core and _is_one(core, words):
            return found[0].replace(core, MASK * len(core))
        return hide(found) if _is_one(found[0], words) else _PIECE.sub(hide, found[0])

    return _RUN.sub(hide_in, _LETTERS_APART.sub(hide, text))


def masked_spans(text: str, words: frozenset[str]) -> tuple[Span, ...]:
    """Return the spans of these words in the text that are not masked yet.

    >>> masked_spans("no, damn and darn", masked_words("damn darn"))
    ((4, 8), (13, 17))
    """
    changed = (at for at, (old, new) in enumerate(zip(text, mask(text, words), strict=True)) if old != new)
    runs = ([at for _, at in run] for _, run in groupby(enumerate(changed), lambda one: one[1] - one[0]))
    return tuple((run[0], run[-1] + 1) for run in runs)


def without(text: str, spans: Iterable[Span]) -> str:
    """Return the text with these parts masked.

    >>> without("no, damn", ((4, 8),))
    'no, ****'
    """
    for begin, end in spans:
        text = text[:begin] + MASK * len(text[begin:end]) + text[end:]
    return text


def masker(text: str) -> Callable[[str], str]:
    """Return a function that masks the words of a list."""
    words = masked_words(text)
    return lambda said: mask(said, words)


def _look(word: str) -> str:
    letters = skeleton(word.casefold().translate(_DIGITS))
    return letters if any(sign.isalnum() for sign in letters) else ""


def _is_one(word: str, words: frozenset[str]) -> bool:
    look = _look(word)
    return not words.isdisjoint((look, _DRAWN_OUT.sub(r"\1", look), _DRAWN_OUT.sub(r"\1\1", look)))
