"""The board of Hail Hydra: the state on the table and, in a view, the private knowledge of one seat."""

from turncoat.games.hail_hydra.cards import HydraCardSet, Villain
from turncoat.games.hail_hydra.tables import CITY, HYDRA
from turncoat.kernel.boards import Board as KernelBoard
from turncoat.kernel.seats import NOBODY, Seat, SeatSet

Hand = tuple[str, ...]
"""Attack cards in sorted order. Equal cards are alike (HH-PUBLIC-1)."""


class Board(KernelBoard):
    """The state of a game of Hail Hydra, as far as the holder of this board knows it."""

    __slots__ = (
        "abilities",
        "acted",
        "agents_seen",
        "asked_skull",
        "attack_skipped",
        "blind",
        "blind_count",
        "cards",
        "city",
        "discarded",
        "discarded_count",
        "extra_votes",
        "face_up",
        "gave_defense",
        "hand_sizes",
        "hands",
        "has_laid",
        "health",
        "heroes",
        "hurt",
        "laid",
        "laid_counts",
        "limits",
        "mission",
        "offensive",
        "open",
        "out",
        "phase",
        "pile",
        "pile_size",
        "protected",
        "revealed",
        "roles",
        "round",
        "rounds",
        "said",
        "tally",
        "temporary_defense",
        "token",
        "total",
        "used",
        "villain",
        "with_cards",
    )

    def __init__(self, players: int, cards: HydraCardSet) -> None:
        super().__init__(players)
        self.cards = cards
        self.phase = "heroes"
        """heroes, mission, attack (from the reveal to the villain's attack), knock-out, or over."""
        self.token: Seat = 0
        """Holder of the First Player Token."""
        self.city = CITY
        self.heroes: list[str | None] = [None] * players
        self.abilities: dict[str, SeatSet] = {}
        """Seats by the moment at which their hero's ability may be called."""
        self.used: SeatSet = NOBODY
        """Seats whose ability is used up."""
        self.roles: list[str | None] = [None] * players
        self.agents_seen: SeatSet = NOBODY
        """HYDRA agents that the holder of this board saw at the start."""
        self.revealed: SeatSet = NOBODY
        """Agents who have announced HAIL HYDRA."""
        self.out: SeatSet = NOBODY
        """Heroes who are knocked out."""
        self.hands: list[Hand | None] = [()] * players
        """Attack cards of each seat, or None if they are not all known."""
        self.hand_sizes: list[int] = [0] * players
        self.with_cards: SeatSet = NOBODY
        """Seats that hold attack cards."""
        self.pile: list[str] = []
        """The draw pile, top card first. It is empty if not known."""
        self.pile_size = 0
        self.discarded: list[str] = []
        """The known cards of the discard pile."""
        self.discarded_count = 0
        self.mission = 0
        self.offensive = 0
        """Number of the mission's current offensive, from 1, or 0 before the first."""
        self.villain: Villain | None = None
        self.health = 0
        """Remaining health of the villain."""
        self.temporary_defense = 0
        """Defense for this offensive only, on top of the card's."""
        self.laid: dict[Seat, Hand] = {}
        """Known cards that lie before the seats."""
        self.laid_counts: dict[Seat, int] = {}
        self.said: dict[Seat, str] = {}
        """Statement of each seat about its own cards: good or bad (HH-TALK-1)."""
        self.has_laid: SeatSet = NOBODY
        self.open: SeatSet = NOBODY
        """Seats whose laid cards lie face up."""
        self.blind: list[str] = []
        """Cards added unseen, known to nobody."""
        self.blind_count = 0
        self.tally: Hand | None = None
        """The attack, once it is revealed."""
        self.total = 0
        """Total of the attack. Before the reveal, the sum of effects on it."""
        self.hurt = False
        """True if the villain took damage in this offensive."""
        self.attack_skipped = False
        self.acted: SeatSet = NOBODY
        """Knocked-out heroes who have handed over or stolen cards in this offensive."""
        self.asked_skull: SeatSet = NOBODY
        """Revealed agents who have been asked to give defense in this offensive."""
        self.gave_defense: SeatSet = NOBODY
        self.limits: dict[Seat, int] = {}
        self.face_up: SeatSet = NOBODY
        """Heroes who must lay face up in this offensive: revealed agents, and those that a card names."""
        self.round = 0
        self.rounds = 0
        """Voting rounds of this knock-out phase. `round` is the current one, from 1."""
        self.protected: dict[Seat, tuple[int, int]] = {}
        """First and last voting round in which a hero cannot be knocked out."""
        self.extra_votes: dict[Seat, tuple[int, int]] = {}
        """Round and number of a hero's extra votes."""

    @property
    def on_mission(self) -> SeatSet:
        """Heroes who are not knocked out."""
        return self.everyone & ~self.out

    @property
    def hidden_agents(self) -> int:
        """Number of HYDRA agents who have not announced themselves, which is public."""
        return HYDRA[self.players] - self.revealed.bit_count()

    @property
    def defense(self) -> int:
        """The villain's current defense."""
        return max(0, (self.villain.defense if self.villain is not None else 0) + self.temporary_defense)

    @property
    def is_settled(self) -> bool:
        """True if the open attack has had its effect on villain and city."""
        return self.tally is not None and (self.phase == "mission" or not self.health)

    def callers(self, moment: str) -> SeatSet:
        """Return the seats that could call a special ability at this moment, which is public (HH-HERO-1)."""
        return self.abilities.get(moment, NOBODY) & ~(self.used | self.out | self.revealed)

    def is_protected(self, seat: Seat) -> bool:
        """Return whether the seat cannot be knocked out in the current voting round."""
        first, last = self.protected.get(seat, (1, 0))
        return first <= self.round <= last

    # Movements of cards: cards unknown to the holder of this board become None, but an empty hand is always known.

    def take_in(self, seat: Seat, count: int, cards: Hand | None) -> None:
        """Add cards to a hand."""
        hand = self.hands[seat]
        self.hand_sizes[seat] += count
        self.with_cards |= 1 << seat
        self.hands[seat] = tuple(sorted(hand + cards)) if hand is not None and cards is not None else None

    def give_up(self, seat: Seat, count: int, cards: Hand | None) -> None:
        """Remove cards from a hand."""
        left = self.hand_sizes[seat] = self.hand_sizes[seat] - count
        if not left:
            self.hands[seat] = ()
            self.with_cards &= ~(1 << seat)
            return
        hand = self.hands[seat]
        if hand is not None:
            self.hands[seat] = without(hand, cards) if cards is not None else None


def without(hand: Hand, cards: Hand) -> Hand:
    """Return the hand without these cards, which must be in it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
