"""Private state of one person at a table: whom they have muted, and their notes.

It is in the table's log like everything else, but nobody else can notice when it changes: it does not count in the
table's version, and is on no page but the person's own and in no record. It is deleted with the table.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from turncoat.kernel.seats import Seat
from turncoat.table.values.notes import Note


class PersonalState:
    """Private state of one person at one table."""

    def __init__(self) -> None:
        self.muted_voices: frozenset[int] = frozenset()
        """Voices that they have muted."""
        self.shows_draft = True
        """True if the others may see the team that they consider as leader."""
        self.guided: bool | None = None
        """True if the game is explained to them, or None if they have not chosen."""
        self.explained: frozenset[str] = frozenset()
        """Explanations already given, by game and key."""
        self.notes: dict[Seat, Note] = {}
        """Their notes about the seats in this game."""
        self.text = ""
        """Their general notes."""

    def mute(self, voice: int, *, on: bool) -> None:
        """Mute the voice, or unmute it."""
        self.muted_voices = self.muted_voices | {voice} if on else self.muted_voices - {voice}

    def show_draft(self, shows: bool) -> None:
        """Let the others see the team that the person considers as leader, or hide it."""
        self.shows_draft = shows

    def guide(self, on: bool | None, explained: Iterable[str]) -> None:
        """Turn explanations on or off (None: leave as is), and remember which have been given."""
        self.guided = self.guided if on is None else on
        self.explained |= frozenset(explained)

    def write_notes(self, seats: Mapping[Seat, Note], text: str | None) -> None:
        """Replace the notes about these seats, and the general notes unless `text` is None."""
        self.notes |= seats
        self.text = self.text if text is None else text

    def begin_game(self) -> None:
        """Clear the notes about seats for a new deal."""
        self.notes = {}


NO_PERSONAL_STATE: Final = PersonalState()
"""Shared state of people who have none of their own here. It is never changed."""
