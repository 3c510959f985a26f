"""A snapshot of a seat's beliefs, from which it makes all its choices."""

from typing import Final

from turncoat.bots.odds import Odds
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seat_set
from turncoat.missions import Situation

SURE: Final = 0.99
"""Chance from which a seat counts as a known traitor or as loyal."""
NEGLIGIBLE: Final = 1 - SURE
"""Chance up to which an event counts as impossible."""


class Assessment:
    """Beliefs of a seat, and those of a loyal player on it. Immutable by convention.

    Everything is computed at once, whatever the seat's role, so that thinking time reveals nothing.
    """

    def __init__(
        self,
        seat: Seat,
        now: Situation,
        odds: Odds,
        cover: Odds,
        public: Odds,
        seen: int = 0,
        failure_worth: float = 0.0,
    ) -> None:
        self.seat = seat
        self.seen = seen
        """Number of events that it is based on."""
        self.now = now
        self.odds = odds
        """The seat's own beliefs."""
        self.cover = cover
        """Beliefs of a loyal player on the seat who knows no secret."""
        self.public = public
        """A spectator's beliefs."""
        self.failure_worth = failure_worth
        """Worth of this mission's failure to the traitors, as a chance to win."""
        self.is_traitor = odds.suspicion[seat] > 0.5
        """True if the seat is a traitor."""
        self.is_exposed = public.suspicion[seat] >= SURE
        """True if everybody takes the seat for a traitor."""
        known = seat_set([other for other, chance in enumerate(odds.suspicion) if chance >= SURE])
        self.known_traitors: SeatSet = known if self.is_traitor else NOBODY
        """Traitors known to a traitor, itself included. Nobody for a loyal seat."""

    @property
    def as_loyal(self) -> "Assessment":
        """The assessment of a loyal player on the seat who knows no secret. Identical for a loyal seat."""
        if not self.is_traitor:
            return self
        return Assessment(self.seat, self.now, self.cover, self.cover, self.public, self.seen, self.failure_worth)
