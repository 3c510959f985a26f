"""Ratings of a circle's members, by game and side, with their uncertainty.

The model is that of Plackett and Luce, as in the library openskill. Each member has a rating for each side of a game. A
game is a match of its sides. It counts if everybody's side is known and members played on two sides, whoever has left
since: nobody's rating changes because others leave. Guests and bots play with the rating of a beginner, which no game
changes. On each side plays an advantage, too, which learns how often that side wins with so many players and whoever
they are: a spy is not better because spies win more often.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from turncoat.circles.circle import Circle, CircleGame
from turncoat.circles.statistics import TOO_FEW, sides_of

WIDTH: Final = 1.96
"""Standard deviations on either side of a 95% interval."""


ADVANTAGE: Final = 25.0
"""Deviation of a side's advantage at the beginning: far more than a person's, so that it learns first."""


class Rating(msgspec.Struct, frozen=True):
    """Rating of a member on a side of a game."""

    number: int
    game: str
    side: str
    value: float
    """About 25 at the beginning."""
    deviation: float
    games: int

    @property
    def is_telling(self) -> bool:
        """True if there were enough games to tell a rating."""
        return self.games >= TOO_FEW

    @property
    def reach(self) -> float:
        """Half the width of the 95% interval."""
        return WIDTH * self.deviation


def ratings_of(circle: Circle, games: Iterable[CircleGame]) -> tuple[Rating, ...]:
    """Return the ratings after these games, by game and side, in the order in which members joined."""
    from openskill.models import PlackettLuce  # imported only where it is used

    model = PlackettLuce()
    now: dict[tuple[int, str, str], Any] = {}
    counts: Counter[tuple[int, str, str]] = Counter()
    advantages: dict[tuple[str, int, str], Any] = {}
    for game in games:
        if not _counts(game):
            continue
        keys, teams, sides = [], [], sides_of(game)
        for side in sides:
            keys.append([(seat.member, game.game, side) for seat in game.seats if seat.side == side])
            advantage = advantages.get((game.game, len(game.seats), side)) or model.rating(sigma=ADVANTAGE)
            teams.append([advantage, *(now.get(key) or model.rating() for key in keys[-1])])
        rated = model.rate(teams, ranks=[1 if side == game.winner else 2 for side in sides])
        for side, team, (advantage, *ratings) in zip(sides, keys, rated, strict=True):
            advantages[game.game, len(game.seats), side] = advantage
            played = [(key, rating) for key, rating in zip(team, ratings, strict=True) if key[0]]
            now.update(played)
            counts.update(key for key, _ in played)
    members = {one.number for one in circle.members}
    found = sorted(now.items(), key=lambda one: (one[0][1:], one[0][0]))
    return tuple(Rating(*key, rating.mu, rating.sigma, counts[key]) for key, rating in found if key[0] in members)


def _counts(game: CircleGame) -> bool:
    """Return whether the game counts for ratings."""
    played = {seat.side for seat in game.seats}
    by_members = {seat.side for seat in game.seats if seat.member}
    whole = not any(seat.is_shared for seat in game.seats)
    return whole and "" not in played and game.winner in played and len(by_members) > 1
