"""Private state of one person at a table: whom they have muted, and their notes.

It is in the table's log like everything else, but nobody else can notice when it changes: it does not count in the
table's version, and is on no page but the person's own and in no record. It is deleted with the table.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.values.notes import Note


class PersonalState(msgspec.Struct, frozen=True):
    """Private state of one person at one table. A change returns another one."""

    muted_voices: frozenset[int] = frozenset()
    """Voices that they have muted."""
    shows_draft: bool = True
    """True if the others may see the team that they consider as leader."""
    guided: bool | None = None
    """True if the game is explained to them, or None if they have not chosen."""
    explained: frozenset[str] = frozenset()
    """Explanations already given, by game and key."""
    notes: Mapping[Seat, Note] = {}
    """Their notes about the seats in this game."""
    text: str = ""
    """Their general notes."""

    def muting(self, voice: int, *, on: bool) -> "PersonalState":
        """Return the state with the voice muted, or unmuted."""
        voices = self.muted_voices | {voice} if on else self.muted_voices - {voice}
        return msgspec.structs.replace(self, muted_voices=voices)

    def showing_draft(self, shows: bool) -> "PersonalState":
        """Return the state in which the others may see the team that the person considers as leader, or may not."""
        return msgspec.structs.replace(self, shows_draft=shows)

    def guiding(self, on: bool | None, explained: Iterable[str]) -> "PersonalState":
        """Return the state with explanations on or off (None: as before), and these among those already given."""
        guided = self.guided if on is None else on
        return msgspec.structs.replace(self, guided=guided, explained=self.explained | frozenset(explained))

    def noting(self, seats: Mapping[Seat, Note], text: str | None) -> "PersonalState":
        """Return the state with these notes about these seats, and these general notes unless `text` is None."""
        text = self.text if text is None else text
        return msgspec.structs.replace(self, notes={**self.notes, **seats}, text=text)

    def in_a_new_game(self) -> "PersonalState":
        """Return the state without notes about seats, for a new deal."""
        return msgspec.structs.replace(self, notes={})


NO_PERSONAL_STATE: Final = PersonalState()
"""State of people who have none of their own here."""
