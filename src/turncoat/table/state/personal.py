"""What a table keeps for one person alone: whom he does not want to hear, what he notes about the others.

It is kept in the table's log like everything else, but it is no change that anybody else could notice: it does not
count in the table's version, no page but his own shows it, and no record holds it. It goes when the table goes.
"""

from typing import TYPE_CHECKING, Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.values.names import cleaned

if TYPE_CHECKING:
    from turncoat.table.state.table import Table

MARKS: Final = ("trust", "unsure", "doubt")
"""What a seat may be marked with."""
LONGEST_NOTE: Final = 80
LONGEST_TEXT: Final = 800

describe(
    {
        "note-mark": N_("A seat cannot be marked like that."),
        "note-too-long": N_(
            "That note is too long; at most {most} character fits.",
            "That note is too long; at most {most} characters fit.",
        ),
    }
)


class Own:
    """One person's own things at one table."""

    def __init__(self) -> None:
        self.count = 0
        """Counts the changes."""
        self.unheard: frozenset[int] = frozenset()
        """The voices that he has muted."""
        self.shows_draft = True
        """Whether he lets the others see whom he considers as a leader."""
        self.guided: bool | None = None
        """Whether the game is explained to him; None when he has not asked for it."""
        self.heard: frozenset[str] = frozenset()
        """What has been explained, by game and key."""
        self.notes: dict[Seat, c.Note] = {}
        """What he has noted about the seats in this game."""
        self.text = ""
        """What else he has noted."""

    def take(self, command: c.PersonalCommand) -> None:
        """A command that was checked takes effect."""
        self.count += 1
        match command:
            case c.Mute():
                voice = frozenset((command.voice,))
                self.unheard = self.unheard | voice if command.on else self.unheard - voice
            case c.ShowTeamDraft():
                self.shows_draft = command.shows
            case c.Guide():
                self.guided = self.guided if command.on is None else command.on
                self.heard |= frozenset(command.heard)
            case c.WriteNotes():
                for seat, note in command.seats.items():
                    self.notes[seat] = c.Note(note.mark, cleaned(note.text))
                if command.text is not None:
                    self.text = clean_lines(command.text)
            case _:
                raise AssertionError(f"{type(command).__name__} is not about one person alone")

    def dealt(self) -> None:
        """Other cards now: what was noted about the seats is past."""
        self.notes = {}


NOTHING: Final = Own()
"""Of who has nothing of his own here; it is never changed."""


def check_private(table: "Table", by: str, command: c.PersonalCommand) -> None:
    """Raise Refused when the command is not to be taken from this person."""
    match command:
        case c.Mute():
            _refuse(command.voice not in table.chat.voices, "talk-no-voice")
        case c.ShowTeamDraft() | c.Guide():
            _refuse(table.seat_of(by) is None, "not-seated")
        case c.WriteNotes():
            _refuse(table.seat_of(by) is None, "not-seated")
            for seat, note in command.seats.items():
                table.occupant(seat)
                _refuse(note.mark not in ("", *MARKS), "note-mark")
                _check_length(note.text, LONGEST_NOTE)
            _check_length(command.text or "", LONGEST_TEXT)
        case _:
            raise AssertionError(f"{type(command).__name__} is not about one person alone")


def clean_lines(text: str) -> str:
    """A note of several lines, as it is shown."""
    return "\n".join(cleaned(line) for line in text.splitlines()).strip("\n")


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise Refused(Refusal("note-too-long", (("most", most),)))


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))
