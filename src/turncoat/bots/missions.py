"""Where a game of missions stands, however many missions it has."""

from turncoat.missions import Situation


def is_decisive(now: Situation) -> bool:
    """Whether one more mission can decide the game."""
    return now.wins - 1 in (now.successes, now.failures)
