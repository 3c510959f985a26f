"""Generate the table of look-alike letters: `python -m tools.look_alikes`. Requires confusable-homoglyphs.

That package contains Unicode's confusables (UTS 39), but would cost a server several megabytes of memory. Names need
only single letters and digits, without those that a compatibility form already covers. Run this with the oldest Python
that Turncoat supports, whose compatibility forms are then assumed. Those of later Unicode versions come from
unicodedata2.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import unicodedata2

TARGET: Final = Path(__file__).parents[1] / "src" / "turncoat" / "table" / "values" / "look_alikes.txt"
HEAD: Final = """\
# Letters and digits that look alike: a line begins with what the others on it are taken for.
# Made by tools/look_alikes.py from the confusables of Unicode (https://www.unicode.org/reports/tr39/), as
# confusable-homoglyphs {version} has them.
# Their license is in look_alikes.LICENSE.
"""
STYLED: Final = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:SQUARED|CIRCLED) LATIN CAPITAL LETTER"
    "|REGIONAL INDICATOR SYMBOL LETTER) (.)"
)
"""Names of styled capital letters without a compatibility form or a confusable in Unicode."""


def classes(confusables: Any) -> Iterator[set[str]]:
    """Yield equivalence classes of letters that can be mistaken for one another."""
    alike: dict[str, set[str]] = defaultdict(set)

    def add(one: str, other: str) -> None:
        if one and other and one != other:
            alike[one].add(other)
            alike[other].add(one)

    for sign in filter(str.isprintable, map(chr, range(0x110000))):
        for found in confusables.is_confusable(sign, greedy=True) or ():
            for other in found["homoglyphs"]:
                add(letter_of(sign), letter_of(other["c"]))
        if styled := STYLED.fullmatch(unicodedata.name(sign, "")):
            add(sign, styled[1])
    for sign in map(chr, range(0x110000)):
        later = unicodedata2.normalize("NFKD", sign)
        if later != sign == unicodedata.normalize("NFKD", sign):
            add(sign, letter_of(later))
    while alike:
        found, new = set[str](), {next(iter(alike))}
        while new:
            found |= new
            new = {other for letter in new for other in alike.pop(letter)} - found
        yield found


def letter_of(text: str) -> str:
    """Return the single letter or digit that a text consists of, without accents. Empty if there is none."""
    letters = [sign for sign in unicodedata.normalize("NFD", text) if unicodedata.category(sign)[0] in "LN"]
    is_one = len(letters) == 1 and unicodedata.normalize("NFKD", letters[0]) == letters[0]
    return letters[0] if is_one else ""


def line(letters: set[str]) -> str:
    """Return the line for these letters. They are read as the Latin one, or else as the first."""
    latin = [letter for letter in letters if letter.isascii()]
    taken_for = max(latin, key=lambda letter: (letter.isalpha(), letter)) if latin else min(letters)
    return " ".join([taken_for, *sorted(letters - {taken_for})])


if __name__ == "__main__":
    confusables = import_module("confusable_homoglyphs.confusables")
    head = HEAD.format(version=version("confusable-homoglyphs"))
    TARGET.write_text(head + "\n".join(sorted(map(line, classes(confusables)))) + "\n", "utf-8")
    print(TARGET)
