"""Movements of attack cards, and looks at the cards of others."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from turncoat.games.hail_hydra.board import Board, Hand
from turncoat.games.hail_hydra.events.people import AbilityUsed, HailHydra
from turncoat.games.hail_hydra.events.set_up import HeroChosen, OffensiveBegan, TokenPassed, VillainStands
from turncoat.kernel.events import Event, EventWithoutEffect, Hidden, Public, SeenBy, SeenByAll
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.words import N_


def why_moved(events: Sequence[Event], at: int) -> str:
    """Return the clause by which cards moved: an ability, step 1, a knocked-out hero's turn, or else the villain."""
    for before in range(at - 1, -1, -1):
        event = events[before]
        match event:
            case AbilityUsed():
                return "HH-HERO-1"
            case HandedOver(seat=seat):
                has_come_out = any(isinstance(one, HailHydra) and one.seat == seat for one in events[:before])
                return "HH-HAIL-5" if has_come_out else "HH-KO-6"
            case TokenPassed():
                return "HH-OFF-1" if _is_of_step_1(events, at, before) else "HH-VILLAIN-2"
            case HeroChosen():
                return "HH-SETUP-7"
            case OffensiveBegan() | AttackRevealed() | VillainStands():
                break
    return "HH-VILLAIN-2"


def _is_of_step_1(events: Sequence[Event], at: int, token: int) -> bool:
    """Return whether the move is part of step 1 (HH-OFF-1).

    In it the new holder first discards the whole hand, then each player draws once.
    """
    moved = events[at]
    if not isinstance(moved, CardsDrawn):
        return at == token + 1
    has_drawn = any(isinstance(one, CardsDrawn) and one.seat == moved.seat for one in events[token:at])
    return not has_drawn or isinstance(events[at - 1], PileShuffled)


class OwnCards(Event, frozen=True):
    """Cards that only their hero sees. Their number is public."""

    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    cards: Annotated[Hand | None, SeenBy("seat")] = None


class CardsSeen(Event, frozen=True):
    """Another player's cards that one hero sees. The look itself is public."""

    reveals: ClassVar[bool] = True
    viewer: Public[Seat]
    seat: Public[Seat]
    cards: Annotated[Hand | None, SeenBy("viewer")] = None


class PileShuffled(Event, frozen=True):
    """The discard pile (at the start, all attack cards) became the draw pile, in an order that nobody knows."""

    message: ClassVar[str] = N_("The draw pile is shuffled: {count} card.", "The draw pile is shuffled: {count} cards.")
    clause: ClassVar[str] = "HH-OFF-7"
    count: Public[int]
    cards: Hidden[Hand] = None

    def apply(self, board: Board) -> None:
        board.pile = list(self.cards or ())
        board.pile_size = self.count
        board.discarded = []
        board.discarded_count = 0


class CardsDrawn(OwnCards, frozen=True):
    """A hero drew from the pile and looked (HH-OFF-9). The number is public."""

    message: ClassVar[str] = N_("{seat:seat} draws {cards:tally}.")
    redacted_message: ClassVar[str] = N_("{seat:seat} draws {count} card.", "{seat:seat} draws {count} cards.")
    redacted_together: ClassVar[str] = N_(
        "{seats:seats} draw {count} card each.", "{seats:seats} draw {count} cards each."
    )
    clause: ClassVar[str] = "HH-OFF-1"

    def rule(self, events: Sequence[Event], at: int) -> str:
        return why_moved(events, at)

    def apply(self, board: Board) -> None:
        del board.pile[: self.count]
        board.pile_size -= self.count
        board.take_in(self.seat, self.count, self.cards)


class CardsDiscarded(OwnCards, frozen=True):
    """A hero put cards from the hand face down on the discard pile."""

    message: ClassVar[str] = N_("{seat:seat} discards {cards:tally}.")
    redacted_message: ClassVar[str] = N_("{seat:seat} discards {count} card.", "{seat:seat} discards {count} cards.")
    redacted_together: ClassVar[str] = N_(
        "{seats:seats} discard {count} card each.", "{seats:seats} discard {count} cards each."
    )
    clause: ClassVar[str] = "HH-OFF-1"

    def rule(self, events: Sequence[Event], at: int) -> str:
        return why_moved(events, at)

    def apply(self, board: Board) -> None:
        board.give_up(self.seat, self.count, self.cards)
        board.discarded_count += self.count
        if self.cards is not None:
            board.discarded += self.cards


