"""The stored summary of a finished game: its players, outcome and record."""

import msgspec

from turncoat.kernel.boards import Votes
from turncoat.kernel.seats import Seat
from turncoat.table.values.occupants import Occupant


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished game of a table. Times are in seconds since 1970, or 0 if unknown."""

    number: int
    game: str
    players: int
    modules: tuple[str, ...]
    winner: str
    reason: str
    dealt: tuple[Occupant, ...]
    """Occupants at the deal."""
    occupants: tuple[Occupant, ...]
    """Occupants at the end."""
    sides: tuple[str, ...]
    """Final side (a word) of each seat, or empty if the rules never reveal it."""
    record: str
    votes: Votes = Votes()
    begun: int = 0
    ended: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the final players, in seat order."""
        return tuple(occupant.name for occupant in self.occupants)

    def seat_of(self, person: str) -> Seat | None:
        """Return the seat that the person played to the end."""
        return next((seat for seat, one in enumerate(self.occupants) if person and one.person == person), None)

    def was_played_by(self, person: str) -> bool:
        """Return whether the person had a seat, at the deal or at the end."""
        return bool(person) and any(one.person == person for one in (*self.dealt, *self.occupants))
