"""Toy game in which five heroes lay cards one after another, then all are shuffled, revealed and added up."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event, Public, SeenBy
from turncoat.kernel.game import Game
from turncoat.kernel.options import Cards
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Ask, Prompt, Question, Step


class Mission(Board):
    __slots__ = ("laid",)

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.laid: dict[int, tuple[str, ...] | None] = {}


class HeroDealt(Event, frozen=True):
    reveals, audience = True, SeenBy("seat")
    seat: Public[int]
    role: Public[str]

    def apply(self, board: Mission) -> None: ...


class CardsLaid(Event, frozen=True):
    seat: Public[int]
    count: Public[int]
    cards: Annotated[tuple[str, ...] | None, SeenBy("seat")] = None

    def apply(self, board: Mission) -> None:
        board.laid[self.seat] = self.cards


class Lay(Ask, frozen=True):
    seat: int

    def prompts(self, game: Game[Mission], number: int) -> dict[int, Prompt]:
        cards = Cards(1, 3, ("+1", "+1", "-3"))
        return {} if self.seat in game.board.laid else {self.seat: Prompt(number, Question("lay-cards"), cards)}

    def default(self, game: Game[Mission], seat: int) -> tuple[str, ...]:
        return ("+1",)

    def done(self, game: Game[Mission], answers: dict[int, Any]) -> None:
        for seat, cards in answers.items():
            game.emit(CardsLaid(seat, len(cards), cards))


class AddUp(Step, frozen=True):
    def run(self, game: Game[Mission]) -> None:
        total = sum(int(card) for cards in game.board.laid.values() for card in cards or ())
        game.end("heroes" if total > 0 else "hydra", f"total-{total}")


class Laying(Rulebook):
    name, players, events = "laying", range(5, 6), (HeroDealt, CardsLaid)
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"lay-cards": ("+1", "-3")}
    explanations: ClassVar[Mapping[str, str]] = {"agent": "Lays what it likes.", "hero": "Lays to win."}

    def board(self, ruleset: Ruleset) -> Mission:
        return Mission(ruleset.players)

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        return Deal(draws.shuffled(("agent", *["hero"] * 4)), 0)

    def begin(self, game: Game[Any]) -> None:
        game.announce_deal(self)
        game.follow(*map(Lay, range(5)), AddUp())

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
        for seat, role in enumerate(roles):
            yield HeroDealt(seat, role)
