"""Who sits on a seat: somebody, a bot, or nobody."""

from typing import Final, Literal

import msgspec


class Occupant(msgspec.Struct, frozen=True):
    """Who sits on a seat. `person` is an id that no page shows."""

    kind: Literal["person", "bot", "empty"] = "empty"
    name: str = ""
    person: str = ""
    bot: str = ""
    stand_in: bool = False
    """Whether a bot plays for the person, who is away and keeps the seat."""


EMPTY: Final = Occupant()
