"""Notices that it is somebody's turn: whom to tell, and when.

People are told once for each question, soon after it is put to them, and reminded if they like. Whoever has the page in
sight then is not told. The circle of a table is told of all who are waited for, unless they all have it in sight: its
message does not tell who looks. The moment depends only on what the whole table sees: who is waited for, and since
when. What was told is stored before it is sent, so that no restart, and no other server, tells it again.
"""

import math
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from turncoat.kernel.seats import seats_in
from turncoat.table import server_log
from turncoat.table.runtime.notice_people import KEPT_FOR, TRIES, NoticePeople
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import Alarm
from turncoat.table.runtime.server import Server
from turncoat.table.state.table import Table
from turncoat.table.store.errors import Conflict, StoreFailure
from turncoat.table.store.protocols import Store
from turncoat.table.values.notice_settings import NoticeSettings, circle_of, circle_recipient
from turncoat.table.values.occupants import Occupant

TOLD: Final = "told"
"""Kind of the documents about what was told, named by table code."""
DELAY: Final = 5.0
"""Seconds after which people are told that they are waited for, unless they have chosen or see the page."""
RETRY_AFTER: Final = (15, 120, 900)
"""Seconds after the first attempt at which a failed delivery is repeated."""
TROUBLE: Final = 10.0
"""Seconds until the store is asked again after a failure."""
HOUR: Final = 60 * 60


class TurnNotice(msgspec.Struct, frozen=True):
    """A notice that a table waits for somebody. It says nothing that the table does not know."""

    recipient: str
    """Person or circle that is told."""
    code: str
    game: str
    names: tuple[str, ...] = ()
    """Names of those for whom the table waits, if a circle is told."""


Deliver = Callable[[TurnNotice, Sequence[str]], Awaitable[Sequence[str]]]
"""Sends a notice through some of the recipient's channels, and returns those to try again later. Raises nothing."""
SettingsOf = Callable[[str], Awaitable[NoticeSettings]]
"""Returns the settings of a recipient. Raises StoreFailure."""


class Told(msgspec.Struct, frozen=True):
    """A notice that one recipient got, or needed none because the page was seen."""

    question: str
    at: int
    """Seconds since 1970."""
    left: tuple[str, ...] = ()
    """Channels through which it could not be delivered."""
    tries: int = 0
    """Number of repeated attempts."""


class Due(msgspec.Struct, frozen=True):
    """The next thing to do about one recipient."""

    at: float
    channels: tuple[str, ...]
    told: Told
    """Entry to store before the notice is sent."""


def waited_for(table: Table) -> tuple[str, tuple[Occupant, ...]]:
    """Return the key of the open question and the people for whom it waits, as everybody at the table sees."""
    session = table.session
    if session is None or session.is_held:
        return "", ()
    people = tuple(table.seats[seat] for seat in seats_in(table.waited_for))
    return f"{session.number}.{session.question}", people


def recipients_at(table: Table) -> tuple[str, frozenset[str]]:
    """Return the key of the open question and those who are told of it: on whose devices it waits, and the circle."""
    question, people = waited_for(table)
    devices = frozenset(one.device for one in people)
    return question, devices | {circle_recipient(table.circle)} if devices and table.circle else devices


def next_notice(question: str, since: float, had: Told | None, settings: NoticeSettings, now: float) -> Due | None:
    """Return the next notice to a recipient for whom the question has waited `since` then, or None if there is none."""
    if had is None or had.question != question:
        return Due(since + DELAY, settings.channels, Told(question, int(now)))
    if had.left and had.tries < len(RETRY_AFTER):
        left = tuple(one for one in had.left if one in settings.channels)
        again = msgspec.structs.replace(had, left=(), tries=had.tries + 1)
        return Due(had.at + RETRY_AFTER[had.tries], left, again)
    if settings.remind:
        return Due(had.at + settings.remind * HOUR, settings.channels, Told(question, int(now)))
    return None


def unseen_at(room: Room) -> frozenset[str]:
    """Return the people on whose devices the room waits and who have no page of it in sight."""
    _, people = waited_for(room.table)
    return frozenset(one.device for one in people if not room.watchers.is_looking(one.device))


async def erase_told(store: Store, code: str) -> None:
    """Delete what was told about a table. Raises StoreFailure."""
    for _ in range(TRIES):
        if (document := await store.read_document(TOLD, code)) is None:
            return
        with suppress(Conflict):
            await store.delete_document(TOLD, code, after=document.version)
            return


