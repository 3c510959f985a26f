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
from turncoat.table.rebuilding import apply_entry
from turncoat.table.state.table import Table


class SpectatorDelay:
    """Keeps one table some seconds behind another. It belongs to the running server; a restarted one makes it anew."""

    def __init__(
        self, live: Table, late: Table, waiting: deque[c.Entry], wall_time: float, tell: Callable[[], None]
    ) -> None:
        self._live = live
        self._late = late
        self._tell = tell
        """Called when something has happened at the late table."""
        self._waiting: deque[tuple[float, c.Entry]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        now = asyncio.get_running_loop().time()
        for entry in waiting:
            self._waiting.append((now - max(0.0, wall_time - entry.at), entry))

    @property
    def _behind(self) -> int:
        """Seconds between what happens and what is seen of it."""
        return self._live.settings.spectators_behind

    @property
    def is_needed(self) -> bool:
        """Whether the late table differs from the live one in anything that matters: between games nothing does."""
        live, late = self._live, self._late
        same_game = live.games == late.games and (live.session is None) == (late.session is None)
        return live.running or late.running or not same_game

    def add(self, entry: c.Entry) -> None:
        """Something has happened at the live table."""
        command = entry.command
        if isinstance(command, c.PersonalCommand) or (isinstance(command, c.Say) and command.channel == "gallery"):
            # What spectators say tells them nothing of the game, and whom they mute is their own: both at once.
            apply_entry(self._late, entry)
        else:
            self._waiting.append((asyncio.get_running_loop().time(), entry))

    def catch_up(self) -> None:
        """Let happen here what is long enough ago, and come back for the rest."""
        now = asyncio.get_running_loop().time()
        changed = False
        while self._waiting and self._waiting[0][0] + self._behind <= now:
            changed = True
            apply_entry(self._late, self._waiting.popleft()[1])
        self.close()
        if self._waiting:
            due = self._waiting[0][0] + self._behind
            self._timer = asyncio.get_running_loop().call_at(due, self.catch_up)
        if changed:
            self._tell()

    def close(self) -> None:
        """Come back no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def check_late(late: Table, live: Table, by: str, command: c.AnyCommand) -> None:
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


def split(entries: Sequence[bytes], behind: int, wall_time: float) -> tuple[Sequence[bytes], deque[c.Entry]]:
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
    return entries[:known], deque(decoded[known:])
