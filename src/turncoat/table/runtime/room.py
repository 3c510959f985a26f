"""A room: a table with the parts that only a running server has.

`table_log` describes the path of a command. The other parts of a room are in the modules imported here.
"""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.metrics import CommandCounts
from turncoat.table.runtime.passing import Passing
from turncoat.table.runtime.presence import Presence
from turncoat.table.runtime.room_clock import RoomClock
from turncoat.table.runtime.scene_queue import SceneQueue
from turncoat.table.runtime.server import Server
from turncoat.table.runtime.spectator_delay import SpectatorDelay, knows_card_in_play
from turncoat.table.runtime.table_log import TableLog, Taken
from turncoat.table.runtime.team_draft import TeamDraft
from turncoat.table.runtime.typing import Typing
from turncoat.table.runtime.watchers import Watcher, Watchers
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.protocols import TableLease
from turncoat.table.values.scenes import PACES, TALK_BREAKS

describe(
    {
        "not-kept": N_(
            "The server can't save anything right now, because its disk is full or failing. Nothing has "
            "changed: please tell whoever runs the server, and try again."
        ),
    },
    status=507,  # not 503: a browser that knows the site would think the server is down, and wait for it
    is_public=True,
)
describe(
    {
        "server-stops": N_(
            "The server is stopping. Nothing is lost: the table is saved, and play continues when the server is back."
        ),
        "table-moves": N_("The table is moving to another server; one moment, please."),
        "too-many-spectators": N_("This table has no room for more spectators right now; please try again later."),
    },
    status=503,
    is_public=True,
)


class RoomServer(Server, Protocol):
    """The server, as far as a room needs it."""

    is_reading: Callable[["Room"], bool]
    """Tells whether a lone player in the room is still reading an explanation."""

    async def find(self, code: str, person: str = "", *, asks: bool = True) -> "Room":
        """Return the room of that code. With `asks`, another server may hand it over to this person. Raises Refused."""
        ...

    def refresh(self, room: "Room") -> None:
        """Let scenes, bots, clocks and notices react to a change in the room."""
        ...


