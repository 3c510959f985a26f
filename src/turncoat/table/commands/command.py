"""What every command is, and who gives those that no person gives."""

from typing import Final

import msgspec

CHANCE_PERSON: Final = "chance"
"""Who the log names when cards decide."""
SERVER: Final = "house"
"""Who the log names when the server itself acts: for a bot, a clock, or after an upgrade."""


class Command(msgspec.Struct, frozen=True, tag=True, tag_field="do"):
    """What somebody asks of a table. Its tag and field names are in stored logs: a rename keeps them."""
