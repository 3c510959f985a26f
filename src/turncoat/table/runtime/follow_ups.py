"""What follows from a table's log by itself: after each command it is kept too, or tried again until it can be."""

from collections.abc import Callable
from typing import Final

from turncoat.kernel.seats import CHANCE
from turncoat.table import commands as c
from turncoat.table.handlers.game_control import due
from turncoat.table.runtime.room_clock import Alarm
from turncoat.table.runtime.server import Server
from turncoat.table.runtime.spectator_delay import SpectatorDelay
from turncoat.table.runtime.table_log import TableLog
from turncoat.table.store.errors import StoreFailure

RETRY_AFTER: Final = 2.0
"""Seconds until what could not be kept is tried again."""


class FollowUps:
    """What follows at one table. Whoever lets it happen holds the lock of the log."""

    def __init__(self, log: TableLog, delay: SpectatorDelay, server: Server, retry: Callable[[], None] | None) -> None:
        self._log = log
        self._delay = delay
        self._server = server
        self._retry = retry
        """Called when it is time to try again; None where nothing is."""
        self._alarm: Alarm | None = None
        self._is_incomplete = False
        """Whether something could not be kept."""

    @property
    def is_incomplete(self) -> bool:
        """Whether something could not be kept that follows from the log."""
        return self._is_incomplete and self._retry is not None

    async def keep(self) -> None:
        """Keep what follows, and let spectators see what they may by now. Raises StoreFailure."""
        log, table = self._log, self._log.table
        self._is_incomplete = True
        while (command := due(table)) is not None:
            await log.do(command)
        pending = table.pending_deal
        if pending is not None and not pending.missing:
            await log.do(c.Start())
        await self._take_chance()
        if log.broke:
            await log.do(c.AbortGame("rules-broke"))
            log.broke = False
        await self._archive()
        if log.is_plan_outdated:
            await self.plan_forgetting()
        await self._delay.update()
        self._is_incomplete = False

    async def keep_or_retry(self) -> None:
        """The same after a command that was kept: it stays taken, and what cannot be kept now is tried again."""
        try:
            await self.keep()
        except StoreFailure as failure:
            self._server.note_failure(failure)
            if self._retry is not None:
                self._cancel()
                self._alarm = self._server.time.call_at(self._server.time.now() + RETRY_AFTER, self._retry)

    async def plan_forgetting(self) -> None:
        """Note in the store when something of the table is to be forgotten next."""
        table = self._log.table
        await self._server.store.plan(self._log.lease, table.next_to_forget(self._server.settings.keep))
        self._log.is_plan_outdated = False

    def close(self) -> None:
        """Nothing is tried again."""
        self._cancel()
        self._retry = None

    def _cancel(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    async def _take_chance(self) -> None:
        """Let the cards decide whatever they are asked, and keep each of their choices too."""
        while (session := self._log.table.session) is not None:
            try:
                choice = session.chance()
            except Exception as error:
                self._log.end_broken_game(error)
                return
            if choice is None:
                return
            await self._log.do(c.Choose(session.number, CHANCE, choice.to, choice.answer), c.CHANCE_PERSON)

    async def _archive(self) -> None:
        """Keep what is to be kept of a game, once it is over."""
        table, session = self._log.table, self._log.table.session
        if session is None or session.result is None or session.number in table.history.summaries:
            return
        began = table.history.times.get(session.number, 0)
        summary = session.summary(began, int(self._server.store.time()))
        await self._log.do(c.ArchiveGame(session.number, summary, table.version))
