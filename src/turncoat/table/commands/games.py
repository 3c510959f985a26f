"""Commands about a game under way: dealt, chosen in, paused, given up; and what is kept of it afterwards."""

import msgspec

from turncoat.kernel.options import Answer
from turncoat.kernel.seats import Seat
from turncoat.table.commands.seats import Command
from turncoat.table.values.summaries import GameSummary


class Start(Command, frozen=True):
    """Deal the cards (host). `rules` is the version that the game is bound to; the server fills it in.

    So it does with `holds`: whether the table is held open before a reveal that nobody triggers.
    """

    rules: str = ""
    holds: bool = False
    forgotten: bool = False
    """Nothing is kept of this game: its cards and choices were taken out of the log."""
    entropy_once: bool = msgspec.field(default=False, name="luck_once")
    """Only luck that was thrown in since the deal before counts (not in logs of before that was so)."""


class Choose(Command, frozen=True):
    """A choice in the game of that number; the seat is the person's own."""

    game: int
    seat: Seat
    to: int | str
    answer: Answer


class Reopen(Command, frozen=True):
    """Back to the set-up with the same people, after a game (host)."""


class AbortGame(Command, frozen=True, tag="Drop"):
    """The server ends a game that cannot go on, with a notice."""

    reason: str


class ControlCommand(Command, frozen=True):
    """What `course.py` checks and takes."""


class Pause(ControlCommand, frozen=True):
    """Stop the game for a while (host): nobody chooses anything, bots and clocks rest; talk goes on."""


class Resume(ControlCommand, frozen=True):
    """Go on after a pause (host)."""


class RequestPause(ControlCommand, frozen=True):
    """Ask for a pause (anybody who sits there but the host).

    The host grants it by `Pause`; it is granted without the host when more than half of the people ask.
    """


class RequestResume(ControlCommand, frozen=True):
    """Ask to go on after a pause, in the same way."""


class WithdrawPauseRequest(ControlCommand, frozen=True):
    """Ask for a pause, or to go on, no longer."""


class StandIn(ControlCommand, frozen=True):
    """Let a bot play for who is away (host, or the server after a time). The person keeps the seat."""

    seat: Seat


class ReturnFromAway(ControlCommand, frozen=True, tag="Back"):
    """The person is back, and plays himself again; the server says so when his page is open."""

    seat: Seat


class TakeOverHosting(ControlCommand, frozen=True):
    """Become the host of a table whose host has been away for long (anybody who sits there)."""


class WantToGiveUp(ControlCommand, frozen=True):
    """Say that one wants to give the game up, or no longer. When more than half of the people do, it is over."""

    yes: bool = True


class GiveUp(ControlCommand, frozen=True):
    """End the game with a notice (host). Nobody's cards are shown."""


class StartDiscussion(ControlCommand, frozen=True, tag="TalkFor"):
    """Open a discussion of so many seconds, which everybody sees counted down (host); 0 ends one."""

    seconds: int


class TimeUp(ControlCommand, frozen=True):
    """The time for the open question is up: who has not chosen gets the rules' default (the server alone)."""

    game: int
    question: int


class Reveal(ControlCommand, frozen=True):
    """The table was held open long enough after the last answer: it is taken now (the server alone)."""

    game: int
    question: int


class HistoryCommand(Command, frozen=True):
    """What `archive.py` checks and takes."""


class ArchiveGame(HistoryCommand, frozen=True, tag="Over"):
    """The game of that number is over, and this is what the table keeps of it; nothing when it was to be forgotten.

    Game 0 is none: games were forgotten then.
    """

    game: int
    summary: GameSummary | None = msgspec.field(default=None, name="finished")
    version: int = 0
    """The version of the table by then, which entries that were taken out of the log made."""


class Share(HistoryCommand, frozen=True):
    """Let whoever has the link of this token watch a game that is over (who played it)."""

    game: int
    token: str


class Unshare(HistoryCommand, frozen=True):
    """Let that link show nothing any more (who made it, or the host)."""

    game: int