async def erase_person(store: Store, person: str) -> None:
    """Delete what one person was told, at all of their tables. Raises StoreFailure."""
    for code in await store.tables_of(person):
        for _ in range(TRIES):
            told, version = await read_told(store, code)
            if told.pop(person, None) is None or await write_told(store, code, told, version):
                break
    await store.clean()


async def read_told(store: Store, code: str) -> tuple[dict[str, Told], int]:
    """Return what each recipient was told at a table, and the version of the document. Raises StoreFailure."""
    document = await store.read_document(TOLD, code)
    if document is None:
        return {}, 0
    try:
        return msgspec.json.decode(document.value, type=dict[str, Told]), document.version
    except msgspec.DecodeError:  # of a newer version
        return {}, document.version


async def write_told(store: Store, code: str, told: Mapping[str, Told], version: int) -> bool:
    """Store what was told at a table. Return False if somebody else was faster. Raises StoreFailure."""
    value, due = msgspec.json.encode(told), int(store.time()) + KEPT_FOR
    try:
        await store.write_document(TOLD, code, value, after=version, due=due)
    except Conflict:
        return False
    return True


class _Waiting:
    """State of a room that waits for people."""

    def __init__(self) -> None:
        self.question = ""
        self.since: dict[str, float] = {}
        """Recipients, and since when the question waits for them, in seconds since 1970."""
        self.alarm: Alarm | None = None
        self.rings = float("inf")
        """Time of the alarm, in seconds since 1970."""
        self.is_busy = False
        self.is_changed = False
        """True if something has changed since the running check began."""
        self.is_planned = True
        """True if `wakes` has been brought up to date for all of these recipients."""
        self.wakes = 0
        """Time at which the table must be in memory for the next notice, in seconds since 1970, or 0 for never."""