class CardsGiven(Event, frozen=True):
    """Cards were handed over face down. Only giver and receiver know them (HH-OFF-9)."""

    message: ClassVar[str] = N_("{giver:seat} hands {receiver:seat} {cards:tally}.")
    redacted_message: ClassVar[str] = N_(
        "{giver:seat} hands {receiver:seat} {count} card.", "{giver:seat} hands {receiver:seat} {count} cards."
    )
    clause: ClassVar[str] = "HH-KO-6"
    reveals: ClassVar[bool] = True
    giver: Public[Seat]
    receiver: Public[Seat]
    between: Public[SeatSet]
    count: Public[int]
    cards: Annotated[Hand | None, SeenByAll("between")] = None

    def rule(self, events: Sequence[Event], at: int) -> str:
        return why_moved(events, at)

    def apply(self, board: Board) -> None:
        board.give_up(self.giver, self.count, self.cards)
        board.take_in(self.receiver, self.count, self.cards)


class CardsStolen(Event, frozen=True):
    """Cards were taken at random. Only thief and victim know them."""

    message: ClassVar[str] = N_("{thief:seat} steals from {victim:seat}: {cards:tally}.")
    redacted_message: ClassVar[str] = N_(
        "{thief:seat} steals {count} card from {victim:seat}.", "{thief:seat} steals {count} cards from {victim:seat}."
    )
    clause: ClassVar[str] = "HH-HAIL-5"
    reveals: ClassVar[bool] = True
    thief: Public[Seat]
    victim: Public[Seat]
    between: Public[SeatSet]
    count: Public[int]
    cards: Annotated[Hand | None, SeenByAll("between")] = None

    def rule(self, events: Sequence[Event], at: int) -> str:
        return why_moved(events, at)

    def apply(self, board: Board) -> None:
        board.give_up(self.victim, self.count, self.cards)
        board.take_in(self.thief, self.count, self.cards)


class HandedOver(Event, frozen=True):
    """A knocked-out hero handed over or stole cards before the others laid theirs, or could do neither."""

    clause: ClassVar[str] = "HH-KO-6"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.acted |= 1 << self.seat


class CardsLaid(Event, frozen=True):
    """Attack cards were laid face down. Only their hero knows them."""

    message: ClassVar[str] = N_("{seat:seat} plays {cards:tally}.")
    redacted_message: ClassVar[str] = N_(
        "{seat:seat} plays {count} card face down.", "{seat:seat} plays {count} cards face down."
    )
    redacted_together: ClassVar[str] = N_(
        "{seats:seats} play {count} card each, face down.", "{seats:seats} play {count} cards each, face down."
    )
    clause: ClassVar[str] = "HH-OFF-2"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    said: Public[str]
    cards: Annotated[Hand | None, SeenBy("seat")] = None

    def apply(self, board: Board) -> None:
        _lay(board, self)


class CardsLaidOpen(Event, frozen=True):
    """Attack cards were laid face up."""

    message: ClassVar[str] = N_("{seat:seat} plays face up: {cards:tally}.")
    clause: ClassVar[str] = "HH-HAIL-4"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    count: Public[int]
    said: Public[str]
    cards: Public[Hand]

    def apply(self, board: Board) -> None:
        _lay(board, self)
        board.open |= 1 << self.seat


def _lay(board: Board, event: CardsLaid | CardsLaidOpen) -> None:
    seat, count, cards = event.seat, event.count, event.cards
    board.give_up(seat, count, cards)
    board.has_laid |= 1 << seat
    board.laid_counts[seat] = count
    if event.said != "nothing":
        board.said[seat] = event.said
    if cards is not None:
        board.laid[seat] = cards


class CardsTurnedUp(Event, frozen=True):
    """Cards that lay face down before a hero were turned up."""

    message: ClassVar[str] = N_("{seat:seat} turns over: {cards:tally}.")
    clause: ClassVar[str] = "HH-HAIL-7"
    reveals: ClassVar[bool] = True
    seat: Public[Seat]
    cards: Public[Hand]

    def apply(self, board: Board) -> None:
        board.laid[self.seat] = self.cards
        board.open |= 1 << self.seat


