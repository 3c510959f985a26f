"""A game that is over, as its table keeps it: who played, how it came out, and its record."""

import msgspec

from turncoat.kernel.boards import Votes
from turncoat.kernel.seats import Seat
from turncoat.table.values.occupants import Occupant


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game of a table that is over. Times are seconds since 1970, 0 when nobody knows them."""

    number: int
    game: str
    players: int
    modules: tuple[str, ...]
    winner: str
    reason: str
    dealt: tuple[Occupant, ...]
    """Who got the cards."""
    occupants: tuple[Occupant, ...]
    """Who played to the end."""
    sides: tuple[str, ...]
    """The side (a word) that each seat had in the end; empty where the rules never tell."""
    record: str
    votes: Votes = Votes()
    begun: int = 0
    ended: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who played to the end, in seat order."""
        return tuple(occupant.name for occupant in self.occupants)

    def seat_of(self, person: str) -> Seat | None:
        """The seat that the person played to the end."""
        return next((seat for seat, one in enumerate(self.occupants) if person and one.person == person), None)

    def was_played_by(self, person: str) -> bool:
        """Whether the person had a seat in it, at the deal or at the end."""
        return bool(person) and any(one.person == person for one in (*self.dealt, *self.occupants))
