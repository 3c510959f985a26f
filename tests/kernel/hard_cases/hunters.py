"""Toy chapter in which a third mission gives the winners' hunter an accusation. A wrong one reverses that mission."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.support.toys import ToyChapter, notes
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import MissionReversed
from turncoat.games.resistance.hooks import ENDING, MISSION_REVEALED
from turncoat.games.resistance.steps import Game
from turncoat.kernel.events import Event, Public
from turncoat.kernel.hooks import PolicyHandler, WindowHandler
from turncoat.kernel.options import OneSeat
from turncoat.kernel.steps import Ask, Prompt, Question, Step

HUNTERS = {"spies": 0, "resistance": 1}
CHIEFS = {"spies": 2, "resistance": 3}  # targets of each side's hunter, known to everybody in this toy


class PlayerAccused(Event, frozen=True):
    side: Public[str]
    accused: Public[int]

    def apply(self, board: Board) -> None:
        notes(board, "hunters")[self.side] |= 1 << self.accused


class Accuse(Ask, frozen=True):
    side: str

    def prompts(self, game: Game, number: int) -> dict[int, Prompt]:
        others = game.board.everyone & ~(1 << HUNTERS[self.side] | notes(game.board, "hunters")[self.side])
        return {HUNTERS[self.side]: Prompt(number, Question("accuse"), OneSeat(others, others))}

    def default(self, game: Game, seat: int) -> Any:
        return next(self.prompts(game, 0)[seat].option.answers())

    def done(self, game: Game, answers: dict[int, Any]) -> None:
        (accused,), last = answers.values(), game.board.results[-1]
        game.emit(PlayerAccused(self.side, accused))
        if accused != CHIEFS[self.side]:
            game.emit(MissionReversed(last.mission, not last.success))


class Hunters(ToyChapter):
    name, notes, events = "hunters", ("spies", "resistance"), (PlayerAccused,)
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"accuse": ()}

    def windows(self) -> tuple[WindowHandler, ...]:
        # The window asks again after each accusation, whose reversal may give the other side its three missions.
        return (MISSION_REVEALED.handled_by(lambda game, _: None if right(game) else accusation(game.board)),)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (ENDING.handled_by(lambda game, _: (side, "chief-accused") if (side := right(game)) else None),)


def right(game: Game) -> str | None:
    return next((side for side, chief in CHIEFS.items() if notes(game.board, "hunters")[side] >> chief & 1), None)


def accusation(board: Board) -> Step | None:
    return Accuse("resistance" if board.successes == 3 else "spies") if 3 in (board.successes, board.failures) else None
