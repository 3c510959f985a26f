"""Commands about who belongs to a table: the host, people who were removed or ask for a seat, their devices."""

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command, SeatingCommand


class HandOver(Command, frozen=True):
    """Make the person on that seat the host (host)."""

    seat: Seat


class Remove(SeatingCommand, frozen=True):
    """Send away a person, who may not look on or sit down until they are let back (host). A bot plays on for them."""

    seat: Seat


class RemoveSpectator(Command, frozen=True):
    """Send a spectator away, who may not look on until they are let back (host)."""

    person: str
    name: str = ""
    """The name by which the host knows them, if there is one."""


class LetBack(Command, frozen=True):
    """Let a person who was removed look on and sit down again (host)."""

    number: int


class RequestSeat(Command, frozen=True):
    """Ask the host to play for the bot on that seat, in the middle of a game."""

    name: str
    seat: Seat


class WithdrawSeatRequest(Command, frozen=True):
    """Ask no longer."""


class AnswerSeatRequest(SeatingCommand, frozen=True):
    """The host's answer to a request. The new player learns what the seat knows."""

    number: int
    yes: bool


class OpenDevice(Command, frozen=True):
    """Open one's seat on another device too, by a link that works once."""

    link: str


class CloseDevices(Command, frozen=True):
    """Close one's seat on the device that came by this link, or on all that came by a link."""

    link: str = ""
