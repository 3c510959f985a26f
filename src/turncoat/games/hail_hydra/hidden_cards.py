"""Sampling of the attack cards that a hero has not seen: the deck, the hands, and laid and discarded cards.

Each card from the pile has a number. A number is assigned a card once the view sees it: in a hand, on the table, or in
the tally of an attack. All numbers without a card share one stock, the attack cards that remain. A shuffle of the
discard pile returns its cards to the stock and gives the pile new numbers. If the view did not see which cards left a
hand, they are drawn at random, and drawn again if later events contradict the draw.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board, Hand
from turncoat.games.hail_hydra.tables import LEVELS
from turncoat.kernel.chapters import HiddenCards
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat
from turncoat.kernel.views import View

MOST_TRIES: Final = 6_000
"""Number of contradictions after which the search gives up."""
TRIES_HERE: Final = 10
"""Number of contradictions per saved state before the search backs up to an earlier one."""

MOST_WEIGHT: Final = 8
"""Cap on the weight of a common card against a rare one, used where not every card fits."""

Number = int
"""A single card, from entering the pile until the next shuffle."""


class Contradiction(Exception):
    """The drawn cards do not fit a later event."""


def hidden_cards(view: View[Board], draws: Draws) -> HiddenCards | None:
    """Return decks and movements of cards that fit the view, or None if none were found.

    On a contradiction it draws again from the latest offensive on, then from earlier and earlier ones.
    """
    events = view.events
    saved = [(0, CardTracker(view, draws))]
    """Saved states to return to: the index of an event, and the cards before it."""
    misses = 0
    at, cards = 0, saved[0][1].copy()
    while True:
        try:
            while at < len(events):
                if isinstance(events[at], happened.OffensiveBegan) and at > saved[-1][0]:
                    saved.append((at, cards.copy()))
                cards.follow(at, events[at])
                at += 1
            return cards.copy().found()
        except Contradiction:
            misses += 1
            if misses == MOST_TRIES:
                return None
            if misses % TRIES_HERE == 0:
                del saved[max(1, len(saved) - misses // TRIES_HERE) :]
            at, cards = saved[-1][0], saved[-1][1].copy()


class Shuffle:
    """One shuffle, for later checks: the numbers that were elsewhere, and those that were shuffled."""

    def __init__(self, elsewhere: set[Number], discarded: list[Number], stock: Counter[str]) -> None:
        self.elsewhere = elsewhere
        """Numbers without a card that were not shuffled."""
        self.discarded = discarded
        """Numbers without a card that were shuffled. Their cards now have the pile's new numbers."""
        self.left = stock
        """The cards of both, less those assigned since to numbers that were elsewhere."""

    def copy(self) -> "Shuffle":
        """Return an independent copy, which shares the lists of numbers because they do not change."""
        return Shuffle(self.elsewhere, self.discarded, self.left.copy())


