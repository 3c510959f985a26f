"""Occupants of seats: people, bots or nobody."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from turncoat.kernel.seats import Seat, SeatSet, seat_set
from turncoat.table.values.avatars import AVATARS, BOT_AVATARS


class Occupant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Occupant of a seat. `person` is an id that no page displays."""

    kind: Literal["person", "bot", "empty"] = "empty"
    name: str = ""
    person: str = ""
    bot: str = ""
    stand_in: bool = False
    """True if a bot plays for the person, who is away but keeps the seat."""
    character: str = ""
    """Name of the bot's public character, or empty for a person, or a bot without one."""
    avatar: str = ""
    """Avatar of the seat, or empty if no table has assigned one, as in a record."""
    held_by: str = ""
    """Person whose device is handed to this one for their turns, or empty for a device of their own."""

    def avatar_on(self, seat: Seat) -> str:
        """Return the avatar on that seat. Without an assigned one it depends on the seat's number."""
        avatars = BOT_AVATARS if self.kind == "bot" else tuple(AVATARS)
        return self.avatar or avatars[seat % len(avatars)]

    @property
    def device(self) -> str:
        """Person whose device the seat is played on. Empty for a bot."""
        return self.held_by or self.person

    @property
    def is_played_by_bot(self) -> bool:
        """True if a bot currently chooses for the seat: its own, or one for a person who is away."""
        return self.kind == "bot" or self.stand_in

    @property
    def is_played_by_person(self) -> bool:
        """True if a person sits here and chooses without a bot."""
        return self.kind == "person" and not self.stand_in


EMPTY: Final = Occupant()


def seats_of_people(seats: Sequence[Occupant]) -> SeatSet:
    """Return the seats whose people choose themselves."""
    return seat_set(seat for seat, occupant in enumerate(seats) if occupant.is_played_by_person)
