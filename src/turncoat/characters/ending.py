"""The end of a game with characters: a side comes out, and one of it names a hidden player of the other side."""

from collections.abc import Iterator
from typing import Any, ClassVar

from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, first_clockwise
from turncoat.kernel.steps import Ask


def facts_of_sides(ruleset: Ruleset, seats: SeatSet, side: frozenset[str]) -> Iterator[Fact]:
    """Yield that these seats, and no others, have roles of a side that came out."""
    others = frozenset(role_cards(ruleset)) - side
    for seat in range(ruleset.players):
        yield HasRole(seat, side if seats >> seat & 1 else others)


class NameOne(Ask, frozen=True):
    """The naming of one other player, once, by the one whose task it is. It decides the game."""

    why_not: ClassVar[str] = ""
    """Refusal code for a player who cannot be the one sought."""

    def namer(self, game: Game[Any]) -> Seat:
        """Return the seat that names a player."""
        raise NotImplementedError

    def suspects(self, game: Game[Any]) -> SeatSet:
        """Return the seats that may be named. They depend only on what the namer knows."""
        raise NotImplementedError

    def named(self, game: Game[Any], namer: Seat, named: Seat) -> None:
        """Emit what was named, and end the game."""
        raise NotImplementedError

    def asked(self, game: Game[Any]) -> SeatSet:
        return 1 << self.namer(game)

    def option(self, game: Game[Any], seat: Seat) -> AnyOption:
        return OneSeat(game.board.everyone & ~(1 << seat), self.suspects(game), False, self.why_not)

    def default(self, game: Game[Any], seat: Seat) -> Answer:
        return first_clockwise(seat, game.board.players, self.suspects(game))

    def done(self, game: Game[Any], answers: dict[Seat, Answer]) -> None:
        ((namer, named),) = answers.items()
        self.named(game, namer, named)