class CardTracker:
    """Tracker of a game's attack cards through its events."""

    def __init__(self, view: View[Board], draws: Draws) -> None:
        self.view = view
        self.draws = draws
        self.stock: Counter[str] = Counter(view.board.cards.attack_cards)
        """Cards not yet assigned to a number."""
        self.card: dict[Number, str] = {}
        self.unknown: set[Number] = set()
        """Numbers without a card that may still be seen."""
        self.count = 0
        self.pile: list[Number] = []
        self.hands: list[list[Number]] = [[] for _ in range(view.ruleset.players)]
        self.laid: dict[Seat, list[Number]] = {}
        self.blind: list[Number] = []
        self.discarded: list[Number] = []
        self.shuffles: list[Shuffle] = []
        self.moved: dict[int, tuple[str, list[Number]]] = {}
        """By index of the event: the field for the cards that it moved, and their numbers."""

    def copy(self) -> "CardTracker":
        """Return an independent copy."""
        twin = CardTracker(self.view, self.draws)
        twin.stock, twin.card, twin.unknown = self.stock.copy(), self.card.copy(), self.unknown.copy()
        twin.count, twin.pile, twin.hands = self.count, self.pile.copy(), [hand.copy() for hand in self.hands]
        twin.laid = {seat: laid.copy() for seat, laid in self.laid.items()}
        twin.blind, twin.discarded = self.blind.copy(), self.discarded.copy()
        twin.shuffles, twin.moved = [shuffle.copy() for shuffle in self.shuffles], self.moved.copy()
        return twin

    def found(self) -> HiddenCards:
        """Return the decks and the events with their hidden cards, after all events. Raises Contradiction."""
        events = self.view.events
        if self.count:  # cards are dealt once the heroes are chosen
            self._give_cards()
        decks = {"villains": self._villains()}
        full: dict[int, Event] = {}
        for at, (field, numbers) in self.moved.items():
            cards = [self.card[number] for number in numbers]
            if isinstance(events[at], happened.PileShuffled):
                decks.setdefault("attack", tuple(cards))
            else:
                cards.sort()
            full[at] = structs.replace(events[at], **{field: cards[0] if field == "card" else tuple(cards)})
        return HiddenCards(decks, full)

    def _villains(self) -> tuple[str, ...]:
        """Return the revealed villains, then a random choice of others from the levels to come."""
        found = [event.villain for event in self.view.events if isinstance(event, happened.VillainRevealed)]
        for level in LEVELS[len(found) :]:
            left = [name for name in self.view.board.cards.levels[level] if name not in found]
            found.append(left[self.draws.below(len(left))])
        return tuple(found)

    # Events

    def follow(self, at: int, event: Event) -> None:
        """Move cards as the event does. Raises Contradiction."""
        match event:
            case happened.PileShuffled():
                self._shuffle(event.count)
                self.moved[at] = "cards", self.pile.copy()
            case happened.CardsDrawn():
                drawn = self._take_top(event.count)
                self._show(drawn, event.cards)
                self.hands[event.seat] += drawn
                self.moved[at] = "cards", drawn
            case happened.BlindCardAdded():
                self.blind += self._take_top(1)
                self.moved[at] = "card", self.blind[-1:]
            case happened.CardsDiscarded():
                self.discarded += self._leave(at, event.seat, event.count, event.cards)
            case happened.CardsGiven():
                self.hands[event.receiver] += self._leave(at, event.giver, event.count, event.cards)
            case happened.CardsStolen():
                self.hands[event.thief] += self._leave(at, event.victim, event.count, event.cards)
            case happened.CardsLaid() | happened.CardsLaidOpen():
                self._lay(at, event)
            case happened.CardsTurnedUp():
                self._show(self.laid[event.seat], event.cards)
            case happened.CardsTakenBack():
                back = self.laid.pop(event.seat)
                self._show(back, event.cards)
                self.hands[event.seat] += back
                self.moved[at] = "cards", back
            case happened.AttackRevealed():
                self._show([*self.blind, *(number for laid in self.laid.values() for number in laid)], event.cards)
            case happened.AttackDiscarded():
                self.discarded += [*self.blind, *(number for laid in self.laid.values() for number in laid)]
                self.blind, self.laid = [], {}
            case happened.HandSeen():
                self._show(self.hands[event.seat], event.cards)
            case happened.LaidSeen():
                self._show(self.laid[event.seat], event.cards)
            case happened.PileSeen():
                self._show(self.pile[: event.count], event.cards)
            case _:
                pass

    def _shuffle(self, count: int) -> None:
        """Shuffle the discard pile (at the start, all cards) into the pile, under new numbers for its cards."""
        if self.count:
            self.shuffles.append(
                Shuffle(
                    self.unknown.difference(self.discarded),
                    [number for number in self.discarded if number in self.unknown],
                    self.stock.copy(),
                )
            )
            self.stock.update(self.card[number] for number in self.discarded if number in self.card)
            self.unknown.difference_update(self.discarded)
        self.discarded = []
        self.pile = list(range(self.count, self.count + count))
        self.count += count
        self.unknown.update(self.pile)

    def _take_top(self, count: int) -> list[Number]:
        top = self.pile[:count]
        del self.pile[:count]
        return top

    def _leave(self, at: int, seat: Seat, count: int, cards: Hand | None) -> list[Number]:
        """Remove cards from a hand: those that were seen, or random ones."""
        hand = self.hands[seat]
        gone = self._matching(hand, cards) if cards is not None else list(self.draws.shuffled(hand)[:count])
        self.hands[seat] = [number for number in hand if number not in gone]
        self.moved[at] = "cards", gone
        return gone

    def _lay(self, at: int, event: happened.CardsLaid | happened.CardsLaidOpen) -> None:
        """Lay cards, choosing ones that fit the attack revealed later."""
        seat = event.seat
        known, tally = self._attack_to_come(at)
        cards = event.cards if event.cards is not None else known.get(seat)
        if cards is None and tally is not None:
            for other, seen in known.items():
                tally.subtract(seen if other != seat else ())
            for other, laid in self.laid.items():
                if other not in known:
                    tally.subtract(self.card[number] for number in laid if number in self.card)
            hand = self.hands[seat]
            gone: list[Number] = []
            for number in self.draws.shuffled(hand):
                if len(gone) < event.count and (number in self.unknown or tally[self.card[number]] > 0):
                    gone.append(number)
                    if number in self.card:
                        tally[self.card[number]] -= 1
            if len(gone) < event.count:
                raise Contradiction
            self.hands[seat] = [number for number in hand if number not in gone]
            self.moved[at] = "cards", gone
        else:
            gone = self._leave(at, seat, event.count, cards)
        self.laid[seat] = gone

    def _attack_to_come(self, at: int) -> tuple[dict[Seat, Hand], Counter[str] | None]:
        """Return the cards that each seat is later seen to lay, and the whole attack (None if never revealed)."""
        known: dict[Seat, Hand] = {
            seat: tuple(self.card[number] for number in laid)
            for seat, laid in self.laid.items()
            if all(number in self.card for number in laid)
        }
        for event in self.view.events[at:]:
            match event:
                case (
                    happened.CardsLaid() | happened.CardsLaidOpen() | happened.CardsTurnedUp() | happened.LaidSeen()
                ) if event.cards is not None:
                    known[event.seat] = event.cards
                case happened.CardsTakenBack():
                    if event.seat == self.view.events[at].seat:  # type: ignore[attr-defined]  # cards were laid there
                        return ({event.seat: event.cards} if event.cards is not None else {}), None
                    known.pop(event.seat, None)
                case happened.AttackRevealed():
                    return known, Counter(event.cards)
                case happened.AttackDiscarded():
                    break
                case _:
                    pass
        return known, None

    # Assignment of cards to numbers

    def _matching(self, numbers: Sequence[Number], cards: Iterable[str]) -> list[Number]:
        """Return numbers for these cards: those known to be the cards, or else any that may be."""
        left = list(self.draws.shuffled(numbers))
        found: list[Number] = []
        missing: list[str] = []
        for card in cards:
            number = next((one for one in left if self.card.get(one) == card), None)
            if number is None:
                missing.append(card)
            else:
                left.remove(number)
                found.append(number)
        unknown = [number for number in left if number in self.unknown][: len(missing)]
        self._assign(unknown, missing)
        return found + unknown

    def _show(self, numbers: Sequence[Number], cards: Iterable[str] | None) -> None:
        """Assign exactly these cards to the numbers, or nothing if the cards were not seen (None)."""
        if cards is None:
            return
        left = Counter(cards)
        left.subtract(self.card[number] for number in numbers if number in self.card)
        if any(count < 0 for count in left.values()):
            raise Contradiction
        self._assign([number for number in numbers if number in self.unknown], list(left.elements()))

    def _assign(self, numbers: Sequence[Number], cards: Sequence[str]) -> None:
        """Assign cards to numbers in random order, starting with numbers that cannot be every card."""
        if len(numbers) != len(cards):
            raise Contradiction
        left = Counter(cards)
        for number in sorted(self.draws.shuffled(numbers), key=lambda number: -len(self._limits(number))):
            limits = self._limits(number)
            there = {card: count for card, count in left.items() if count and self.stock[card] > 0}
            if limits:  # prefer common cards: other numbers may need the rare ones
                room = {card: min(limit[card] for limit in limits) for card in there}
                there = {card: count * min(room[card], MOST_WEIGHT) for card, count in there.items() if room[card] > 0}
            if not there:
                raise Contradiction
            card = self._drawn(there)
            left[card] -= 1
            self._become(number, card, [self.stock, *limits])
            self.unknown.discard(number)

    def _drawn(self, cards: dict[str, int]) -> str:
        """Draw one of the cards in proportion to their counts."""
        return tuple(Counter(cards).elements())[self.draws.below(sum(cards.values()))]

    def _become(self, number: Number, card: str, stocks: list[Counter[str]]) -> None:
        self.card[number] = card
        for stock in stocks:
            stock[card] -= 1

    def _give_cards(self) -> None:
        """Assign the remaining cards to numbers never seen, starting with the most constrained.

        These were elsewhere in the most shuffles.
        """
        left: list[tuple[Number, list[Counter[str]]]] = []
        for number in sorted(self.unknown):
            left.append((number, [self.stock, *self._limits(number)]))
        for shuffle in self.shuffles:
            for number in shuffle.discarded:
                left.append((number, [shuffle.left, *self._limits(number)]))
        for number, stocks in sorted(self.draws.shuffled(left), key=lambda one: -len(one[1])):
            there = {card: count for card in stocks[0] if (count := min(stock[card] for stock in stocks)) > 0}
            if not there:
                raise Contradiction
            self._become(number, self._drawn(there), stocks)

    def _limits(self, number: Number) -> list[Counter[str]]:
        """Return the cards that the number may still be, for each shuffle in which it was elsewhere."""
        return [shuffle.left for shuffle in self.shuffles if number in shuffle.elsewhere]
