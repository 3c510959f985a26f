"""The base classes of commands, and the names of those who give them without being a person."""

from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.values.occupants import Occupant

CHANCE_PERSON: Final = "chance"
"""Author in the log of a draw by chance."""
SERVER: Final = "house"
"""Author in the log of an act by the server itself: for a bot, a clock, or after an upgrade."""


class Command(msgspec.Struct, frozen=True, tag=True, tag_field="do", forbid_unknown_fields=True):
    """A command to a table. The log stores it under its class name, with its fields.

    Decisions of the server on taking a command are fields of the command too. Its handler fills them in.
    """


class SeatingCommand(Command, frozen=True, kw_only=True):
    """A command that may change who sits where. That is decided once, when it is taken."""

    occupants: dict[Seat, Occupant] = msgspec.field(default_factory=dict)
    """New occupants of the seats that change. The server fills them in."""
    host: str = ""
    """The new host, if that changes. The server fills it in."""
