"""The plot deck: the nine cards and their copies, the number drawn per round, and their positions during a game."""

from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.components import PLOT
from turncoat.games.resistance.tables import PLAYERS
from turncoat.kernel.boards import Part
from turncoat.kernel.components import Component
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seat_set
from turncoat.kernel.words import N_

CHAPTER = "plot-thickens"

STRONG_LEADER = "strong-leader"
CLOSE_EYE = "keeping-a-close-eye"
NO_CONFIDENCE = "no-confidence"
OPINION_MAKER = "opinion-maker"
RESPONSIBILITY = "take-responsibility"
OVERHEARD = "overheard-conversation"
OPEN_UP = "open-up"
ESTABLISH = "establish-confidence"
SPOTLIGHT = "in-the-spotlight"

SPOTLIT = "spotlit"
"""Mark of a player who must play face up. It is not a card."""

CardType: TypeAlias = Literal["at-once", "one", "permanent"]
"""Types of plot cards (PLT-TYPE-1): leader symbol (resolved at once, then discarded), single use, and permanent."""

CARDS: dict[str, tuple[CardType, int, int]] = {
    #                type         5-6  7-10 players
    STRONG_LEADER: ("one", 2, 2),
    CLOSE_EYE: ("one", 2, 2),
    NO_CONFIDENCE: ("one", 1, 3),
    OPINION_MAKER: ("permanent", 1, 2),
    RESPONSIBILITY: ("one", 1, 1),
    OVERHEARD: ("at-once", 0, 2),
    OPEN_UP: ("at-once", 0, 1),
    ESTABLISH: ("at-once", 0, 1),
    SPOTLIGHT: ("one", 0, 1),
}
"""Type and copies of each card (PLT-DECK-1)."""

DRAWN_A_ROUND = dict(zip(PLAYERS, (1, 1, 2, 2, 3, 3), strict=True))
"""Number of cards that the leader draws at the beginning of a round, by player count (PLT-DRAW-1)."""

LABELS: dict[str, str] = {
    STRONG_LEADER: N_("Strong Leader"),
    CLOSE_EYE: N_("Keeping a Close Eye on You"),
    NO_CONFIDENCE: N_("No Confidence"),
    OPINION_MAKER: N_("Opinion Maker"),
    RESPONSIBILITY: N_("Take Responsibility"),
    OVERHEARD: N_("Overheard Conversation"),
    OPEN_UP: N_("Open Up"),
    ESTABLISH: N_("Establish Confidence"),
    SPOTLIGHT: N_("In the Spotlight"),
    SPOTLIT: N_("Plays face up"),
}
ABOUT: dict[str, str] = {
    STRONG_LEADER: N_("Once: become the leader, before the leader does anything for a proposal."),
    CLOSE_EYE: N_("Once: look at another team member's mission card after all have played, before the shuffle."),
    NO_CONFIDENCE: N_("Once: reject a team that the vote has just approved; it counts as a failed vote."),
    OPINION_MAKER: N_("For the rest of the game: vote openly, before the others choose."),
    RESPONSIBILITY: N_("At once, or as soon as possible: take a plot card from another player."),
    OVERHEARD: N_("At once: look at the character card of a neighbour."),
    OPEN_UP: N_("At once: show your character card to another player."),
    ESTABLISH: N_("At once, for the leader: show your character card to another player."),
    SPOTLIGHT: N_("Once: before mission cards are chosen, name a team member; everybody will see their card."),
    SPOTLIT: N_("Everybody will see this mission card once all have played."),
}
"""One-line effect of each card, which a client displays with a card on the table."""
ABOUT_LOYALTY: dict[str, str] = {
    OVERHEARD: N_("At once: look at the loyalty card of a neighbour."),
    OPEN_UP: N_("At once: show your loyalty card to another player."),
    ESTABLISH: N_("At once, for the leader: show your loyalty card to another player."),
}
"""Effects of the cards at tables with loyalty cards."""


ICONS: dict[str, str] = {
    STRONG_LEADER: "crown",
    CLOSE_EYE: "eye",
    NO_CONFIDENCE: "thumb-down",
    OPINION_MAKER: "horn",
    RESPONSIBILITY: "grab",
    OVERHEARD: "ear",
    OPEN_UP: "open-card",
    ESTABLISH: "rings",
    SPOTLIGHT: "lamp",
    SPOTLIT: "face-up",
}
"""Icon name of each card."""


