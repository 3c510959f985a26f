"""Looks at character or loyalty cards: the viewer alone sees the side, never the role (PLT-SECRET-2, HUN-LOYALTY-3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

import msgspec

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.roles import side_of
from turncoat.kernel.boards import Part
from turncoat.kernel.events import Event, Public, SeenBy
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.game import Game
from turncoat.kernel.opening import roles_of_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_, P_


class Look(msgspec.Struct, frozen=True):
    """A look at a character or loyalty card. The side is None if the holder of the board did not see it."""

    shower: Seat
    viewer: Seat
    side: str | None


class Looks(Part):
    """All looks in order."""

    __slots__ = ("looks",)

    def __init__(self) -> None:
        self.looks: list[Look] = []


LOOKS_BY_CARD: Final[Mapping[str, str]] = {
    "overheard-conversation": "PLT-OVERHEARD-1",
    "open-up": "PLT-OPENUP-1",
    "establish-confidence": "PLT-ESTABLISH-1",
}
"""Plot cards that grant a look at a player's card, with their clauses."""


CARD_SHOWN: Final = "card-shown"
"""Word for the card being shown: a character card, unless the table has loyalty cards."""
LOYALTY_CARD: Final = P_("shown to somebody", "loyalty card")
"""Label of the card shown at tables with loyalty cards."""


class LoyaltyShown(Event, frozen=True):
    """A player showed another a character or loyalty card. The look is public, the side is for the viewer alone."""

    message: ClassVar[str] = N_("{shower:seat} shows {viewer:seat} a {card_shown:word}: {side:word}.")
    redacted_message: ClassVar[str] = N_("{shower:seat} shows {viewer:seat} a {card_shown:word}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "INQ-USE-1"
    private_mark: ClassVar[tuple[str, str]] = ("{shower:seat}", "{side:word}")
    shower: Public[Seat]
    viewer: Public[Seat]
    side: Annotated[str | None, SeenBy("viewer")] = None

    @property
    def card_shown(self) -> str:
        """The card shown as a word, whose label depends on the ruleset."""
        return CARD_SHOWN

    def rule(self, events: Sequence[Event], at: int) -> str:
        """Return the clause of the plot card played just before, or else that of the token used."""
        return LOOKS_BY_CARD.get(getattr(events[at - 1], "card", ""), type(self).clause)

    def apply(self, board: Board) -> None:
        part = board.parts.setdefault("loyalty", Looks())
        assert isinstance(part, Looks)
        part.looks.append(Look(self.shower, self.viewer, self.side))

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        if self.side is not None:
            yield HasRole(self.shower, roles_of_side(ruleset, self.side, board))


def looks(board: Board) -> tuple[Look, ...]:
    """Return all looks that the holder of the board knows of, in order."""
    part = board.parts.get("loyalty")
    return tuple(part.looks) if isinstance(part, Looks) else ()


def show_loyalty(game: Game[Any], shower: Seat, viewer: Seat) -> None:
    """Let the viewer look at the shower's card."""
    game.emit(LoyaltyShown(shower, viewer, side_of(game.board.roles[shower])))
