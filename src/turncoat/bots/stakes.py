"""The worth of a mission, and the prospects after a rejected team."""

from math import comb
from typing import Final

from turncoat.bots import people
from turncoat.bots.odds import logistic
from turncoat.missions import Situation

HOPE: Final = 0.7
"""Expected cleanness of the team after a rejected one, relative to the cleanest that a loyal seat can think of."""
HOPE_LOST: Final = 0.2
"""Decrease of HOPE per team rejected before, since few attempts are left."""
LAST_HOPE: Final = 1.0
"""Value of HOPE if one more failure loses the game: then all traitors vote for a team that fails."""
LAST_HOPE_LOST: Final = 0.1
"""Decrease of LAST_HOPE per team rejected before."""


def chance_to_win(successes: int, failures: int, wins: int) -> float:
    """Return the loyal side's chance to win if every future mission were a coin toss.

    >>> chance_to_win(0, 0, 3), chance_to_win(2, 1, 3), chance_to_win(3, 0, 3)
    (0.5, 0.75, 1.0)
    """
    left = 2 * wins - 1 - successes - failures
    missing = wins - successes
    return sum(comb(left, count) for count in range(max(0, missing), left + 1)) / (1 << left)


def stake(now: Situation) -> float:
    """Return the difference in the chance to win between a clean team and one that can fail.

    >>> round(stake(Situation(5, 1)), 3), round(stake(Situation(5, 5, successes=2, failures=2)), 3)
    (0.128, 0.964)

    It is the difference between a success and a failure times the chance that the traitors aboard sabotage. Zero if the
    missions are already decided, since other questions may follow.
    """
    if now.wins in (now.successes, now.failures):
        return 0.0
    after = chance_to_win(now.successes + 1, now.failures, now.wins)
    return (after - chance_to_win(now.successes, now.failures + 1, now.wins)) * danger(now)


def danger(now: Situation) -> float:
    """Return the chance that just enough traitors aboard fail the mission, which people seldom do on the first one."""
    return logistic(habit_of_sabotage(now))


def habit_of_sabotage(now: Situation, *, crowded: bool = False) -> float:
    """Return the log-odds that people sabotage this mission.

    They know of just enough traitors aboard or, if `crowded`, of more.
    """
    last_success, last_failure = float(now.success_decides), float(now.failure_decides)
    missions = now.successes + now.failures
    features = people.card_features(missions, last_success, last_failure, 1 + crowded, 1)
    return people.score(people.weights("card", "hiding"), features)


def hope(now: Situation) -> float:
    """Return the expected cleanness of the next team, relative to the cleanest that a loyal seat can think of.

    >>> [round(hope(Situation(5, 1, attempt)), 1) for attempt in (1, 2, 5)]
    [0.7, 0.5, 0.0]
    """
    if now.failure_decides:
        return LAST_HOPE - LAST_HOPE_LOST * (now.attempt - 1)
    return max(0.0, HOPE - HOPE_LOST * (now.attempt - 1))
