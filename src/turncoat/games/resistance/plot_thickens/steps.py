"""The use of plot cards: drawing, giving, immediate effects, and play in a card's window."""

from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from turncoat.games.resistance import events as happened
from turncoat.games.resistance.loyalty import show_loyalty
from turncoat.games.resistance.loyalty_token import has_loyalty_cards
from turncoat.games.resistance.plot_thickens import events as plotted
from turncoat.games.resistance.plot_thickens.deck import (
    CHAPTER,
    CLOSE_EYE,
    DRAWN_A_ROUND,
    ESTABLISH,
    NO_CONFIDENCE,
    OPEN_UP,
    OVERHEARD,
    RESPONSIBILITY,
    SPOTLIGHT,
    STRONG_LEADER,
    plot,
)
from turncoat.games.resistance.steps import Game
from turncoat.kernel.options import Answer, OneCard, OneSeat, YesNo
from turncoat.kernel.seats import Seat, SeatSet, left_of, right_of
from turncoat.kernel.steps import AskOne, Prompt, Question, Step
from turncoat.kernel.words import N_

YES_OR_NO = YesNo()


@lru_cache(maxsize=4096)
def one_seat(shown: SeatSet, allowed: SeatSet, may_pass: bool = False, why: str = "seat-not-allowed") -> OneSeat:
    """Return the option to choose one of these seats, cached so that equal options are one object."""
    return OneSeat(shown, allowed, may_pass, why)


@lru_cache(maxsize=1024)
def one_card(cards: tuple[str, ...]) -> OneCard:
    """Return the option to choose one of these cards."""
    return OneCard(cards, cards)


# Drawing and giving


def draw_plot_cards(game: Game) -> None:
    """Draw the number of cards for the player count, or the rest of the deck (PLT-DRAW-1, -3)."""
    board = game.board
    at = plot(board).drawn
    cards = game.deal.decks[CHAPTER][at : at + DRAWN_A_ROUND[board.players]]
    game.emit(plotted.PlotCardsDrawn(board.leader, cards))


class ChoosePlotCard(AskOne, frozen=True):
    """The leader's choice of the next card to give (PLT-TYPE-2)."""

    question: ClassVar[Question] = Question("choose-plot-card", N_("Which plot card do you give first?"), "PLT-TYPE-2")

    def option(self, game: Game, seat: Seat) -> OneCard:
        cards = tuple(dict.fromkeys(plot(game.board).to_give))
        return one_card(cards)

    def chosen(self, game: Game, answer: Answer) -> None:
        game.follow(hand_out(self.seat, answer))


def hand_out(leader: Seat, card: str) -> Step:
    """Return the step that gives a card to another player. The leader keeps Establish Confidence (PLT-ESTABLISH-1)."""
    return ShowLoyalty(leader, card) if card == ESTABLISH else GivePlotCard(leader, card)


class GivePlotCard(AskOne, frozen=True):
    """The leader's choice of the receiver of a card. An immediate card is resolved before the next is given."""

    question: ClassVar[Question] = Question("give-plot-card", N_("Who gets {card:word}?"), "PLT-DRAW-1")

    card: str

    def option(self, game: Game, seat: Seat) -> OneSeat:
        board = game.board
        others = board.everyone & ~(1 << seat)
        if game.ruleset.option("distinct-recipients"):  # PLT-DRAW-2
            return one_seat(others, others & ~plot(board).recipients, False, "one-card-each")
        return one_seat(others, others)

    def params(self, game: Game, seat: Seat) -> tuple[tuple[str, str], ...]:
        return (("card", self.card),)

    def chosen(self, game: Game, answer: Answer) -> None:
        game.emit(plotted.PlotCardGiven(self.seat, answer, self.card))
        if self.card == OVERHEARD:
            game.follow(Overhear(answer))
        elif self.card == OPEN_UP:
            game.follow(ShowLoyalty(answer, OPEN_UP))
        else:
            take_responsibility(game)


# Immediate cards


