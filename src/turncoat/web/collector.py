"""When Python's garbage collector may hold the server up."""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any, Final

YOUNG: Final = 2000
MIDDLE: Final = 10
NEVER: Final = 1_000_000_000
"""When Python searches its young objects for garbage, those that have survived that, and those that are old."""
LOOK_EVERY: Final = 5.0
QUIET: Final = 10.0
"""Seconds without a change at any table after which nobody is held up."""
OFTEN: Final = 10 * 60.0
SELDOM: Final = 24 * 60 * 60.0
"""Seconds between two searches in quiet, and when it is never quiet."""


class QuietCollector:
    """Searches old objects for garbage when nobody plays.

    By itself Python does so now and then, and everybody waits: a second with a thousand tables. It would hardly find
    anything, because almost all objects are freed as soon as nothing refers to them.
    """

    def __init__(
        self,
        changes: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
        collect: Callable[[], Any] = gc.collect,
    ) -> None:
        self._changes, self._now, self._collect = changes, now, collect
        self._seen = self._searched = changes()
        self._quiet_since = self._last = now()

    async def run(self) -> None:
        """Look now and then whether it is quiet, until cancelled."""
        gc.freeze()  # objects from the start stay, and are never searched
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> None:
        """Search if nothing has happened for a while, and enough since the last time."""
        changes, now = self._changes(), self._now()
        if changes != self._seen:
            self._seen, self._quiet_since = changes, now
        wait = OFTEN if now - self._quiet_since >= QUIET else SELDOM
        if changes != self._searched and now - self._last >= wait:
            self._collect()
            self._searched, self._last = changes, now