_MARKS: dict[CardType, str] = {"at-once": "l", "one": "o", "permanent": "p"}
"""Braille letter of each card type on the accessible cards: leader symbol, single use, permanent."""


def components(players: int) -> Iterator[Component]:
    """Yield the cards of the deck. Each label gives the card's type and the player count from which it is in play."""
    for card, (kind, few, many) in CARDS.items():
        left = few if players <= 6 else many
        for since, copies in (("5+", min(few, left)), ("7+", left - few)):
            if copies > 0:
                yield Component(PLOT, card, copies, f"{since} {_MARKS[kind]}")


@cache
def full_deck(players: int) -> tuple[str, ...]:
    """Return the unshuffled deck: 7 cards for 5 or 6 players, 15 from 7 players up (PLT-DECK-1).

    >>> len(full_deck(6)), len(full_deck(7))
    (7, 15)
    """
    return tuple(card for card, (_, few, many) in CARDS.items() for _ in range(few if players <= 6 else many))


@cache
def sorted_deck(players: int) -> list[str]:
    """Return the full deck in sorted order, for comparison with a shuffled one."""
    return sorted(full_deck(players))


class CardSeen(msgspec.Struct, frozen=True):
    """A mission card seen before the shuffle: whose, which (None if not known here), and by whom."""

    mission: int
    seat: Seat
    card: str | None
    by: Seat | None
    """The viewer, or None if the card was turned up for everybody."""


class PlotCards(Part):
    """Positions of the plot cards. All are public except the order of the deck, which no board holds."""

    __slots__ = ("cards_seen", "discarded", "drawn", "face_up", "left", "recipients", "spotlit", "to_give", "vetoed")

    def __init__(self) -> None:
        self.left = 0
        """Number of cards left in the deck."""
        self.drawn = 0
        """Number of cards drawn so far."""
        self.to_give: tuple[str, ...] = ()
        """Cards drawn this round that the leader has yet to give."""
        self.recipients: SeatSet = NOBODY
        """Players who received a card this round."""
        self.face_up: dict[str, tuple[Seat, ...]] = {}
        """Holders of each card that lies before players, one entry per copy."""
        self.discarded: list[str] = []
        self.spotlit: Seat | None = None
        """The player who must play face up on the current mission."""
        self.cards_seen: list[CardSeen] = []
        self.vetoed = -1
        """The vote (counted from 0 through the game) that a No Confidence turned into a failed one, or -1."""

    def cards_of(self, seat: Seat) -> tuple[str, ...]:
        """Return the cards that lie before a player, in the order of `CARDS`."""
        return tuple(card for card in CARDS for holder in self.face_up.get(card, ()) if holder == seat)

    def holders(self, card: str) -> SeatSet:
        """Return the players who hold at least one copy of the card."""
        mask = NOBODY
        for seat in self.face_up.get(card, ()):
            mask |= 1 << seat
        return mask

    def can_be_taken(self, taker: Seat) -> dict[Seat, tuple[str, ...]]:
        """Return the different cards before each of the other players (PLT-RESPONSIBILITY-1)."""
        found: dict[Seat, tuple[str, ...]] = {}
        for card, holders in self.face_up.items():
            for holder in dict.fromkeys(holders):
                if holder != taker:
                    found[holder] = (*found.get(holder, ()), card)
        return found

    def seen_on(self, mission: int) -> SeatSet:
        """Return the team members of the mission whose played card has been seen by anybody."""
        return seat_set(seen.seat for seen in self.cards_seen if seen.mission == mission)

    def put(self, card: str, seat: Seat) -> None:
        """Lay a card before a player. Only events call this."""
        self.face_up[card] = (*self.face_up.get(card, ()), seat)

    def lift(self, card: str, seat: Seat) -> None:
        """Take a card from before a player, or from the cards that the leader has yet to give.

        Only events call this.
        """
        holders = self.face_up.get(card, ())
        if seat in holders:
            left = list(holders)
            left.remove(seat)
            if left:
                self.face_up[card] = tuple(left)
            else:
                del self.face_up[card]
        else:
            self.to_give = without(self.to_give, card)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards without one copy of `card`."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def plot(board: Board) -> PlotCards:
    """Return the plot cards of a board."""
    part: PlotCards = board.parts[CHAPTER]  # type: ignore[assignment]  # a cast would cost time at every window
    return part
