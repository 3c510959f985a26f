"""Commands about what concerns one person alone, and nobody else learns of."""

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command
from turncoat.table.values.notes import Note


class PersonalCommand(Command, frozen=True):
    """What nobody but the person can notice; so spectators who see the table late get their own at once."""


class Mute(PersonalCommand, frozen=True):
    """Stop hearing that voice, or hear it again."""

    voice: int
    on: bool = True


class ShowTeamDraft(PersonalCommand, frozen=True):
    """Let the others see whom the person considers as a leader, or do not."""

    shows: bool


class Guide(PersonalCommand, frozen=True):
    """Explain the game as it goes, or do not; and what has been explained already."""

    on: bool | None = None
    explained: tuple[str, ...] = ()


class WriteNotes(PersonalCommand, frozen=True):
    """Note something about seats, or in general. What is not named stays."""

    seats: dict[Seat, Note] = msgspec.field(default_factory=dict)
    text: str | None = None
