"""Toy chapter of `laying` with HAIL HYDRA at any time: the agent's cards then lie face up, and the others continue."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.kernel.hard_cases.laying import Mission
from tests.support.toys import ToyChapter, notes
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, Public
from turncoat.kernel.game import Game
from turncoat.kernel.options import Cards, YesNo
from turncoat.kernel.steps import Ask, Prompt, Question


class AgentRevealed(Event, frozen=True):
    reveals = True
    agent: Public[int]

    def apply(self, board: Mission) -> None:
        notes(board, "hail")["revealed"] = 1


class CardsShown(Event, frozen=True):
    reveals = True
    agent: Public[int]
    cards: Public[tuple[str, ...]]

    def apply(self, board: Mission) -> None:
        board.laid[self.agent] = self.cards


class LayFaceUp(Ask, frozen=True):
    agent: int

    def prompts(self, game: Game[Mission], number: int) -> dict[int, Prompt]:
        return {self.agent: Prompt(number, Question("lay-face-up"), Cards(1, 3, ("+1", "+1", "-3")))}

    def default(self, game: Game[Mission], seat: int) -> tuple[str, ...]:
        return ("+1",)

    def done(self, game: Game[Mission], answers: dict[int, Any]) -> None:
        game.emit(CardsShown(self.agent, answers[self.agent]))


class Hail(ToyChapter):
    name, notes, events = "hail", ("revealed",), (AgentRevealed, CardsShown)
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"lay-face-up": ("+1", "-3")}
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {"hail-hydra": ()}

    def offers(self, game: Game[Any], seat: int) -> tuple[Offer, ...]:
        hidden = notes(game.board, self.name)["revealed"] == 0
        return (Offer("hail-hydra", YesNo((True,))),) if hidden and game.deal.roles[seat] == "agent" else ()

    def take(self, game: Game[Any], seat: int, offer: str, answer: bool) -> None:
        game.emit(AgentRevealed(seat))
        laid = game.board.laid.get(seat)
        if laid is None:
            game.follow(LayFaceUp(seat))
        else:
            game.emit(CardsShown(seat, laid))
