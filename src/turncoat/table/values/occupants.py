"""Who sits on a seat: a person, a bot, or nobody."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from turncoat.kernel.seats import Seat, SeatSet, seat_set
from turncoat.table.values.avatars import AVATARS, BOT_AVATARS


class Occupant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat. `person` is an id that no page shows."""

    kind: Literal["person", "bot", "empty"] = "empty"
    name: str = ""
    person: str = ""
    bot: str = ""
    stand_in: bool = False
    """Whether a bot plays for the person, who is away and keeps the seat."""
    character: str = ""
    """What the bot is like, by name; all may know it. Empty for a person, and for a bot without one."""
    avatar: str = ""
    """The avatar by which the others tell the seat from theirs; empty for whom no table has seated, as in a record."""

    def avatar_on(self, seat: Seat) -> str:
        """The avatar on that seat; one by the seat's number for whom no table has seated."""
        avatars = BOT_AVATARS if self.kind == "bot" else tuple(AVATARS)
        return self.avatar or avatars[seat % len(avatars)]

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot chooses for the seat now: its own, or one for a person who is away."""
        return self.kind == "bot" or self.stand_in

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person sits here and chooses without a bot."""
        return self.kind == "person" and not self.stand_in


EMPTY: Final = Occupant()


def seats_of_people(seats: Sequence[Occupant]) -> SeatSet:
    """The seats for which people choose themselves."""
    return seat_set(seat for seat, occupant in enumerate(seats) if occupant.is_played_by_person)
