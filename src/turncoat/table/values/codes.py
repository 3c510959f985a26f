"""Codes of tables: their alphabet, length and generation."""

import re
import secrets
from random import Random
from typing import Final

LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"
"""Without vowels, a code spells no word, and nothing in it is mistaken for a digit."""
SHORTEST: Final = 4
LONGEST: Final = 12
SPELLING: Final = f"[{LETTERS}]{{{SHORTEST},{LONGEST}}}"
"""Pattern of a code as a regular expression. A load balancer uses it, too (`deploy/many`)."""
GUESSES: Final = 10_000
"""Number of random guesses of which fewer than one finds a table."""


def length_for(tables: int) -> int:
    """Return the length of a new code, given the number of tables including the new one.

    >>> [length_for(tables) for tables in (1, 13, 14, 247, 248, 4_704, 4_705, 89_387, 89_388)]
    [4, 4, 5, 5, 6, 6, 7, 7, 8]
    """
    length = SHORTEST
    while len(LETTERS) ** length < GUESSES * tables and length < LONGEST:
        length += 1
    return length


def drawn_code(length: int, secret: str = "") -> str:
    """Return an unpredictable code. With a secret, it is the same each time."""
    choice = Random(secret).choice if secret else secrets.choice
    return "".join(choice(LETTERS) for _ in range(length))


def is_code(text: str) -> bool:
    """Return whether the text has the form of a code.

    >>> [is_code(text) for text in ("BCDF", "bcdf", "BCDF.", "BCDF\\n", "BCD")]
    [True, False, False, False, False]
    """
    return re.fullmatch(SPELLING, text) is not None
