"""Commands about a game under way: dealt, chosen in, paused, given up; and what is kept of it afterwards."""

from typing import Literal

from turncoat.kernel.options import Answer
from turncoat.kernel.seats import Seat
from turncoat.table.commands.seats import Command
from turncoat.table.values.summaries import Finished


class Start(Command, frozen=True):
    """Deal the cards (host). `rules` is the version that the game is bound to; the server fills it in.

    So it does with `holds`: whether the table is held open before a reveal that nobody triggers.
    """

    rules: str = ""
    holds: bool = False
    forgotten: bool = False
    """Nothing is kept of this game: its cards and choices were taken out of the log."""
    luck_once: bool = False
    """Only luck that was thrown in since the deal before counts (not in logs of before that was so)."""


class Choose(Command, frozen=True):
    """A choice in the game of that number; the seat is the person's own."""

    game: int
    seat: Seat
    to: int | str
    answer: Answer


class Reopen(Command, frozen=True):
    """Back to the set-up with the same people, after a game (host)."""


class Drop(Command, frozen=True):
    """The server ends a game that cannot go on, with a notice."""

    reason: str


class AboutCourse(Command, frozen=True):
    """What `course.py` checks and takes."""


class Pause(AboutCourse, frozen=True):
    """Stop the game for a while (host): nobody chooses anything, bots and clocks rest; talk goes on."""


class Resume(AboutCourse, frozen=True):
    """Go on after a pause (host)."""


class AskFor(AboutCourse, frozen=True):
    """Ask for a pause, or in one to go on; or no longer (who sits there and is not the host).

    It is granted by the host's `Pause` or `Resume`, or by itself when more than half of the people ask.
    """

    what: Literal["pause", "go-on"]
    yes: bool = True


class StandIn(AboutCourse, frozen=True):
    """Let a bot play for who is away (host, or the server after a time). The person keeps the seat."""

    seat: Seat


class Back(AboutCourse, frozen=True):
    """The person is back, and plays himself again; the server says so when his page is open."""

    seat: Seat


class TakeOverHosting(AboutCourse, frozen=True):
    """Become the host of a table whose host has been away for long (anybody who sits there)."""


class WantToGiveUp(AboutCourse, frozen=True):
    """Say that one wants to give the game up, or no longer. When more than half of the people do, it is over."""

    yes: bool = True


class GiveUp(AboutCourse, frozen=True):
    """End the game with a notice (host). Nobody's cards are shown."""


class TalkFor(AboutCourse, frozen=True):
    """Open a discussion of so many seconds, which everybody sees counted down (host); 0 ends one."""

    seconds: int


class TimeUp(AboutCourse, frozen=True):
    """The time for the open question is up: who has not chosen gets the rules' default (the server alone)."""

    game: int
    question: int


class Reveal(AboutCourse, frozen=True):
    """The table was held open long enough after the last answer: it is taken now (the server alone)."""

    game: int
    question: int


class AboutGames(Command, frozen=True):
    """What `archive.py` checks and takes."""


class Over(AboutGames, frozen=True):
    """The game of that number is over, and this is what the table keeps of it; nothing when it was to be forgotten.

    Game 0 is none: games were forgotten then.
    """

    game: int
    finished: Finished | None = None
    version: int = 0
    """The version of the table by then, which entries that were taken out of the log made."""


class Share(AboutGames, frozen=True):
    """Let whoever has the link of this token watch a game that is over (who played it)."""

    game: int
    token: str


class Unshare(AboutGames, frozen=True):
    """Let that link show nothing any more (who made it, or the host)."""

    game: int
