"""The Scarlet Witch: the holder of a public token examines a player's loyalty, and that player gets the token."""

from collections.abc import Mapping
from typing import Any, ClassVar

from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.loyalty_token import ExamineLoyalty, LoyaltyToken, TokenGiven, TokenUsed, token_of
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.hooks import MISSION_SETTLED, PLAYERS_OUT
from turncoat.games.winter_soldier.roles import SIDES
from turncoat.games.winter_soldier.steps import Game
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.hooks import NoticeHandler, WindowHandler
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, first_clockwise, left_of
from turncoat.kernel.steps import Question
from turncoat.kernel.words import N_

CHAPTER = "scarlet-witch"

describe({"has-been-scarlet-witch": N_("Choose another player: this one has already used the Scarlet Witch token.")})


class WitchChosen(TokenGiven, frozen=True):
    """The first holder of the token was chosen, in public."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("{holder:seat} begins with the Scarlet Witch token.")
    clause: ClassVar[str] = "WIN-WITCH-1"


class LoyaltyExamined(LoyaltyShown, frozen=True):
    """The holder examined a player, who passed the true loyalty card. Only the holder learns the side."""

    message: ClassVar[str] = N_("{viewer:seat} examines the loyalty of {shower:seat}: {side:word}.")
    redacted_message: ClassVar[str] = N_("{viewer:seat} examines the loyalty of {shower:seat}.")
    clause: ClassVar[str] = "WIN-WITCH-1"


class WitchPassed(TokenUsed, frozen=True):
    """The token passed to the examined player."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("The Scarlet Witch token goes from {giver:seat} to {holder:seat}.")
    clause: ClassVar[str] = "WIN-WITCH-1"


class WitchHandedOn(TokenGiven, frozen=True):
    """The holder is out, and the token passed on unused."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("The Scarlet Witch token goes to {holder:seat}.")
    clause: ClassVar[str] = "WIN-WITCH-2"


class WitchLeft(Event, frozen=True):
    """The token left the game because nobody may hold it."""

    message: ClassVar[str] = N_("The Scarlet Witch token leaves the game.")
    clause: ClassVar[str] = "WIN-WITCH-2"

    def apply(self, board: Board) -> None:
        token_of(board, CHAPTER).holder = None


class Examine(ExamineLoyalty, frozen=True):
    """Examination of another player who is still in (WIN-WITCH-1)."""

    chapter: ClassVar[str] = CHAPTER
    why_not: ClassVar[str] = "has-been-scarlet-witch"
    question: ClassVar[Question] = Question(
        "examine", N_("Whose loyalty do you examine?"), "WIN-WITCH-1", button=N_("Look at the card")
    )

    def present(self, board: Board) -> SeatSet:
        return board.left

    def examine(self, game: KernelGame[Any], holder: Seat, examined: Seat) -> None:
        game.emit(LoyaltyExamined(examined, holder, SIDES[game.deal.roles[examined]]))
        game.emit(WitchPassed(holder, examined))


class ScarletWitch(LoyaltyToken):
    """The Scarlet Witch token (WIN-WITCH-1, WIN-WITCH-2).

    Missions lost without being run count too. So does the third success, since the look still helps with the last
    guess.
    """

    name: ClassVar[str] = CHAPTER
    title: ClassVar[str] = N_("Scarlet Witch")
    summary: ClassVar[str] = N_("A token lets its holder see a player's side, and then passes to that player.")
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"examine": ()}
    events: ClassVar[tuple[type[Event], ...]] = (WitchChosen, LoyaltyExamined, WitchPassed, WitchHandedOn, WitchLeft)
    words: ClassVar[Mapping[str, str]] = {CHAPTER: N_("Scarlet Witch")}
    about: ClassVar[Mapping[str, str]] = {
        CHAPTER: N_("After missions 2, 3 and 4: see another player's side; the token goes to that player.")
    }
    icons: ClassVar[Mapping[str, str]] = {CHAPTER: "witch"}
    step: ClassVar[ExamineLoyalty] = Examine()

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(self.examination),)

    def notices(self) -> tuple[NoticeHandler, ...]:
        return (PLAYERS_OUT.handled_by(hand_on),)

    def begin(self, game: Game) -> None:
        game.emit(WitchChosen(left_of(game.board.captain, game.board.players)))

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return () if ruleset.players >= 7 else (N_("The Scarlet Witch is best with 7 or more players."),)


def hand_on(game: Game) -> None:
    """Pass the token of a holder who is out to the next player on the left who may hold it (WIN-WITCH-2).

    That player must be in and must not have used the token.
    """
    board = game.board
    token = token_of(board, CHAPTER)
    if token.holder is None or not board.out >> token.holder & 1:
        return
    holder = first_clockwise(token.holder, board.players, board.left & ~token.used)
    game.emit(WitchLeft() if holder is None else WitchHandedOn(holder))
