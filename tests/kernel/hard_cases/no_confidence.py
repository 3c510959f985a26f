"""Toy chapter in which one seat may reject an approved team, once. It counts as a failed vote."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.support.toys import ToyChapter, notes
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import TEAM_APPROVED, VOTE_COUNTED
from turncoat.games.resistance.steps import Game
from turncoat.kernel.events import Event, Public
from turncoat.kernel.hooks import PolicyHandler, WindowHandler
from turncoat.kernel.options import YesNo
from turncoat.kernel.steps import Ask, Prompt, Question, Step

HOLDER = 4


class NoConfidencePlayed(Event, frozen=True):
    proposal: Public[int]

    def apply(self, board: Board) -> None:
        notes(board, "no-confidence").update(played=1, against=self.proposal)


class OfferCard(Ask, frozen=True):
    def prompts(self, game: Game, number: int) -> dict[int, Prompt]:
        return {HOLDER: Prompt(number, Question("no-confidence"), YesNo())}

    def default(self, game: Game, seat: int) -> bool:
        return False

    def done(self, game: Game, answers: dict[int, Any]) -> None:
        if answers[HOLDER]:
            game.emit(NoConfidencePlayed(len(game.board.proposals)))


class NoConfidence(ToyChapter):
    name, notes, events = "no-confidence", ("played", "against"), (NoConfidencePlayed,)
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"no-confidence": ()}

    def windows(self) -> tuple[WindowHandler, ...]:
        return (VOTE_COUNTED.handled_by(self.chance),)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (TEAM_APPROVED.handled_by(self.still_approved),)

    def chance(self, game: Game, memory: dict[str, int]) -> Step | None:
        if notes(game.board, self.name)["played"] or not game.board.has_majority or "asked" in memory:
            return None
        memory["asked"] = 1
        return OfferCard()

    def still_approved(self, game: Game, approved: bool) -> bool:
        card = notes(game.board, self.name)
        return approved and not (card["played"] and card["against"] == len(game.board.proposals))
