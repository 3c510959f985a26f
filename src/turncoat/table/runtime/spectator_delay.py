"""A table as it was some seconds ago: what spectators may see, when the host wants them to see games late.

A table comes out of its log; so the table of a while ago comes out of what was in the log by then. It is a table of
its own, to which every entry is applied when it is old enough: nothing that is shown of it can know of anything later.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import check
from turncoat.table.handlers.membership import check_request
from turncoat.table.rebuilding import apply_entry, rebuild
from turncoat.table.runtime.server import Server
from turncoat.table.state.table import Table


class SpectatorDelay:
    """Keeps one table some seconds behind another, when its host wants that. A restarted server makes it again."""

    def __init__(self, live: Table, server: Server, show: Callable[[], None] | None) -> None:
        self._live = live
        self._server = server
        self._show = show
        """Called when something has happened at the late table; None where nothing happens any more."""
        self.late: Table | None = None
        """The table as spectators see it; None when the host does not want it late."""
        self._waiting: deque[tuple[float, c.Entry]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def late_for(self, person: str) -> Table | None:
        """The late table, when that is what the person sees; between games it differs in nothing that matters."""
        live, late = self._live, self.late
        if late is None or live.seat_of(person) is not None:
            return None
        same_game = live.games == late.games and (live.session is None) == (late.session is None)
        return late if live.running or late.running or not same_game else None

    async def update(self) -> None:
        """Begin or end as the host wants, and let happen here what spectators may know by now. Raises StoreFailure."""
        is_wanted = bool(self._live.settings.spectators_behind)
        if self._show is None or not (is_wanted or self.late):
            return
        if not is_wanted:
            self.late = None
            self._waiting.clear()
        elif self.late is None:
            # Spectators have seen everything up to now.
            await self._begin(await self._server.store.load(self._live.code))
        self._catch_up()

    async def resume(self, entries: Sequence[bytes]) -> None:
        """Go on after a restart, with these entries in the log."""
        if behind := self._live.settings.spectators_behind:
            wall_time = self._server.store.time()
            known, waiting = split(entries, behind, wall_time)
            await self._begin(known)
            now = asyncio.get_running_loop().time()
            self._waiting.extend((now - max(0.0, wall_time - entry.at), entry) for entry in waiting)

    def add(self, entry: c.Entry) -> None:
        """Something has happened at the live table."""
        command = entry.command
        if self.late is None:
            return
        if isinstance(command, c.PersonalCommand) or (isinstance(command, c.Say) and command.channel == "gallery"):
            # What spectators say tells them nothing of the game, and whom they mute is their own: both at once.
            apply_entry(self.late, entry)
        else:
            self._waiting.append((asyncio.get_running_loop().time(), entry))

    def forget(self, last: int) -> None:
        """The games up to this number were taken out of the log."""
        if self.late is not None:
            self.late.forget(last)

    def close(self) -> None:
        """Nothing happens here any more."""
        self._set_timer(None)
        self._show = None

    async def _begin(self, known: Sequence[bytes]) -> None:
        self.late, _ = await asyncio.to_thread(rebuild, known)
        self._tell()

    def _catch_up(self) -> None:
        """Let happen here what is long enough ago, and come back for the rest."""
        loop, late, behind = asyncio.get_running_loop(), self.late, self._live.settings.spectators_behind
        has_changed = False
        while late is not None and self._waiting and self._waiting[0][0] + behind <= loop.time():
            has_changed = True
            apply_entry(late, self._waiting.popleft()[1])
        self._set_timer(loop.call_at(self._waiting[0][0] + behind, self._catch_up) if self._waiting else None)
        if has_changed:
            self._tell()

    def _set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    def _tell(self) -> None:
        if self._show is not None:
            self._show()


def check_late(late: Table, live: Table, by: str, command: c.Command) -> None:
    """Raise Refused when a person who sees the table late may not do it. No answer tells what has happened since."""
    match command:
        case c.Sit() if by not in live.membership.knows:
            # They would learn that the game is over. As soon as they have seen its end, they may sit down.
            raise Refused(Refusal("game-running"))
        case c.RequestSeat():
            check_request(live, by, command)
        case c.Sit() | c.WithdrawSeatRequest():
            check(live, by, command)
        case _:
            check(late, by, command)
            check(live, by, command)


def split(entries: Sequence[bytes], behind: int, wall_time: float) -> tuple[Sequence[bytes], list[c.Entry]]:
    """The entries that spectators may know after a restart, and those that are too new.

    What happened before the host turned the delay on they have seen at once.
    """
    decoded = [c.decode(entry) for entry in entries]
    known, is_late = 0, False
    for number, entry in enumerate(decoded, 1):
        if isinstance(entry.command, c.ChangeSettings):
            known = known if is_late else number
            is_late = entry.command.settings.spectators_behind > 0
    until = wall_time - behind
    while known < len(decoded) and decoded[known].at <= until:
        known += 1
    return entries[:known], decoded[known:]
