"""The Investigator token in the proposal, and the investigation after the mission."""

from functools import cache, lru_cache
from typing import Any, ClassVar

from turncoat.games.resistance.hunter.events import Investigated, InvestigatorNamed, LoyaltyCardHanded, part_of
from turncoat.games.resistance.hunter.tables import NOT_A_CHIEF, fitting_cards, loyalty_cards
from turncoat.games.resistance.steps import Game, cards_succeed
from turncoat.games.resistance.tables import MISSIONS
from turncoat.kernel.options import Answer, AnyOption, Apart, Form, OneCard, OneSeat
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.words import N_


def ask_for_token(game: Game, form: Form) -> Form:
    """Add the Investigator token to the leader's form, except on the fifth mission (HUN-INVESTIGATOR-2, TGT-8)."""
    board = game.board
    if board.round == MISSIONS:
        return form
    return with_token(form, board.everyone & ~(1 << board.leader))


@lru_cache(maxsize=256)
def with_token(form: Form, others: SeatSet) -> Form:
    """Add the token to the form, for neither the leader nor a team member (HUN-INVESTIGATOR-1)."""
    return Form((*form.parts, ("token", OneSeat(others, others))), (*form.ties, Apart("token", "team")))


def give_token(game: Game, values: dict[str, Answer]) -> None:
    """Announce who received the token with the proposal."""
    if "token" in values:
        game.emit(InvestigatorNamed(values["token"]))


def investigation(game: Game, memory: dict[str, int]) -> Step | None:
    """Return the investigation after a settled mission. The game is over before one on mission 5 (HUN-ACCUSE-4)."""
    if memory:
        return None
    memory["done"] = 1
    result = game.board.results[-1]
    success = result.success
    if game.ruleset.option("delayed-investigation-by") == "original-result":  # HUN-INVESTIGATE-3
        success = cards_succeed(game, result.cards)
    investigator = game.board.leader if success else part_of(game.board).investigator
    assert investigator is not None  # every proposal of these rounds named one
    return Investigate(investigator)


class Investigate(Ask, frozen=True):
    """Investigation of any other player, by the leader after a success or the investigator after a failure."""

    question: ClassVar[Question] = Question(
        "investigate", N_("Who do you investigate?"), "HUN-INVESTIGATE-1", button=N_("Investigate")
    )

    investigator: Seat

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.investigator

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return any_of(game.board.everyone & ~(1 << seat))

    def default(self, game: Game, seat: Seat) -> Answer:
        return (seat + 1) % game.board.players

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        investigated: Seat = answers[self.investigator]
        game.emit(Investigated(self.investigator, investigated))
        game.follow(HandLoyaltyCard(self.investigator, investigated))


@cache
def any_of(seats: SeatSet) -> OneSeat:
    """Return the option to choose any of these seats."""
    return OneSeat(seats, seats)


class HandLoyaltyCard(Ask, frozen=True):
    """Handing over of a loyalty card by the investigated player.

    All players have the same cards before them and each investigated player is asked, so nobody else can tell who had a
    choice (HUN-LOYALTY-1, -2).
    """

    question: ClassVar[Question] = Question(
        "hand-loyalty-card",
        N_("Hand {investigator:seat} the loyalty card that fits your character."),
        "HUN-LOYALTY-1",
        hint=N_(
            "A Chief hands over a Chief card, that of their own side where there are two. Everybody else hands over "
            "Not a Chief; only a Dummy Agent may choose."
        ),
        button=N_("Hand it over"),
        legend=N_("Loyalty cards"),
    )

    investigator: Seat
    investigated: Seat

    def asked(self, game: Game) -> SeatSet:
        return 1 << self.investigated

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return loyalty_option(game.board.players, game.board.roles[seat] or "")

    def default(self, game: Game, seat: Seat) -> Answer:
        allowed = fitting_cards(game.board.players, game.board.roles[seat] or "")
        return NOT_A_CHIEF if NOT_A_CHIEF in allowed else allowed[0]

    def params(self, game: Game, seat: Seat) -> tuple[tuple[str, Any], ...]:
        return (("investigator", self.investigator),)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        both = 1 << self.investigator | 1 << self.investigated
        game.emit(LoyaltyCardHanded(self.investigator, self.investigated, both, answers[self.investigated]))


@cache
def loyalty_option(players: int, role: str) -> OneCard:
    """Return the option with all loyalty cards visible and those that fit the role allowed."""
    return OneCard(loyalty_cards(players), fitting_cards(players, role), False, "card-does-not-fit")
