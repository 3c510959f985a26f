"""The Inquisitor: a public token. Its holder sees a player's loyalty card, and that player has the token next."""

from collections.abc import Mapping
from typing import ClassVar, cast

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import MISSION_SETTLED
from turncoat.games.resistance.loyalty import LoyaltyShown, show_loyalty
from turncoat.games.resistance.steps import Game
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.events import Event, Public
from turncoat.kernel.hooks import WindowHandler
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, clockwise, right_of
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.words import N_

describe({"has-been-inquisitor": N_("Who has used the Inquisitor token cannot be examined with it.")})
AFTER = (2, 3, 4)
"""After which missions played the Inquisitor examines somebody (INQ-USE-1, TGT-8)."""


class InquisitorPart(Part):
    """Where the token is."""

    __slots__ = ("holder", "used")

    def __init__(self) -> None:
        self.holder: Seat | None = None
        self.used: SeatSet = NOBODY
        """Who has used the token: nobody examines them with it any more (INQ-USE-2)."""


def part_of(board: Board) -> InquisitorPart:
    """The chapter's part of the board."""
    return cast(InquisitorPart, board.parts["inquisitor"])


class InquisitorChosen(Event, frozen=True):
    """Who begins with the token; public."""

    message: ClassVar[str] = N_("{holder:seat} begins as the Inquisitor.")
    clause: ClassVar[str] = "INQ-SETUP-1"
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part_of(board).holder = self.holder


class InquisitorPassed(Event, frozen=True):
    """The token goes to the player who was examined."""

    message: ClassVar[str] = N_("The Inquisitor token goes from {giver:seat} to {holder:seat}.")
    clause: ClassVar[str] = "INQ-USE-2"
    giver: Public[Seat]
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part = part_of(board)
        part.used |= 1 << self.giver
        part.holder = self.holder


class Examine(Ask, frozen=True):
    """The holder of the token examines another player, who passes his loyalty card (INQ-USE-1, HUN-LOYALTY-3)."""

    question: ClassVar[Question] = Question(
        "examine", N_("Whose loyalty card do you look at?"), "INQ-USE-1", button=N_("Look at the card")
    )

    holder: Seat

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.holder

    def option(self, game: Game, seat: Seat) -> AnyOption:
        others = game.board.everyone & ~(1 << seat)
        return OneSeat(others, others & ~part_of(game.board).used, False, "has-been-inquisitor")

    def default(self, game: Game, seat: Seat) -> Answer:
        option = self.option(game, seat)
        return next(other for other in clockwise(seat, game.board.players) if option.refusal(other) is None)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        examined: Seat = answers[self.holder]
        show_loyalty(game, examined, self.holder)
        game.emit(InquisitorPassed(self.holder, examined))


class Inquisitor(Chapter):
    """The Inquisitor module (INQ-SETUP-1 to INQ-USE-3)."""

    name: ClassVar[str] = "inquisitor"
    title: ClassVar[str] = N_("Inquisitor")
    summary: ClassVar[str] = N_(
        "A token lets its holder see a side; it moves on to whoever was examined. Best with 7 or more."
    )
    words: ClassVar[Mapping[str, str]] = {"inquisitor": N_("Inquisitor")}
    about: ClassVar[Mapping[str, str]] = {
        "inquisitor": N_("After missions 2, 3 and 4 its holder sees a player's side; that player has it next.")
    }
    icons: ClassVar[Mapping[str, str]] = {"inquisitor": "key"}
    events: ClassVar[tuple[type[Event], ...]] = (InquisitorChosen, InquisitorPassed, LoyaltyShown)

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(examination, after=("hunter",)),)

    def part(self, ruleset: Ruleset) -> Part:
        return InquisitorPart()

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return ("inquisitor",) if part_of(board).holder == seat else ()

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """INQ-SETUP-1."""
        return (N_("The Inquisitor is best with 7 or more players."),) if ruleset.players < 7 else ()

    def begin(self, game: Game) -> None:
        game.emit(InquisitorChosen(right_of(game.deal.first, game.board.players)))


def examination(game: Game, memory: dict[str, int]) -> Step | None:
    """Once after the missions that call for it; a game that is over gets no further (INQ-USE-3)."""
    board = game.board
    if memory or len(board.results) not in AFTER:
        return None
    memory["done"] = 1
    holder = part_of(board).holder
    assert holder is not None  # somebody has it from the set-up on
    return Examine(holder)
