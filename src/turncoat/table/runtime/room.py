"""A room: a table with what only the running server has. It takes the table's commands, one at a time.

A command is checked, goes to the store, takes effect, and those who watch are told, in that order.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final, Protocol

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.handlers.dispatch import apply, check, has_taken
from turncoat.table.rebuilding import rebuild
from turncoat.table.redaction import without_former_notes
from turncoat.table.runtime.metrics import OTHER, PUBLIC, Metrics
from turncoat.table.runtime.presence import Presence
from turncoat.table.runtime.room_clock import Alarm, RoomClock, Time
from turncoat.table.runtime.scene_queue import SceneQueue
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.runtime.spectator_delay import SpectatorDelay, check_late, split
from turncoat.table.runtime.team_draft import TeamDraft
from turncoat.table.state.chat import clean_text
from turncoat.table.state.table import Table
from turncoat.table.store import Store, StoreFailure
from turncoat.table.values.deal_opening import OPEN, SEALED, fresh_seed
from turncoat.table.values.masking import mask, masked_words
from turncoat.table.values.scenes import PACES

describe(
    {
        "no-such-table": N_("There is no table of that code."),
        "rules-broke": N_("A fault in the rules has stopped the game; please deal again."),
        "not-away": N_("That person is here; a bot plays only for people who are away."),
        "not-kept": N_(
            "The server cannot keep anything just now, because its disk is full or in trouble. Nothing has changed:"
            " please tell whoever runs the server, and try again."
        ),
        "server-stops": N_(
            "The server is being stopped. Nothing is lost: the table is kept, and goes on when the server is back."
        ),
        "too-many-spectators": N_(
            "There is no room for more spectators at this table just now. Please try again a little later."
        ),
        "host-is-here": N_("The host was here a moment ago; please wait a little."),
    }
)


AGAIN: Final = 2.0
"""Seconds until what could not be kept is tried again."""
WOKEN_AT_ONCE: Final = 8
"""Spectators who have their turn one after another, before anything else has its own."""
FORMER_NOTES: Final = 256 * 1024
"""Bytes of notes in the log after which only the last of each person's are kept."""
LONGEST_UNTOLD: Final = 0.05
"""Seconds after which those who watch are told of a change though more commands are about to be taken."""


