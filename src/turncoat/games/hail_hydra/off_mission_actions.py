"""Actions of revealed agents and knocked-out heroes, before the others lay cards."""

from typing import ClassVar

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.moves import Game, HandCards, TakeAtRandom
from turncoat.games.hail_hydra.tables import ROUTINE, next_of
from turncoat.kernel.options import Answer, AnyOption, OneSeat, Word, YesNo
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.words import N_


class AskSkull(Ask, frozen=True):
    """Question to each revealed agent in turn, in public: do they give Red Skull defense (HH-SKULL-2)?"""

    question: ClassVar[Question] = Question(
        "give-defense",
        N_("Give the villain 1 defense? You then neither give nor steal cards in this offensive."),
        "HH-SKULL-2",
        pause=ROUTINE,
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        if board.villain is None or board.defense >= board.villain.bargain:
            return 0
        agents = board.revealed & ~board.asked_skull
        if not game.ruleset.option("all-revealed"):
            agents &= board.out
        return 1 << next_of(agents, board.token) if agents else 0

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return YesNo()

    def default(self, game: Game, seat: Seat) -> Answer:
        return False

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat, gives in answers.items():
            game.emit(happened.SkullAnswered(seat, gives))
            game.follow(self)


class AgentsAct(Step, frozen=True):
    """Actions of revealed agents who are knocked out, first and in token order (HH-HAIL-5)."""

    def run(self, game: Game) -> None:
        board = game.board
        agents = board.revealed & board.out & ~(board.acted | board.gave_defense)
        if not agents:
            return
        seat = next_of(agents, board.token)
        ways: tuple[str, ...] = ()
        if board.hand_sizes[seat]:
            ways = ("give",)
        if board.on_mission & board.with_cards:
            ways = (*ways, "steal")
        if ways:
            game.follow(ChooseAct(seat, ways), self)
        else:
            game.emit(happened.HandedOver(seat))
            game.follow(self)


class ChooseAct(Ask, frozen=True):
    """Choice of a revealed, knocked-out agent between handing over cards and stealing one (HH-HAIL-5)."""

    question: ClassVar[Question] = Question(
        "choose-act", N_("Hand over attack cards, or steal one?"), "HH-HAIL-5", pause=ROUTINE
    )

    seat: Seat
    ways: tuple[str, ...]

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.seat

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return Word(("give", "steal"), self.ways)

    def default(self, game: Game, seat: Seat) -> Answer:
        return self.ways[0]

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        game.emit(happened.HandedOver(self.seat))
        if answers[self.seat] == "give":
            game.follow(HandCards(self.seat, game.board.on_mission, 1, 2, by="agent"))
        else:
            game.follow(StealFrom(self.seat))


class StealFrom(Ask, frozen=True):
    """Choice of a hero on the mission to steal from. Chance decides the card."""

    question: ClassVar[Question] = Question(
        "steal-from", N_("Who do you steal an attack card from?"), "HH-HAIL-5", pause=ROUTINE
    )

    seat: Seat

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.seat

    def option(self, game: Game, seat: Seat) -> AnyOption:
        board = game.board
        return OneSeat(board.on_mission, board.on_mission & board.with_cards)

    def default(self, game: Game, seat: Seat) -> Answer:
        board = game.board
        return next_of(board.on_mission & board.with_cards, (seat + 1) % board.players)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        game.follow(TakeAtRandom(answers[self.seat], 1, self.seat))


class AskForHandovers(Step, frozen=True):
    """Handovers by the other knocked-out heroes: 1 or 2 cards to a hero on the mission, in token order (HH-KO-6)."""

    def run(self, game: Game) -> None:
        board = game.board
        if not board.out:
            return
        givers = board.out & ~(board.acted | board.revealed) & board.with_cards
        if givers:
            game.follow(HandCards(next_of(givers, board.token), board.on_mission, 1, 2, is_duty=True), self)


AGENTS_ACT = AgentsAct()
