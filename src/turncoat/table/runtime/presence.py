"""Who is at a table now, and who is shown as here: that changes at most once a second, however many come and go."""

from collections.abc import Callable
from functools import partial
from typing import Final

from turncoat.table.runtime.room_clock import Alarm, Time

DISCONNECT_GRACE: Final = 2.0
"""Seconds after which somebody whose last connection has ended is shown as gone. Whoever loads another page is back by
then, and nobody else's page changes."""
SHOWN_FOR: Final = 1.0
"""Seconds for which the same people are shown as here, at least: every page of the table shows them."""


class Presence:
    """The open connections at one table."""

    def __init__(self, time: Time, tell: Callable[[], None]) -> None:
        self._time = time
        self._tell = tell
        """Called when other people are shown as here, unless it is for what one of them does: that is told anyway."""
        self.note: Callable[[], None] = _nobody
        """Called whenever other people are."""
        self.here: dict[str, int] = {}
        """Open connections of each person; those of shared screens are nobody's."""
        self.pages: dict[str, int] = {}
        """How many pages each person has open; programs have none."""
        self.expected: set[str] = set()
        """People who are on their way to the page of this table."""
        self.shown: frozenset[str] = frozenset()
        """The people who are shown as here."""
        self._leaving: dict[str, Alarm] = {}
        """People whose last connection has ended just now."""
        self._shown_until = float("-inf")
        self._next: Alarm | None = None
        """When the people who are shown change next, if that is known."""

    def connect(self, person: str, *, with_page: bool) -> None:
        """The person opened a connection."""
        if with_page:
            self.pages[person] = self.pages.get(person, 0) + 1
            self.expected.discard(person)
        self.here[person] = self.here.get(person, 0) + 1
        if (alarm := self._leaving.pop(person, None)) is not None:
            alarm.cancel()
        self._update()

    def disconnect(self, person: str, *, with_page: bool) -> None:
        """A connection of the person ended."""
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
        """The person has done something that everybody sees: they must not be shown as gone meanwhile."""
        if person in self.here and person not in self.shown:
            self._change(self.shown | {person})

    def close(self) -> None:
        """Nobody is told anything more."""
        for alarm in (*self._leaving.values(), *((self._next,) if self._next is not None else ())):
            alarm.cancel()
        self._leaving.clear()
        self._tell = self.note = _nobody

    def _note_gone(self, person: str) -> None:
        del self._leaving[person]
        self._update()

    def _update(self) -> None:
        if self._next is not None or self._present() == self.shown:
            return
        if self._time.now() < self._shown_until:
            self._next = self._time.call_at(self._shown_until, self._show)
        else:
            self._show()

    def _show(self) -> None:
        self._next = None
        if (present := self._present()) != self.shown:
            self._change(present)
            self._shown_until = self._time.now() + SHOWN_FOR
            self._tell()

    def _change(self, shown: frozenset[str]) -> None:
        self.shown = shown
        self.note()

    def _present(self) -> frozenset[str]:
        return frozenset(filter(None, (*self.here, *self._leaving)))


def _nobody() -> None: ...
