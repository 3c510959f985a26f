"""The clocks of all rooms.

They run in memory only. A restarted server restarts the clock of an open question, but continues a discussion, because
the log knows when it was opened. At a table that is played by day it also continues the clock of the question, and
nothing else waits there.

A clock's display and start depend only on what everybody may know: which seats are asked, not who has changed their
mind. Its effect is a command of the server, which is logged.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refused
from turncoat.kernel.seats import Seat, is_in
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.day_clock import deadline_of
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import Countdown, Discussion, Kind, Time
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure
from turncoat.table.values.occupants import seats_of_people

MINUTE: Final = 60.0
CLOCKS_REST_AFTER: Final = 60.0
"""Seconds after which an abandoned table's clocks rest until somebody comes."""
REVEAL_TIME: Final = 5.0
"""Seconds to reveal commitments. A restarted server grants them again."""
DISCUSSED_FOR: Final = 5.0
"""Seconds for which pages announce the end of a discussion."""
RETRY_AFTER: Final = 2.0
"""Seconds until a failed write is retried."""
DOUBTED_FOR: Final = 60.0
"""Seconds until a clock that has jumped is asked again."""
TOLERANCE: Final = 0.01
"""Seconds by which the wall clock may be behind the one that rings."""
HOUR: Final = 60 * 60.0


