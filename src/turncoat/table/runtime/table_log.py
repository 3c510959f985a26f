"""A table and its log. Only the holder of the log's lock appends to it, and nothing else changes the table.

A command is checked, stored, applied and announced, in this order, so whatever anybody has seen is stored. What follows
from it (a pause that enough people ask for, a card that is drawn, the record of a finished game) is appended before the
lock is released. If it cannot be stored then, it is retried later, and before any other command.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.handlers.dispatch import accept, apply, has_taken
from turncoat.table.handlers.game_control import due
from turncoat.table.rebuilding import Loss, is_of_game
from turncoat.table.runtime.day_clock import wakes_at
from turncoat.table.runtime.presence import Presence
from turncoat.table.runtime.room_clock import Alarm, RoomClock
from turncoat.table.runtime.server import Server
from turncoat.table.runtime.spectator_delay import SpectatorDelay, accept_late
from turncoat.table.state.table import Table
from turncoat.table.store.errors import NotOwner, StoreFailure, Uncertain
from turncoat.table.store.protocols import StoredEntry, TableLease
from turncoat.table.values.deal_opening import fresh_seed

RETRY_AFTER: Final = 2.0
"""Seconds until a failed write is retried."""

describe(
    {
        "rules-broke": N_("An error in the rules has stopped the game; please deal again."),
        "not-away": N_("That person is here; a bot only plays for people who are away."),
    }
)
describe({"no-such-table": N_("There is no table with that code; please check it.")}, status=404, is_public=True)
describe({"host-is-here": N_("The host was here a moment ago; please wait a little.")}, is_public=True)


class Taken(msgspec.Struct, frozen=True):
    """A command that was accepted and stored."""

    by: str
    command: c.Command
    began: float
    """Time of arrival, by `time.perf_counter`."""
    is_noticed: bool
    """True if others can notice the command."""
    was_running: bool
    """True if a game was running before the command."""


class TableLog:
    """A table with its log, the only way to change it."""

    def __init__(
        self,
        table: Table,
        server: Server,
        delay: SpectatorDelay,
        presence: Presence,
        clock: RoomClock,
        retry: Callable[[], None] | None,
        entries: int = 0,
        lease: TableLease | None = None,
    ) -> None:
        self.table = table
        self.entries = entries
        """Number of entries in the log."""
        self.is_lost = False
        """True if the state here no longer counts: somebody else may have written, or a write's outcome is unknown."""
        self.is_deleted = False
        self.lock = asyncio.Lock()
        self._server = server
        self._delay = delay
        self._presence = presence
        self._clock = clock
        self._retry = retry
        """Called when it is time to retry a failed write. None where nothing is retried."""
        self._lease = lease
        self._alarm: Alarm | None = None
        self._is_unsettled = False
        """True if something that follows from the log has not been stored."""
        self._broke = False
        """True if the rules failed in the current game and the log does not say so yet."""
        self._is_plan_outdated = False
        """True if the time of the next deletion has changed and the store does not know it yet."""

        self._waking: int | None = None
        """Time at which the store has the table loaded, or None if that is unknown."""

    @property
    def lease(self) -> TableLease:
        """Lease by which this server owns the table."""
        assert self._lease is not None, "a table that was not opened yet, or is only looked at"
        return self._lease

    @property
    def is_unsettled(self) -> bool:
        """True if a failed write is to be retried."""
        return self._is_unsettled and self._retry is not None

    # Methods that take the lock

    async def submit(self, by: str, command: c.Command, id: str) -> Taken | None:
        """Store and apply a command, or return None if its id was taken before.

        Raises Refused or StoreFailure, with nothing changed.
        """
        table, began = self.table, time.perf_counter()
        async with self.lock:
            version, was_running = table.version, table.running
            if self.is_deleted:
                raise Refused(Refusal("no-such-table"))
            if self.is_lost:
                raise NotOwner(table.code)
            entry = c.Entry(id, by, command)
            if has_taken(table, entry):
                return None
            if self.is_unsettled:
                await self._settle()
            entries = self._checked(entry)
            if self._moves_the_day_clock(command):
                await self._wake(max(1, int(self._server.store.time())))  # if this server stops before it has settled
            await self._append(entries)
            await self._settle_or_retry()
            return Taken(by, command, began, table.version != version, was_running)

    async def open(self, by: str, command: c.Open) -> None:
        """Begin the log of a new table. Raises Refused, StoreFailure, CodeTaken."""
        async with self.lock:
            await self._append(self._checked(c.Entry("", by, command)))

    async def resume(self, entries: Sequence[bytes], lost: Loss) -> None:
        """Continue after these entries. `lost` says why the table's current game cannot be continued."""
        async with self.lock:
            await self._delay.resume(entries)
            if lost:
                await self._do(c.AbortGame(lost))
            # A server that was killed may not have stored the time of the next deletion.
            self._is_plan_outdated = bool(self.table.next_to_forget(self._server.settings.keep))
            await self._settle_or_retry()

    async def settle(self) -> bool:
        """Retry failed writes. Return whether there were any."""
        async with self.lock:
            if not self.is_unsettled:
                return False
            await self._settle_or_retry()
            return True

    async def plan_waking(self) -> None:
        """Tell the store anew when the table must next be loaded. Raises StoreFailure."""
        async with self.lock:
            if not (self.is_deleted or self.is_lost or self.is_unsettled):
                self._waking = None
                await self._wake(self._next_waking())

    async def delete(self, by: str) -> None:
        """Delete the table from the store. Raises Refused. The caller calls `clean`."""
        async with self.lock:
            if self.is_deleted:
                raise Refused(Refusal("no-such-table"))
            if by not in (c.SERVER, self.table.host):
                raise Refused(Refusal("not-host"))
            try:
                with self._noting_loss():
                    await self._server.store.delete(self.lease)
            except StoreFailure as failure:
                self._server.note_failure(failure)
                raise Refused(Refusal("not-kept")) from None
            self.is_deleted, self.table.session = True, None

    def close(self) -> None:
        """Stop retrying."""
        self._cancel_retry()
        self._retry = None

    # Checking, storing and applying. The lock is held.

    def _checked(self, asked: c.Entry) -> list[c.Entry]:
        """Return the entries to store: accepted, dated and with the server's draws. Raises Refused."""
        asked = msgspec.structs.replace(asked, at=round(self._server.store.time(), 1))
        late = self._delay.late_for(asked.by)
        if late is None or asked.by in (c.SERVER, c.CHANCE_PERSON):
            entries = accept(self.table, asked)
        else:
            entries = accept_late(self._delay, late, self.table, asked)
        self._check_here(asked.command)
        return [msgspec.structs.replace(entry, command=self._drawn(entry.command)) for entry in entries]

    def _drawn(self, command: c.Command) -> c.Command:
        """Return the command with the random values that the server draws for it."""
        match command:
            case c.DrawSeed():
                return msgspec.structs.replace(command, seed=fresh_seed())
            case c.Deal():
                is_live = self._server.settings.hold > 0 and not self.table.settings.is_by_day
                holds = is_live and any(occupant.person for occupant in self.table.seats)
                bots = tuple(fresh_seed() for _ in range(self.table.game_setup.players))
                return msgspec.structs.replace(command, holds=holds, bots=bots)
            case _:
                return command

    def _check_here(self, command: c.Command) -> None:
        """Raise Refused if the command contradicts who is present, which the log does not know."""
        if isinstance(command, c.StandIn) and self.table.occupant(command.seat).person in self._presence.here:
            raise Refused(Refusal("not-away"))
        clock, is_by_day = self._clock, self.table.settings.is_by_day
        may_be_replaced = clock.host_may_be_replaced if is_by_day else clock.is_host_long_away(self.table.host)
        if isinstance(command, c.TakeOverHosting) and not may_be_replaced:
            raise Refused(Refusal("host-is-here"))

    async def _append(self, entries: Sequence[c.Entry]) -> None:
        """Store checked entries, all or none, then apply them. Raises StoreFailure, CodeTaken."""
        server, table = self._server, self.table
        began = time.perf_counter()
        await self._store(entries)
        seconds = time.perf_counter() - began
        self.entries += len(entries)
        version = table.version
        for entry in entries:
            self._delay.add(entry)
            try:
                apply(table, entry)
            except Exception as error:
                if not is_of_game(entry.command, error):
                    server.give_up(table, error)
                    raise
                self._end_broken_game(error)
            self._is_plan_outdated |= isinstance(entry.command, c.ArchiveGame | c.ForgetGames | c.ChangeSettings)
        if table.version != version:
            server.metrics.changes += table.version - version
            server.metrics.store_seconds.add(seconds)

    async def _store(self, entries: Sequence[c.Entry]) -> None:
        """Store entries, with the links, people and deletions of the first."""
        store, stored, by, command = self._server.store, list(map(_stored, entries)), entries[0].by, entries[0].command
        if isinstance(command, c.Open):
            self._lease = await store.open(command.code, stored, person=by)
            return
        person = by if isinstance(command, c.Sit) else ""
        link = command.token if isinstance(command, c.ShareGame) else ""
        unlink = self.table.history.shared[command.game].token if isinstance(command, c.UnshareGame) else ""
        forget = command.last if isinstance(command, c.ForgetGames) else 0
        with self._noting_loss():
            await store.append(self.lease, self.entries, stored, person=person, link=link, unlink=unlink, forget=forget)

    @contextmanager
    def _noting_loss(self) -> Iterator[None]:
        """Note a lost table when a write to the log fails. Every write happens within this context."""
        try:
            yield
        except (NotOwner, Uncertain) as failure:
            self.is_lost = True
            self._server.lose(self.table, is_uncertain=isinstance(failure, Uncertain))
            raise

    def _end_broken_game(self, error: Exception) -> None:
        """End a game after a fault in the rules, since its state is unknown. The table stays."""
        # Only the kind of the error is logged: its text may hold a secret of the game.
        server_log.error("the rules raised an error", table=self.table.code, kind=type(error).__name__)
        self.table.lose_game()
        self._broke = True

    # Consequences of a command. The lock is held.

    async def _do(self, command: c.Command, by: str = c.SERVER) -> None:
        await self._append(self._checked(c.Entry("", by, command)))

    async def _settle(self) -> None:
        """Append what follows from the log, then update the spectators' view. Raises StoreFailure."""
        self._is_unsettled = True
        while (command := due(self.table)) is not None:
            await self._do(command)
        pending = self.table.pending_deal
        if pending is not None and not pending.missing:
            await self._do(c.Start())
        await self._take_chance()
        if self._broke:
            await self._do(c.AbortGame("rules-broke"))
            self._broke = False
        await self._archive()
        if self._is_plan_outdated:
            await self._server.store.plan(self.lease, self.table.next_to_forget(self._server.settings.keep))
            self._is_plan_outdated = False
        if (waking := self._next_waking()) or self._waking:
            await self._wake(waking)
        await self._delay.update()
        self._is_unsettled = False

    def _moves_the_day_clock(self, command: c.Command) -> bool:
        """Return whether the table must be loaded at another time after the command, as far as that is known before."""
        if isinstance(command, c.ChangeSettings) and command.settings.is_by_day:
            return True
        return self.table.settings.is_by_day and not isinstance(command, c.Say | c.React | c.WriteNotes)

    def _next_waking(self) -> int:
        """Return the time at which the table must next be loaded, or 0 if there is none."""
        return min(filter(None, (wakes_at(self.table), self._server.reminder_at(self.table))), default=0)

    async def _wake(self, at: int) -> None:
        """Have the table loaded at that time, or never at 0. Raises StoreFailure."""
        if at != self._waking:
            self._waking = None  # if it fails
            await self._server.store.wake(self.lease, at)
            self._waking = at

    async def _settle_or_retry(self) -> None:
        """Settle after a command that was stored and stays so. A failure is retried later."""
        try:
            await self._settle()
        except StoreFailure as failure:
            self._server.note_failure(failure)
            if self._retry is not None:
                self._cancel_retry()
                self._alarm = self._server.time.call_at(self._server.time.now() + RETRY_AFTER, self._retry)

    async def _take_chance(self) -> None:
        """Make and store the choices of chance until none is open."""
        while (session := self.table.session) is not None:
            try:
                choice = session.chance()
            except Exception as error:
                self._end_broken_game(error)
                return
            if choice is None:
                return
            await self._do(c.Choose(session.number, CHANCE, choice.to, choice.answer), c.CHANCE_PERSON)

    async def _archive(self) -> None:
        """Store the summary of the game once it is over."""
        table, session = self.table, self.table.session
        if session is None or session.result is None or session.number in table.history.summaries:
            return
        began = table.history.times.get(session.number, 0)
        summary = session.summary(began, int(self._server.store.time()))
        await self._do(c.ArchiveGame(session.number, summary))

    def _cancel_retry(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()


def _stored(entry: c.Entry) -> StoredEntry:
    """Return the entry in the store's format. Only the latest notes of a person are stored."""
    slot = ""
    if isinstance(entry.command, c.WriteNotes):
        slot = f"{'seats' if entry.command.text is None else 'text'} {entry.by}"
    return StoredEntry(c.encode(entry), entry.game, slot)
