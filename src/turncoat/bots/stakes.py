"""What a mission is worth, and what a seat hopes for when it rejects a team."""

from math import comb
from typing import Final

from turncoat.bots import people
from turncoat.bots.odds import logistic
from turncoat.missions import Situation

HOPE: Final = 0.7
"""A rejected team is followed by one that is so clean, as a part of the cleanest that a loyal seat can think of."""
HOPE_LOST: Final = 0.2
"""By how much less with each team that was rejected before: few attempts are left."""
LAST_HOPE: Final = 1.0
"""The same where one more failure loses the game: all traitors vote for a team that fails then."""
LAST_HOPE_LOST: Final = 0.1
"""By how much less there, with each team that was rejected before."""


def chance_to_win(successes: int, failures: int, wins: int) -> float:
    """The loyal side's chance to win if every mission to come were as likely to succeed as to fail.

    >>> chance_to_win(0, 0, 3), chance_to_win(2, 1, 3), chance_to_win(3, 0, 3)
    (0.5, 0.75, 1.0)
    """
    left = 2 * wins - 1 - successes - failures
    missing = wins - successes
    return sum(comb(left, count) for count in range(max(0, missing), left + 1)) / (1 << left)


def stake(now: Situation) -> float:
    """Return by how much the chance to win differs between a clean team and one that can fail: by as much as between a
    success and a failure, if the traitors aboard sabotage.

    >>> round(stake(Situation(5, 1)), 3), round(stake(Situation(5, 5, successes=2, failures=2)), 3)
    (0.128, 0.964)

    Nothing where missions have decided already: other questions may follow.
    """
    if now.wins in (now.successes, now.failures):
        return 0.0
    after = chance_to_win(now.successes + 1, now.failures, now.wins)
    return (after - chance_to_win(now.successes, now.failures + 1, now.wins)) * danger(now)


def danger(now: Situation) -> float:
    """Return how likely just enough traitors aboard make the mission fail, as people do: seldom the first one."""
    return logistic(habit_of_sabotage(now))


def habit_of_sabotage(now: Situation, *, crowded: bool = False) -> float:
    """Return the log-odds with which people sabotage this mission where they know of just enough traitors aboard, or of
    more (`crowded`)."""
    last_success, last_failure = float(now.success_decides), float(now.failure_decides)
    missions = now.successes + now.failures
    features = people.card_features(missions, last_success, last_failure, 1 + crowded, 1)
    return people.score(people.weights("card", "hiding"), features)


def hope(now: Situation) -> float:
    """How clean the team will be that follows this one, as a part of the cleanest that a loyal seat can think of.

    >>> [round(hope(Situation(5, 1, attempt)), 1) for attempt in (1, 2, 5)]
    [0.7, 0.5, 0.0]
    """
    if now.failure_decides:
        return LAST_HOPE - LAST_HOPE_LOST * (now.attempt - 1)
    return max(0.0, HOPE - HOPE_LOST * (now.attempt - 1))
