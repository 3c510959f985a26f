"""A table as it was some seconds ago: what who looks on may see, when the host wants him to be late.

A table is the fold of its log; so the table of a while ago is the fold of what was in the log by then. It is a table of
its own, to which every entry is applied when it is old enough: nothing that is shown of it can know of anything later.
"""

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from turncoat.table import commands as c
from turncoat.table.rebuilding import apply_entry

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Room


class SpectatorDelay:
    """The table of a while ago. It belongs to the running server; after a restart it is made anew."""

    def __init__(self, live: "Room", room: "Room", waiting: "deque[c.Entry] | None" = None) -> None:
        self.live = live
        self.room = room
        """What faces draw from: the late table, and who is here now."""
        room.live, room.here = live, live.here
        room.presence = live.presence
        self._waiting: deque[tuple[float, c.Entry]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        now = asyncio.get_running_loop().time()
        for entry in waiting or ():
            self._waiting.append((now - max(0.0, time.time() - entry.at), entry))

    @property
    def behind(self) -> int:
        """Seconds between what happens and what is seen of it."""
        return self.live.table.settings.spectators_behind

    @property
    def is_needed(self) -> bool:
        """Whether it differs from the live table in anything that matters: between games there is no hurry."""
        live, late = self.live.table, self.room.table
        same_game = live.games == late.games and (live.session is None) == (late.session is None)
        return live.running or late.running or not same_game

    def add(self, entry: c.Entry) -> None:
        """Something has happened at the live table."""
        command = entry.command
        if isinstance(command, c.PersonalCommand) or (isinstance(command, c.Say) and command.channel == "gallery"):
            # What those say who look on tells nothing of the game to them, and whom one mutes is his own: both at once.
            apply_entry(self.room.table, entry)
        else:
            self._waiting.append((asyncio.get_running_loop().time(), entry))

    def catch_up(self) -> None:
        """Let happen here what is long enough ago, and come back for the rest."""
        now = asyncio.get_running_loop().time()
        changed = False
        while self._waiting and self._waiting[0][0] + self.behind <= now:
            changed = True
            apply_entry(self.room.table, self._waiting.popleft()[1])
        self.close()
        if self._waiting:
            due = self._waiting[0][0] + self.behind
            self._timer = asyncio.get_running_loop().call_at(due, self.catch_up)
        if changed:
            self.live.tell()

    def close(self) -> None:
        """Come back no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def split(entries: list[bytes], behind: int) -> tuple[list[bytes], deque[c.Entry]]:
    """The entries that who looks on may know of after a restart, and those that are too new.

    What happened before the host began to keep him late he has seen at once.
    """
    decoded = [c.decode(entry) for entry in entries]
    known, late = 0, False
    for number, entry in enumerate(decoded, 1):
        if isinstance(entry.command, c.ChangeSettings):
            known = known if late else number
            late = entry.command.settings.spectators_behind > 0
    until = time.time() - behind
    while known < len(decoded) and decoded[known].at <= until:
        known += 1
    return entries[:known], deque(decoded[known:])
