"""Open connections at a table, notified when something may have changed there."""

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Final

from turncoat.table.runtime.room_clock import Time
from turncoat.table.state.table import Table

WOKEN_AT_ONCE: Final = 8
"""Number of spectators woken in a row before anything else gets a turn."""
MAX_NOTIFY_DELAY: Final = 0.5
"""Maximum seconds for which changes are collected while more commands are pending. A busy server lags by a quarter of a
second; with a lower limit it would render every choice by itself just when it has no time."""

Watcher = Callable[[], None]
"""Wakes an open connection, which works out its own changes."""


class Watchers:
    """Open connections at one table."""

    def __init__(self, table: Table, time: Time) -> None:
        self._table = table
        self._time = time
        self.people: dict[Watcher, str] = {}
        """Person behind each connection."""
        self._hidden: set[Watcher] = set()
        """Pages that are in the background, as they say themselves. Nobody else learns of it."""
        self.moment = 0
        """Counter that changes whenever a visible change is possible."""
        self._to_wake: dict[Watcher, None] = {}
        """Watchers that have not been woken since the last change."""
        self._pending = 0
        """Number of commands running or waiting."""
        self._untold_since: float | None = None
        """Time of the first change that watchers have not been notified of."""
        self._called_when_told: list[Callable[[], None]] = []

    def __len__(self) -> int:
        return len(self.people)

    def add(self, watcher: Watcher, person: str = "") -> None:
        """Add a connection of the person. Shared screens have no person."""
        self.people[watcher] = person

    def discard(self, watcher: Watcher) -> None:
        """Remove a connection."""
        self.people.pop(watcher, None)
        self._hidden.discard(watcher)
        self._to_wake.pop(watcher, None)

    def note_sight(self, watcher: Watcher, *, is_hidden: bool) -> None:
        """Note whether the page of a connection is in the background. No page changes by it."""
        if is_hidden and watcher in self.people:
            self._hidden.add(watcher)
        else:
            self._hidden.discard(watcher)

    def is_looking(self, person: str) -> bool:
        """Return whether the person has a page in sight, or a program here."""
        return any(one == person and watcher not in self._hidden for watcher, one in self.people.items())

    @property
    def spectators(self) -> int:
        """Number of connections of people without a seat."""
        seated = self._seated()
        return sum(person not in seated for person in self.people.values())

    def tell(self) -> None:
        """Wake every watcher.

        People with a seat are woken at once. Spectators follow a few at a time, so that however many they are, the
        server's other work continues in between.
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

    def hold_updates(self) -> None:
        """Announce a command. Its changes are held back until `flush_updates`."""
        self._pending += 1

    def note_change(self, then: Callable[[], None] | None = None) -> None:
        """Note a change by a command. `then` is called when all watchers have been woken for it."""
        self.moment += 1
        if self._untold_since is None:
            self._untold_since = self._time.now()
        if then is not None:
            self._called_when_told.append(then)

    @property
    def has_pending_updates(self) -> bool:
        """True if there is a change that watchers have not been notified of."""
        return self._untold_since is not None

    def flush_updates(self) -> None:
        """Finish a command and notify watchers of any change.

        Commands that have arrived meanwhile go first, so that changes by many people are rendered once.
        """
        self._pending -= 1
        since = self._untold_since
        if since is None or (self._pending and self._time.now() - since < MAX_NOTIFY_DELAY):
            return
        calls, self._untold_since, self._called_when_told = self._called_when_told, None, []
        self.tell()
        for call in calls:  # after the watchers woken above
            asyncio.get_running_loop().call_soon(call)

    def _wake_some(self) -> None:
        for watcher in tuple(islice(self._to_wake, WOKEN_AT_ONCE)):
            del self._to_wake[watcher]
            watcher()
        if self._to_wake:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _seated(self) -> set[str]:
        return {occupant.person for occupant in self._table.seats if occupant.person}
