"""The Scarlet Witch: a public token. Its holder examines a player's loyalty, and that player has the token next."""

from collections.abc import Mapping
from typing import ClassVar, cast

from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.hooks import MISSION_SETTLED, PLAYERS_OUT
from turncoat.games.winter_soldier.roles import SIDES
from turncoat.games.winter_soldier.steps import Game
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.events import Event, Public
from turncoat.kernel.hooks import NoticeHandler, WindowHandler
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, clockwise, first_clockwise, left_of
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.words import N_

describe({"has-been-scarlet-witch": N_("Who has used the Scarlet Witch token cannot be examined with it.")})
AFTER = (2, 3, 4)
"""After which missions the holder examines somebody (WIN-WITCH-1); a mission lost by three rejections counts."""


class ScarletWitchPart(Part):
    """Where the token is; nobody's before the first event, and when it has left the game."""

    __slots__ = ("holder", "used")

    def __init__(self) -> None:
        self.holder: Seat | None = None
        self.used: SeatSet = NOBODY
        """Who has used the token: nobody examines them any more."""


def part_of(board: Board) -> ScarletWitchPart:
    """The chapter's part of the board."""
    return cast(ScarletWitchPart, board.parts["scarlet-witch"])


class WitchChosen(Event, frozen=True):
    """Who begins with the token; public."""

    message: ClassVar[str] = N_("{holder:seat} begins with the Scarlet Witch token.")
    clause: ClassVar[str] = "WIN-WITCH-1"
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part_of(board).holder = self.holder


class LoyaltyExamined(LoyaltyShown, frozen=True):
    """The holder examined a player, who passed the true loyalty card; what it said is for the holder."""

    message: ClassVar[str] = N_("{viewer:seat} examines the loyalty of {shower:seat}: {side:word}.")
    redacted_message: ClassVar[str] = N_("{viewer:seat} examines the loyalty of {shower:seat}.")
    clause: ClassVar[str] = "WIN-WITCH-1"


class WitchPassed(Event, frozen=True):
    """The token was used, and goes to the player who was examined."""

    message: ClassVar[str] = N_("The Scarlet Witch token goes from {giver:seat} to {holder:seat}.")
    clause: ClassVar[str] = "WIN-WITCH-1"
    giver: Public[Seat]
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part = part_of(board)
        part.used |= 1 << self.giver
        part.holder = self.holder


class WitchHandedOn(Event, frozen=True):
    """The holder is out and hands the token on, unused."""

    message: ClassVar[str] = N_("The Scarlet Witch token goes to {holder:seat}.")
    clause: ClassVar[str] = "WIN-WITCH-2"
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part_of(board).holder = self.holder


class WitchLeft(Event, frozen=True):
    """Nobody is left who may hold the token."""

    message: ClassVar[str] = N_("The Scarlet Witch token leaves the game.")
    clause: ClassVar[str] = "WIN-WITCH-2"

    def apply(self, board: Board) -> None:
        part_of(board).holder = None


class Examine(Ask, frozen=True):
    """The holder, whoever that is by now, examines another player (WIN-WITCH-1), if there is one to examine."""

    question: ClassVar[Question] = Question(
        "examine", N_("Whose loyalty do you examine?"), "WIN-WITCH-1", button=N_("Look at the card")
    )

    def asked(self, game: Game) -> SeatSet:
        holder = part_of(game.board).holder
        return NOBODY if holder is None or not examinable(game.board, holder) else 1 << holder

    def option(self, game: Game, seat: Seat) -> AnyOption:
        board = game.board
        return OneSeat(board.left & ~(1 << seat), examinable(board, seat), False, "has-been-scarlet-witch")

    def default(self, game: Game, seat: Seat) -> Answer:
        possible = examinable(game.board, seat)
        return next(other for other in clockwise(seat, game.board.players) if possible >> other & 1)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for holder, examined in answers.items():
            game.emit(LoyaltyExamined(examined, holder, SIDES[game.deal.roles[examined]]))
            game.emit(WitchPassed(holder, examined))


def examinable(board: Board, holder: Seat) -> SeatSet:
    """Whom the holder may examine: another player still in, who has not used the token."""
    return board.left & ~part_of(board).used & ~(1 << holder)


class ScarletWitch(Chapter):
    """The Scarlet Witch token (WIN-WITCH-1, WIN-WITCH-2)."""

    name: ClassVar[str] = "scarlet-witch"
    title: ClassVar[str] = N_("Scarlet Witch")
    summary: ClassVar[str] = N_("A token lets its holder see a player's side; it moves on to whoever was examined.")
    events: ClassVar[tuple[type[Event], ...]] = (WitchChosen, LoyaltyExamined, WitchPassed, WitchHandedOn, WitchLeft)

    words: ClassVar[Mapping[str, str]] = {"scarlet-witch": N_("Scarlet Witch")}
    about: ClassVar[Mapping[str, str]] = {
        "scarlet-witch": N_("After missions 2, 3 and 4: see another player's side; the token goes to that player.")
    }

    icons: ClassVar[Mapping[str, str]] = {"scarlet-witch": "witch"}

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(examination),)

    def notices(self) -> tuple[NoticeHandler, ...]:
        return (PLAYERS_OUT.handled_by(hand_on),)

    def part(self, ruleset: Ruleset) -> Part:
        return ScarletWitchPart()

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return ("scarlet-witch",) if part_of(board).holder == seat else ()

    def begin(self, game: Game) -> None:
        game.emit(WitchChosen(left_of(game.board.captain, game.board.players)))

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return () if ruleset.players >= 7 else (N_("The Scarlet Witch is best with 7 or more players."),)


def examination(game: Game, memory: dict[str, int]) -> Step | None:
    """Once after the missions that call for it; a game that is decided gets no further."""
    if memory or len(game.board.results) not in AFTER:
        return None
    memory["done"] = 1
    return Examine()


def hand_on(game: Game) -> None:
    """A holder who is out hands on to the next player on his left who is in and has not used it (WIN-WITCH-2)."""
    board = game.board
    part = part_of(board)
    if part.holder is None or not board.out >> part.holder & 1:
        return
    holder = first_clockwise(part.holder, board.players, board.left & ~part.used)
    game.emit(WitchLeft() if holder is None else WitchHandedOn(holder))
