"""Codes of tables: how long they are, how they are drawn, and how they are written."""

import re
import secrets
from random import Random
from typing import Final

LETTERS: Final = "BCDFGHJKLMNPRSTVWXZ"
"""No vowels: a code is no word, and nothing in it is read for a digit."""
SHORTEST: Final = 4
LONGEST: Final = 12
SPELLING: Final = f"[{LETTERS}]{{{SHORTEST},{LONGEST}}}"
"""The one way to write a code, as a regular expression. A server in front chooses by it, too (`deploy/many`)."""
GUESSES: Final = 10_000
"""Of so many guesses fewer than one leads to a table."""


def length_for(tables: int) -> int:
    """How many letters the codes of new tables have, when so many tables are kept with the new one.

    >>> [length_for(tables) for tables in (1, 13, 14, 247, 248, 4_704, 4_705, 89_387, 89_388)]
    [4, 4, 5, 5, 6, 6, 7, 7, 8]
    """
    length = SHORTEST
    while len(LETTERS) ** length < GUESSES * tables and length < LONGEST:
        length += 1
    return length


def drawn_code(length: int, secret: str = "") -> str:
    """A code that nobody can foresee; by a secret that nobody knows it is the same each time."""
    choice = Random(secret).choice if secret else secrets.choice
    return "".join(choice(LETTERS) for _ in range(length))


def is_code(text: str) -> bool:
    """Whether it can be the code of a table.

    >>> [is_code(text) for text in ("BCDF", "bcdf", "BCDF.", "BCDF\\n", "BCD")]
    [True, False, False, False, False]
    """
    return re.fullmatch(SPELLING, text) is not None