class Room:
    """A table with the parts that only a running server has."""

    def __init__(
        self,
        table: Table,
        server: RoomServer,
        entries: int = 0,
        lease: TableLease | None = None,
        live: "Room | None" = None,
    ) -> None:
        self.table = table
        self._server = server
        self._live = live
        """The live room if this is a delayed one, else None.

        A room never refers to itself: the cycle would keep it in memory until the next garbage collection.
        """
        self.unloaded = False
        """True if the table has left memory. Anybody who still has this room looks the table up again."""
        self.used = 0.0
        """Time of the last request for the table."""
        self.clock = RoomClock(server.time)
        self.watchers = Watchers(table, server.time)
        self.presence: Presence = live.presence if live is not None else Presence(server.time, self.watchers.tell)
        self.scenes = SceneQueue(server.time)
        self.passing = Passing(server.time, self.presence)
        """Seats open on devices that are passed round."""
        self._connected: dict[tuple[Watcher, str], tuple[bool, frozenset[str]]] = {}
        """For each connection of a person: if it has a page, and everybody who plays on that device."""
        self.typing = Typing(self.watchers.tell)
        self.team_draft = TeamDraft()
        """The team that the leader considers. It is not stored."""
        self.delayed: Room | None = None
        """The room as spectators see it while the host delays them."""
        is_live = live is None
        self._delay = SpectatorDelay(table, server, self.presence, self._show_late if is_live else None)
        retry = self._retry if is_live else None
        self.log = TableLog(table, server, self._delay, self.presence, self.clock, retry, entries, lease)
        self.here_since = 0.0
        """Time since which this server has had it in memory."""
        self.stays_until = 0.0
        """Time until which it is not handed over, because another server has just handed it over."""
        self._counts = CommandCounts(server.metrics, table)

    @property
    def live(self) -> "Room":
        """The live room, which differs from this one if this is delayed."""
        return self._live or self

    # Commands

    async def submit(self, by: str, command: c.Command, id: str = "") -> None:
        """Take a command, only once per id. Raises Refused, with nothing changed.

        Commands of people who see a delayed room go to the live one. A command of the server itself raises StoreFailure
        if it cannot be stored, and may be repeated.
        """
        await self._server.finish(self.carry_out(by, command, id))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work in the background. A stopping server waits for it."""
        self._server.begin(work)

    async def carry_out(self, by: str, command: c.Command, id: str = "") -> None:
        """Do the work of `submit`, for callers that are not cancelled when a client hangs up.

        No command may end halfway.
        """
        room = self.live
        try:
            if room.unloaded:
                if by == c.SERVER:  # from a bot or clock of this old room; the table has others now
                    raise Refused(Refusal("table-moves"))
                room = await self._server.find(self.table.code, by)
            room.used = self._server.time.now()
            await room._submit(by, command, id)
        except StoreFailure as failure:
            if not room.log.is_lost:
                self._server.note_failure(failure)
            if by == c.SERVER:
                raise
            code = "table-moves" if room.log.is_lost else "not-kept"
            self._server.metrics.refuse(code)
            raise Refused(Refusal(code)) from None
        except Refused as refused:
            room._counts.refuse(command, refused.refusal.code)
            raise

    async def _submit(self, by: str, command: c.Command, id: str) -> None:
        self.watchers.hold_updates()
        applied = self.table.applied
        try:
            if (taken := await self.log.submit(by, command, id)) is not None:
                self._note_taken(taken)
            self._server.refresh(self)
        except (Refused, StoreFailure):
            if self.table.applied != applied:  # a write that failed earlier was retried first, and succeeded
                self.watchers.note_change()
                self._server.refresh(self)
            raise
        finally:
            self.watchers.flush_updates()

    def _note_taken(self, taken: Taken) -> None:
        """Update presence and metrics, log games that begin or end, and notify the watchers."""
        table, session, command = self.table, self.table.session, taken.command
        if taken.is_noticed:
            self.presence.note_act(taken.by)
        self._update_companions()
        self._counts.update()
        game, players = table.game_setup.game, table.game_setup.players
        if table.running and not taken.was_running:
            server_log.info("game started", table=table.code, game=game, players=players)
        elif session is not None and session.result is not None and isinstance(command, c.GameCommand):
            server_log.info("game over", table=table.code, game=game)
        is_move = isinstance(command, c.Choose) and taken.is_noticed
        self.watchers.note_change(partial(self._counts.count_move, taken.began) if is_move else None)

    # Who is here, and what they see

    @property
    def entries(self) -> int:
        """Number of entries in the table's log."""
        return self.log.entries

    @property
    def gone(self) -> bool:
        """True if the table was deleted."""
        return self.log.is_deleted

    @property
    def closing_reason(self) -> str:
        """Refusal code with which open connections are closed, or empty if they stay open."""
        if self._server.is_stopping:
            return "server-stops"
        if self.live.log.is_lost or not self._server.store.has_lease():
            return "table-moves"
        return ""

    @property
    def watching(self) -> int:
        """Number of spectators listed as present."""
        table = self.table
        return sum(table.seat_of(one) is None and not table.membership.is_removed(one) for one in self.presence.listed)

    @property
    def longest_retention(self) -> int:
        """Days after which the server deletes games and idle tables, or 0 for never."""
        return self._server.settings.keep

    @property
    def lists_open_tables(self) -> bool:
        """True if the server lists tables for anybody whose hosts want that."""
        return self._server.settings.open_tables

    @property
    def is_reading(self) -> bool:
        """True if a lone player is still reading an explanation, so that bots wait."""
        return self._server.is_reading(self)

    def room_for(self, person: str) -> "Room":
        """Return the room that this person sees: spectators may see a delayed one."""
        late = self._delay.late_for(person)
        return self.delayed if late is not None and self.delayed is not None else self

    def is_listed_here(self, person: str) -> bool:
        """Return whether others see the person as present. Bots, clocks and the host's offers go by `here` itself."""
        return person in (self.presence.listed if self._live is None else self._live._delay.here)

    def seat_asked_for(self, person: str) -> Seat | None:
        """Return the seat that the person has requested of the host, as far as they know."""
        if self._live is not None:
            return self._live._delay.requests().get(person)
        request = self.table.membership.request_of(person)
        return request.seat if request is not None else None

    def knows_card_in_play(self, person: str) -> bool:
        """Return whether the person knows a card of a game whose end they have not seen."""
        return knows_card_in_play(self.table, self.live.table, person)

    def is_closed_to(self, person: str) -> bool:
        """Return whether the person may not watch. Before a game, everybody who may take a seat sees the seats."""
        table, settings, late = self.table, self.table.settings, self._delay.late_for(person)
        if table.seat_of(person) is not None:
            return False
        if table.membership.is_removed(person):
            return True
        is_played = table.session is not None or (late is not None and late.session is not None)
        return not settings.spectators and (is_played or settings.locked)

    @property
    def spectators_here(self) -> list[str]:
        """People without a seat who are listed as present, in order of arrival."""
        return [one for one in self.presence.here if one in self.presence.listed and self.table.seat_of(one) is None]

    def check_spectators(self) -> None:
        """Raise Refused if the table has the maximum of spectators."""
        if self.watchers.spectators >= self._server.settings.spectators:
            self._server.metrics.refuse("too-many-spectators")
            raise Refused(Refusal("too-many-spectators"))

    def connect(self, person: str, watcher: Watcher, *, with_page: bool = False) -> None:
        """Add a connection of the person. `watcher` is called in the event loop whenever something may have changed."""
        self.watchers.add(watcher, person)
        people = self._people_with(person)
        self._connected[watcher, person] = with_page, people
        for one in people:
            self.presence.connect(one, with_page=with_page)
        self._server.refresh(self)

    def disconnect(self, person: str, watcher: Watcher, *, with_page: bool = False) -> None:
        """Remove a connection of the person."""
        self.watchers.discard(watcher)
        _, people = self._connected.pop((watcher, person), (with_page, frozenset({person})))
        for one in people:
            self.presence.disconnect(one, with_page=with_page)
        self._server.refresh(self)

    def _people_with(self, person: str) -> frozenset[str]:
        """Return the person and everybody who plays on their device."""
        return frozenset({person, *(self.table.seats[seat].person for seat in self.table.companions_of(person))})

    def _update_companions(self) -> None:
        """Let those who have just been added to a device count as present, and those taken off it no longer."""
        for (watcher, person), (with_page, before) in list(self._connected.items()):
            if (people := self._people_with(person)) != before:
                self._connected[watcher, person] = with_page, people
                for one in people - before:
                    self.presence.connect(one, with_page=with_page)
                for one in before - people:
                    self.presence.disconnect(one, with_page=with_page)

    async def note_visit(self, person: str) -> None:
        """Note that the person has requested the page, the only sign of life of a browser without scripts."""
        if person not in self.clock.away:
            return
        self.clock.away[person] = self._server.time.now()
        seat = self.table.seat_of(person)
        if seat is not None and self.table.seats[seat].stand_in:
            with suppress(Refused):  # they were back already
                await self.submit(c.SERVER, c.ReturnFromAway(seat))
        self._server.refresh(self)

    def expect(self, person: str) -> None:
        """Note that the person is loading the table's page, so a game that begins meanwhile is dealt to them, too."""
        self.presence.expected.add(person)

    def tell(self) -> None:
        """Wake every watcher. Each works out its own changes."""
        self.watchers.tell()

    # Scenes

    @property
    def scene_factor(self) -> float:
        """Factor by which scenes are prolonged here. Without pages it is 0, since other clients need no scenes."""
        if not self.presence.pages and not self.presence.expected:
            return 0.0
        return self._server.settings.scenes * PACES[self.table.settings.scene_pace]

    @property
    def _talk_break(self) -> float:
        """Seconds of talk before a vote and after a result."""
        settings = self.table.settings
        has_breaks = settings.talk_breaks and not settings.is_by_day
        return self._server.settings.scenes * TALK_BREAKS[settings.scene_pace] if has_breaks else 0.0

    def may_end_talk(self, person: str) -> bool:
        """Return whether the person may end the time to talk: on the host's device, or on the only one at the table."""
        device = self.table.device_of(person)
        devices = {occupant.device for occupant in self.table.seats if occupant.is_played_by_person}
        return device == self.table.host or devices == {device}

    def end_talk(self, person: str) -> None:
        """End the time to talk, if this person may."""
        if self.live.may_end_talk(person):
            self.live.scenes.end_talk()
            self._server.refresh(self.live)
            self.live.tell()

    def note_scenes(self) -> None:
        """Stage whatever has happened since the last call. A delayed room stages no deal."""
        if self.live is self:
            here, expected = self.presence.pages.keys(), self.presence.expected
            self.scenes.note(self.table, self.scene_factor, here, expected, self._talk_break)
        else:
            self.scenes.note(self.table, self.scene_factor)

    def get_ready(self, person: str) -> None:
        """Note that the person has seen their card. The game begins when all have."""
        if self.live.scenes.get_ready(person):
            self._server.refresh(self.live)
            self.live.tell()

    # Unloading
    def close(self) -> None:
        """Stop all alarms and timers of the room."""
        self.clock.set_alarm(None)
        self.log.close()
        self.presence.close()
        self._delay.close()

    def unload(self) -> None:
        """Close the room and drop its references back to itself, so that it is freed at once."""
        self.unloaded = True
        self.close()
        self.delayed = None

    def lose(self) -> None:
        """Close a room whose table another process may own. All watchers must reconnect."""
        self.log.is_lost = True
        self.tell()
        self.unload()

    def _retry(self) -> None:
        self._server.begin(self._try_again())

    async def _try_again(self) -> None:
        if await self.log.settle():
            self.tell()
            self._server.refresh(self)

    def _show_late(self) -> None:
        """Create or update the delayed room."""
        late = self._delay.late
        if late is not None:
            if self.delayed is None or self.delayed.table is not late:
                self.delayed = Room(late, self._server, live=self)
            self.delayed.note_scenes()
        self.tell()
