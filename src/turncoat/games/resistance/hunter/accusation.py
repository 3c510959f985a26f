"""Accusations: after the third success or failure, alternating after mission 5; and the early one of the spy Hunter."""

from functools import cache
from typing import Any, ClassVar

from msgspec.structs import replace

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import MissionReversed
from turncoat.games.resistance.hunter.events import Accused, HunterRevealed, part_of
from turncoat.games.resistance.hunter.tables import CHIEF_FAILS, HUNTERS, TARGETS
from turncoat.games.resistance.roles import RESISTANCE_WINS, SPIES_WIN
from turncoat.games.resistance.steps import Game
from turncoat.games.resistance.tables import WINS
from turncoat.kernel.options import Answer, AnyOption, OneSeat, YesNo
from turncoat.kernel.seats import Seat, SeatSet, clockwise, seats_in
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.kernel.words import N_

OTHER_SIDE = {"resistance": "spies", "spies": "resistance"}


def accusations(game: Game, memory: dict[str, int]) -> Step | None:
    """A mission is revealed: the accusations that it brings, asked again after each until none is due.

    A wrong one reverses the mission, which may make it the other side's third: so they alternate after mission 5
    (HUN-ACCUSE-4), and so an early one may bring the ordinary one of the resistance (HUN-EARLY-4). When the score is
    counted nobody has three any more: missions alone do not win (HUN-ACCUSE-6).
    """
    board = game.board
    is_first_look = not memory
    memory["looked"] = 1
    if board.successes == WINS:
        return reveal_hunter(game, "resistance")
    if board.failures == WINS:
        return reveal_hunter(game, "spies")  # HUN-EARLY-5: the early accusation stays unspent
    return ASK_EARLY if is_first_look and early_is_asked(board) else None


def early_is_asked(board: Board) -> bool:
    """Whether the early accusation is asked about. It depends on nothing that is not public (HUN-EARLY-6)."""
    result = board.results[-1]
    if result.success or part_of(board).early_spent:
        return False
    return board.players < CHIEF_FAILS or "chief-fail" in result.cards


def chief_failed_it(board: Board) -> bool:
    """Whether the spy Chief failed the mission (HUN-EARLY-1); the mission is known to have failed."""
    if board.players >= CHIEF_FAILS:
        return True
    return any(board.roles[seat] == "spy-chief" and card == "fail" for seat, card in board.cards.items())


class AskEarly(Ask, frozen=True):
    """Does the spy Hunter accuse now? Everybody is asked the same, so that nobody learns who was (HUN-EARLY-6)."""

    question: ClassVar[Question] = Question(
        "early-accusation",
        N_(
            "Reveal yourself now and accuse somebody of being a resistance Chief? If you are wrong, the mission "
            "becomes a success and everybody knows you. Only the spy Hunter may say yes, when a spy Chief has failed "
            "it."
        ),
        "HUN-EARLY-6",
    )

    with_coordinator: ClassVar[Question] = replace(
        question,
        sentence=N_(
            "Reveal yourself now and accuse somebody of being a resistance Chief or the Coordinator? If you are wrong, "
            "the mission becomes a success and everybody knows you. Only the spy Hunter may say yes, when a spy Chief "
            "has failed it."
        ),
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        board = game.board
        question = self.with_coordinator if game.ruleset.has("coordinator") else self.question
        prompts = dict.fromkeys(seats_in(board.everyone), Prompt(number, question, ONLY_NO))
        if chief_failed_it(board):
            prompts[board.roles.index("spy-hunter")] = Prompt(number, question, YES_OR_NO)
        return prompts

    def default(self, game: Game, seat: Seat) -> Answer:
        return False

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        if True in answers.values():
            game.follow(reveal_hunter(game, "spies", early=True))


ONLY_NO = YesNo((False,), "only-the-spy-hunter")
YES_OR_NO = YesNo((False, True), "only-the-spy-hunter")
ASK_EARLY = AskEarly()


def reveal_hunter(game: Game, side: str, early: bool = False) -> Step:
    """The Hunter of the side comes out, unless everybody knows who it is; then comes the accusation."""
    hunter = game.board.roles.index(HUNTERS[side])
    if side not in part_of(game.board).revealed:
        game.emit(HunterRevealed(hunter, HUNTERS[side], side))
    return Accuse(hunter, side, early)


class Accuse(Ask, frozen=True):
    """The Hunter, revealed, must accuse another player of being a Chief of the other side."""

    question: ClassVar[Question] = Question(
        "accuse", N_("Who is a Chief of the other side?"), "HUN-ACCUSE-1", button=N_("Accuse")
    )

    with_coordinator: ClassVar[str] = N_("Who is a resistance Chief, or the Coordinator?")

    hunter: Seat
    side: str
    early: bool

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        clause = "HUN-ACCUSE-2" if self.side == "resistance" else "HUN-EARLY-2" if self.early else "HUN-ACCUSE-1"
        question = replace(self.question, clause=clause)
        if self.side == "spies" and game.ruleset.has("coordinator"):
            question = replace(question, sentence=self.with_coordinator)
        return {seat: replace(prompt, question=question) for seat, prompt in super().prompts(game, number).items()}

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.hunter

    def option(self, game: Game, seat: Seat) -> AnyOption:
        """HUN-ACCUSE-5: nobody accuses themselves or anybody twice, nor the other side's Hunter who has come out."""
        part = part_of(game.board)
        others = game.board.everyone & ~(1 << self.hunter)
        barred = part.accused[self.side]
        if (other := part.revealed.get(OTHER_SIDE[self.side])) is not None:
            barred |= 1 << other
        return seat_option(others, others & ~barred)

    def default(self, game: Game, seat: Seat) -> Answer:
        """The next seat clockwise that may be accused: it tells nothing of what the Hunter knows."""
        allowed = self.option(game, seat)
        return next(other for other in clockwise(seat, game.board.players) if allowed.refusal(other) is None)

    def params(self, game: Game, seat: Seat) -> tuple[tuple[str, Any], ...]:
        return (("side", self.side),)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        board = game.board
        accused: Seat = answers[self.hunter]
        reason = TARGETS[self.side].get(board.roles[accused] or "")
        game.emit(Accused(self.hunter, accused, self.side, self.early, reason is not None))
        if reason is not None:
            game.end(RESISTANCE_WINS if self.side == "resistance" else SPIES_WIN, reason)
            return
        result = board.results[-1]
        game.emit(MissionReversed(result.mission, not result.success))


@cache
def seat_option(shown: SeatSet, allowed: SeatSet) -> OneSeat:
    """One of these seats."""
    return OneSeat(shown, allowed, False, "not-to-be-accused")
