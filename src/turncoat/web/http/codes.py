"""Codes as people read and type them."""

import re
from itertools import pairwise
from typing import Final

GROUPED_FROM: Final = 6
"""Codes of this many letters or more are read in groups: nobody remembers more at a time."""
MOST: Final = 16
"""Letters of a code that are looked at; none is as long."""


def grouped(code: str) -> str:
    """The code as people see it: from six letters on in two groups or three.

    >>> [grouped(code) for code in ("BCDFG", "BCDFGH", "BCDFGHJ", "BCDFGHJK", "BCDFGHJKL")]
    ['BCDFG', 'BCD FGH', 'BCD FGHJ', 'BCDF GHJK', 'BCD FGH JKL']
    """
    if len(code) < GROUPED_FROM:
        return code
    groups = (len(code) + 3) // 4
    ends = [len(code) * group // groups for group in range(groups + 1)]
    return " ".join(code[begin:end] for begin, end in pairwise(ends))


def typed_code(text: str) -> str:
    """A code as people type it: lowercase letters, spaces and dashes do no harm.

    >>> typed_code(" bcd-fgh\\xa0")
    'BCDFGH'
    """
    return re.sub(r"[\s-]", "", text).upper()[:MOST]
