"""Statistics of a circle: by side, role and module, with intervals. A few games say little, and that is said.

A game counts for those who played it from the deal to the end.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from turncoat.circles.circle import Circle, CircleGame
from turncoat.simulation.intervals import wilson

TOO_FEW: Final = 10
"""Number of games below which no share is told."""


class Rate(msgspec.Struct):
    """Share of games won."""

    wins: int = 0
    games: int = 0

    @property
    def is_telling(self) -> bool:
        """True if there are enough games to tell a share."""
        return self.games >= TOO_FEW

    @property
    def share(self) -> float:
        """Share of the games that were won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the share that would show in very many games."""
        return wilson(self.wins, self.games)

    def add(self, is_won: bool) -> None:
        """Count one more game."""
        self.wins += is_won
        self.games += 1


class SideRate(msgspec.Struct):
    """Rate of a side of a game, with one module or any."""

    game: str
    module: str
    side: str
    rate: Rate


class MemberRates(msgspec.Struct):
    """Rates of one member. Sides and roles are by game and word, in the order in which they were first played."""

    number: int
    all: Rate
    sides: dict[tuple[str, str], Rate]
    roles: dict[tuple[str, str], Rate]
    shared: int = 0
    """Number of games that they left or took over from somebody."""


class CircleStatistics(msgspec.Struct):
    """Figures of some games of a circle."""

    sides: tuple[SideRate, ...]
    modules: tuple[SideRate, ...]
    members: tuple[MemberRates, ...]
    """In the order in which they joined: nobody is ranked."""


def statistics_of(circle: Circle, games: Iterable[CircleGame]) -> CircleStatistics:
    """Return the figures of these games."""
    sides: dict[tuple[str, str, str], SideRate] = {}
    members = {one.number: MemberRates(one.number, Rate(), {}, {}) for one in circle.members}
    for game in games:
        for side in sides_of(game):
            for module in ("", *game.modules):
                key = game.game, module, side
                sides.setdefault(key, SideRate(*key, Rate())).rate.add(side == game.winner)
        for seat in game.seats:
            if (member := members.get(seat.member)) is None:
                continue
            if seat.is_shared:
                member.shared += 1
            elif seat.side:
                _count(member, game, seat.side, seat.role)
    return CircleStatistics(
        tuple(one for one in sides.values() if not one.module),
        tuple(sorted((one for one in sides.values() if one.module), key=lambda one: (one.game, one.module))),
        tuple(one for one in members.values() if one.all.games or one.shared),
    )


def _count(member: MemberRates, game: CircleGame, side: str, role: str) -> None:
    is_won = side == game.winner
    member.all.add(is_won)
    member.sides.setdefault((game.game, side), Rate()).add(is_won)
    if role:
        member.roles.setdefault((game.game, role), Rate()).add(is_won)


def sides_of(game: CircleGame) -> Sequence[str]:
    """Return the sides of the game, as far as they are known."""
    return tuple(dict.fromkeys(side for side in (*(seat.side for seat in game.seats), game.winner) if side))
