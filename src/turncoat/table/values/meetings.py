"""A time at which the people of a table want to meet."""

from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_

describe(
    {
        "no-such-zone": N_("There is no such time zone; please write one such as Europe/Warsaw."),
        "not-to-come": N_("Please choose a day and a time to come, within a year."),
    }
)

FURTHEST: Final = 366 * 24 * 60 * 60
"""Seconds from now to the latest time for a meeting."""
EARLY: Final = 60 * 60
"""Seconds before a meeting from which a game counts as that of the meeting."""
LONGEST_ZONE: Final = 64


class Meeting(msgspec.Struct, frozen=True):
    """A meeting. All times are in seconds since 1970."""

    at: int
    zone: str
    """Time zone of whoever chose the time, by its IANA name."""
    since: int
    """Time at which it was first arranged."""
    changed: int
    """Time at which it was arranged last."""
    changes: int = 0
    """Number of times that it was arranged anew."""


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name. Raises Refused."""
    try:
        if len(name) <= LONGEST_ZONE and name.isascii():
            return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no name at all, or a folder of zones
        pass
    raise Refused(Refusal("no-such-zone"))
