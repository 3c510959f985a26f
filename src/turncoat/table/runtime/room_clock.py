"""The clocks of one room, and who has been away since when. All of it is in memory only: `clocks.py` keeps it going."""

import asyncio
from collections.abc import Callable
from typing import Final, Literal, Protocol

import msgspec

from turncoat.table.values.entropy import PendingDeal

HOST_AWAY: Final = 120.0
"""Seconds after which somebody else at the table may become its host."""

Kind = Literal["decision", "talk", "abilities", "reveal"]


class Alarm(Protocol):
    """A call to come that can be called off."""

    def cancel(self) -> None: ...


class Time(Protocol):
    """What time it is, and a call when it is later. Tests have a time of their own."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Call in the event loop, at that time or soon after it."""
        ...


TICK: Final = 0.5
"""Seconds between two checks whether the server was asleep."""
ASLEEP: Final = 2.0
"""Seconds without a look after which it was: it was stopped, or so busy that nobody could choose."""


class LoopTime:
    """The event loop's own time, which nobody can set back, without the time for which the server was asleep.

    When a machine wakes up, or a stopped process goes on, nobody had their time to choose: clocks go on as they were.
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
        """Note whether the server was asleep since the last look; the first one sees to it that others follow."""
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
    """A time that everybody sees running down."""

    kind: Kind
    limit: float
    """Seconds, from beginning to end."""
    ends: float
    """When it ends, unless it is stopped."""
    question: int = 0


class Discussion(msgspec.Struct, frozen=True):
    """A discussion that the host has opened: nothing comes of its end."""

    number: int
    limit: float
    ends: float


class RoomClock:
    """The clocks of one room."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.running: Countdown | None = None
        self.stopped: float | None = None
        """Seconds that were left when the clock was stopped; None while it runs."""
        self.discussion: Discussion | None = None
        self.shows_discussion = False
        """Whether pages show it. That changes when they are told, and not with its time: else the next thing that
        somebody does in secret would bring them the change, and so be noticed."""
        self.pending_deal: PendingDeal | None = None
        self.deal_due = 0.0
        """When that deal is made with what was revealed by then."""
        self.standing_key: tuple[object, ...] = ()
        """The question that is put to everybody, and to which standing answers are given; empty when none is open."""
        self.standing_due = 0.0
        """When they are given."""
        self.away: dict[str, float] = {}
        """Since when each person who sits at the table has had no page open."""
        self.key: tuple[object, ...] = ()
        """What the clock belongs to: with another one another clock begins."""
        self.host_may_be_replaced = False
        self.busy = False
        """Whether a command of the clock is under way."""
        self._alarm: Alarm | None = None

    def now(self) -> float:
        """Return the time by which these clocks go, in seconds."""
        return self._time.now()

    def left(self) -> float:
        """How many seconds the clock of the open question has left."""
        if self.stopped is not None:
            return self.stopped
        return max(0.0, self.running.ends - self._time.now()) if self.running is not None else 0.0

    def deal_left(self) -> float:
        """How many seconds people have left to reveal what they have committed to."""
        return max(0.0, self.deal_due - self._time.now()) if self.pending_deal is not None else 0.0

    def discussion_left(self) -> float:
        """How many seconds the discussion has left."""
        return max(0.0, self.discussion.ends - self._time.now()) if self.discussion is not None else 0.0

    def is_away(self, person: str, seconds: float) -> bool:
        """Whether the person has had no page open for so long."""
        since = self.away.get(person)
        return since is not None and self._time.now() - since >= seconds

    def is_host_long_away(self, host: str) -> bool:
        """Whether the host has been away so long that somebody else may become the host."""
        return self.is_away(host, HOST_AWAY)

    def host_replaceable_at(self, host: str) -> float | None:
        """When that will be; None while the host is here."""
        return self.away[host] + HOST_AWAY if host in self.away else None

    def set_alarm(self, alarm: Alarm | None) -> None:
        """Be woken by this alarm and by no other."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = alarm
