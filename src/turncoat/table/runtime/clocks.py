"""The clocks of all tables, and who has been away since when. All of it runs in memory alone: a restarted server begins
the clock of an open question anew, and goes on with a discussion, of which the log knows when it was opened.

What a clock shows and when it begins depends on what everybody may know: which seats are asked, not who of them has
changed his mind. What comes of it is a command of the house, which the log keeps.
"""

import asyncio
import contextlib
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.seats import Seat
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.state.game_control import seats_of_people
from turncoat.table.state.table import Table

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Room, RoomRegistry

HOST_AWAY: Final = 120.0
"""Seconds after which somebody else at the table may become its host."""
MINUTE: Final = 60.0
LEFT_ALONE: Final = 60.0
"""Seconds after which nobody seems to be at a table any more: then its clocks rest until somebody comes."""
AGAIN: Final = 2.0
"""Seconds until what could not be kept is tried again."""

Kind = Literal["decision", "talk", "abilities", "reveal"]


class Alarm(Protocol):
    """What can be called off."""

    def cancel(self) -> None: ...


class Time(Protocol):
    """What time it is, and a call when it is later. Tests have a time of their own."""

    def now(self) -> float:
        """Seconds since some moment."""
        ...

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Call in the event loop, at that time or soon after it."""
        ...


class LoopTime:
    """The event loop's own time, which nobody can set back."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_at(when, call)


class Countdown(msgspec.Struct, frozen=True):
    """A time that everybody sees running down."""

    kind: Kind
    limit: float
    """Seconds, from beginning to end."""
    ends: float
    """When it ends; meanwhile nobody touches it."""
    question: int = 0


class Discussion(msgspec.Struct, frozen=True):
    """A discussion that the host has opened: nothing comes of its end."""

    number: int
    limit: float
    ends: float


