"""A loyalty token: its holder examines a player and passes it on to them. Nobody who has used it can be examined.

The Inquisitor and the Scarlet Witch of Winter Soldier are tokens of this kind. Each stores its part of the board under
its chapter's name.
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
"""Numbers of missions played after which the holder examines a player (INQ-USE-1, WIN-WITCH-1, TGT-8)."""


class TokenPart(Part):
    """Position of the token. It has no holder before the first event, or after it has left the game."""

    __slots__ = ("holder", "used")

    def __init__(self) -> None:
        self.holder: Seat | None = None
        self.used: SeatSet = NOBODY
        """Players who have used the token and cannot be examined with it (INQ-USE-2)."""


def token_of(board: Board, chapter: str) -> TokenPart:
    """Return the part of the board that belongs to a token's chapter."""
    return cast(TokenPart, board.parts[chapter])


class TokenGiven(Event, frozen=True):
    """A player received the token, in public."""

    chapter: ClassVar[str] = ""
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        token_of(board, self.chapter).holder = self.holder


class TokenUsed(Event, frozen=True):
    """The holder used the token, and it passed to the examined player."""

    chapter: ClassVar[str] = ""
    giver: Public[Seat]
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part = token_of(board, self.chapter)
        part.used |= 1 << self.giver
        part.holder = self.holder


class ExamineLoyalty(Ask, frozen=True):
    """Examination of another player by the current holder, skipped if nobody can be examined."""

    chapter: ClassVar[str] = ""
    why_not: ClassVar[str] = ""
    """Refusal code for naming a player who has used the token."""

    def present(self, board: Any) -> SeatSet:
        """Return the players that the token may reach."""
        return cast(Board, board).everyone

    def examinable(self, board: Board, holder: Seat) -> SeatSet:
        """Return the other players who have not used the token."""
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
        """Emit what the holder sees, and the token's move."""
        raise NotImplementedError


def has_loyalty_cards(ruleset: Ruleset) -> bool:
    """Return whether looks are at loyalty cards instead of character cards.

    They are if the ruleset has a loyalty token or named roles, which no look may reveal (PLT-SECRET-2, HUN-LOYALTY-3).
    """
    chapters = rulebook(ruleset.game).chapters
    return any(isinstance(chapters[name], RoleChapter | LoyaltyToken) for name in ruleset.modules)


class LoyaltyToken(Chapter):
    """Chapter that adds a loyalty token and nothing else. The token lies before its holder."""

    step: ClassVar[ExamineLoyalty]

    def part(self, ruleset: Ruleset) -> Part:
        return TokenPart()

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield the token, and the loyalty cards to choose from when examined."""
        yield Component(TOKENS, self.name)
        yield from loyalty_cards(ruleset)

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (self.name,) if token_of(board, self.name).holder == seat else ()

    def examination(self, game: Game, memory: dict[str, int]) -> Step | None:
        """Return the examination due after this mission, once and whatever the mission's result.

        The window is not reached after the end of the game.
        """
        if memory or len(game.board.results) not in AFTER:
            return None
        memory["done"] = 1
        return self.step
