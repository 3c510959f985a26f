"""Rate limits shared between servers, so that a client refused by one cannot continue at the next.

Each server counts on its own. Once a second it adds its counts to the shared totals, and reads these back. The database
never learns which addresses are counted: keyed hashes stand for them.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Final

from turncoat.web.http.limits import Limiter

INTERVAL: Final = 1.0
"""Seconds between two exchanges."""

AddCounts = Callable[[int, Mapping[str, int]], Awaitable[dict[str, int]]]
"""Adds counts for a period, and returns the totals of all servers in that period for the same keys."""


class SharedCounts:
    """Exchanges a limiter's counts with other servers."""

    def __init__(self, limiter: Limiter, add: AddCounts, key: bytes) -> None:
        self._limiter, self._add, self._key = limiter, add, key

    async def run(self, failures: type[Exception]) -> None:
        """Exchange counts periodically until cancelled.

        While the others are out of reach (one of `failures`), each server counts on its own.
        """
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.exchange()
            except failures:
                continue

    async def exchange(self) -> None:
        """Report the counts since the last exchange, and take over the totals."""
        for name, window in self._limiter.shared.items():
            period, new_counts = window.take_counts()
            if not new_counts:
                continue
            names = {self._name_of(name, key): key for key in new_counts}
            totals = await self._add(period, {hidden: new_counts[key] for hidden, key in names.items()})
            window.note_totals(period, {names[hidden]: total for hidden, total in totals.items()})

    def _name_of(self, name: str, key: str) -> str:
        return hmac.new(self._key, f"count {name} {key}".encode(), sha256).hexdigest()[:32]
