"""Where a game of missions stands, however many missions it has."""

from collections.abc import Sequence

from turncoat.missions import Situation


def at_mission(numbers: Sequence[float], mission: int, wins: int) -> float:
    """The number for a mission, out of numbers that are spread over the game from its first mission to its last.

    >>> [at_mission((0.1, 0.5, 0.9), mission, wins=3) for mission in range(1, 6)]
    [0.1, 0.1, 0.5, 0.9, 0.9]
    >>> [at_mission((0.1, 0.5, 0.9), mission, wins=4) for mission in (1, 4, 7)]
    [0.1, 0.5, 0.9]
    """
    before_last = max(2 * wins - 2, 1)  # who is to win so many of two sides needs one less than twice as many at most
    return numbers[round(min(mission - 1, before_last) * (len(numbers) - 1) / before_last)]


def is_decisive(now: Situation) -> bool:
    """Whether one more mission can decide the game."""
    return now.wins - 1 in (now.successes, now.failures)