class RoomClock:
    """The clocks of one table."""

    def __init__(self) -> None:
        self.running: Countdown | None = None
        self.stopped: float | None = None
        """Seconds that were left when the clock was stopped; None while it runs."""
        self.discussion: Discussion | None = None
        self.away: dict[str, float] = {}
        """Since when each person who sits at the table has no page open."""
        self.changes = 0
        """Counts what a page has to show anew."""
        self.key: tuple[object, ...] = ()
        """What the clock belongs to: with another one another clock begins."""
        self.host_may_be_replaced = False
        self.busy = False
        """Whether a command of the house is under way."""
        self.now: Callable[[], float] = lambda: 0.0
        self._alarm: Alarm | None = None

    def left(self) -> float:
        """How many seconds the clock of the open question has left."""
        if self.stopped is not None:
            return self.stopped
        return max(0.0, self.running.ends - self.now()) if self.running is not None else 0.0

    def discussion_left(self) -> float:
        """How many seconds the discussion has left."""
        return max(0.0, self.discussion.ends - self.now()) if self.discussion is not None else 0.0

    def set_alarm(self, alarm: Alarm | None) -> None:
        """Be woken then, and at no other time."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = alarm


class ClockRunner:
    """Keeps the time for all tables of a hall."""

    def __init__(self, registry: "RoomRegistry", time: Time, hold: float) -> None:
        self._hall = registry
        self._time = time
        self._hold = hold
        """Seconds that a table is held open before a reveal that nobody triggers."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def holds(self) -> bool:
        """Whether games that are dealt now are held open before such a reveal."""
        return self._hold > 0

    def now(self) -> float:
        """What time it is."""
        return self._time.now()

    def close(self) -> None:
        """No clock runs on."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    def forget(self, room: "Room") -> None:
        """A table goes out of memory."""
        room.timer.set_alarm(None)

    def is_away(self, room: "Room", person: str, seconds: float) -> bool:
        """Whether the person has had no page open for so long."""
        since = room.timer.away.get(person)
        return since is not None and self.now() - since >= seconds

    # What asks for presence, which the log does not know

    def check(self, room: "Room", by: str, command: c.ControlCommand) -> None:
        """Raise Refused when the command does not fit who is here."""
        if isinstance(command, c.StandIn) and room.table.occupant(command.seat).person in room.here:
            raise Refused(Refusal("not-away"))
        if isinstance(command, c.TakeOverHosting) and not self.is_away(room, room.table.host, HOST_AWAY):
            raise Refused(Refusal("host-is-here"))

    async def seen(self, room: "Room", person: str) -> None:
        """Somebody has asked for the page: without scripts that is all that tells that he is here."""
        if person not in room.timer.away:
            return
        room.timer.away[person] = self.now()
        seat = room.table.seat_of(person)
        if seat is not None and room.table.seats[seat].stand_in:
            with contextlib.suppress(Refused):  # he was back already
                await self._hall.do(room, c.SERVER, c.ReturnFromAway(seat))
        self.look(room)

    # Keeping time

    def look(self, room: "Room") -> None:
        """Something has changed at a table: which clocks run now, and when is the next thing due?"""
        if self._closed or room.unloaded:
            return
        room.timer.now = self.now
        self._note_presence(room)
        self._set_clock(room)
        self._set_discussion(room)
        self._welcome_back(room)
        dues = list(self._dues(room))
        room.timer.set_alarm(
            self._time.call_at(min(dues), lambda: self._ring(room)) if dues and not room.timer.busy else None
        )

    def _note_presence(self, room: "Room") -> None:
        timer, people = room.timer, {occupant.person for occupant in room.table.seats if occupant.person}
        now = self.now()
        timer.away = {person: timer.away.get(person, now) for person in people - room.here.keys()}
        may = self.is_away(room, room.table.host, HOST_AWAY)
        timer.changes += may != timer.host_may_be_replaced
        timer.host_may_be_replaced = may

    def _set_clock(self, room: "Room") -> None:
        timer, table = room.timer, room.table
        kind, limit, key = self._wanted(table)
        if key != timer.key:
            timer.key = key
            timer.stopped = None
            session = table.session
            timer.running = (
                Countdown(kind, limit, self.now() + limit, session.question) if limit and session is not None else None
            )
            timer.changes += 1
        if timer.running is None:
            return
        if table.control.paused_by and timer.stopped is None:
            timer.stopped = timer.left()
            timer.changes += 1
        elif not table.control.paused_by and timer.stopped is not None:
            timer.running = msgspec.structs.replace(timer.running, ends=self.now() + timer.stopped)
            timer.stopped = None
            timer.changes += 1

    def _wanted(self, table: Table) -> tuple[Kind, float, tuple[object, ...]]:
        """The clock that the table should have, its seconds (0 for none) and what it belongs to."""
        session = table.session
        if session is None or session.result is not None:
            return "decision", 0.0, ()
        if session.is_held:
            return "reveal", self._hold, (session.number, session.turn, "reveal")
        clock = session.clock
        kind: Kind = "talk" if clock == "talk" else "abilities" if clock == "abilities" else "decision"
        # Of who was asked, not of who is still waited for: an answer changes nothing about the clock.
        is_timed = bool(session.asked & seats_of_people(table))
        limit = float(table.settings.time_for(clock)) if is_timed else 0.0
        return kind, limit, (session.number, session.turn, table.control.times_up, kind, limit)

    def _set_discussion(self, room: "Room") -> None:
        timer, course = room.timer, room.table.control
        number, limit = course.discussions, float(course.discussion_time)
        if timer.discussion is None or timer.discussion.number != number or timer.discussion.limit != limit:
            known = timer.discussion is not None
            # Of one that was opened before the server began, the log knows when that was.
            gone = 0.0 if known else self._hall.settings.now() - course.discussion_since
            timer.discussion = Discussion(number, limit, self.now() + limit - min(limit, max(0.0, gone)))
            timer.changes += known

    def _welcome_back(self, room: "Room") -> None:
        for seat, occupant in enumerate(room.table.seats):
            if occupant.stand_in and occupant.person in room.here:
                self._do(room, c.ReturnFromAway(seat))

    # What is due

    def _is_left_alone(self, room: "Room") -> bool:
        people = [occupant.person for occupant in room.table.seats if occupant.person]
        return all(self.is_away(room, person, LEFT_ALONE) for person in people)

    def _dues(self, room: "Room") -> list[float]:
        timer, table = room.timer, room.table
        alone = self._is_left_alone(room)
        dues = [] if alone else [when for when, _ in self._stand_ins(room)]
        if timer.running is not None and timer.stopped is None:
            dues.append(timer.running.ends)
        if table.host in timer.away and not timer.host_may_be_replaced:
            dues.append(timer.away[table.host] + HOST_AWAY)
        return dues

    def _stand_ins(self, room: "Room") -> list[tuple[float, Seat]]:
        """When a bot is to play for each of those who are away."""
        timer, table = room.timer, room.table
        minutes = table.settings.stand_in_after
        if not minutes or not table.running or table.control.paused_by:
            return []
        return [
            (timer.away[occupant.person] + minutes * MINUTE, seat)
            for seat, occupant in enumerate(table.seats)
            if occupant.kind == "person" and not occupant.stand_in and occupant.person in timer.away
        ]

    def _ring(self, room: "Room") -> None:
        timer, table, now = room.timer, room.table, self.now()
        changes = timer.changes
        session, running = table.session, timer.running
        command: c.AnyCommand | None = None
        if running is not None and session is not None and timer.stopped is None and running.ends <= now:
            if running.kind == "reveal":
                command = c.Reveal(session.number, session.question)
            elif self._is_left_alone(room):
                # Nobody is there to be waited for: the clock begins anew for who comes.
                timer.running, timer.key = None, ("alone",)
                timer.set_alarm(None)
                return
            else:
                command = c.TimeUp(session.number, session.question)
        elif not self._is_left_alone(room):
            command = next((c.StandIn(seat) for when, seat in self._stand_ins(room) if when <= now), None)
        if command is not None:
            self._do(room, command)
            return
        self.look(room)
        if timer.changes != changes:
            room.tell()

    def _do(self, room: "Room", command: c.AnyCommand) -> None:
        if room.timer.busy or self._closed:
            return
        room.timer.busy = True
        room.timer.set_alarm(None)
        task = asyncio.ensure_future(self._done(room, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, room: "Room", command: c.AnyCommand) -> None:
        again = 0.0
        try:
            await self._hall.do(room, c.SERVER, command)
        except Refused:
            pass  # somebody was faster
        except Exception as error:  # the store is in trouble
            server_log.error("a clock failed", table=room.table.code, kind=type(error).__name__)
            again = AGAIN
        finally:
            room.timer.busy = False
        if again:
            room.timer.set_alarm(self._time.call_at(self.now() + again, lambda: self._ring(room)))
        else:
            self.look(room)


def shown(seconds: float) -> int:
    """Whole seconds for a face: one is shown until it is over."""
    return math.ceil(seconds)
