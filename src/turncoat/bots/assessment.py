"""The state of a seat's mind at one moment: everything it chooses is chosen from this."""

from typing import Final

from turncoat.bots.odds import Odds
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seat_set
from turncoat.missions import Situation

SURE: Final = 0.99
"""From here on a seat is taken for a traitor, or for loyal."""
NEGLIGIBLE: Final = 1 - SURE
"""Up to here a chance does not count."""


class Assessment:
    """The belief of a seat, and that of a loyal player on it. Not to be changed.

    All of it is worked out at once, whatever the seat is: how long that takes tells nothing.
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
        """The number of events that it is based on."""
        self.now = now
        self.odds = odds
        """The seat's own belief."""
        self.cover = cover
        """The belief that a loyal player on the seat would have, who knows no secret."""
        self.public = public
        """A spectator's belief."""
        self.failure_worth = failure_worth
        """The worth of this mission's failure to the traitors, as a chance to win."""
        self.is_traitor = odds.suspicion[seat] > 0.5
        """Whether the seat itself is one."""
        self.is_exposed = public.suspicion[seat] >= SURE
        """Whether everybody takes it for one."""
        known = seat_set([other for other, chance in enumerate(odds.suspicion) if chance >= SURE])
        self.fellows: SeatSet = known if self.is_traitor else NOBODY
        """The traitors whom a traitor knows, itself too; nobody for a loyal seat."""

    @property
    def shown(self) -> "Assessment":
        """The same as a loyal player on the seat would see it, who knows no secret; itself for a loyal seat."""
        if not self.is_traitor:
            return self
        return Assessment(self.seat, self.now, self.cover, self.cover, self.public, self.seen, self.failure_worth)
