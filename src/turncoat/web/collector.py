"""When Python's garbage collector may hold the server up."""

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from typing import Any, Final

YOUNG: Final = 2000
NEVER: Final = 1_000_000_000
"""How many young objects there are when Python searches them for garbage, and that it never searches older ones."""
LOOK_EVERY: Final = 5.0
QUIET: Final = 10.0
"""Seconds without a change at any table after which nobody is held up."""
OFTEN: Final = 10 * 60.0
SELDOM: Final = 60 * 60.0
"""Seconds between two searches in quiet, and when it is never quiet."""
GROWN: Final = 1.5
"""How much more memory than after the last search is worth a search when it is never quiet."""
MOST_LEFT: Final = 10_000
"""Sockets after which it is never too early: the library leaves 7 kB of each that refer to themselves."""


class QuietCollector:
    """Searches old objects for garbage when nobody plays.

    By itself Python does so now and then, and everybody waits: a second with a thousand tables, and 10 to 50 ms several
    times a second for those objects alone that have survived their first search. It would hardly find anything, because
    almost all objects are freed as soon as nothing refers to them.
    """

    def __init__(
        self,
        changes: Callable[[], int],
        sockets: Callable[[], int] = lambda: 0,
        now: Callable[[], float] = time.monotonic,
        collect: Callable[[], Any] = gc.collect,
        blocks: Callable[[], int] = sys.getallocatedblocks,
    ) -> None:
        self._changes, self._sockets, self._now, self._collect, self._blocks = changes, sockets, now, collect, blocks
        self._seen = self._searched = changes()
        self._quiet_since = self._last = now()
        self._left = blocks()
        """How much memory was in use after the last search."""
        self._sockets_then = sockets()
        """How many sockets had been closed by then."""

    async def run(self) -> None:
        """Look now and then whether it is quiet, until cancelled."""
        gc.freeze()  # objects from the start stay, and are never searched
        gc.set_threshold(YOUNG, NEVER, NEVER)
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> None:
        """Search if nothing has happened for a while, and enough since the last time.

        Where it is never quiet, search only when memory has grown much since the last time. Many closed sockets are
        always a reason.
        """
        changes, now = self._changes(), self._now()
        if changes != self._seen:
            self._seen, self._quiet_since = changes, now
        many = self._sockets() - self._sockets_then >= MOST_LEFT
        if changes == self._searched and not many:
            return
        since = now - self._last
        if now - self._quiet_since >= QUIET:
            is_time = since >= OFTEN
        else:
            is_time = since >= SELDOM and self._blocks() > GROWN * self._left
        if is_time or many:
            self._collect()
            self._sockets_then = self._sockets()
            self._searched, self._last, self._left = changes, now, self._blocks()
