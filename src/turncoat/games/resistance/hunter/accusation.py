"""Accusations: after the third success or failure, alternating after mission 5, and early by the spy Hunter."""

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
    """Return the next accusation due after a mission is revealed, or None.

    It is called again after each accusation. A wrong one reverses the mission, which may be the third of the other
    side. So accusations alternate after mission 5 (HUN-ACCUSE-4), and an early one may lead to the ordinary accusation
    by the resistance (HUN-EARLY-4). By the time the score is counted neither side has three, since missions alone do
    not win (HUN-ACCUSE-6).
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
    """Return whether to ask about the early accusation, using public information only (HUN-EARLY-6)."""
    result = board.results[-1]
    if result.success or part_of(board).early_spent:
        return False
    return board.players < CHIEF_FAILS or "chief-fail" in result.cards


def chief_failed_it(board: Board) -> bool:
    """Return whether the spy Chief failed the mission, given that it failed (HUN-EARLY-1)."""
    if board.players >= CHIEF_FAILS:
        return True
    return any(board.roles[seat] == "spy-chief" and card == "fail" for seat, card in board.cards.items())


class AskEarly(Ask, frozen=True):
    """Question whether the spy Hunter accuses early.

    All seats are asked alike, so that nobody learns who the spy Hunter is (HUN-EARLY-6).
    """

    question: ClassVar[Question] = Question(
        "early-accusation",
        N_(
            "Reveal yourself now and accuse a player of being a resistance Chief? If you are wrong, the mission "
            "becomes a success and everybody knows you. Only the spy Hunter may say yes, and only if a spy Chief "
            "failed it."
        ),
        "HUN-EARLY-6",
    )

    with_coordinator: ClassVar[Question] = replace(
        question,
        sentence=N_(
            "Reveal yourself now and accuse a player of being a resistance Chief or the Coordinator? If you are "
            "wrong, the mission becomes a success and everybody knows you. Only the spy Hunter may say yes, and "
            "only if a spy Chief failed it."
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
    """Reveal the side's Hunter, unless already public, and return the accusation that follows."""
    hunter = game.board.roles.index(HUNTERS[side])
    if side not in part_of(game.board).revealed:
        game.emit(HunterRevealed(hunter, HUNTERS[side], side))
    return Accuse(hunter, side, early)


class Accuse(Ask, frozen=True):
    """Accusation by a revealed Hunter, who must name another player as a Chief of the other side."""

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
        """Return the seats that may be accused (HUN-ACCUSE-5).

        Hunters may not accuse themselves, anyone they have accused before, or the other side's revealed Hunter.
        """
        part = part_of(game.board)
        others = game.board.everyone & ~(1 << self.hunter)
        barred = part.accused[self.side]
        if (other := part.revealed.get(OTHER_SIDE[self.side])) is not None:
            barred |= 1 << other
        return seat_option(others, others & ~barred)

    def default(self, game: Game, seat: Seat) -> Answer:
        """Return the next seat clockwise that may be accused, which says nothing about the Hunter's knowledge."""
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
    """Return the option to choose one of these seats."""
    return OneSeat(shown, allowed, False, "not-to-be-accused")