class ClockRunner:
    """Runs the clocks of all rooms."""

    def __init__(
        self,
        time: Time,
        hold: float,
        wall_time: Callable[[], float],
        believes: Callable[[int], Awaitable[bool]],
    ) -> None:
        self._time = time
        self._hold = hold
        """Seconds for which a table stays open before a reveal that nobody triggers, and before standing answers."""
        self._wall_time = wall_time
        """Returns the time in seconds since 1970, as used in the log."""
        self._believes = believes
        """Tells whether that time is plausible enough to choose anything by it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def close(self) -> None:
        """Stop all clocks."""
        self._closed = True
        for task in self._tasks:
            task.cancel()

    def refresh(self, room: Room) -> None:
        """Update the clocks after a change in the room, and set the alarm for the next due time."""
        if self._closed or room.unloaded:
            return
        self._note_presence(room)
        self._set_clock(room)
        self._set_standing_answers(room)
        self._set_discussion(room)
        self._set_deal(room)
        self._welcome_back(room)
        dues = [due for due in self._dues(room) if math.isfinite(due)]
        room.clock.set_alarm(
            self._time.call_at(min(dues), lambda: self._ring(room)) if dues and not room.clock.busy else None
        )

    def _note_presence(self, room: Room) -> None:
        clock, people = room.clock, {occupant.person for occupant in room.table.seats if occupant.person}
        now = self._time.now()
        clock.away = {person: clock.away.get(person, now) for person in people - room.presence.here.keys()}
        clock.host_may_be_replaced = clock.is_host_long_away(room.table.host) and not _is_host_waited_for(room.table)

    def _set_clock(self, room: Room) -> None:
        clock, table = room.clock, room.table
        if table.settings.is_by_day and not (table.session is not None and table.session.is_held):
            self._set_day_clock(room)
            return
        kind, limit, key = self._wanted(table)
        key = (*key, room.scenes.cuts)
        if math.isinf(room.scenes.left):  # the clock begins when the deal ends
            limit = 0.0
        if key != clock.key:
            clock.key = key
            clock.stopped = None
            session = table.session
            clock.running = (
                # The clock starts once everybody can see the question.
                Countdown(kind, limit, self._time.now() + room.scenes.left + limit, session.question)
                if limit and session is not None
                else None
            )
        if clock.running is None:
            return
        if table.control.paused_by and clock.stopped is None:
            clock.stopped = clock.left()
        elif not table.control.paused_by and clock.stopped is not None:
            clock.running = msgspec.structs.replace(clock.running, ends=self._time.now() + clock.stopped)
            clock.stopped = None

    def _set_day_clock(self, room: Room) -> None:
        clock, session, hours = room.clock, room.table.session, room.table.settings.day_hours
        until = deadline_of(room.table)
        key = (session.number, session.turn, until, "by day") if session is not None else ()
        if key == clock.key:
            return
        clock.key, clock.stopped, clock.running = key, None, None
        if until and session is not None:
            ends = self._time.now() + until - self._wall_time()
            clock.running = Countdown(_kind(session.clock), hours * HOUR, ends, session.question, until)

    def _wanted(self, table: Table) -> tuple[Kind, float, tuple[object, ...]]:
        """Return the kind of clock that the table needs, its seconds (0 for none) and its key."""
        session = table.session
        if session is None or session.result is not None:
            return "decision", 0.0, ()
        if session.is_held:
            return "reveal", self._hold, (session.number, session.turn, "reveal")
        named = session.clock
        kind = _kind(named)
        # Everyone who was asked counts, answered or not: an answer changes nothing about the clock.
        is_timed = bool(session.asked & seats_of_people(table.seats))
        limit = float(table.settings.time_for(named)) if is_timed else 0.0
        return kind, limit, (session.number, session.turn, table.control.times_up, kind, limit)

    def _set_standing_answers(self, room: Room) -> None:
        """Leave everybody a moment to speak up. It begins with a public event, even if somebody moves on earlier."""
        clock, session = room.clock, room.table.session
        is_open = session is not None and session.takes_standing_answers and not room.table.control.paused_by
        key: tuple[object, ...] = ()
        if session is not None and is_open:
            key = (session.number, session.question, session.turn, room.scenes.cuts)
        if key != clock.standing_key:
            clock.standing_key, clock.standing_due = key, self._time.now() + room.scenes.left + self._hold

    def _standing_answers_due(self, room: Room) -> float | None:
        """Return the time at which standing answers are given to the open question, or None if there are none."""
        session = room.table.session
        if session is None or not room.clock.standing_key or not session.standing_answers & session.waiting:
            return None
        return None if self._is_left_alone(room) else room.clock.standing_due

    def _set_discussion(self, room: Room) -> None:
        clock, control = room.clock, room.table.control
        number, limit = control.discussions, float(control.discussion_time)
        if clock.discussion is None or clock.discussion.number != number or clock.discussion.limit != limit:
            known = clock.discussion is not None
            # The log knows when a discussion was opened, even before the server started.
            gone = 0.0 if known else self._wall_time() - control.discussion_since
            clock.discussion = Discussion(number, limit, self._time.now() + limit - min(limit, max(0.0, gone)))
            clock.shows_discussion = bool(clock.discussion_left())

    def _set_deal(self, room: Room) -> None:
        clock, pending = room.clock, room.table.pending_deal
        if clock.pending_deal is not pending:
            clock.pending_deal, clock.deal_due = pending, self._time.now() + REVEAL_TIME

    def _welcome_back(self, room: Room) -> None:
        for seat, occupant in enumerate(room.table.seats):
            if occupant.stand_in and occupant.person in room.presence.here:
                self._do(room, c.ReturnFromAway(seat))

    # Due times

    def _is_left_alone(self, room: Room) -> bool:
        if room.table.settings.is_by_day:
            return False  # nobody has to be there
        people = [occupant.person for occupant in room.table.seats if occupant.person]
        return all(room.clock.is_away(person, CLOCKS_REST_AFTER) for person in people)

    def _dues(self, room: Room) -> list[float]:
        clock, table = room.clock, room.table
        alone = self._is_left_alone(room)
        dues = [] if alone else [when for when, _ in self._stand_ins(room)]
        if clock.pending_deal is not None:
            dues.append(clock.deal_due)
        if clock.shows_discussion and clock.discussion is not None:
            dues.append(clock.discussion.ends + DISCUSSED_FOR)
        if room.scenes.dealing:
            dues.append(self._time.now() + room.scenes.dealing)
        if room.scenes.talking:
            dues.append(self._time.now() + room.scenes.talking)
        if clock.running is not None and clock.stopped is None:
            dues.append(self._end_of(clock.running))
        standing_due = self._standing_answers_due(room)
        if standing_due is not None:
            dues.append(standing_due)
        replaceable_at = clock.host_replaceable_at(table.host)
        if replaceable_at is not None and not (clock.host_may_be_replaced or _is_host_waited_for(table)):
            dues.append(replaceable_at)
        return dues

    def _is_over(self, running: Countdown) -> bool:
        if running.until:
            return running.until <= self._wall_time() + TOLERANCE
        return running.ends <= self._time.now()

    def _end_of(self, running: Countdown) -> float:
        """Return the end of the clock. By day that is a moment of the wall clock, which may be set meanwhile."""
        return self._time.now() + running.until - self._wall_time() if running.until else running.ends

    def _stand_ins(self, room: Room) -> list[tuple[float, Seat]]:
        """Return the time at which a bot takes over for each person who is away."""
        clock, table = room.clock, room.table
        minutes = table.settings.stand_in_after
        if not minutes or not table.running or table.control.paused_by or table.settings.is_by_day:
            return []
        return [
            (clock.away[occupant.person] + minutes * MINUTE, seat)
            for seat, occupant in enumerate(table.seats)
            if occupant.is_played_by_person and occupant.person in clock.away
        ]

    def _ring(self, room: Room) -> None:
        clock, table, now = room.clock, room.table, self._time.now()
        session, running = table.session, clock.running
        command: c.Command | None = None
        pending, standing_due = table.pending_deal, self._standing_answers_due(room)
        discussion = clock.discussion if clock.shows_discussion else None
        if discussion is not None and discussion.ends + DISCUSSED_FOR <= now:
            clock.shows_discussion = False
        elif pending is not None and pending is clock.pending_deal and clock.deal_due <= now:
            command = c.CallOffDeal() if pending.waits and pending.missing else c.Start()
        elif running is not None and session is not None and clock.stopped is None and self._is_over(running):
            if running.kind == "reveal":
                command = c.Reveal(session.number, session.question)
            elif self._is_left_alone(room):
                # Everybody has left: the clock restarts for those who come back.
                clock.running, clock.key = None, ("alone",)
                clock.set_alarm(None)
                return
            else:
                command = c.TimeUp(session.number, session.question)
        elif standing_due is not None and standing_due <= now and session is not None:
            command = c.GiveStandingAnswers(session.number, session.question)
        elif not self._is_left_alone(room):
            command = next((c.StandIn(seat) for when, seat in self._stand_ins(room) if when <= now), None)
        if command is not None:
            self._do(room, command)
            return
        self.refresh(room)
        room.tell()

    def _do(self, room: Room, command: c.Command) -> None:
        if room.clock.busy or self._closed:
            return
        room.clock.busy = True
        room.clock.set_alarm(None)
        task = asyncio.ensure_future(self._done(room, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, room: Room, command: c.Command) -> None:
        again = 0.0
        try:
            if room.table.settings.is_by_day and not await self._believes(int(self._wall_time())):
                again = DOUBTED_FOR
            else:
                await room.submit(c.SERVER, command)
        except Refused:
            pass  # somebody was faster
        except StoreFailure:
            again = RETRY_AFTER
        except Exception as error:
            server_log.error("a clock failed", table=room.table.code, kind=type(error).__name__)
            again = RETRY_AFTER
        finally:
            room.clock.busy = False
        if again:
            room.clock.set_alarm(self._time.call_at(self._time.now() + again, lambda: self._ring(room)))
        else:
            self.refresh(room)


def _is_host_waited_for(table: Table) -> bool:
    """Return whether the host is right to be away: a game is played by day, and their time is not up."""
    session, host = table.session, table.seat_of(table.host)
    if not table.settings.is_by_day or not table.running or session is None or host is None:
        return False
    return not is_in(host, table.control.still_timed_out(session.latest_question))


def _kind(named: str) -> Kind:
    """Return the kind of a question's clock by its name in the rules."""
    return "talk" if named == "talk" else "abilities" if named == "abilities" else "decision"
