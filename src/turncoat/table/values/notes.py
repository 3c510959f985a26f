"""A person's private notes about the others."""

from typing import Final

import msgspec

MARKS: Final = ("trust", "unsure", "doubt")
"""Marks for a seat."""
LONGEST_NOTE: Final = 80
"""Maximum characters about one seat."""
LONGEST_GENERAL_NOTE: Final = 800
"""Maximum characters of the general notes."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's note about a seat: one of the marks, and some text."""

    mark: str = ""
    text: str = ""
