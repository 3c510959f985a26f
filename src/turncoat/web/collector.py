"""Scheduling of Python's garbage collector, which stops the server while it runs."""

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from typing import Any, Final

YOUNG: Final = 2000
NEVER: Final = 1_000_000_000
"""GC thresholds: generation 0 after 2,000 allocations, older generations never."""
LOOK_EVERY: Final = 5.0
QUIET: Final = 10.0
"""Seconds without a change at any table after which a collection delays nobody."""
OFTEN: Final = 10 * 60.0
SELDOM: Final = 60 * 60.0
"""Seconds between two collections, if there are quiet times and if there are none."""
GROWN: Final = 1.5
"""Growth in memory since the last collection that justifies one when it is never quiet."""
MOST_LEFT: Final = 10_000
"""Closed sockets after which a collection is due at once: the library leaves 7 kB of reference cycles for each."""


class QuietCollector:
    """Collects old garbage while nobody plays.

    Python's own schedule would make everybody wait: for a second with a thousand tables, and for 10 to 50 ms several
    times a second for the objects that have survived one collection. It would find hardly anything, because almost all
    objects are freed by reference counting.
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
        """Memory blocks in use after the last collection."""
        self._sockets_then = sockets()
        """Number of closed sockets at that time."""

    async def run(self) -> None:
        """Check periodically whether it is quiet, until cancelled."""
        gc.freeze()  # objects from startup live as long as the server, and are never examined
        gc.set_threshold(YOUNG, NEVER, NEVER)
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> None:
        """Collect if the tables are quiet and enough has happened since the last collection.

        If it is never quiet, collect only after memory has grown much. Many closed sockets are always a reason.
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
