"""Commands about one person's private state, of which nobody else learns."""

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command
from turncoat.table.values.notes import Note


class PersonalCommand(Command, frozen=True):
    """A command that only its author can notice. Spectators with a delay therefore see theirs at once."""


class Mute(PersonalCommand, frozen=True):
    """Mute a voice, or unmute it."""

    voice: int
    on: bool = True


class ShowTeamDraft(PersonalCommand, frozen=True):
    """Let the others see the team that the person considers as leader, or hide it."""

    shows: bool


class Guide(PersonalCommand, frozen=True):
    """Turn explanations of the game on or off, and note which have been given."""

    on: bool | None = None
    explained: tuple[str, ...] = ()


class WriteNotes(PersonalCommand, frozen=True):
    """Write notes about seats, or in general. Anything not mentioned stays."""

    seats: dict[Seat, Note] = msgspec.field(default_factory=dict)
    text: str | None = None
