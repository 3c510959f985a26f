"""Commands that begin a game, play it and end it."""

import msgspec

from turncoat.kernel.options import Answer
from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command


class Start(Command, frozen=True):
    """Deal the cards (host). The server fills in what is here; the host says only that it begins."""

    rules: str = ""
    """The version of the rules that the game is bound to."""
    holds: bool = False
    """Whether the table is held open before a reveal that nobody triggers."""
    forgotten: bool = False
    """Nothing is kept of this game: its cards and choices were taken out of the log."""
    entropy_once: bool = msgspec.field(default=False, name="luck_once")
    """Whether only entropy counts that was added since the last deal. In older logs it counted for every deal."""


class Choose(Command, frozen=True):
    """A choice in the game of that number; the seat is the person's own."""

    game: int
    seat: Seat
    to: int | str
    answer: Answer


class TimeUp(Command, frozen=True):
    """The time for the open question is up: for those who have not chosen the rules' default is (server)."""

    game: int
    question: int


class Reveal(Command, frozen=True):
    """The table was held open long enough after the last answer: the answer takes effect now (server)."""

    game: int
    question: int


class Reopen(Command, frozen=True):
    """Go back to the set-up with the same people, after a game (host)."""


class AbortGame(Command, frozen=True, tag="Drop"):
    """End a game that cannot go on, with a notice (server)."""

    reason: str