class CardsTakenBack(OwnCards, frozen=True):
    """A hero took back the cards just laid, and lays again."""

    message: ClassVar[str] = N_("{seat:seat} takes back {cards:tally}.")
    redacted_message: ClassVar[str] = N_(
        "{seat:seat} takes back {count} card.", "{seat:seat} takes back {count} cards."
    )
    clause: ClassVar[str] = "HH-HERO-1"

    def apply(self, board: Board) -> None:
        board.take_in(self.seat, self.count, self.cards)
        board.has_laid &= ~(1 << self.seat)
        board.open &= ~(1 << self.seat)
        for by_seat in (board.laid_counts, board.laid, board.said):
            by_seat.pop(self.seat, None)


class BlindCardAdded(Event, frozen=True):
    """The top card of the draw pile joined the attack. Nobody has seen it."""

    message: ClassVar[str] = N_("{seat:seat} has no attack cards: the top card of the pile is added unseen.")
    clause: ClassVar[str] = "HH-OFF-8"
    seat: Public[Seat]
    card: Hidden[str] = None

    def apply(self, board: Board) -> None:
        del board.pile[:1]
        board.pile_size -= 1
        board.has_laid |= 1 << self.seat
        board.blind_count += 1
        if self.card is not None:
            board.blind.append(self.card)


class AttackRevealed(Event, frozen=True):
    """The laid cards were shuffled and revealed: the number of each, and the total."""

    message: ClassVar[str] = N_("The attack: {cards:tally}. Total: {total}.")
    summary: ClassVar[str] = N_("The attack totals {total}.")
    clause: ClassVar[str] = "HH-OFF-3"
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "mission"
    turned: ClassVar[str] = "cards"
    opens_talk: ClassVar[bool] = True
    cards: Public[Hand]
    total: Public[int]

    def apply(self, board: Board) -> None:
        board.phase = "attack"
        board.tally = self.cards
        board.total = self.total


class AttackDiscarded(Event, frozen=True):
    """The attack went face down to the discard pile. Cards that were not revealed stay secret."""

    clause: ClassVar[str] = "HH-OFF-6"

    def apply(self, board: Board) -> None:
        if board.tally is not None:
            board.discarded += board.tally
        else:
            for cards in board.laid.values():
                board.discarded += cards
            board.discarded += board.blind
        board.discarded_count += sum(board.laid_counts.values()) + board.blind_count
        board.laid, board.laid_counts, board.said = {}, {}, {}
        board.has_laid = board.open = NOBODY
        board.blind = []
        board.blind_count = 0


class HandSeen(CardsSeen, frozen=True):
    """A hero looked at another's hand."""

    clause: ClassVar[str] = "HH-HERO-1"
    message: ClassVar[str] = N_("{viewer:seat} sees the hand of {seat:seat}: {cards:tally}.")
    redacted_message: ClassVar[str] = N_("{viewer:seat} looks at the hand of {seat:seat}.")

    def apply(self, board: Board) -> None:
        if self.cards is not None:
            board.hands[self.seat] = self.cards


class LaidSeen(CardsSeen, frozen=True):
    """A hero looked at another's laid cards."""

    clause: ClassVar[str] = "HH-HERO-1"
    message: ClassVar[str] = N_("{viewer:seat} sees what {seat:seat} has played: {cards:tally}.")
    redacted_message: ClassVar[str] = N_("{viewer:seat} looks at what {seat:seat} has played.")

    def apply(self, board: Board) -> None:
        if self.cards is not None:
            board.laid[self.seat] = self.cards


class PileSeen(EventWithoutEffect, frozen=True):
    """A hero looked at the top of the draw pile. The board does not record which cards were seen."""

    clause: ClassVar[str] = "HH-HERO-1"
    message: ClassVar[str] = N_("{viewer:seat} sees the top of the draw pile: {cards:tally}.")
    redacted_message: ClassVar[str] = N_(
        "{viewer:seat} looks at the top of the draw pile: {count} card.",
        "{viewer:seat} looks at the top of the draw pile: {count} cards.",
    )
    reveals: ClassVar[bool] = True
    viewer: Public[Seat]
    count: Public[int]
    cards: Annotated[Hand | None, SeenBy("viewer")] = None
