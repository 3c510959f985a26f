"""The events of plot cards. The cards lie face up, but only the viewer learns what a watched mission card shows."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.legality import cards_played
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.plot_thickens.deck import NO_CONFIDENCE, CardSeen, plot, without
from turncoat.kernel.events import Event, Public, SeenBy
from turncoat.kernel.facts import Fact
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat
from turncoat.kernel.words import N_


class PlotDeckShuffled(Event, frozen=True):
    """The plot deck was shuffled. Nobody knows its order."""

    message: ClassVar[str] = N_("The plot deck is shuffled: {cards} card.", "The plot deck is shuffled: {cards} cards.")
    clause: ClassVar[str] = "PLT-DECK-2"
    cards: Public[int]

    def apply(self, board: Board) -> None:
        plot(board).left = self.cards


class PlotCardsDrawn(Event, frozen=True):
    """The leader drew plot cards, which are public from now on."""

    message: ClassVar[str] = N_("{leader:seat} draws plot cards: {cards:word}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "PLT-DRAW-1"
    leader: Public[Seat]
    cards: Public[tuple[str, ...]]

    def apply(self, board: Board) -> None:
        part = plot(board)
        part.left -= len(self.cards)
        part.drawn += len(self.cards)
        part.to_give = self.cards
        part.recipients = NOBODY


class PlotCardGiven(Event, frozen=True):
    """The leader gave a plot card to another player."""

    message: ClassVar[str] = N_("{leader:seat} gives {receiver:seat} the plot card {card:word}.")
    clause: ClassVar[str] = "PLT-DRAW-1"
    leader: Public[Seat]
    receiver: Public[Seat]
    card: Public[str]

    def apply(self, board: Board) -> None:
        part = plot(board)
        part.to_give = without(part.to_give, self.card)
        part.put(self.card, self.receiver)
        part.recipients |= 1 << self.receiver


class PlotCardPlayed(Event, frozen=True):
    """A plot card was used and discarded. Its effect follows."""

    message: ClassVar[str] = N_("{seat:seat} plays {card:word}.")
    clause: ClassVar[str] = "PLT-TYPE-1"
    seat: Public[Seat]
    card: Public[str]

    def apply(self, board: Board) -> None:
        part = plot(board)
        part.lift(self.card, self.seat)
        part.discarded.append(self.card)
        if self.card == NO_CONFIDENCE:
            part.vetoed = len(board.proposals)


class PlotCardTaken(Event, frozen=True):
    """A player took responsibility: a plot card that lay before another player changes hands."""

    message: ClassVar[str] = N_("{taker:seat} takes {card:word} from {holder:seat}.")
    clause: ClassVar[str] = "PLT-RESPONSIBILITY-1"
    taker: Public[Seat]
    holder: Public[Seat]
    card: Public[str]

    def apply(self, board: Board) -> None:
        part = plot(board)
        part.lift(self.card, self.holder)
        part.put(self.card, self.taker)


class SpotlightTurned(Event, frozen=True):
    """A team member must play the mission card face up."""

    message: ClassVar[str] = N_(
        "{holder:seat} puts {member:seat} in the spotlight: everybody will see that mission card."
    )
    clause: ClassVar[str] = "PLT-SPOTLIGHT-1"
    holder: Public[Seat]
    member: Public[Seat]

    def apply(self, board: Board) -> None:
        plot(board).spotlit = self.member


class MissionCardTurnedUp(Event, frozen=True):
    """The mission card in the spotlight was turned up: everybody sees it, and whose it is."""

    message: ClassVar[str] = N_("In the spotlight: {member:seat} played {card:word}.")
    clause: ClassVar[str] = "PLT-SPOTLIGHT-1"
    scene: ClassVar[str] = "reveal"
    member: Public[Seat]
    card: Public[str]

    def apply(self, board: Board) -> None:
        part = plot(board)
        part.spotlit = None
        part.cards_seen.append(CardSeen(board.mission, self.member, self.card, None))

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield cards_played(ruleset, board, 1 << self.member, (self.card,))


class MissionCardWatched(Event, frozen=True):
    """A player looked at another's mission card before the shuffle. Only the viewer knows which it was."""

    message: ClassVar[str] = N_("{watcher:seat} looks at the mission card of {member:seat}: {card:word}.")
    redacted_message: ClassVar[str] = N_("{watcher:seat} looks at the mission card of {member:seat}.")
    clause: ClassVar[str] = "PLT-CLOSEEYE-1"
    private_mark: ClassVar[tuple[str, str]] = ("{member:seat}", N_("Played: {card:word}"))
    watcher: Public[Seat]
    member: Public[Seat]
    card: Annotated[str | None, SeenBy("watcher")] = None

    def apply(self, board: Board) -> None:
        plot(board).cards_seen.append(CardSeen(board.mission, self.member, self.card, self.watcher))

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        if self.card is not None:
            yield cards_played(ruleset, board, 1 << self.member, (self.card,))


EVENTS: tuple[type[Event], ...] = (
    PlotDeckShuffled,
    PlotCardsDrawn,
    PlotCardGiven,
    PlotCardPlayed,
    PlotCardTaken,
    SpotlightTurned,
    MissionCardTurnedUp,
    MissionCardWatched,
    LoyaltyShown,
)
