"""Commands about the members of a table: its host, removed people, requests for seats, and devices."""

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command, SeatingCommand


class HandOver(Command, frozen=True):
    """Make the person on that seat the host (host)."""

    seat: Seat


class Remove(SeatingCommand, frozen=True):
    """Remove a person, who may not watch or sit down until they are let back (host). A bot plays on for them."""

    seat: Seat


class RemoveSpectator(Command, frozen=True):
    """Remove a spectator, who may not watch until they are let back (host)."""

    person: str
    name: str = ""
    """Name by which the host knows them, if any."""


class KeepOut(SeatingCommand, frozen=True):
    """Keep out exactly those whom the host has blocked from all of their tables (server)."""

    people: tuple[str, ...]
    blocker: str
    """The host who has blocked them."""
    vacates: bool = True
    """True if those who sit here and were not kept out before lose their seats. A bot plays on for them."""


class LetBack(Command, frozen=True):
    """Let a removed person watch and sit down again (host)."""

    number: int


class RequestSeat(Command, frozen=True):
    """Ask the host for the seat of a bot during a game."""

    name: str
    seat: Seat


class WithdrawSeatRequest(Command, frozen=True):
    """Withdraw the request."""


class AnswerSeatRequest(SeatingCommand, frozen=True):
    """Answer a request (host). The new player learns what the seat knows."""

    number: int
    yes: bool


class OpenDevice(Command, frozen=True):
    """Open one's seat on another device as well, by a link that works once."""

    link: str


class CloseDevices(Command, frozen=True):
    """Close one's seat on the device that used this link, or on all that used one."""

    link: str = ""