class NoticeRunner:
    """Tells people of all rooms that they are waited for."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.deliver: Deliver = _deliver_nothing
        """Set by the web, which can send."""
        self.settings_of: SettingsOf = NoticePeople(server.store).read
        """Replaced by the web, which knows circles."""
        self._rooms: dict[str, _Waiting] = {}
        self._closed = False

    def close(self) -> None:
        """Stop all alarms. Messages under way are finished."""
        self._closed = True
        for waiting in self._rooms.values():
            self._set_alarm(waiting, None)

    def forget(self, room: Room) -> None:
        """Stop the alarm of a room that leaves memory."""
        if (waiting := self._rooms.pop(room.table.code, None)) is not None:
            self._set_alarm(waiting, None)

    def wakes_at(self, table: Table) -> int:
        """Return the time at which the table must be in memory for its next notice, or 0 for never."""
        waiting = self._rooms.get(table.code)
        return waiting.wakes if waiting is not None else 0

    def refresh(self, room: Room) -> None:
        """Note for whom the room waits after a change."""
        if self._closed or room.unloaded or room.live is not room:
            return
        question, recipients = recipients_at(room.table)
        code = room.table.code
        waiting = self._rooms.get(code)
        if waiting is None:
            if not recipients:
                return
            waiting = self._rooms[code] = _Waiting()
        now = self._server.store.time()
        if waiting.rings <= now:  # the machine was asleep
            self._ring(room, waiting)
        if question != waiting.question or recipients != waiting.since.keys():
            known = waiting.since if question == waiting.question else {}
            waiting.question, waiting.since = question, {one: known.get(one, now) for one in recipients}
            waiting.is_planned = not (recipients - known.keys() or waiting.wakes)
            if recipients - known.keys():
                self._ring_by(room, waiting, now + DELAY)
        # Whoever does not look may have to be told by a server that has not even started yet.
        if not waiting.is_planned and (waiting.wakes or unseen_at(room)):
            self._check(room, waiting)

    # Alarms

    def _ring_by(self, room: Room, waiting: _Waiting, at: float) -> None:
        """Check the room at that time, or earlier if an alarm is set."""
        if at >= waiting.rings or self._closed:
            return
        time = self._server.time
        left = max(0.0, at - self._server.store.time())
        self._set_alarm(waiting, time.call_at(time.now() + left, lambda: self._ring(room, waiting)), at)

    @staticmethod
    def _set_alarm(waiting: _Waiting, alarm: Alarm | None, at: float = float("inf")) -> None:
        if waiting.alarm is not None:
            waiting.alarm.cancel()
        waiting.alarm, waiting.rings = alarm, at

    def _ring(self, room: Room, waiting: _Waiting) -> None:
        self._set_alarm(waiting, None)
        self._check(room, waiting)

    def _check(self, room: Room, waiting: _Waiting) -> None:
        waiting.is_changed = True
        if not waiting.is_busy and not room.unloaded and not self._closed:
            waiting.is_busy = True
            self._server.begin(self._check_until_done(room, waiting))

    async def _check_until_done(self, room: Room, waiting: _Waiting) -> None:
        try:
            while waiting.is_changed and not room.unloaded and not self._closed:
                waiting.is_changed = False
                await self._tell(room, waiting)
        except StoreFailure as failure:
            self._server.note_failure(failure)
            self._ring_by(room, waiting, self._server.store.time() + TROUBLE)
        except Exception as error:
            server_log.error("a notice failed", table=room.table.code, kind=type(error).__name__)
        finally:
            waiting.is_busy = False

    # Telling

    async def _tell(self, room: Room, waiting: _Waiting) -> None:
        """Tell everybody who is to be told by now, and set the alarm for the next. Raises StoreFailure."""
        store, code = self._server.store, room.table.code
        question, since = waiting.question, dict(waiting.since)
        settings = {one: found for one in since if (found := await self.settings_of(one)).channels}
        told, version = await read_told(store, code) if settings else ({}, 0)
        now, to_send = store.time(), list[tuple[str, tuple[str, ...]]]()
        entries, later = dict(told), list[float]()
        for one, chosen in settings.items():
            due = next_notice(question, since[one], told.get(one), chosen, now)
            if due is not None and due.at <= now:
                entries[one] = due.told
                if due.channels:
                    to_send.append((one, due.channels))
                due = next_notice(question, since[one], due.told, chosen, now)
            if due is not None:
                later.append(due.at)
        if room.unloaded or (question, since) != (waiting.question, waiting.since):
            waiting.is_changed = True  # nobody is told of a question that they have just answered
            return
        waited = {one: entry for one, entry in entries.items() if one in since}  # nothing is kept of others
        unseen, (_, people) = unseen_at(room), waited_for(room.table)
        if entries != told and not await write_told(store, code, waited, version):
            waiting.is_changed = True  # another server has told somebody: see whom
            return
        for one, channels in to_send:
            is_circle = bool(circle_of(one))
            if one in unseen or (is_circle and unseen):
                names = tuple(person.name for person in people) if is_circle else ()
                notice = TurnNotice(one, code, room.table.game_setup.game, names)
                self._server.begin(self._send(room, waiting, notice, question, channels))
        await self._plan(room, waiting, later)

    async def _plan(self, room: Room, waiting: _Waiting, later: Collection[float]) -> None:
        """Set the alarm for the next notice, here and in the store. Raises StoreFailure."""
        at, waiting.is_planned = min(later, default=0.0), True
        if at:
            self._ring_by(room, waiting, at)
        if math.ceil(at) != waiting.wakes:
            waiting.wakes = math.ceil(at)
            await room.log.plan_waking()

    async def _send(
        self, room: Room, waiting: _Waiting, notice: TurnNotice, question: str, channels: Sequence[str]
    ) -> None:
        try:
            left = tuple(await self.deliver(notice, channels))
            if left and await self._note_left(notice, question, left):
                self._check(room, waiting)
        except StoreFailure as failure:
            self._server.note_failure(failure)
        except Exception as error:
            server_log.error("a notice failed", table=notice.code, kind=type(error).__name__)

    async def _note_left(self, notice: TurnNotice, question: str, left: tuple[str, ...]) -> bool:
        """Note the channels to try again, and return whether the recipient is still told of that question."""
        store = self._server.store
        for _ in range(TRIES):
            told, version = await read_told(store, notice.code)
            had = told.get(notice.recipient)
            if had is None or had.question != question or had.tries >= len(RETRY_AFTER):
                return False
            told[notice.recipient] = msgspec.structs.replace(had, left=left)
            if await write_told(store, notice.code, told, version):
                return True
        return False


async def _deliver_nothing(notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
    return ()
