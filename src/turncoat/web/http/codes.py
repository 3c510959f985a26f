"""Table codes as people read and type them."""

import re
from itertools import pairwise
from typing import Final

GROUPED_FROM: Final = 6
"""Length from which codes are displayed in groups, since nobody remembers more letters at a time."""
MOST: Final = 16
"""Letters of a code that are examined. No code is as long."""
_LINK: Final = re.compile(r"/t/([^/?#\s]+)")


def grouped(code: str) -> str:
    """Return the code for display: from six letters on, in two or three groups.

    >>> [grouped(code) for code in ("BCDFG", "BCDFGH", "BCDFGHJ", "BCDFGHJK", "BCDFGHJKL")]
    ['BCDFG', 'BCD FGH', 'BCD FGHJ', 'BCDF GHJK', 'BCD FGH JKL']
    """
    if len(code) < GROUPED_FROM:
        return code
    groups = (len(code) + 3) // 4
    ends = [len(code) * group // groups for group in range(groups + 1)]
    return " ".join(code[begin:end] for begin, end in pairwise(ends))


def typed_code(text: str) -> str:
    """Return the code in typed or pasted text, ignoring case, spaces, punctuation and a surrounding link.

    >>> typed_code(" bcd-fgh\xa0"), typed_code("Join us: https://turncoat.example.org/t/BCDFGH. See you!")
    ('BCDFGH', 'BCDFGH')
    """
    link = _LINK.search(text)
    return re.sub(r"[\W_]", "", link[1] if link else text).upper()[:MOST]