class Server(Protocol):
    """What a room needs of the server that it is on."""

    settings: ServerSettings
    store: Store
    time: Time
    metrics: Metrics
    is_stopping: bool
    """Whether the server was told to stop."""

    def note_failure(self, failure: StoreFailure) -> None:
        """The store could not keep something: say so to whoever runs the server."""
        ...

    async def find(self, code: str) -> "Room":
        """The room of that code. Raises Refused."""
        ...

    def begin(self, work: Coroutine[Any, Any, None]) -> object:
        """Do the work in the background, and to its end when the server stops."""
        ...

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end, even when whoever asked for it hangs up."""
        ...

    def refresh(self, room: "Room") -> None:
        """Something has changed in the room: let bots and clocks begin what is due now."""
        ...


class Room:
    """A table with what only the running server has."""

    def __init__(self, table: Table, server: Server, entries: int = 0, live: "Room | None" = None) -> None:
        self.table = table
        self.entries = entries
        """How many entries the table's log has."""
        self._live = live
        """The room as it is now, when this is what it was a while ago. A room never refers to itself: it would stay in
        memory until the next search for garbage."""
        self.lock = asyncio.Lock()
        self.clock = RoomClock(server.time)
        self.gone = False
        """Whether the table was deleted."""
        self.unloaded = False
        """Whether the table has gone out of memory: whoever still has this room finds another for the table."""
        self.used = 0.0
        """When somebody last wanted something of the table."""
        self.watchers: set[Callable[[], None]] = set()
        """What wakes each open connection."""
        self._watching: dict[Callable[[], None], str] = {}
        """Whose connections they are."""
        self.presence: Presence = live.presence if live is not None else Presence(server.time, self.tell)
        self.scenes = SceneQueue(server.time)
        self.delayed: Room | None = None
        """The room as spectators see it, when the host wants them to see games late."""
        self.team_draft = TeamDraft()
        """Whom the leader considers; nothing of it is kept."""
        self.drawn: dict[str, Any] = {}
        """For a face to keep what it has drawn for all, by language."""
        self._to_wake: dict[Callable[[], None], None] = {}
        """Those who watch and have not had their turn since something has changed."""
        self._pending = 0
        """Commands that are being taken, or wait for their turn."""
        self._untold_since: float | None = None
        """When something took effect of which those who watch do not know yet."""
        self._untold_moves: list[float] = []
        """When the choices in it came."""
        self._server = server
        self._delay: SpectatorDelay | None = None
        self._unplanned = False
        """Whether something changed about when to forget, and the store does not know it."""
        self._note_bytes = 0
        """Bytes of notes that went into the log since it had none that are written over."""
        self._broke = False
        """Whether the rules broke in the game under way, and the log does not know it."""
        self._unsettled = False
        """Whether something could not be kept that follows from the log by itself."""
        self._retry: Alarm | None = None
        self._refused = 0
        """Refusals in the game under way. They are counted when it is over: some choices only one role may not make."""

    # Who is here, and what they see

    @property
    def live(self) -> "Room":
        """The room as it is now; another than this one when this is what it was a while ago."""
        return self._live or self

    @property
    def is_server_stopping(self) -> bool:
        """Whether the server was told to stop: then open connections are told so, and ended."""
        return self._server.is_stopping

    @property
    def watching(self) -> int:
        """How many spectators are shown as here."""
        shown = self.presence.shown
        return len(shown) - sum(occupant.person in shown for occupant in self.table.seats)

    @property
    def most_kept(self) -> int:
        """Days after which the server forgets anything; 0 is never."""
        return self._server.settings.keep

    def seen_by(self, person: str) -> "Room":
        """What this person sees: spectators see a game late, when the host wants it so."""
        if self.delayed is None or self.table.seat_of(person) is not None:
            return self
        return self.delayed if self._delay is not None and self._delay.is_needed else self

    def is_shown_here(self, person: str) -> bool:
        """Whether others see the person as here. Bots, clocks and the host's offers go by `here` itself."""
        return person in self.presence.shown

    def is_closed_to(self, person: str) -> bool:
        """Whether the person may not look on. Before a game everybody who may take a seat sees the seats."""
        settings = self.table.settings
        if settings.spectators or self.table.seat_of(person) is not None:
            return False
        return self.table.session is not None or settings.locked

    def check_spectators(self) -> None:
        """Raise Refused when there is no room for another spectator."""
        seated = {occupant.person for occupant in self.table.seats if occupant.person}
        if sum(person not in seated for person in self._watching.values()) >= self._server.settings.spectators:
            self._server.metrics.refuse("too-many-spectators")
            raise Refused(Refusal("too-many-spectators"))

    def come(self, person: str, watcher: Callable[[], None], *, with_page: bool = False) -> None:
        """The person opened a connection. `watcher` is called (in the loop) whenever something may have changed."""
        self.watchers.add(watcher)
        self._watching[watcher] = person
        self.presence.come(person, with_page=with_page)
        self._server.refresh(self)

    def go(self, person: str, watcher: Callable[[], None], *, with_page: bool = False) -> None:
        """A connection of the person ended."""
        self.watchers.discard(watcher)
        del self._watching[watcher]
        self._to_wake.pop(watcher, None)
        self.presence.go(person, with_page=with_page)
        self._server.refresh(self)

    async def note_visit(self, person: str) -> None:
        """The person has asked for the page: in a browser without scripts nothing else tells that they are here."""
        if person not in self.clock.away:
            return
        self.clock.away[person] = self._server.time.now()
        seat = self.table.seat_of(person)
        if seat is not None and self.table.seats[seat].stand_in:
            with suppress(Refused):  # they were back already
                await self.submit(c.SERVER, c.ReturnFromAway(seat))
        self._server.refresh(self)

    @property
    def scene_factor(self) -> float:
        """How many times as long as usual scenes are on stage here. Programs need no stage: without pages it is 0."""
        return (
            self._server.settings.scenes * PACES[self.table.settings.scene_pace]
            if self.presence.pages or self.presence.expected
            else 0.0
        )

    def expect(self, person: str) -> None:
        """The person is on their way to the page of this table: a game that begins meanwhile is dealt to them, too."""
        self.presence.expected.add(person)

    def note_scenes(self) -> None:
        """Something may have happened: stage what is to be shown big. People who see the game late see no deal."""
        if self.live is self:
            self.scenes.note(self.table, self.scene_factor, self.presence.pages.keys(), self.presence.expected)
        else:
            self.scenes.note(self.table, self.scene_factor)

    def get_ready(self, person: str) -> None:
        """The person has seen their card, and the game may begin for all they care."""
        if self.live.scenes.get_ready(person):
            self.live.clock.changes += 1
            self._server.refresh(self.live)
            self.live.tell()

    def tell(self) -> None:
        """Wake everybody who watches; each finds out what is new to them.

        People with a seat have their turn at once. Spectators have it after them, a few at a time: what the server
        does for others goes on in between, however many they are.
        """
        is_under_way = bool(self._to_wake)
        seated = {occupant.person for occupant in self.table.seats if occupant.person}
        for watcher in tuple(self.watchers):
            if self._watching.get(watcher) in seated:
                watcher()
            else:
                self._to_wake[watcher] = None
        if not is_under_way:
            self._wake_some()

    def _wake_some(self) -> None:
        for watcher in tuple(islice(self._to_wake, WOKEN_AT_ONCE)):
            del self._to_wake[watcher]
            watcher()
        if self._to_wake:
            asyncio.get_running_loop().call_soon(self._wake_some)

    # Commands

    async def submit(self, by: str, command: c.AnyCommand, id: str = "") -> None:
        """Take a command. Raises Refused, with nothing changed. Sent twice under one id it is taken once.

        What people do in a room that they see late happens in the live one. What the server itself asks raises
        StoreFailure when it cannot be kept, and may be asked again.
        """
        await self._server.finish(self.carry_out(by, command, id))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in the background, and to its end when the server stops."""
        self._server.begin(work)

    async def carry_out(self, by: str, command: c.AnyCommand, id: str = "") -> None:
        """As `submit`, for whoever is not cancelled when a visitor hangs up: a command must not end half-way."""
        try:
            await self.live._submit(by, command, id)
        except StoreFailure as failure:
            self._server.note_failure(failure)
            if by == c.SERVER:
                raise
            self._server.metrics.refuse("not-kept")
            raise Refused(Refusal("not-kept")) from None
        except Refused as refused:
            self.live._count_refusal(command, refused.refusal.code)
            raise

    async def _submit(self, by: str, command: c.AnyCommand, id: str) -> None:
        if self.unloaded:
            room = await self._server.find(self.table.code)
            await room._submit(by, command, id)
            return
        self.used = self._server.time.now()
        self._pending += 1
        try:
            await self._take_in_turn(by, command, id)
        finally:
            self._pending -= 1
            self._tell_of_changes()

    async def _take_in_turn(self, by: str, command: c.AnyCommand, id: str) -> None:
        began = time.perf_counter()
        async with self.lock:
            version = self.table.version
            if self.gone:
                raise Refused(Refusal("no-such-table"))
            entry = c.Entry(id, by, self._masked(command) if isinstance(command, c.Say) else command)
            if has_taken(self.table, entry):
                return
            if self._unsettled:
                await self._settle()
            was_running = self.table.running
            self._check(by, entry.command)
            self._check_presence(command)
            await self.take(self._filled_in(entry))
            await self._settle_or_retry()
            if self.table.version != version:
                self.presence.note_act(by)
            if self._note_bytes >= FORMER_NOTES:
                await self._drop_former_notes()
            self._count_refused_choices()
            self._log(command, was_running=was_running)
        if self._untold_since is None:
            self._untold_since = self._server.time.now()
        if isinstance(command, c.Choose) and self.table.version != version:
            self._untold_moves.append(began)
        self._server.refresh(self)

    def _tell_of_changes(self) -> None:
        """Wake those who watch, if there is something to tell.

        Commands that came meanwhile have their turn first, so that what many do at once is drawn once.
        """
        since = self._untold_since
        if since is None or (self._pending and self._server.time.now() - since < LONGEST_UNTOLD):
            return
        moves, self._untold_since, self._untold_moves = self._untold_moves, None, []
        self.tell()
        # What was woken by now has its turn before this.
        asyncio.get_running_loop().call_soon(self._count_moves, moves)

    def _count_moves(self, began: Sequence[float]) -> None:
        metrics, now = self._server.metrics, time.perf_counter()
        metrics.moves += len(began)
        for moment in began:
            metrics.move_seconds.add(now - moment)

    def _count_refusal(self, command: c.AnyCommand, code: str) -> None:
        if isinstance(command, c.IN_GAME) or code not in PUBLIC:
            self._refused += 1
            self._count_refused_choices()
        else:
            self._server.metrics.refuse(code)

    def _count_refused_choices(self) -> None:
        if not self.table.running:
            self._server.metrics.refusals[OTHER] += self._refused
            self._refused = 0

    def _masked(self, command: c.Say) -> c.Say:
        # What is masked is kept nowhere else either. Too long a text is refused first: masking would hold everybody up.
        text = "" if command.phrase else clean_text(command.text)
        return msgspec.structs.replace(command, text=mask(text, masked_words(self.table.settings.masked_words)))

    def _check(self, by: str, command: c.AnyCommand) -> None:
        seen = self.seen_by(by)
        if seen is self or by in (c.SERVER, c.CHANCE_PERSON):
            check(self.table, by, command)
        else:
            check_late(seen.table, self.table, by, command)

    def _check_presence(self, command: c.AnyCommand) -> None:
        """Raise Refused when the command does not fit who is here, which the log does not know."""
        if isinstance(command, c.StandIn) and self.table.occupant(command.seat).person in self.presence.here:
            raise Refused(Refusal("not-away"))
        if isinstance(command, c.TakeOverHosting) and not self.clock.is_host_long_away(self.table.host):
            raise Refused(Refusal("host-is-here"))

    def _filled_in(self, entry: c.Entry) -> c.Entry:
        """The entry with what the server adds when the cards are dealt, or when a deal begins."""
        if not isinstance(entry.command, c.Start):
            return entry
        is_pending, hashes = self.table.pending_deal is not None, self.table.entropy_hashes
        if any(hashes) and not is_pending:
            begins = c.BeginDeal(hashes, waits=self.table.settings.unrevealed == "wait")
            return msgspec.structs.replace(entry, command=begins)
        game_setup = self.table.game_setup
        is_played = any(occupant.person for occupant in self.table.seats)
        holds = self._server.settings.hold > 0 and is_played
        scheme = SEALED if is_pending else OPEN
        command = c.Start(rulebook(game_setup.game).version, holds, entropy_once=True, scheme=scheme)
        bots = tuple(fresh_seed() for _ in range(game_setup.players))
        return msgspec.structs.replace(entry, command=command, bots=bots)

    async def take(self, entry: c.Entry) -> None:
        """Write an entry, then apply it. It was checked, and the room's lock is held. Raises CodeTaken."""
        server, code = self._server, self.table.code
        if isinstance(entry.command, c.Open | c.Start | c.CallOffDeal):
            entry = msgspec.structs.replace(entry, seed=fresh_seed())
        entry = msgspec.structs.replace(entry, at=round(server.store.time(), 1))
        if isinstance(entry.command, c.Share):
            await server.store.link(entry.command.token, code)
        elif isinstance(entry.command, c.Unshare):
            await server.store.link(self.table.history.shared[entry.command.game].token, "")
        sits = isinstance(entry.command, c.Open | c.Sit)
        began = time.perf_counter()
        data = c.encode(entry)
        await server.store.append(code, self.entries, [data], entry.by if sits else "")
        if isinstance(entry.command, c.WriteNotes):
            self._note_bytes += len(data)
        seconds = time.perf_counter() - began
        self.entries += 1
        if self._delay is not None:
            self._delay.add(entry)
        version = self.table.version
        try:
            apply(self.table, entry)
        except Exception as error:
            if not isinstance(entry.command, (c.Start, *c.IN_GAME)):
                raise
            self._end_broken_game(error)
        if self.table.version != version:
            server.metrics.changes += self.table.version - version
            server.metrics.store_seconds.add(seconds)
        if isinstance(entry.command, c.ArchiveGame | c.ChangeSettings):
            self._unplanned = True

    async def _settle(self) -> None:
        """Keep what follows from the log by itself, and show spectators what they may see. Raises StoreFailure."""
        self._unsettled = True
        pending = self.table.pending_deal
        if pending is not None and not pending.missing:
            await self.take(self._filled_in(c.Entry("", c.SERVER, c.Start())))
        await self._take_chance()
        if self._broke:
            await self.take(c.Entry("", c.SERVER, c.AbortGame("rules-broke")))
            self._broke = False
        await self._archive()
        if self._unplanned:
            await self.plan_forgetting()
        await self._update_delay()
        self._unsettled = False

    async def _settle_or_retry(self) -> None:
        """The same after a command that was kept: it stays taken, and what cannot be kept now is tried again."""
        try:
            await self._settle()
        except StoreFailure as failure:
            self._server.note_failure(failure)
            later = self._server.time.now() + AGAIN
            self._set_retry(self._server.time.call_at(later, self._settle_later))

    def _settle_later(self) -> None:
        self._server.begin(self._settle_again())

    async def _drop_former_notes(self) -> None:
        """Keep only the last of each person's notes in the log. The room's lock is held."""
        store, code = self._server.store, self.table.code
        self._note_bytes = 0  # when it cannot be done now, it is after so many bytes more
        try:
            entries = await asyncio.to_thread(without_former_notes, await store.load(code))
            await store.replace(code, entries)
        except StoreFailure as failure:
            self._server.note_failure(failure)
        else:
            self.entries = len(entries)

    async def _settle_again(self) -> None:
        async with self.lock:
            if self.gone or self.unloaded or not self._unsettled:
                return
            await self._settle_or_retry()
        self.tell()
        self._server.refresh(self)

    def _set_retry(self, alarm: Alarm | None) -> None:
        if self._retry is not None:
            self._retry.cancel()
        self._retry = alarm

    async def _take_chance(self) -> None:
        """Let the cards decide whatever they are asked, and keep each of their choices too."""
        while (session := self.table.session) is not None:
            try:
                choice = session.chance()
            except Exception as error:
                self._end_broken_game(error)
                return
            if choice is None:
                return
            command = c.Choose(session.number, CHANCE, choice.to, choice.answer)
            await self.take(c.Entry("", c.CHANCE_PERSON, command))

    async def _archive(self) -> None:
        """Keep what is to be kept of a game, once it is over."""
        table = self.table
        session = table.session
        if session is None or session.result is None or session.number in table.history.summaries:
            return
        began = table.history.times.get(session.number, 0)
        summary = session.summary(began, int(self._server.store.time()))
        await self.take(c.Entry("", c.SERVER, c.ArchiveGame(session.number, summary, table.version)))

    def _end_broken_game(self, error: Exception) -> None:
        """A fault in the rules: nobody knows what state the game is in, so it ends with a notice; the table stays."""
        # What the error says may be a secret of the game: only its kind goes into the log.
        server_log.error("the rules broke", table=self.table.code, kind=type(error).__name__)
        self.table.session = None
        self._broke = True

    async def plan_forgetting(self) -> None:
        """Note in the store when something of the table is to be forgotten next."""
        await self._server.store.plan(self.table.code, self.table.next_to_forget(self.most_kept))
        self._unplanned = False

    def _log(self, command: c.AnyCommand, *, was_running: bool) -> None:
        code, session, game_setup = self.table.code, self.table.session, self.table.game_setup
        if self.table.running and not was_running:
            server_log.info("game started", table=code, game=game_setup.game, players=game_setup.players)
        elif session is not None and session.result is not None and isinstance(command, c.IN_GAME):
            server_log.info("game over", table=code, game=game_setup.game)

    # Loading, forgetting

    async def restore(self, entries: Sequence[bytes], *, lost: bool) -> None:
        """Carry on where the log ends; `lost`: its game cannot go on, because the rules have changed."""
        async with self.lock:
            if behind := self.table.settings.spectators_behind:
                known, waiting = split(entries, behind, self._server.store.time())
                await self._begin_delay(known, waiting)
            if lost:
                await self.take(c.Entry("", c.SERVER, c.AbortGame("rules-changed")))
            if former := self.table.former_bots:
                await self.take(c.Entry("", c.SERVER, c.ReplaceFormerBots(former)))
            # A server that was killed may not have come to note when to forget.
            self._unplanned = bool(self.table.next_to_forget(self.most_kept))
            await self._settle_or_retry()

    def forget_games(self, last: int, entries: int) -> None:
        """The games up to this number were taken out of the log, which has so many entries now."""
        self.entries = entries
        self.table.forget(last)
        if self.delayed is not None:
            self.delayed.table.forget(last)

    def close(self) -> None:
        """Nothing happens here any more by itself."""
        self.clock.set_alarm(None)
        self._set_retry(None)
        self.presence.close()
        if self._delay is not None:
            self._delay.close()

    def unload(self) -> None:
        """Nobody looks at it any more: let go of all that refers back to it, so that it is freed at once."""
        self.unloaded = True
        self.close()
        self._delay = self.delayed = None

    # The room as spectators see it

    async def _update_delay(self) -> None:
        """Have a delayed table when the host wants one, and let happen there what spectators may know by now."""
        is_wanted = bool(self.table.settings.spectators_behind)
        if is_wanted and self._delay is None:
            # Spectators have seen everything up to now.
            await self._begin_delay(await self._server.store.load(self.table.code), deque())
        elif self._delay is not None and not is_wanted:
            self._delay.close()
            self._delay = self.delayed = None
        if self._delay is not None:
            self._delay.catch_up()

    async def _begin_delay(self, known: Sequence[bytes], waiting: deque[c.Entry]) -> None:
        table, _ = await asyncio.to_thread(rebuild, known)
        self.delayed = Room(table, self._server, live=self)
        self.delayed.note_scenes()
        self._delay = SpectatorDelay(self.table, table, waiting, self._server.store.time(), self._tell_delayed)

    def _tell_delayed(self) -> None:
        """Something has happened in the room as spectators see it."""
        if self.delayed is not None:
            self.delayed.note_scenes()
        self.tell()
