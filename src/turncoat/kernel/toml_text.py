"""TOML parser with bounded work, for files from untrusted users."""

import re
import tomllib
from typing import Any, Final

from turncoat.kernel.words import N_

DEEPEST: Final = 8
"""Maximum number of dots in one key. Python's parser is quadratic in them: minutes for a key of 50,000."""
DEEPEST_NESTING: Final = 16
"""Maximum nesting of lists and tables. Python's parser recurses for each. At the recursion limit it raises an error,
but so does whatever the garbage collector happens to finalize at that depth, which nobody can catch."""
LONGEST: Final = 64
"""Maximum number of bits in an integer."""
_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_TOO_DEEP: Final = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST + 1}}}")
_BRACKET: Final = re.compile(
    r"""(?x)
    (?s: \"{3} (?: \\. | [^\\] )*? (?: \"{3,5} | \\?+ \Z ) | '{3} .*? (?: '{3,5} | \Z ) )  # a text of several lines
    | \" (?: \\. | [^\\\"\n] )*+ \"?+ | ' [^'\n]*+ '?+                                     # a text of one line
    | \# [^\n]*+                                                                         # a comment
    | (?P<open> [\[{] ) | (?P<close> [\]}] )
    """
)
"""Matches one bracket, or a token whose brackets do not count. An unterminated string consumes the rest, so no part is
scanned twice."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises ValueError that says what is wrong with it.

    >>> read_toml("a.b = 1")
    {'a': {'b': 1}}
    """
    if _TOO_DEEP.search(text):
        raise ValueError(N_("a key has too many dots"))
    if _nesting(text) > DEEPEST_NESTING:
        raise ValueError(N_("lists or tables are nested too deeply"))
    values = tomllib.loads(text)
    if _has_long_number(values):
        raise ValueError(N_("a number is too long"))
    return values


def _nesting(text: str) -> int:
    """Return the maximum depth of nested lists and tables, ignoring brackets in strings and comments."""
    deepest = now = 0
    for token in _BRACKET.finditer(text):
        now += (token["open"] is not None) - (token["close"] is not None)
        deepest = max(deepest, now)
    return deepest


def _has_long_number(values: object) -> bool:
    """Return whether any integer is too long to print in an error. Files may contain thousands of digits."""
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
