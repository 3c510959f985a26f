"""Movements of cards and damage: steps and helpers shared by the flow and the effects."""

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import CITY, ROUTINE, token_order
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, OneSeat, Order
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Ask, AskChance, Prompt, Question, Step
from turncoat.kernel.words import N_

Game: TypeAlias = KernelGame[Board]


def has_draw(game: Game) -> bool:
    """Return whether this offensive has step 1, in which the token passes and everybody draws (HH-OFF-1)."""
    board = game.board
    return board.offensive > 1 or (board.mission > 1 and game.ruleset.option("skip-first-draw") == "game")


def damage_city(game: Game, amount: int, why: str) -> bool:
    """Reduce the city's health, and return whether that ended the game (HH-END-1)."""
    if amount > 0:
        left = max(0, game.board.city - amount)
        game.emit(happened.CityDamaged(amount, left, why))
        if not left:
            game.end("hydra", "city-destroyed")
            return True
    return False


def heal_city(game: Game, amount: int) -> None:
    """Restore the city's health, up to its starting value (HH-SETUP-5)."""
    regained = min(amount, CITY - game.board.city)
    if regained > 0:
        game.emit(happened.CityHealed(regained))


class Draw(Step, frozen=True):
    """Draw by one hero. If the pile runs out, it is reshuffled during the draw (HH-OFF-7)."""

    seat: Seat
    count: int

    def run(self, game: Game) -> None:
        board = game.board
        now = min(self.count, board.pile_size)
        if now:
            game.emit(happened.CardsDrawn(self.seat, now, tuple(sorted(board.pile[:now]))))
        if now < self.count and board.discarded_count:
            game.follow(SHUFFLE_PILE, Draw(self.seat, self.count - now))


def draw_all(game: Game, seats: SeatSet, count: int) -> None:
    """Let these heroes draw, in token order (HH-ORDER-1)."""
    game.follow(*[Draw(seat, count) for seat in token_order(seats, game.board.token)])


class ShufflePile(AskChance, frozen=True):
    """Shuffle of the discard pile into a new draw pile, without the laid cards (HH-OFF-7)."""

    question: ClassVar[Question] = Question("shuffle-pile", N_("Shuffle the discard pile."), "HH-OFF-7")

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return Order(tuple(sorted(game.board.discarded)))

    def default(self, game: Game, seat: Seat) -> Answer:
        return tuple(sorted(game.board.discarded))

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        (order,) = answers.values()
        game.emit(happened.PileShuffled(len(order), order))


class TakeAtRandom(AskChance, frozen=True):
    """Shuffle of a hand whose first cards go to the thief, or to the discard pile if there is none."""

    question: ClassVar[Question] = Question(
        "take-at-random", N_("Shuffle the hand: the first cards are taken."), "HH-OFF-9"
    )

    victim: Seat
    count: int
    thief: Seat = -1

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        return super().prompts(game, number) if game.board.hand_sizes[self.victim] else {}

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return Order(game.board.hands[self.victim] or ())

    def default(self, game: Game, seat: Seat) -> Answer:
        return game.board.hands[self.victim]

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for order in answers.values():
            cards = tuple(sorted(order[: self.count]))
            if self.thief < 0:
                game.emit(happened.CardsDiscarded(self.victim, len(cards), cards))
            else:
                between = 1 << self.thief | 1 << self.victim
                game.emit(happened.CardsStolen(self.thief, self.victim, between, len(cards), cards))


class DiscardCards(Ask, frozen=True):
    """Secret choice of cards to discard by these heroes, never at random (HH-OFF-9)."""

    question: ClassVar[Question] = Question(
        "discard-cards", N_("Discard attack cards."), "HH-OFF-9", button=N_("Discard them"), pause=ROUTINE
    )

    seats: SeatSet
    count: int

    def asked(self, game: Game) -> SeatSet:
        return self.seats & game.board.with_cards

    def option(self, game: Game, seat: Seat) -> AnyOption:
        hand = game.board.hands[seat] or ()
        count = min(self.count, len(hand))
        return Cards(count, count, hand)

    def default(self, game: Game, seat: Seat) -> Answer:
        return (game.board.hands[seat] or ())[: self.count]

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat in token_order(sum(1 << seat for seat in answers), game.board.token):
            game.emit(happened.CardsDiscarded(seat, len(answers[seat]), answers[seat]))


class HandCards(Ask, frozen=True):
    """Choice of cards to hand face down to another hero, when knocked out (HH-KO-6, HH-HAIL-5) or by an ability."""

    question: ClassVar[Question] = Question(
        "hand-cards", N_("Hand over attack cards face down."), "HH-KO-6", button=N_("Hand them over"), pause=ROUTINE
    )

    by_agent: ClassVar[Question] = replace(question, clause="HH-HAIL-5")
    by_ability: ClassVar[Question] = replace(question, clause="HH-HERO-1")

    giver: Seat
    receivers: SeatSet
    low: int
    high: int
    is_duty: bool = False
    """True for a knocked-out hero's own turn in the offensive, which lapses if they act otherwise (HH-HAIL-5)."""

    by: str = "ability"
    """Giver when it is not a duty: a revealed agent (`agent`), or a hero by an `ability`."""

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        prompts = super().prompts(game, number)
        if self.is_duty:
            return prompts
        question = self.by_agent if self.by == "agent" else self.by_ability
        return {seat: replace(prompt, question=question) for seat, prompt in prompts.items()}

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if not board.hand_sizes[self.giver] or (self.is_duty and board.acted >> self.giver & 1):
            return 0
        return 1 << self.giver

    def option(self, game: Game, seat: Seat) -> AnyOption:
        hand = game.board.hands[seat] or ()
        cards = Cards(min(self.low, len(hand)), min(self.high, len(hand)), hand)
        return Form((("cards", cards), ("to", OneSeat(self.receivers, self.receivers))))

    def default(self, game: Game, seat: Seat) -> Answer:
        low = min(self.low, game.board.hand_sizes[seat])
        receiver = token_order(self.receivers, (seat + 1) % game.board.players)[0]
        return (game.board.hands[seat] or ())[:low], receiver

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for giver, (cards, receiver) in answers.items():
            if self.is_duty:
                game.emit(happened.HandedOver(giver))
            game.emit(happened.CardsGiven(giver, receiver, 1 << giver | 1 << receiver, len(cards), cards))


SHUFFLE_PILE = ShufflePile()
