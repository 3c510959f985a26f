"""Commands to say something."""

from typing import Literal

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command


class Say(Command, frozen=True):
    """Say something to everybody at the table, or in the channel that the rules give to the seat and some others.

    Of a quick phrase only its key is kept, and the seat that it speaks of. Spectators say under which name they speak.
    The server says what a bot says, with the bot's seat and its reason.
    """

    text: str
    channel: Literal["table", "channel", "gallery"] = "table"
    phrase: str = ""
    about: Seat | None = None
    name: str = ""
    seat: Seat | None = None
    """The seat of the bot that says it."""
    reason: str = ""
    """The key of the reason that a bot gives; empty for none."""
    mission: int = 0
    """The mission that the reason speaks of."""
