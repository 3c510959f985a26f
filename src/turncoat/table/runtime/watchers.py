"""Who watches a table, and is told when something may have changed there."""

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Final

from turncoat.table.runtime.room_clock import Time
from turncoat.table.state.table import Table

WOKEN_AT_ONCE: Final = 8
"""Spectators who have their turn one after another, before anything else has its own."""
MAX_NOTIFY_DELAY: Final = 0.5
"""Seconds after which those who watch are told of a change though more commands are about to be taken. A busy server is
behind by a quarter of a second: with less than that it would draw every choice by itself just when it has no time."""

Watcher = Callable[[], None]
"""Wakes an open connection: it finds out itself what is new to it."""


class Watchers:
    """The open connections at one table."""

    def __init__(self, table: Table, time: Time) -> None:
        self._table = table
        self._time = time
        self.people: dict[Watcher, str] = {}
        """Whose connections they are."""
        self.moment = 0
        """Another number once something may have changed that somebody sees."""
        self._to_wake: dict[Watcher, None] = {}
        """Those who have not had their turn since something has changed."""
        self._pending = 0
        """Commands that are being taken, or wait for their turn."""
        self._untold_since: float | None = None
        """When something took effect of which those who watch do not know yet."""
        self._called_when_told: list[Callable[[], None]] = []

    def __len__(self) -> int:
        return len(self.people)

    def add(self, watcher: Watcher, person: str = "") -> None:
        """The person opened a connection; nobody's are those of shared screens."""
        self.people[watcher] = person

    def discard(self, watcher: Watcher) -> None:
        """A connection ended."""
        self.people.pop(watcher, None)
        self._to_wake.pop(watcher, None)

    @property
    def spectators(self) -> int:
        """How many connections are of people without a seat."""
        seated = self._seated()
        return sum(person not in seated for person in self.people.values())

    def tell(self) -> None:
        """Wake everybody who watches.

        People with a seat have their turn at once. Spectators have it after them, a few at a time: what the server
        does for others goes on in between, however many they are.
        """
        self.moment += 1
        is_under_way = bool(self._to_wake)
        seated = self._seated()
        for watcher, person in tuple(self.people.items()):
            if person in seated:
                watcher()
            else:
                self._to_wake[watcher] = None
        if not is_under_way:
            self._wake_some()

    def wait_with_news(self) -> None:
        """A command is about to be taken: what it changes is told by `tell_news`."""
        self._pending += 1

    def note_change(self, then: Callable[[], None] | None = None) -> None:
        """Something has changed by a command; `then` is called when those who watch have had their turn to hear it."""
        self.moment += 1
        if self._untold_since is None:
            self._untold_since = self._time.now()
        if then is not None:
            self._called_when_told.append(then)

    @property
    def has_news(self) -> bool:
        """Whether something has changed of which those who watch do not know yet."""
        return self._untold_since is not None

    def tell_news(self) -> None:
        """A command was taken, or refused: tell what has changed.

        Commands that came meanwhile have their turn first, so that what many do at once is drawn once.
        """
        self._pending -= 1
        since = self._untold_since
        if since is None or (self._pending and self._time.now() - since < MAX_NOTIFY_DELAY):
            return
        calls, self._untold_since, self._called_when_told = self._called_when_told, None, []
        self.tell()
        for call in calls:  # what was woken by now has its turn before these
            asyncio.get_running_loop().call_soon(call)

    def _wake_some(self) -> None:
        for watcher in tuple(islice(self._to_wake, WOKEN_AT_ONCE)):
            del self._to_wake[watcher]
            watcher()
        if self._to_wake:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _seated(self) -> set[str]:
        return {occupant.person for occupant in self._table.seats if occupant.person}
