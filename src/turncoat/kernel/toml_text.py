"""TOML from outside, read with bounded work: files of players come from anybody."""

import re
import tomllib
from typing import Any, Final

from turncoat.kernel.words import N_

DEEPEST: Final = 8
"""The most dots in one key. Python's reader takes quadratic time in them: minutes for a key of 50,000."""
DEEPEST_NESTING: Final = 16
"""The most lists and tables in one another. Python's reader calls itself for each. At the limit of such calls it raises
an error, and so does whatever the garbage collector happens to finalize there, which nobody can catch."""
LONGEST: Final = 64
"""The most bits of a number."""
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
"""What holds no brackets, or is one. A text that does not end takes the rest, so that no part is read twice."""


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text. Raises ValueError that says what is wrong with it.

    >>> read_toml("a.b = 1")
    {'a': {'b': 1}}
    """
    if _TOO_DEEP.search(text):
        raise ValueError(N_("a key has more dots than any file here needs"))
    if _nesting(text) > DEEPEST_NESTING:
        raise ValueError(N_("lists or tables are nested too deeply"))
    values = tomllib.loads(text)
    if _has_long_number(values):
        raise ValueError(N_("a number is longer than any file here needs"))
    return values


def _nesting(text: str) -> int:
    """How many lists and tables are open at once where the most are. Brackets in texts and comments do not count."""
    deepest = now = 0
    for token in _BRACKET.finditer(text):
        now += (token["open"] is not None) - (token["close"] is not None)
        deepest = max(deepest, now)
    return deepest


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