class Overhear(AskOne, frozen=True):
    """Overheard Conversation: the receiver looks at the card of a neighbour (PLT-OVERHEARD-1)."""

    question: ClassVar[Question] = Question(
        "overhear", N_("Overheard Conversation: whose character card do you look at?"), "PLT-OVERHEARD-1"
    )

    of_loyalty: ClassVar[Question] = replace(
        question, sentence=N_("Overheard Conversation: whose loyalty card do you look at?")
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        question = self.of_loyalty if has_loyalty_cards(game.ruleset) else self.question
        return {seat: replace(prompt, question=question) for seat, prompt in super().prompts(game, number).items()}

    def option(self, game: Game, seat: Seat) -> OneSeat:
        players = game.board.players
        neighbours = 1 << left_of(seat, players) | 1 << right_of(seat, players)
        return one_seat(game.board.everyone & ~(1 << seat), neighbours, False, "not-a-neighbour")

    def chosen(self, game: Game, answer: Answer) -> None:
        game.emit(plotted.PlotCardPlayed(self.seat, OVERHEARD))
        show_loyalty(game, answer, self.seat)


class ShowLoyalty(AskOne, frozen=True):
    """Open Up (PLT-OPENUP-1) and Establish Confidence (PLT-ESTABLISH-1): a player shows their own card to another."""

    question: ClassVar[Question] = Question(
        "show-loyalty", N_("{card:word}: who do you show your character card to?"), "PLT-OPENUP-1"
    )

    of_loyalty: ClassVar[Question] = replace(
        question, sentence=N_("{card:word}: who do you show your loyalty card to?")
    )

    card: str

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        question = self.of_loyalty if has_loyalty_cards(game.ruleset) else self.question
        if self.card == ESTABLISH:
            question = replace(question, clause="PLT-ESTABLISH-1")
        return {seat: replace(prompt, question=question) for seat, prompt in super().prompts(game, number).items()}

    def option(self, game: Game, seat: Seat) -> OneSeat:
        others = game.board.everyone & ~(1 << seat)
        return one_seat(others, others)

    def params(self, game: Game, seat: Seat) -> tuple[tuple[str, str], ...]:
        return (("card", self.card),)

    def chosen(self, game: Game, answer: Answer) -> None:
        game.emit(plotted.PlotCardPlayed(self.seat, self.card))
        show_loyalty(game, self.seat, answer)


def take_responsibility(game: Game) -> None:
    """Ask the holder of Take Responsibility for a card as soon as another player has one (PLT-RESPONSIBILITY-2)."""
    part = plot(game.board)
    for seat in part.face_up.get(RESPONSIBILITY, ()):
        if part.can_be_taken(seat):
            game.follow(TakeFrom(seat))


class TakeFrom(AskOne, frozen=True):
    """Take Responsibility: the choice of the player to take a card from (PLT-RESPONSIBILITY-1)."""

    question: ClassVar[Question] = Question(
        "take-from", N_("Take Responsibility: who do you take a plot card from?"), "PLT-RESPONSIBILITY-1"
    )

    def option(self, game: Game, seat: Seat) -> OneSeat:
        board = game.board
        holders = sum(1 << holder for holder in plot(board).can_be_taken(seat))
        return one_seat(board.everyone & ~(1 << seat), holders, False, "holds-no-plot-card")

    def chosen(self, game: Game, answer: Answer) -> None:
        cards = plot(game.board).can_be_taken(self.seat)[answer]
        if len(cards) == 1:
            take(game, self.seat, answer, cards[0])
        else:
            game.follow(TakePlotCard(self.seat, answer))


class TakePlotCard(AskOne, frozen=True):
    """Take Responsibility: the choice among the cards before that player."""

    question: ClassVar[Question] = Question(
        "take-plot-card", N_("Which plot card do you take from {holder:seat}?"), "PLT-RESPONSIBILITY-1"
    )

    holder: Seat

    def option(self, game: Game, seat: Seat) -> OneCard:
        cards = plot(game.board).can_be_taken(seat)[self.holder]
        return one_card(cards)

    def params(self, game: Game, seat: Seat) -> tuple[tuple[str, Seat], ...]:
        return (("holder", self.holder),)

    def chosen(self, game: Game, answer: Answer) -> None:
        take(game, self.seat, self.holder, answer)


def take(game: Game, taker: Seat, holder: Seat, card: str) -> None:
    """Use up Take Responsibility and hand the card over."""
    game.emit(plotted.PlotCardPlayed(taker, RESPONSIBILITY))
    game.emit(plotted.PlotCardTaken(taker, holder, card))


# Cards played in their windows


class OfferStrongLeader(AskOne, frozen=True):
    """Strong Leader: the offer to become the leader (PLT-STRONG-1).

    The leader may stay the leader, which keeps the other copy from being played. Leadership then passes clockwise from
    there (PLT-STRONG-3).
    """

    question: ClassVar[Question] = Question(
        "strong-leader", N_("Play Strong Leader and lead instead of {leader:seat}?"), "PLT-STRONG-1"
    )

    staying: ClassVar[Question] = replace(
        question,
        sentence=N_("Play Strong Leader and stay the leader? Then nobody else plays one before a vote."),
        clause="PLT-STRONG-3",
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        prompts = super().prompts(game, number)
        if self.seat != game.board.leader:
            return prompts
        return {self.seat: replace(prompts[self.seat], question=self.staying, params=())}

    def option(self, game: Game, seat: Seat) -> YesNo:
        return YES_OR_NO

    def params(self, game: Game, seat: Seat) -> tuple[tuple[str, Seat], ...]:
        return (("leader", game.board.leader),)

    def chosen(self, game: Game, answer: Answer) -> None:
        if answer:
            game.emit(plotted.PlotCardPlayed(self.seat, STRONG_LEADER))
            if self.seat != game.board.leader:
                game.emit(happened.LeaderPassed(self.seat))


class OfferNoConfidence(AskOne, frozen=True):
    """No Confidence: the offer to reject the team that the vote approved (PLT-NOCONF-1)."""

    question: ClassVar[Question] = Question(
        "no-confidence", N_("The team is approved. Play No Confidence and reject it?"), "PLT-NOCONF-1"
    )

    def option(self, game: Game, seat: Seat) -> YesNo:
        return YES_OR_NO

    def chosen(self, game: Game, answer: Answer) -> None:
        if answer:
            game.emit(plotted.PlotCardPlayed(self.seat, NO_CONFIDENCE))


class OfferSpotlight(AskOne, frozen=True):
    """In the Spotlight: the offer to name a team member who must play face up (PLT-SPOTLIGHT-1)."""

    question: ClassVar[Question] = Question(
        "in-the-spotlight", N_("In the Spotlight: who has to play face up?"), "PLT-SPOTLIGHT-1"
    )

    def option(self, game: Game, seat: Seat) -> OneSeat:
        team = game.board.team
        if game.ruleset.option("spotlight-on") == "another-player":
            return one_seat(team, team & ~(1 << seat), True, "not-yourself")
        return one_seat(team, team, True)

    def chosen(self, game: Game, answer: Answer) -> None:
        if answer is not None:
            game.emit(plotted.PlotCardPlayed(self.seat, SPOTLIGHT))
            game.emit(plotted.SpotlightTurned(self.seat, answer))


def turn_up(game: Game, member: Seat) -> None:
    """Turn up the card in the spotlight after all have played, before Keeping a Close Eye (PLT-SPOTLIGHT-1)."""
    game.emit(plotted.MissionCardTurnedUp(member, game.board.cards[member]))


class OfferCloseEye(AskOne, frozen=True):
    """Keeping a Close Eye on You: the offer to look at another's unseen mission card (PLT-CLOSEEYE-1 to -3)."""

    question: ClassVar[Question] = Question(
        "keeping-a-close-eye", N_("Keeping a Close Eye: whose mission card do you look at?"), "PLT-CLOSEEYE-1"
    )

    def option(self, game: Game, seat: Seat) -> OneSeat:
        team = game.board.team
        return one_seat(team, unseen_cards(game) & ~(1 << seat), True, "card-not-to-be-watched")

    def chosen(self, game: Game, answer: Answer) -> None:
        if answer is not None:
            game.emit(plotted.PlotCardPlayed(self.seat, CLOSE_EYE))
            game.emit(plotted.MissionCardWatched(self.seat, answer, game.board.cards[answer]))


def unseen_cards(game: Game) -> SeatSet:
    """Return the team members whose played card lies face down and has been seen by nobody (PLT-CLOSEEYE-2)."""
    board = game.board
    return board.team & ~plot(board).seen_on(board.mission)
