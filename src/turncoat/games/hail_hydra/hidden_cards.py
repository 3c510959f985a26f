"""Attack cards that a hero did not see, as they may have been: the deck, the hands, and what was laid and discarded.

Every card from the pile is tracked under a number of its own. A number gets its card once something is seen of it: in
a hand, on the table, in the tally of an attack. All numbers without a card share one stock: the attack cards that are
left. When the discard pile is shuffled, its cards go back into the stock, and the pile gets new numbers. Where it was
not seen which cards of a hand moved, they are drawn; if what is seen later contradicts that, they are drawn again.
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
"""After how many draws it is given up."""
TRIES_HERE: Final = 10
"""After how many draws from one place an earlier one is tried."""

MOST_WEIGHT: Final = 8
"""How much likelier a common card is drawn than a rare one, where not every card fits."""

Number = int
"""One card, from when it lies in the pile until it is shuffled again."""


class Contradiction(Exception):
    """What was drawn does not fit what is seen later."""


def hidden_cards(view: View[Board], draws: Draws) -> HiddenCards | None:
    """Decks and moves of cards that fit what the view saw; None where none were found.

    What does not fit is drawn again from the latest attack on, then from earlier and earlier ones.
    """
    events = view.events
    saved = [(0, CardTracker(view, draws))]
    """States of the cards to go back to: the number of an event, and the cards before it."""
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
    """One shuffle, for later checks: which numbers were elsewhere then, and which lay in the pile."""

    def __init__(self, elsewhere: set[Number], discarded: list[Number], stock: Counter[str]) -> None:
        self.elsewhere = elsewhere
        """Numbers without a card that were not shuffled."""
        self.discarded = discarded
        """Numbers without a card that were shuffled; their cards now have the new numbers of the pile."""
        self.left = stock
        """The cards of both, less what those elsewhere turn out to be."""

    def copy(self) -> "Shuffle":
        """An independent copy; the numbers do not change."""
        return Shuffle(self.elsewhere, self.discarded, self.left.copy())


class CardTracker:
    """The attack cards of one game, tracked through its events."""

    def __init__(self, view: View[Board], draws: Draws) -> None:
        self.view = view
        self.draws = draws
        self.stock: Counter[str] = Counter(view.board.cards.attack_cards)
        """The cards of the numbers that have none yet."""
        self.card: dict[Number, str] = {}
        self.unknown: set[Number] = set()
        """The numbers without a card that can still come to light."""
        self.count = 0
        self.pile: list[Number] = []
        self.hands: list[list[Number]] = [[] for _ in range(view.ruleset.players)]
        self.laid: dict[Seat, list[Number]] = {}
        self.blind: list[Number] = []
        self.discarded: list[Number] = []
        self.shuffles: list[Shuffle] = []
        self.moved: dict[int, tuple[str, list[Number]]] = {}
        """By number of the event: the field that says which cards it moved, and their numbers."""

    def copy(self) -> "CardTracker":
        """An independent copy."""
        twin = CardTracker(self.view, self.draws)
        twin.stock, twin.card, twin.unknown = self.stock.copy(), self.card.copy(), self.unknown.copy()
        twin.count, twin.pile, twin.hands = self.count, self.pile.copy(), [hand.copy() for hand in self.hands]
        twin.laid = {seat: laid.copy() for seat, laid in self.laid.items()}
        twin.blind, twin.discarded = self.blind.copy(), self.discarded.copy()
        twin.shuffles, twin.moved = [shuffle.copy() for shuffle in self.shuffles], self.moved.copy()
        return twin

    def found(self) -> HiddenCards:
        """The decks, and the events with what was hidden, when all were followed. Raises Contradiction."""
        events = self.view.events
        if self.count:  # cards are dealt when the heroes are chosen
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
        """Those that were revealed, then others of their levels in any order."""
        found = [event.villain for event in self.view.events if isinstance(event, happened.VillainRevealed)]
        for level in LEVELS[len(found) :]:
            left = [name for name in self.view.board.cards.levels[level] if name not in found]
            found.append(left[self.draws.below(len(left))])
        return tuple(found)

    # One event after another

    def follow(self, at: int, event: Event) -> None:
        """Do with the cards what the event does. Raises Contradiction."""
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
        """The discard pile, at the start all cards, becomes the pile: as new numbers, which may be any of its cards."""
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
        """Cards leave a hand: those that were seen, or any."""
        hand = self.hands[seat]
        gone = self._matching(hand, cards) if cards is not None else list(self.draws.shuffled(hand)[:count])
        self.hands[seat] = [number for number in hand if number not in gone]
        self.moved[at] = "cards", gone
        return gone

    def _lay(self, at: int, event: happened.CardsLaid | happened.CardsLaidOpen) -> None:
        """Cards are laid: such as are later seen among the attack."""
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
        """What is seen later of the cards that lie there when the attack is revealed, and all of them (None: never)."""
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

    # Which number is which card

    def _matching(self, numbers: Sequence[Number], cards: Iterable[str]) -> list[Number]:
        """Numbers out of these that are these cards: those that are known to be, or else any that may be."""
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
        """These numbers turn out to be these cards, all of them; None: it was not seen."""
        if cards is None:
            return
        left = Counter(cards)
        left.subtract(self.card[number] for number in numbers if number in self.card)
        if any(count < 0 for count in left.values()):
            raise Contradiction
        self._assign([number for number in numbers if number in self.unknown], list(left.elements()))

    def _assign(self, numbers: Sequence[Number], cards: Sequence[str]) -> None:
        """Give cards to numbers in random order; numbers that cannot be every card come first."""
        if len(numbers) != len(cards):
            raise Contradiction
        left = Counter(cards)
        for number in sorted(self.draws.shuffled(numbers), key=lambda number: -len(self._limits(number))):
            limits = self._limits(number)
            there = {card: count for card, count in left.items() if count and self.stock[card] > 0}
            if limits:  # common cards are preferred: other numbers may need the rare ones
                room = {card: min(limit[card] for limit in limits) for card in there}
                there = {card: count * min(room[card], MOST_WEIGHT) for card, count in there.items() if room[card] > 0}
            if not there:
                raise Contradiction
            card = self._drawn(there)
            left[card] -= 1
            self._become(number, card, [self.stock, *limits])
            self.unknown.discard(number)

    def _drawn(self, cards: dict[str, int]) -> str:
        """One of the cards, drawn in proportion to their counts."""
        return tuple(Counter(cards).elements())[self.draws.below(sum(cards.values()))]

    def _become(self, number: Number, card: str, stocks: list[Counter[str]]) -> None:
        self.card[number] = card
        for stock in stocks:
            stock[card] -= 1

    def _give_cards(self) -> None:
        """Cards never seen get what is left; first those elsewhere in most shuffles, since least fits them."""
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
        """What the number may still be, for each shuffle in which it was elsewhere."""
        return [shuffle.left for shuffle in self.shuffles if number in shuffle.elsewhere]
