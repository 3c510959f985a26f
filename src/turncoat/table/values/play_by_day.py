"""Play by day: a decision takes hours, and the nights of the host's time zone do not count."""

import math
import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

HOUR: Final = 60 * 60
MORNING: Final = time(8)
EVENING: Final = time(22)
"""The night is off from the evening to the morning."""
_ZONE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,3}")


@lru_cache(maxsize=256)
def known_zone(name: str) -> tzinfo | None:
    """Return the time zone of that IANA name, or None if there is none here."""
    if len(name) > 64 or not _ZONE.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # the last for the name of a folder
        return None


def zone_of(name: str) -> tzinfo:
    """Return the time zone of that name, or UTC if it is empty or unknown here."""
    return known_zone(name) or UTC


def deadline(opened: float, hours: int, *, nights_off: bool, zone: str) -> int:
    """Return the time at which so many hours have passed since `opened`, both in seconds since 1970.

    With `nights_off`, only hours outside the nights count. Real hours count, so a day on which the clocks change has
    an hour more or less, unless the change is at night.
    """
    left = float(hours * HOUR)
    if not nights_off:
        return math.ceil(opened + left)
    place, at = zone_of(zone), opened
    day = datetime.fromtimestamp(opened, place).date()
    while True:
        at, evening = max(at, _moment(day, MORNING, place)), _moment(day, EVENING, place)
        if at + left <= evening:
            return math.ceil(at + left)
        left -= max(0.0, evening - at)
        at, day = max(at, evening), day + timedelta(days=1)


def _moment(day: date, at: time, zone: tzinfo) -> float:
    return datetime.combine(day, at, zone).timestamp()
