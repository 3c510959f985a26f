"""A table as it was some seconds ago: what spectators may see, when the host wants them to see games late.

A table comes out of its log; so the table of a while ago comes out of what was in the log by then. It is a table of
its own, to which every entry is applied when it is old enough: nothing that is shown of it can know of anything later.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import accept, accepted_as, apply
from turncoat.table.handlers.membership import accept_request
from turncoat.table.rebuilding import is_of_game, rebuild
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
            self._apply(self.late, entry)
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
            self._apply(late, self._waiting.popleft()[1])
        self._set_timer(loop.call_at(self._waiting[0][0] + behind, self._catch_up) if self._waiting else None)
        if has_changed:
            self._tell()

    def _apply(self, late: Table, entry: c.Entry) -> None:
        try:
            apply(late, entry)
        except Exception as error:
            late.lose_game()
            if not is_of_game(entry.command, error):
                self._waiting.clear()
                self._server.give_up(self._live, error)

    def _set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    def _tell(self) -> None:
        if self._show is not None:
            self._show()


def accept_late(late: Table, live: Table, entry: c.Entry) -> c.Entry:
    """Return the entry of a person who sees the table late, as it is stored.

    Raises Refused when they may not do it. No answer tells what has happened since.
    """
    match entry.command:
        case c.Sit() if entry.by not in live.membership.knows:
            # They would learn that the game is over. As soon as they have seen its end, they may sit down.
            raise Refused(Refusal("game-running"))
        case c.RequestSeat() as command:
            return accepted_as(entry, accept_request(live, entry, command))
        case c.Sit() | c.WithdrawSeatRequest():
            pass
        case _:
            accept(late, entry)
    return accept(live, entry)


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
