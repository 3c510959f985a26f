"""TOML from outside, read with bounded work: files of players come from anybody."""

import re
import tomllib
from typing import Any, Final

from turncoat.kernel.words import N_

DEEPEST: Final = 8
"""The most dots in one key. Python's reader takes quadratic time in them: minutes for a key of 50,000."""
LONGEST: Final = 64
"""The most bits of a number."""
_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_TOO_DEEP: Final = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST + 1}}}")


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text. Raises ValueError that says what is wrong with it.

    >>> read_toml("a.b = 1")
    {'a': {'b': 1}}
    """
    if _TOO_DEEP.search(text):
        raise ValueError(N_("a key has more dots than any file here needs"))
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise ValueError(N_("lists or tables are nested too deeply")) from None
    if _has_long_number(values):
        raise ValueError(N_("a number is longer than any file here needs"))
    return values


def _has_long_number(values: object) -> bool:
    """Whether a number among them is too long for an error to print: files may contain thousands of digits."""
    left = [values]
    while left:
        match left.pop():
            case int() as number if number.bit_length() > LONGEST:
                return True
            case dict() as table:
                left += table.values()
            case list() as items:
                left += items
    return False
