"""Clocks and absences of one room, in memory only. `clocks.py` runs them."""

import asyncio
from collections.abc import Callable
from typing import Final, Literal, Protocol

import msgspec

from turncoat.table.values.entropy import PendingDeal

HOST_AWAY: Final = 120.0
"""Seconds after which another person at the table may become its host."""

Kind = Literal["decision", "talk", "abilities", "reveal"]


class Alarm(Protocol):
    """A scheduled call that can be cancelled."""

    def cancel(self) -> None: ...


class Time(Protocol):
    """A clock that schedules calls. Tests have their own."""

    def now(self) -> float:
        """Return the seconds since some fixed moment."""
        ...

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Call in the event loop, at that time or soon after it."""
        ...


TICK: Final = 0.5
"""Seconds between two checks for a sleep of the server."""
ASLEEP: Final = 2.0
"""Seconds between checks that count as a sleep: the server was stopped, or too busy for anybody to choose."""


class LoopTime:
    """The event loop's monotonic time, without the time for which the server was asleep.

    While a machine sleeps or a process is stopped, nobody can choose, so clocks continue where they were.
    """

    def __init__(self) -> None:
        self._slept = 0.0
        self._looked: float | None = None

    def now(self) -> float:
        self._look()
        return asyncio.get_running_loop().time() - self._slept

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        self._look()
        return asyncio.get_running_loop().call_at(when + self._slept, call)

    def _look(self) -> None:
        """Measure a sleep since the last check. The first call starts the periodic checks."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._looked is None:
            loop.call_later(TICK, self._tick)
        elif now - self._looked > ASLEEP:
            self._slept += now - self._looked - TICK
        self._looked = now

    def _tick(self) -> None:
        self._look()
        asyncio.get_running_loop().call_later(TICK, self._tick)


class Countdown(msgspec.Struct, frozen=True):
    """A countdown that everybody sees."""

    kind: Kind
    limit: float
    """Seconds from beginning to end."""
    ends: float
    """End time, unless it is stopped."""
    question: int = 0
    until: int = 0
    """End time in seconds since 1970 at a table that is played by day, otherwise 0."""


class Discussion(msgspec.Struct, frozen=True):
    """A discussion opened by the host. Its end has no effect."""

    number: int
    limit: float
    ends: float


class RoomClock:
    """The clocks of one room."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.running: Countdown | None = None
        self.stopped: float | None = None
        """Seconds left when the clock was stopped, or None while it runs."""
        self.discussion: Discussion | None = None
        self.shows_discussion = False
        """True if pages display it. That changes only when pages are notified, not at its end time: otherwise the next
        secret act would bring them the change, and be noticed."""
        self.pending_deal: PendingDeal | None = None
        self.deal_due = 0.0
        """Time at which that deal is made with the values revealed by then."""
        self.standing_key: tuple[object, ...] = ()
        """Key of the open question that standing answers are given to, or empty if none is open."""
        self.standing_due = 0.0
        """Time at which they are given."""
        self.away: dict[str, float] = {}
        """Time since which each person at the table has had no page open."""
        self.key: tuple[object, ...] = ()
        """Key of the current clock. A new key starts a new clock."""
        self.host_may_be_replaced = False
        self.busy = False
        """True while a command of the clock is running."""
        self._alarm: Alarm | None = None

    def now(self) -> float:
        """Return the current time of these clocks, in seconds."""
        return self._time.now()

    def left(self) -> float:
        """Return the seconds left on the clock of the open question."""
        if self.stopped is not None:
            return self.stopped
        return max(0.0, self.running.ends - self._time.now()) if self.running is not None else 0.0

    def deal_left(self) -> float:
        """Return the seconds left to reveal commitments."""
        return max(0.0, self.deal_due - self._time.now()) if self.pending_deal is not None else 0.0

    def discussion_left(self) -> float:
        """Return the seconds left of the discussion."""
        return max(0.0, self.discussion.ends - self._time.now()) if self.discussion is not None else 0.0

    def is_away(self, person: str, seconds: float) -> bool:
        """Return whether the person has had no page open for that many seconds."""
        since = self.away.get(person)
        return since is not None and self._time.now() - since >= seconds

    def is_host_long_away(self, host: str) -> bool:
        """Return whether the host has been away long enough to be replaced."""
        return self.is_away(host, HOST_AWAY)

    def host_replaceable_at(self, host: str) -> float | None:
        """Return the time at which the host may be replaced, or None while they are here."""
        return self.away[host] + HOST_AWAY if host in self.away else None

    def set_alarm(self, alarm: Alarm | None) -> None:
        """Replace the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = alarm
