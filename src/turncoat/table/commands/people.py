"""Commands about people: what they say, what is for one alone, who is let in, handed over to, sent away."""

from typing import Literal

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.commands.seats import Command


class Say(Command, frozen=True):
    """Say something to all at the table, or in the channel that the rules give to the seat and some others.

    With a quick phrase its key alone is kept, and the seat that it speaks of. Who watches says under which name.
    """

    text: str
    channel: Literal["table", "channel", "gallery"] = "table"
    phrase: str = ""
    about: Seat | None = None
    name: str = ""


class PersonalCommand(Command, frozen=True):
    """What concerns the person alone, and nobody else learns of: `own.py` checks and takes it."""


class Mute(PersonalCommand, frozen=True):
    """Not to hear that voice any more, or to hear it again."""

    voice: int
    on: bool = True


class ShowTeamDraft(PersonalCommand, frozen=True, tag="Consider"):
    """Let the others see whom the person considers as a leader, or do not."""

    shows: bool = msgspec.field(name="openly")


class Guide(PersonalCommand, frozen=True):
    """Explain the game as it goes, or do not; and what has been explained already."""

    on: bool | None = None
    heard: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True):
    """What somebody notes about a seat: a mark of few, and some words."""

    mark: str = ""
    text: str = ""


class WriteNotes(PersonalCommand, frozen=True, tag="Jot"):
    """Note something about seats, or in general; what is not named stays."""

    seats: dict[Seat, Note] = msgspec.field(default_factory=dict)
    text: str | None = None


class MembershipCommand(Command, frozen=True):
    """What `people.py` checks and takes."""


class HandOver(MembershipCommand, frozen=True):
    """Make the person on that seat the host (host)."""

    seat: Seat


class Swap(MembershipCommand, frozen=True):
    """Let who sits on two seats change places before a game (host)."""

    one: Seat
    other: Seat


class Remove(MembershipCommand, frozen=True):
    """Send somebody away, who may not sit down again until he is let back (host). In mid-game a bot takes over."""

    seat: Seat


class LetBack(MembershipCommand, frozen=True):
    """Let somebody who was removed sit down again (host)."""

    number: int


class RequestSeat(MembershipCommand, frozen=True, tag="Ask"):
    """Ask the host to play for the bot on that seat, in the middle of a game."""

    name: str
    seat: Seat


class WithdrawSeatRequest(MembershipCommand, frozen=True, tag="Withdraw"):
    """Ask no longer."""


class Reply(MembershipCommand, frozen=True):
    """The host's answer to who asked; the new player learns what the seat knows."""

    number: int
    yes: bool


class OpenDevice(MembershipCommand, frozen=True):
    """Open one's seat on another device too, by a link that is good for once."""

    link: str


class CloseDevices(MembershipCommand, frozen=True):
    """Shut one's seat on the device that came by this link, or on all that came by one."""

    link: str = ""
