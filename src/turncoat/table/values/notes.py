"""What a person notes about the others, for themselves alone."""

from typing import Final

import msgspec

MARKS: Final = ("trust", "unsure", "doubt")
"""What a seat may be marked with."""
LONGEST_NOTE: Final = 80
"""Characters about one seat."""
LONGEST_GENERAL_NOTE: Final = 800
"""Characters about anything else."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person notes about a seat: a mark, one of few, and some words."""

    mark: str = ""
    text: str = ""
