"""The board of Winter Soldier: that of The Resistance plus players out, public cards and pending offers."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from turncoat.games.resistance.board import Board as BaseBoard
from turncoat.games.winter_soldier.reveal import binding_roles
from turncoat.games.winter_soldier.roles import CARDS
from turncoat.games.winter_soldier.tables import REJECTIONS, WINS, fails_needed, team_size
from turncoat.kernel.facts import Fact, NotTogether
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet

ACCUSATION = "accusation"


class PendingOffer(msgspec.Struct, frozen=True, gc=False):
    """An accepted offer, such as an accusation, that has not taken effect yet. `seat` is its target."""

    kind: str
    seat: Seat


class Board(BaseBoard):
    """The state of a game of Winter Soldier, as far as the holder of this board knows it."""

    rejections: ClassVar[int] = REJECTIONS

    __slots__ = (
        "captain",
        "face_up",
        "hydra",
        "out",
        "out_may_talk",
        "pending",
        "seen_by_fury",
        "spare",
        "with_hydra",
    )

    def __init__(self, players: int, spare: int = 0, out_may_talk: bool = False) -> None:
        super().__init__(players)
        self.spare = spare
        """Number of remaining players who must stay off the team (option `team-cap`)."""
        self.out_may_talk = out_may_talk
        self.captain: Seat = 0
        self.out: SeatSet = 0
        """Players out of the game."""
        self.face_up: SeatSet = 0
        """Players whose character card is public."""
        self.hydra: SeatSet = 0
        """HYDRA's agents, once they have come out at the end."""
        self.pending: list[PendingOffer] = []
        """Offers that take effect when the last ballot or card is in, in the order received."""
        self.with_hydra: SeatSet = 0
        """Players who opened their eyes with HYDRA, known only to those players."""
        self.seen_by_fury: SeatSet = 0

    @property
    def left(self) -> SeatSet:
        """Players still in the game."""
        return self.everyone & ~self.out

    def size_of(self, mission: int) -> int:
        """Return the team size of a mission, limited by the number of players left (WIN-OUT-1)."""
        return max(1, min(team_size(self.players, mission), self.left.bit_count() - self.spare))

    def fails_for(self, mission: int) -> int:
        """Return the number of Failures that make a mission fail, regardless of players out (WIN-MISSION-2)."""
        return fails_needed(self.players, mission)

    def cards_of(self, role: str) -> tuple[str, ...]:
        """Return the mission cards that a character may play, before chapters change them (WIN-MISSION-1)."""
        return CARDS[role]

    def card_of(self, role: str) -> str:
        """Return the dealt card of a character: Bucky Barnes was dealt the Winter Soldier (WIN-ACCUSE-4)."""
        return "winter-soldier" if role == "bucky-barnes" else role

    def ballot_facts(self, ruleset: Ruleset, rejections: SeatSet) -> Iterator[Fact]:
        """Yield that nobody who rejected is the Winter Soldier, if the team binds him (WIN-VOTE-2)."""
        if rejections:
            yield NotTogether(rejections, frozenset({"winter-soldier"}), self.team, binding_roles(ruleset))

    @property
    def voters(self) -> SeatSet:
        """Players left, of whom more than half must approve a team (WIN-VOTE-1, WIN-OUT-1)."""
        return self.left

    @property
    def may_accuse(self) -> bool:
        """True if accusations are open: until the third success, while Captain America is in (WIN-ACCUSE-1)."""
        if self.out >> self.captain & 1 or self.result is not None:
            return False
        return len(self.results) < WINS or self.successes < WINS

    @property
    def silent(self) -> SeatSet:
        """Players who may not talk because they are out (WIN-OUT-1)."""
        return 0 if self.out_may_talk or self.result is not None else self.out

    @property
    def channel(self) -> SeatSet:
        """HYDRA's agents while they may talk in private, before the Winter Soldier names Nick Fury (WIN-END-3)."""
        return self.hydra & ~self.silent if self.result is None else 0
