"""The Lady of the Lake: the holder of a public token examines a player's loyalty, and that player gets the token."""

from collections.abc import Mapping
from typing import Any, ClassVar

from turncoat.games.resistance.hooks import MISSION_SETTLED
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.loyalty_token import ExamineLoyalty, LoyaltyToken, TokenGiven, TokenUsed
from turncoat.games.round_table.steps import Game
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.hooks import WindowHandler
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, right_of
from turncoat.kernel.steps import Question
from turncoat.kernel.words import N_

CHAPTER = "lady-of-the-lake"

describe({"has-had-the-lady": N_("Choose another player: this one has already used the Lady of the Lake.")})


class LadyChosen(TokenGiven, frozen=True):
    """The first holder of the token was chosen, in public."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("{holder:seat} begins with the Lady of the Lake.")
    clause: ClassVar[str] = "RT-LADY-1"


class LoyaltyExamined(LoyaltyShown, frozen=True):
    """The holder examined a player, who passed the loyalty card of their side now. Only the holder learns the side."""

    message: ClassVar[str] = N_("{viewer:seat} examines the loyalty of {shower:seat}: {side:word}.")
    redacted_message: ClassVar[str] = N_("{viewer:seat} examines the loyalty of {shower:seat}.")
    clause: ClassVar[str] = "RT-LADY-2"


class LadyPassed(TokenUsed, frozen=True):
    """The token passed to the examined player."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("The Lady of the Lake goes from {giver:seat} to {holder:seat}.")
    clause: ClassVar[str] = "RT-LADY-3"


class Examine(ExamineLoyalty, frozen=True):
    """Examination of another player who has not used the token (RT-LADY-2, -3)."""

    chapter: ClassVar[str] = CHAPTER
    why_not: ClassVar[str] = "has-had-the-lady"
    question: ClassVar[Question] = Question(
        "examine", N_("Whose loyalty do you examine?"), "RT-LADY-2", button=N_("Look at the card")
    )

    def examine(self, game: KernelGame[Any], holder: Seat, examined: Seat) -> None:
        side = game.board.side_of(game.deal.roles[examined])  # RT-LADY-5
        game.emit(LoyaltyExamined(examined, holder, side))
        game.emit(LadyPassed(holder, examined))


class LadyOfTheLake(LoyaltyToken):
    """The token Lady of the Lake (RT-LADY-1 to -6). The game goes on, so it is never used at the end (RT-LADY-4)."""

    name: ClassVar[str] = CHAPTER
    title: ClassVar[str] = N_("Lady of the Lake")
    summary: ClassVar[str] = N_("A token lets its holder see a player's side, and then passes to that player.")
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"examine": ()}
    events: ClassVar[tuple[type[Event], ...]] = (LadyChosen, LoyaltyExamined, LadyPassed)
    words: ClassVar[Mapping[str, str]] = {CHAPTER: N_("Lady of the Lake")}
    about: ClassVar[Mapping[str, str]] = {
        CHAPTER: N_("After quests 2, 3 and 4: see another player's side; the token goes to that player.")
    }
    icons: ClassVar[Mapping[str, str]] = {CHAPTER: "lady"}
    step: ClassVar[ExamineLoyalty] = Examine()

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(self.examination),)

    def begin(self, game: Game) -> None:
        game.emit(LadyChosen(right_of(game.deal.first, game.board.players)))

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return that the token is best with 7 or more (RT-SETUP-6)."""
        return () if ruleset.players >= 7 else (N_("The Lady of the Lake is best with 7 or more players."),)
