"""What a table keeps for one person alone: whom they do not want to hear, what they note about the others.

It is kept in the table's log like everything else, but nobody else can notice when it changes: it does not count in
the table's version, no page but the person's own shows it, and no record holds it. It goes when the table goes.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from turncoat.kernel.seats import Seat
from turncoat.table.values.notes import Note


class PersonalState:
    """One person's own things at one table."""

    def __init__(self) -> None:
        self.muted_voices: frozenset[int] = frozenset()
        """The voices that they have muted."""
        self.shows_draft = True
        """Whether they let the others see whom they consider as a leader."""
        self.guided: bool | None = None
        """Whether the game is explained to them; None when they have not said."""
        self.explained: frozenset[str] = frozenset()
        """What has been explained, by game and key."""
        self.notes: dict[Seat, Note] = {}
        """What they have noted about the seats in this game."""
        self.text = ""
        """What else they have noted."""

    def mute(self, voice: int, *, on: bool) -> None:
        """Stop hearing the voice, or hear it again."""
        self.muted_voices = self.muted_voices | {voice} if on else self.muted_voices - {voice}

    def show_draft(self, shows: bool) -> None:
        """Let the others see whom the person considers as a leader, or do not."""
        self.shows_draft = shows

    def guide(self, on: bool | None, explained: Iterable[str]) -> None:
        """Explain the game or do not (None: as before), and remember what has been explained."""
        self.guided = self.guided if on is None else on
        self.explained |= frozenset(explained)

    def write_notes(self, seats: Mapping[Seat, Note], text: str | None) -> None:
        """Note something about these seats, and in general; None leaves that as it is."""
        self.notes |= seats
        self.text = self.text if text is None else text

    def begin_game(self) -> None:
        """Other cards are dealt: the notes about the seats are out of date."""
        self.notes = {}


NO_PERSONAL_STATE: Final = PersonalState()
"""For people who have nothing of their own here; it is never changed."""
