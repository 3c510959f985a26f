"""Where a game of missions stands, however many missions it has; and which ones best play sabotages."""

from functools import lru_cache
from math import comb

from turncoat.missions import MissionPlan, Situation


def is_decisive(now: Situation) -> bool:
    """Whether one more mission can decide the game."""
    return now.wins - 1 in (now.successes, now.failures)


@lru_cache(maxsize=64)
def worth_sabotaging(plan: MissionPlan, wins: int, players: int, traitors: int) -> frozenset[int]:
    """The missions, counted from 1, that traitors make fail in best play: those whose teams miss them most rarely.

    If they act as loyal players do but for these missions, nobody can tell them from loyal players before it is too
    late; docs/value.md proves that nothing wins more against them. Of equal ones the earlier.

    >>> sorted(worth_sabotaging(MissionPlan(((2, 1), (3, 1), (2, 1), (3, 1), (3, 1)), 5), 3, 5, 2))
    [2, 4, 5]
    """

    def missed(mission: int) -> tuple[int, int]:
        """Of how many sets of traitors the team holds too few; and the mission."""
        size, needed = plan.missions[mission - 1]
        return sum(comb(size, some) * comb(players - size, traitors - some) for some in range(needed)), mission

    return frozenset(sorted(range(1, len(plan.missions) + 1), key=missed)[:wins])
