"""What a seat makes of the game at one moment: everything it chooses is chosen from this."""

from typing import Final

from turncoat.bots.odds import Odds
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seat_set
from turncoat.missions import Situation

SURE: Final = 0.99
"""From here on a seat is taken for a traitor, or for loyal."""
NEGLIGIBLE: Final = 1 - SURE
"""What is no likelier does not count."""


class Assessment:
    """What a seat believes, and what a loyal player on it would believe. Not to be changed.

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
        """How many events it is based on."""
        self.now = now
        self.odds = odds
        """What the seat believes."""
        self.cover = cover
        """What a loyal player on the seat would believe, who knows no secret."""
        self.public = public
        """What a spectator believes."""
        self.failure_worth = failure_worth
        """What it is worth to the traitors that this mission fails, as a chance to win."""
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
