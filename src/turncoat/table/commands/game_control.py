"""Commands that control a game outside its rules: pause it, leave a seat to a bot, discuss, give up."""

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command


class Pause(Command, frozen=True):
    """Pause the game (host, or the server when enough people ask for it).

    Nobody can choose anything, and bots and clocks rest. The chat stays open.
    """

    name: str = ""
    """Name of whoever paused it. The server fills it in."""
    by_many: bool = False
    """True if several people did, without the host. The server fills it in."""


class Resume(Command, frozen=True):
    """Resume after a pause (host, or the server when enough people ask for it)."""


class RequestPause(Command, frozen=True):
    """Ask for a pause (anybody at the table except the host).

    The host grants it by `Pause`. When a majority of the people ask, it is granted without the host.
    """


class RequestResume(Command, frozen=True):
    """Ask to resume after a pause, in the same way."""


class WithdrawPauseRequest(Command, frozen=True):
    """Withdraw a request to pause or to resume."""


class StandIn(Command, frozen=True):
    """Let a bot play for a person who is away (host, or the server after a time). The person keeps the seat."""

    seat: Seat


class ReturnFromAway(Command, frozen=True):
    """Let a person who is back play again. The server does so when their page is open."""

    seat: Seat


class TakeOverHosting(Command, frozen=True):
    """Become the host of a table whose host has been away for long (anybody at the table)."""


class WantToGiveUp(Command, frozen=True):
    """Vote to give the game up, or withdraw the vote. With a majority of the people, the game is over."""

    yes: bool = True


class GiveUp(Command, frozen=True):
    """End the game with a notice (host). Nobody's cards are revealed."""


class StartDiscussion(Command, frozen=True):
    """Open a discussion of that many seconds, counted down for everybody (host). With 0, end one."""

    seconds: int
