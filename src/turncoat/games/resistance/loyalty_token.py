"""A token whose holder examines a player's loyalty; that player holds it next, and nobody who has used it is examined.

The Inquisitor is such a token, and so is the Scarlet Witch of Winter Soldier. Each has a part of the board under the
name of its chapter.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, cast

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.components import loyalty_cards
from turncoat.games.resistance.roles import RoleChapter
from turncoat.games.resistance.steps import Game
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.components import TOKENS, Component
from turncoat.kernel.events import Event, Public
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, first_clockwise
from turncoat.kernel.steps import Ask, Step

AFTER = (2, 3, 4)
"""After how many missions the holder examines somebody (INQ-USE-1, WIN-WITCH-1, TGT-8)."""


class TokenPart(Part):
    """Where the token is; with nobody before the first event, and when it has left the game."""

    __slots__ = ("holder", "used")

    def __init__(self) -> None:
        self.holder: Seat | None = None
        self.used: SeatSet = NOBODY
        """Who has used the token: nobody examines them with it any more (INQ-USE-2)."""


def token_of(board: Board, chapter: str) -> TokenPart:
    """The part of the board that a token's chapter has."""
    return cast(TokenPart, board.parts[chapter])


class TokenGiven(Event, frozen=True):
    """Somebody holds the token now; public."""

    chapter: ClassVar[str] = ""
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        token_of(board, self.chapter).holder = self.holder


class TokenUsed(Event, frozen=True):
    """The holder has used the token; it goes to the player who was examined."""

    chapter: ClassVar[str] = ""
    giver: Public[Seat]
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part = token_of(board, self.chapter)
        part.used |= 1 << self.giver
        part.holder = self.holder


class ExamineLoyalty(Ask, frozen=True):
    """The holder, whoever that is by now, examines another player, if there is one to examine."""

    chapter: ClassVar[str] = ""
    why_not: ClassVar[str] = ""
    """The refusal of a player who has used the token."""

    def present(self, board: Any) -> SeatSet:
        """The players whom the token may reach."""
        return cast(Board, board).everyone

    def examinable(self, board: Board, holder: Seat) -> SeatSet:
        """Whom the holder may examine: another player who has not used the token."""
        return self.present(board) & ~token_of(board, self.chapter).used & ~(1 << holder)

    def asked(self, game: Game) -> SeatSet:
        holder = token_of(game.board, self.chapter).holder
        return NOBODY if holder is None or not self.examinable(game.board, holder) else 1 << holder

    def option(self, game: Game, seat: Seat) -> AnyOption:
        others = self.present(game.board) & ~(1 << seat)
        return OneSeat(others, self.examinable(game.board, seat), False, self.why_not)

    def default(self, game: Game, seat: Seat) -> Answer:
        return first_clockwise(seat, game.board.players, self.examinable(game.board, seat))

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for holder, examined in answers.items():
            self.examine(game, holder, examined)

    def examine(self, game: Game, holder: Seat, examined: Seat) -> None:
        """Emit what the holder sees, and that the token moves on."""
        raise NotImplementedError


def has_loyalty_cards(ruleset: Ruleset) -> bool:
    """Whether loyalty cards are looked at, and not character cards: a token brings them, or roles have names of their
    own, which no look shows (PLT-SECRET-2, HUN-LOYALTY-3)."""
    chapters = rulebook(ruleset.game).chapters
    return any(isinstance(chapters[name], RoleChapter | LoyaltyToken) for name in ruleset.modules)


class LoyaltyToken(Chapter):
    """A chapter whose token is all that it brings; it lies before its holder."""

    step: ClassVar[ExamineLoyalty]

    def part(self, ruleset: Ruleset) -> Part:
        return TokenPart()

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """The token, and the loyalty cards that its holder gives to whoever is examined."""
        yield Component(TOKENS, self.name)
        yield from loyalty_cards(ruleset)

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (self.name,) if token_of(board, self.name).holder == seat else ()

    def examination(self, game: Game, memory: dict[str, int]) -> Step | None:
        """Once after the missions that call for it, however they came out; a game that is over gets no further."""
        if memory or len(game.board.results) not in AFTER:
            return None
        memory["done"] = 1
        return self.step
