"""What happens to a command: it is accepted, stored and applied, and what follows from it is kept too."""

import time
from functools import partial

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.handlers.dispatch import has_taken
from turncoat.table.runtime.follow_ups import FollowUps
from turncoat.table.runtime.metrics import CommandCounts
from turncoat.table.runtime.presence import Presence
from turncoat.table.runtime.room_clock import RoomClock
from turncoat.table.runtime.table_log import TableLog
from turncoat.table.runtime.watchers import Watchers
from turncoat.table.store.errors import NotOwner

describe(
    {
        "no-such-table": N_("There is no table with that code."),
    },
    status=404,
    is_public=True,
)
describe(
    {
        "host-is-here": N_("The host was here a moment ago; please wait a little."),
    },
    is_public=True,
)
describe(
    {
        "rules-broke": N_("An error in the rules has stopped the game; please deal again."),
        "not-away": N_("That person is here; a bot only plays for people who are away."),
    }
)


class CommandPipeline:
    """Takes the commands of one table, one at a time."""

    def __init__(
        self,
        log: TableLog,
        follow_ups: FollowUps,
        presence: Presence,
        clock: RoomClock,
        watchers: Watchers,
        counts: CommandCounts,
    ) -> None:
        self._log = log
        self._follow_ups = follow_ups
        self._presence = presence
        self._clock = clock
        self._watchers = watchers
        self._counts = counts

    async def take(self, by: str, command: c.Command, id: str) -> None:
        """Take a command; under one id once. Raises Refused or StoreFailure, with nothing changed."""
        log, table, began = self._log, self._log.table, time.perf_counter()
        async with log.lock:
            version, was_running = table.version, table.running
            if log.is_deleted:
                raise Refused(Refusal("no-such-table"))
            if log.is_lost:
                raise NotOwner(table.code)
            entry = c.Entry(id, by, command)
            if has_taken(table, entry):
                return
            if self._follow_ups.is_incomplete:
                await self._follow_ups.keep()
            await log.take(self._accept(entry))
            await self._follow_ups.keep_or_retry()
            await log.drop_former_notes()
            is_noticed = table.version != version
            if is_noticed:
                self._presence.note_act(by)
            self._counts.update()
            self._write_server_log(command, was_running=was_running)
        is_move = isinstance(command, c.Choose) and is_noticed
        self._watchers.note_change(partial(self._counts.count_move, began) if is_move else None)

    def _accept(self, entry: c.Entry) -> c.Entry:
        """Return the entry as it is stored.

        Raises Refused when it does not fit the table, or who is here, which the log does not know.
        """
        table, command = self._log.table, entry.command
        accepted = self._log.accept(entry)
        if isinstance(command, c.StandIn) and table.occupant(command.seat).person in self._presence.here:
            raise Refused(Refusal("not-away"))
        if isinstance(command, c.TakeOverHosting) and not self._clock.is_host_long_away(table.host):
            raise Refused(Refusal("host-is-here"))
        return accepted

    def _write_server_log(self, command: c.Command, *, was_running: bool) -> None:
        table, session = self._log.table, self._log.table.session
        game, players = table.game_setup.game, table.game_setup.players
        if table.running and not was_running:
            server_log.info("game started", table=table.code, game=game, players=players)
        elif session is not None and session.result is not None and isinstance(command, c.GameCommand):
            server_log.info("game over", table=table.code, game=game)
