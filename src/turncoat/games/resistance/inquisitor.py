"""The Inquisitor module: the holder of a public token sees a player's loyalty card, and that player gets the token."""

from collections.abc import Mapping
from typing import ClassVar

from turncoat.games.resistance.first_games import module_advice
from turncoat.games.resistance.hooks import MISSION_SETTLED
from turncoat.games.resistance.loyalty import LoyaltyShown, show_loyalty
from turncoat.games.resistance.loyalty_token import ExamineLoyalty, LoyaltyToken, TokenGiven, TokenUsed
from turncoat.games.resistance.steps import Game
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import WindowHandler
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, right_of
from turncoat.kernel.steps import Question
from turncoat.kernel.words import N_

CHAPTER = "inquisitor"

describe({"has-been-inquisitor": N_("Choose another player: this one has already used the Inquisitor token.")})


class InquisitorChosen(TokenGiven, frozen=True):
    """The first holder of the token was chosen, in public."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("{holder:seat} starts as the Inquisitor.")
    clause: ClassVar[str] = "INQ-SETUP-1"


class InquisitorPassed(TokenUsed, frozen=True):
    """The token passed to the examined player."""

    chapter: ClassVar[str] = CHAPTER
    message: ClassVar[str] = N_("The Inquisitor token goes from {giver:seat} to {holder:seat}.")
    clause: ClassVar[str] = "INQ-USE-2"


class Examine(ExamineLoyalty, frozen=True):
    """Examination of another player, who passes a loyalty card to the token's holder (INQ-USE-1, HUN-LOYALTY-3)."""

    chapter: ClassVar[str] = CHAPTER
    why_not: ClassVar[str] = "has-been-inquisitor"
    question: ClassVar[Question] = Question(
        "examine", N_("Whose loyalty card do you look at?"), "INQ-USE-1", button=N_("Look at the card")
    )

    def examine(self, game: Game, holder: Seat, examined: Seat) -> None:
        show_loyalty(game, examined, holder)
        game.emit(InquisitorPassed(holder, examined))


class Inquisitor(LoyaltyToken):
    """The Inquisitor module (INQ-SETUP-1 to INQ-USE-3)."""

    name: ClassVar[str] = CHAPTER
    title: ClassVar[str] = N_("Inquisitor")
    summary: ClassVar[str] = N_(
        "A token lets its holder see a player's side, and then passes to that player. Best with 7 or more."
    )
    no_value: ClassVar[str] = N_(
        "some players look at a card in secret, so the value depends on what they may say about it"
    )
    words: ClassVar[Mapping[str, str]] = {CHAPTER: N_("Inquisitor")}
    about: ClassVar[Mapping[str, str]] = {
        CHAPTER: N_("After missions 2, 3 and 4 its holder sees a player's side; that player has it next.")
    }
    icons: ClassVar[Mapping[str, str]] = {CHAPTER: "key"}
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"examine": ()}
    events: ClassVar[tuple[type[Event], ...]] = (InquisitorChosen, InquisitorPassed, LoyaltyShown)
    step: ClassVar[ExamineLoyalty] = Examine()

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(self.examination, after=("hunter",)),)

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the advice for newcomers, and that the token is best with 7 or more (INQ-SETUP-1)."""
        best = (N_("The Inquisitor is best with 7 or more players."),) if ruleset.players < 7 else ()
        return (*module_advice(ruleset, self.name), *best)

    def begin(self, game: Game) -> None:
        game.emit(InquisitorChosen(right_of(game.deal.first, game.board.players)))
