"""What every command is, and who gives those that no person gives."""

from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.values.occupants import Occupant

CHANCE_PERSON: Final = "chance"
"""Who the log names when cards decide."""
SERVER: Final = "house"
"""Who the log names when the server itself acts: for a bot, a clock, or after an upgrade."""


class Command(msgspec.Struct, frozen=True, tag=True, tag_field="do", forbid_unknown_fields=True):
    """What somebody asks of a table. The log stores it under its own name, with its fields.

    What the server decides when it takes a command is in fields of the command too, and its handler fills them in.
    """


class SeatingCommand(Command, frozen=True, kw_only=True):
    """A command that may change who sits where, which is decided once: when it is taken."""

    occupants: dict[Seat, Occupant] = msgspec.field(default_factory=dict)
    """The occupants of the seats that change, from now on. The server fills them in."""
    host: str = ""
    """The new host, where that changes. The server fills it in."""
