"""Devices that are passed round: whose seat each of them shows now.

It is in memory only, so that after a restart, or on another server, every such device is covered again. The log knows
who plays on whose device; nothing here is needed to rebuild a table.
"""

import secrets
from typing import Final

import msgspec

from turncoat.table.runtime.presence import Presence
from turncoat.table.runtime.room_clock import Time
from turncoat.table.state.table import Table

LONGEST: Final = 120.0
"""Seconds for which a seat stays open without a request or an open page. Pages with scripts cover it much sooner."""


class OpenSeat(msgspec.Struct, frozen=True):
    """Seat that a device shows, of which nobody else there may see anything."""

    person: str
    mark: str
    """Secret of the browser for which it was opened."""
    ends: float
    asked: tuple[object, ...] = ()
    """Question that the table was asking when it was opened."""


class Passing:
    """The open seats of one room, at most one on each device."""

    def __init__(self, time: Time, presence: Presence) -> None:
        self._time = time
        self._presence = presence
        self._open: dict[str, OpenSeat] = {}

    def is_passed(self, table: Table, device: str) -> bool:
        """Return whether the device of that person is passed round now: others play on it, too."""
        return table.running and bool(table.companions_of(device))

    def open(self, device: str, person: str, asked: tuple[object, ...] = ()) -> str:
        """Open a person's seat on that device, in place of any other there, and return its mark."""
        mark = secrets.token_urlsafe(12)
        self._open[device] = OpenSeat(person, mark, self._time.now() + LONGEST, asked)
        return mark

    def asked(self, device: str) -> tuple[object, ...]:
        """Return the question that the table was asking when the device's seat was opened, empty if none is open."""
        seat = self._open.get(device)
        return seat.asked if seat is not None else ()

    def close(self, device: str) -> None:
        """Cover the device."""
        self._open.pop(device, None)

    def is_open(self, table: Table, device: str, person: str, mark: str) -> bool:
        """Return whether the device shows that person's seat, opened with this mark."""
        seat = self._open.get(device)
        is_theirs = seat is not None and (seat.person, seat.mark) == (person, mark)
        is_used = seat is not None and (seat.ends > self._time.now() or device in self._presence.pages)
        is_here = table.seat_of(person) is not None and table.device_of(person) == device
        return is_theirs and is_used and is_here and self.is_passed(table, device)

    def is_covered(self, table: Table, device: str) -> bool:
        """Return whether the device is passed round and shows no seat."""
        seat = self._open.get(device)
        is_open = seat is not None and self.is_open(table, device, seat.person, seat.mark)
        return self.is_passed(table, device) and not is_open

    def touch(self, device: str) -> None:
        """Keep the open seat open, since somebody uses the device."""
        if (seat := self._open.get(device)) is not None:
            self._open[device] = msgspec.structs.replace(seat, ends=self._time.now() + LONGEST)
