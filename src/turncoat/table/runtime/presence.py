"""Presence at a table. The public list changes at most once a second, however many people come and go."""

from collections.abc import Callable
from functools import partial
from typing import Final

from turncoat.table.runtime.room_clock import Alarm, Time

DISCONNECT_GRACE: Final = 2.0
"""Seconds after which a person without connections is listed as gone. A client that loads another page is back by then,
so nobody else's page changes."""
LISTED_FOR: Final = 1.0
"""Minimum seconds for which the list stays the same, since every page of the table displays it."""


class Presence:
    """Open connections at one table."""

    def __init__(self, time: Time, tell: Callable[[], None]) -> None:
        self._time = time
        self._tell = tell
        """Called when the list changes, except for a person's own act, which is announced anyway."""
        self.note: Callable[[], None] = _ignore
        """Called whenever the list changes."""
        self.here: dict[str, int] = {}
        """Number of open connections by person. Those of shared screens count for nobody, the empty id."""
        self.pages: dict[str, int] = {}
        """Number of open pages by person. Programs have none."""
        self.expected: set[str] = set()
        """People who are loading the page of this table."""
        self.listed: frozenset[str] = frozenset()
        """People who are listed as present."""
        self._leaving: dict[str, Alarm] = {}
        """People who have just lost their last connection."""
        self._listed_until = float("-inf")
        self._next: Alarm | None = None
        """Alarm of the next change of the list, if one is set."""

    def connect(self, person: str, *, with_page: bool) -> None:
        """Add a connection of the person."""
        if with_page:
            self.pages[person] = self.pages.get(person, 0) + 1
            self.expected.discard(person)
        self.here[person] = self.here.get(person, 0) + 1
        if (alarm := self._leaving.pop(person, None)) is not None:
            alarm.cancel()
        self._update()

    def disconnect(self, person: str, *, with_page: bool) -> None:
        """Remove a connection of the person."""
        if with_page:
            self.pages[person] -= 1
            if not self.pages[person]:
                del self.pages[person]
        self.here[person] -= 1
        if not self.here[person]:
            del self.here[person]
            self._leaving[person] = self._time.call_at(
                self._time.now() + DISCONNECT_GRACE, partial(self._note_gone, person)
            )

    def note_act(self, person: str) -> None:
        """List a person as present because everybody sees them act."""
        if person in self.here and person not in self.listed:
            self._change(self.listed | {person})

    def close(self) -> None:
        """Stop all alarms and notifications."""
        for alarm in (*self._leaving.values(), *((self._next,) if self._next is not None else ())):
            alarm.cancel()
        self._leaving.clear()
        self._tell = self.note = _ignore

    def _note_gone(self, person: str) -> None:
        del self._leaving[person]
        self._update()

    def _update(self) -> None:
        if self._next is not None or self._present() == self.listed:
            return
        if self._time.now() < self._listed_until:
            self._next = self._time.call_at(self._listed_until, self._publish)
        else:
            self._publish()

    def _publish(self) -> None:
        self._next = None
        if (present := self._present()) != self.listed:
            self._change(present)
            self._listed_until = self._time.now() + LISTED_FOR
            self._tell()

    def _change(self, listed: frozenset[str]) -> None:
        self.listed = listed
        self.note()

    def _present(self) -> frozenset[str]:
        return frozenset(filter(None, (*self.here, *self._leaving)))


def _ignore() -> None: ...
