"""The board of Hail Hydra: what lies on the table, and (in a view) what one seat knows."""

from turncoat.games.hail_hydra.cards import HydraCardSet, Villain
from turncoat.games.hail_hydra.tables import CITY, HYDRA
from turncoat.kernel.boards import Board as KernelBoard
from turncoat.kernel.seats import NOBODY, Seat, SeatSet

Hand = tuple[str, ...]
"""Attack cards, sorted: equal cards are alike (HH-PUBLIC-1)."""


class Board(KernelBoard):
    """The state of a game of Hail Hydra, as far as its holder knows it."""

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
        """The holder of the First Player Token."""
        self.city = CITY
        self.heroes: list[str | None] = [None] * players
        self.abilities: dict[str, SeatSet] = {}
        """By moment: the seats whose hero's ability belongs to it."""
        self.used: SeatSet = NOBODY
        """Whose ability is used up."""
        self.roles: list[str | None] = [None] * players
        self.agents_seen: SeatSet = NOBODY
        """The HYDRA agents, as far as the holder of this board has seen them at the start."""
        self.revealed: SeatSet = NOBODY
        """Who has announced HAIL HYDRA."""
        self.out: SeatSet = NOBODY
        """Who is knocked out."""
        self.hands: list[Hand | None] = [()] * players
        """Each seat's attack cards, None where they are not all known."""
        self.hand_sizes: list[int] = [0] * players
        self.with_cards: SeatSet = NOBODY
        """Who holds attack cards."""
        self.pile: list[str] = []
        """The draw pile, top card first; empty where it is not known."""
        self.pile_size = 0
        self.discarded: list[str] = []
        """The discard pile, as far as it is known."""
        self.discarded_count = 0
        self.mission = 0
        self.offensive = 0
        """The offensive of this mission, from 1; 0 before the first."""
        self.villain: Villain | None = None
        self.health = 0
        """What is left of the villain's health."""
        self.temporary_defense = 0
        """Defense for this offensive only, on top of the card's."""
        self.laid: dict[Seat, Hand] = {}
        """The cards that lie before the seats, as far as they are known."""
        self.laid_counts: dict[Seat, int] = {}
        self.said: dict[Seat, str] = {}
        """What each seat said of its own cards: good or bad (HH-TALK-1)."""
        self.has_laid: SeatSet = NOBODY
        self.open: SeatSet = NOBODY
        """Whose laid cards lie face up."""
        self.blind: list[str] = []
        """Cards added unseen; known to nobody."""
        self.blind_count = 0
        self.tally: Hand | None = None
        """The attack, once it is revealed."""
        self.total = 0
        """The attack's total; before the reveal what effects add to it."""
        self.hurt = False
        """Whether the villain took damage in this offensive."""
        self.attack_skipped = False
        self.acted: SeatSet = NOBODY
        """Knocked-out heroes who have handed over or stolen in this offensive."""
        self.asked_skull: SeatSet = NOBODY
        """Revealed agents who have been asked in this offensive whether they give defense."""
        self.gave_defense: SeatSet = NOBODY
        self.limits: dict[Seat, int] = {}
        self.face_up: SeatSet = NOBODY
        """Who must lay face up in this offensive: the revealed agents, and whom a card orders to."""
        self.round = 0
        self.rounds = 0
        """Voting rounds of this knock-out phase; `round` is the one under way, from 1."""
        self.protected: dict[Seat, tuple[int, int]] = {}
        """Who cannot be knocked out: from which round to which."""
        self.extra_votes: dict[Seat, tuple[int, int]] = {}
        """More votes: in which round, and how many."""

    @property
    def on_mission(self) -> SeatSet:
        """The heroes who are not knocked out."""
        return self.everyone & ~self.out

    @property
    def hidden_agents(self) -> int:
        """How many HYDRA agents have not announced themselves; public, as their number is."""
        return HYDRA[self.players] - self.revealed.bit_count()

    @property
    def defense(self) -> int:
        """The villain's defense now."""
        return max(0, (self.villain.defense if self.villain is not None else 0) + self.temporary_defense)

    @property
    def is_settled(self) -> bool:
        """Whether the attack that lies open has had its effect on villain and city."""
        return self.tally is not None and (self.phase == "mission" or not self.health)

    def callers(self, moment: str) -> SeatSet:
        """Who could call a special ability at this moment (HH-HERO-1); public."""
        return self.abilities.get(moment, NOBODY) & ~(self.used | self.out | self.revealed)

    def is_protected(self, seat: Seat) -> bool:
        """Whether the seat cannot be knocked out in the voting round under way."""
        first, last = self.protected.get(seat, (1, 0))
        return first <= self.round <= last

    # How cards move: what the holder of this board does not know becomes None, and an empty hand is always known.

    def take_in(self, seat: Seat, count: int, cards: Hand | None) -> None:
        """Cards come into a hand."""
        hand = self.hands[seat]
        self.hand_sizes[seat] += count
        self.with_cards |= 1 << seat
        self.hands[seat] = tuple(sorted(hand + cards)) if hand is not None and cards is not None else None

    def give_up(self, seat: Seat, count: int, cards: Hand | None) -> None:
        """Cards leave a hand."""
        left = self.hand_sizes[seat] = self.hand_sizes[seat] - count
        if not left:
            self.hands[seat] = ()
            self.with_cards &= ~(1 << seat)
            return
        hand = self.hands[seat]
        if hand is not None:
            self.hands[seat] = without(hand, cards) if cards is not None else None


def without(hand: Hand, cards: Hand) -> Hand:
    """The hand without these cards, which are in it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
