"""Commands that steer a game outside its rules: pause it, leave a seat to a bot, discuss, give up."""

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command


class Pause(Command, frozen=True):
    """Stop the game for a while (host, or the server when enough people ask for it): nobody chooses anything, bots and
    clocks rest; the chat stays open."""

    name: str = ""
    """The name of whoever paused it. The server fills it in."""
    by_many: bool = False
    """True where several did, without the host. The server fills it in."""


class Resume(Command, frozen=True):
    """Go on after a pause (host, or the server when enough people ask for it)."""


class RequestPause(Command, frozen=True):
    """Ask for a pause (anybody who sits there but the host).

    The host grants it by `Pause`. When more than half of the people ask, it is granted without the host.
    """


class RequestResume(Command, frozen=True):
    """Ask to resume after a pause, in the same way."""


class WithdrawPauseRequest(Command, frozen=True):
    """Withdraw a request to pause or to resume."""


class StandIn(Command, frozen=True):
    """Let a bot play for a person who is away (host, or the server after a time). The person keeps the seat."""

    seat: Seat


class ReturnFromAway(Command, frozen=True):
    """The person is back and plays again. The server says so when their page is open."""

    seat: Seat


class TakeOverHosting(Command, frozen=True):
    """Become the host of a table whose host has been away for long (anybody who sits there)."""


class WantToGiveUp(Command, frozen=True):
    """Say that one wants to give the game up, or no longer. When more than half of the people do, it is over."""

    yes: bool = True


class GiveUp(Command, frozen=True):
    """End the game with a notice (host). Nobody's cards are shown."""


class StartDiscussion(Command, frozen=True):
    """Open a discussion of that many seconds, counted down for all to see (host); 0 ends one."""

    seconds: int
