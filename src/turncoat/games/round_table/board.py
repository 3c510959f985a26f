"""The board of Round Table: that of The Resistance plus what the reveal showed, and the sides as they are."""

from turncoat.games.resistance.board import Board as BaseBoard
from turncoat.games.round_table.roles import SIDES
from turncoat.games.round_table.tables import CARDS_OF_SIDE, EVIL, GOOD
from turncoat.kernel.seats import NOBODY, Seat, SeatSet

LANCELOTS = ("good-lancelot", "evil-lancelot")
"""The two characters who exchange sides, named by the side as dealt."""


class Board(BaseBoard):
    """The state of a game of Round Table, as far as the holder of this board knows it."""

    __slots__ = ("assassin", "evil", "exchanged", "fifth_goes", "seen_by_evil", "seen_by_merlin", "switches")

    def __init__(self, players: int, fifth_goes: bool = False) -> None:
        super().__init__(players)
        self.fifth_goes = fifth_goes
        """True if the fifth team of a round goes without a vote (RT-VOTE-1)."""
        self.assassin: Seat | None = None
        """The Assassin, once publicly known."""
        self.evil: SeatSet = NOBODY
        """All evil players, once they have come out."""
        self.exchanged: SeatSet = NOBODY
        """Team members whose card was exchanged for the other on this mission."""
        self.seen_by_evil: SeatSet = NOBODY
        """Players whom evil saw in the reveal, themselves included. Known only to those who looked."""
        self.seen_by_merlin: SeatSet = NOBODY
        self.switches = 0
        """Number of times that the Lancelots have exchanged sides."""

    @property
    def most_rejected(self) -> int:
        return self.rejections - self.fifth_goes

    @property
    def turned(self) -> SeatSet:
        return self.exchanged

    def side_of(self, role: str) -> str:
        """Return the side of a character now: the Lancelots are on each other's after a Switch (RT-LANCE-4)."""
        side = SIDES[role]
        if self.switches % 2 and role in LANCELOTS:
            return GOOD if side == EVIL else EVIL
        return side

    def cards_of(self, role: str) -> tuple[str, ...]:
        """Return the mission cards that a character may play, before chapters change them (RT-QUEST-1)."""
        return CARDS_OF_SIDE[self.side_of(role)]
