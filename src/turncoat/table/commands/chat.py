"""Commands to say something."""

from typing import Literal

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command


class Say(Command, frozen=True):
    """Say something to everybody at the table, or in the channel that the rules give to the seat and some others.

    Of a quick phrase only its key is kept, and the seat that it speaks of. Spectators say under which name they speak.
    """

    text: str
    channel: Literal["table", "channel", "gallery"] = "table"
    phrase: str = ""
    about: Seat | None = None
    name: str = ""
