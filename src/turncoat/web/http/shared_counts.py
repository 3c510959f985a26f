"""Counts that many servers keep together, so that whoever is refused at one cannot go on at the next.

Each server counts by itself. Once a second it adds what it has counted to what all have, and learns how much that is.
The database does not learn whom the counts are for: they have a keyed hash in place of an address.
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
"""Adds counts of a period, and gives what all servers have counted in it for the same keys."""


class SharedCounts:
    """Exchanges the counts of a limiter with other servers."""

    def __init__(self, limiter: Limiter, add: AddCounts, key: bytes) -> None:
        self._limiter, self._add, self._key = limiter, add, key

    async def run(self, failures: type[Exception]) -> None:
        """Exchange now and then, until cancelled. Where the others are out of reach, each counts for itself."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.exchange()
            except failures:
                continue

    async def exchange(self) -> None:
        """Tell the others what was counted here since the last time, and learn what they have counted."""
        for name, window in self._limiter.shared.items():
            period, news = window.take_news()
            if not news:
                continue
            names = {self._name_of(name, key): key for key in news}
            totals = await self._add(period, {hidden: news[key] for hidden, key in names.items()})
            window.note_totals(period, {names[hidden]: total for hidden, total in totals.items()})

    def _name_of(self, name: str, key: str) -> str:
        return hmac.new(self._key, f"count {name} {key}".encode(), sha256).hexdigest()[:32]
