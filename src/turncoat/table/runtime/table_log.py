"""A table with its log: what happens there is written first and applied then, so that what anybody saw was kept."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.handlers.dispatch import accept, apply
from turncoat.table.rebuilding import is_of_game
from turncoat.table.redaction import without_former_notes
from turncoat.table.runtime.server import Server
from turncoat.table.runtime.spectator_delay import SpectatorDelay, accept_late
from turncoat.table.state.table import Table
from turncoat.table.store.errors import NotOwner, StoreFailure, Uncertain
from turncoat.table.store.protocols import TableLease
from turncoat.table.values.deal_opening import fresh_seed

FORMER_NOTES: Final = 256 * 1024
"""Bytes of notes in the log after which only the last of each person's are kept."""


class TableLog:
    """A table, and how much of it the store has. Whoever writes holds the lock."""

    def __init__(
        self, table: Table, server: Server, delay: SpectatorDelay, entries: int, lease: TableLease | None
    ) -> None:
        self.table = table
        self.entries = entries
        """How many entries the log has."""
        self._lease = lease
        self.is_lost = False
        """Whether what is known here no longer counts: somebody else may have written, or it is not known what was
        kept."""
        self.is_deleted = False
        self.lock = asyncio.Lock()
        self.broke = False
        """Whether the rules broke in the game under way, and the log does not know it."""
        self.is_plan_outdated = False
        """Whether something changed about when to forget, and the store does not know it."""
        self._server = server
        self._delay = delay
        self._note_bytes = 0
        """Bytes of notes that went into the log since it had none that are written over."""

    def accept(self, entry: c.Entry) -> c.Entry:
        """Return the entry as it is stored: accepted, with its time and what the server draws. Raises Refused."""
        entry = msgspec.structs.replace(entry, at=round(self._server.store.time(), 1))
        table, late = self.table, self._delay.late_for(entry.by)
        if late is None or entry.by in (c.SERVER, c.CHANCE_PERSON):
            entry = accept(table, entry)
        else:
            entry = accept_late(self._delay, late, table, entry)
        command = entry.command
        if isinstance(command, c.Start):
            holds = self._server.settings.hold > 0 and any(occupant.person for occupant in table.seats)
            bots = tuple(fresh_seed() for _ in range(table.game_setup.players))
            entry = msgspec.structs.replace(entry, command=msgspec.structs.replace(command, holds=holds), bots=bots)
        if isinstance(command, c.Open | c.Start | c.CallOffDeal):
            entry = msgspec.structs.replace(entry, seed=fresh_seed())
        return entry

    async def do(self, command: c.Command, by: str = c.SERVER) -> None:
        """Take a command that follows from the log. Raises StoreFailure."""
        await self.take(self.accept(c.Entry("", by, command)))

    async def take(self, entry: c.Entry) -> None:
        """Write an entry that was accepted, then apply it. Raises StoreFailure, CodeTaken."""
        server, table = self._server, self.table
        began = time.perf_counter()
        data = c.encode(entry)
        await self._write(entry, data)
        seconds = time.perf_counter() - began
        self.entries += 1
        self._delay.add(entry)
        if isinstance(entry.command, c.WriteNotes):
            self._note_bytes += len(data)
        elif isinstance(entry.command, c.ArchiveGame | c.ChangeSettings):
            self.is_plan_outdated = True
        version = table.version
        try:
            apply(table, entry)
        except Exception as error:
            if not is_of_game(entry.command, error):
                server.give_up(table, error)
                raise
            self.end_broken_game(error)
        if table.version != version:
            server.metrics.changes += table.version - version
            server.metrics.store_seconds.add(seconds)

    @property
    def lease(self) -> TableLease:
        """By what the table is ours."""
        assert self._lease is not None, "a table that was not opened yet, or is only looked at"
        return self._lease

    async def _write(self, entry: c.Entry, data: bytes) -> None:
        """Write an entry, with what else the store is to know of it."""
        store, command = self._server.store, entry.command
        if isinstance(command, c.Open):
            self._lease = await store.open(command.code, [data], person=entry.by)
            return
        person = entry.by if isinstance(command, c.Sit) else ""
        link = command.token if isinstance(command, c.ShareGame) else ""
        unlink = self.table.history.shared[command.game].token if isinstance(command, c.UnshareGame) else ""
        with self.noting_loss():
            await store.append(self.lease, self.entries, [data], person=person, link=link, unlink=unlink)

    @contextmanager
    def noting_loss(self) -> Iterator[None]:
        """Whoever writes to the log does it within this."""
        try:
            yield
        except (NotOwner, Uncertain) as failure:
            self.is_lost = True
            self._server.lose(self.table, is_uncertain=isinstance(failure, Uncertain))
            raise

    def end_broken_game(self, error: Exception) -> None:
        """A fault in the rules: nobody knows what state the game is in, so it ends with a notice; the table stays."""
        # What the error says may be a secret of the game: only its kind goes into the log.
        server_log.error("the rules broke", table=self.table.code, kind=type(error).__name__)
        self.table.lose_game()
        self.broke = True

    async def drop_former_notes(self) -> None:
        """Where there are many, keep only the last of each person's notes in the log."""
        if self._note_bytes < FORMER_NOTES:
            return
        store, code = self._server.store, self.table.code
        self._note_bytes = 0  # if it cannot be done now, it is tried after as many bytes again
        try:
            entries = await asyncio.to_thread(without_former_notes, await store.load(code))
            with self.noting_loss():
                await store.replace(self.lease, entries)
        except StoreFailure as failure:
            self._server.note_failure(failure)
        else:
            self.entries = len(entries)
