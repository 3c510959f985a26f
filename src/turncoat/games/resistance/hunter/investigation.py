"""The Investigator token with the proposal, and the investigation after the mission."""

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
    """The leader's form with the Investigator token, but on the fifth mission (HUN-INVESTIGATOR-2, TGT-8)."""
    board = game.board
    if board.round == MISSIONS:
        return form
    return with_token(form, board.everyone & ~(1 << board.leader))


@lru_cache(maxsize=256)
def with_token(form: Form, others: SeatSet) -> Form:
    """HUN-INVESTIGATOR-1: the token goes to neither the leader nor a member of the team."""
    return Form((*form.parts, ("token", OneSeat(others, others))), (*form.ties, Apart("token", "team")))


def give_token(game: Game, values: dict[str, Answer]) -> None:
    """The proposal is made: who has the token is public."""
    if "token" in values:
        game.emit(InvestigatorNamed(values["token"]))


def investigation(game: Game, memory: dict[str, int]) -> Step | None:
    """The mission is settled: one investigation. After the fifth it never comes to that (HUN-ACCUSE-4)."""
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
    """The leader after a success, the investigator after a failure, investigates any other player."""

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
    """Any one of these seats."""
    return OneSeat(seats, seats)


class HandLoyaltyCard(Ask, frozen=True):
    """The investigated hands over the loyalty card that fits. All have the same cards before them and all are asked,
    so that nobody else can tell who had a choice (HUN-LOYALTY-1, -2)."""

    question: ClassVar[Question] = Question(
        "hand-loyalty-card",
        N_("Hand {investigator:seat} the loyalty card that fits your character."),
        "HUN-LOYALTY-1",
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
    """All loyalty cards lie before the investigated; those that fit the role may be handed over."""
    return OneCard(loyalty_cards(players), fitting_cards(players, role), False, "card-does-not-fit")
