"""Best replies to a mixed sabotage, where chance decides which missions the hiding side makes fail.

The hiding side looks loyal in every public act, as in the proof of `value.py`. So the teams cannot depend on who hides,
and the others do best if they know the mixed sabotage and choose every team by it: a one-player game over public
information, which `best_reply` solves. lab/docs/mixing.md has the proof, and the prices.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

import msgspec
import numpy as np

from turncoat.bots.odds import logistic
from turncoat.bots.sabotage import worth_of_failure
from turncoat.bots.stakes import habit_of_sabotage
from turncoat.kernel.seats import SeatSet, everyone, seat_set
from turncoat.missions import MissionPlan, Situation
from turncoat_lab.value import Chance, History, MissionGame, MixedSabotage, Plan, distinct_teams

Weights: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]
"""One number for each hidden set, in the order of `MissionGame.hidden_sets`."""


class Reply(msgspec.Struct, frozen=True):
    """The best reply to a mixed sabotage that everybody knows."""

    plan: Plan
    won: Chance
    """Share of games that the plan wins."""


def best_reply(game: MissionGame, sabotage: MixedSabotage) -> Reply:
    """Find the plan that wins most, by trying every team after all results.

    The sabotage must give a chance in every situation.
    """

    @cache
    def succeeds(successes: int, failures: int, team: SeatSet) -> Weights:
        """Return the chance that the mission succeeds, for each hidden set."""
        needed = game.missions[successes + failures][1]
        of_aboard: list[Chance] = [1] * needed
        for aboard in range(needed, game.hiding + 1):
            chance = sabotage(successes, failures, aboard)
            assert chance is not None
            of_aboard.append(1 - chance)
        return np.array(of_aboard)[[(hidden & team).bit_count() for hidden in game.hidden_sets]]

    def best(history: History, cells: Sequence[SeatSet], dealt: Weights) -> tuple[Any, Plan]:
        """Return the most that can be won and the plan for it, given the weight with which each set reached this
        point."""
        failures = history.count(False)
        successes = len(history) - failures
        if successes == game.wins:
            return dealt.sum(), {}
        if failures == game.wins or not dealt.any():
            return 0, {}
        if len(history) == len(game.missions) - 1:
            won_by_team = last @ dealt
            return won_by_team.max(), {history: last_teams[won_by_team.argmax()]}
        most: tuple[Any, Plan] = (-1, {})
        for team, parts in distinct_teams(cells, game.missions[len(history)][0]):
            succeeding = dealt * succeeds(successes, failures, team)
            won, after_success = best((*history, True), parts, succeeding)
            also_won, after_failure = best((*history, False), parts, dealt - succeeding)
            if won + also_won > most[0]:
                most = won + also_won, {history: team, **after_success, **after_failure}
        return most

    # The last mission decides the game. All its teams are evaluated at once, since most of the work is here.
    last_teams = [*map(seat_set, combinations(range(game.players), game.missions[-1][0]))]
    last = np.array([succeeds(game.wins - 1, game.wins - 1, team) for team in last_teams])
    deals = len(game.hidden_sets)
    won, plan = best((), (everyone(game.players),), np.ones(deals, int))
    return Reply(plan, float(won) / deals if isinstance(won, float) else Fraction(won) / deals)


def worth(game: MissionGame, successes: int, failures: int) -> float:
    """Return the gain in the hiding side's chance to win from the next mission's failure, as the levels estimate it."""
    now = situation_of(game, successes, failures)
    return worth_of_failure(game.hidden_sets, plan_of(game), now, range(1, now.mission))


def plan_of(game: MissionGame) -> MissionPlan:
    """Return the missions in a board's form. The limit on attempts does not matter here."""
    return MissionPlan(game.missions, 1)


def situation_of(game: MissionGame, successes: int, failures: int) -> Situation:
    """Return the situation after so many successes and failures, with the missions in order."""
    mission = successes + failures
    return Situation(
        game.players,
        mission + 1,
        fails_needed=game.missions[mission][1],
        successes=successes,
        failures=failures,
        wins=game.wins,
    )


def by_level(game: MissionGame, temperature: float) -> MixedSabotage:
    """Return the mix of a level of that temperature, by people's habit and by the worth of a failure.

    >>> mixed = by_level(MissionGame(5, 2, ((2, 1), (3, 1), (2, 1), (3, 1), (3, 1))), 0.1)
    >>> [round(mixed(*situation, 1), 2) for situation in ((0, 0), (1, 0), (0, 1), (2, 2))]
    [0.07, 0.95, 0.7, 1.0]
    """

    @cache
    def chance(successes: int, failures: int, aboard: int) -> float:
        if game.wins - 1 in (successes, failures):
            return 1.0
        now = situation_of(game, successes, failures)
        return logistic(habit_of_sabotage(now) + worth(game, successes, failures) / temperature)

    return chance
