"""`baseline:planner`: follows, on either side, the plan for the Resistance in lab/docs/value.md.

Leaders name the team of the plan, and everybody approves that team and no other. Spies do so too, in order to look
loyal. They sabotage the missions that best play sabotages, and those that can decide the game. Where there is no plan,
because of the modules or the results so far, it plays as `sensible` does.
"""

from functools import cache
from typing import ClassVar

from turncoat.bots.assessment import Assessment
from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.games.resistance.board import Board
from turncoat.kernel.options import Form, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.missions import Situation
from turncoat_lab.value import NoValueError, Value, mission_game, value


@cache
def best_play(ruleset: Ruleset) -> Value | None:
    """Return the best play of both sides, or None if it is unknown for these rules."""
    try:
        return value(mission_game(ruleset))
    except NoValueError:
        return None


def is_worth(best: Value, now: Situation) -> bool:
    """Return whether the mission is to be sabotaged: best play does so, or the mission can decide the game."""
    return now.is_decisive or now.mission - 1 in best.sabotage


class Planner(ResistanceBot):
    """Bot that follows the plan."""

    name: ClassVar[str] = "baseline:planner"
    is_default: ClassVar[bool] = False

    def _planned(self, board: Board) -> SeatSet | None:
        """Return the team of the plan, or None if it has none now."""
        # The plan goes through the missions in order, but Targeting also allows others.
        if [result.mission for result in board.results] != list(range(1, board.mission)):
            return None
        best = best_play(self.ruleset)
        return None if best is None else best.plan.get(tuple(result.success for result in board.results))

    def _team(self, board: Board, form: Form, mission: int) -> SeatSet:
        planned, option = self._planned(board), dict(form.parts)["team"]
        if planned is None or mission != board.mission or not isinstance(option, Seats) or planned & ~option.allowed:
            return super()._team(board, form, mission)
        return planned

    def _approves(self, board: Board) -> bool:
        planned = self._planned(board)
        return super()._approves(board) if planned is None else board.team == planned

    def _sabotages(self, board: Board, assessment: Assessment) -> bool:
        best = best_play(self.ruleset)
        if best is None:
            return super()._sabotages(board, assessment)
        return is_worth(best, board.now) and bool(saboteurs(board, self.seat) >> self.seat & 1)


def saboteurs(board: Board, seat: Seat) -> SeatSet:
    """Return the spies who are to sabotage: the first on the team by seat number, as many as a failure needs.

    Nobody is to, if the team has too few spies. `seat` is a spy itself.
    """
    left, found = (board.spies_seen | 1 << seat) & board.team, 0
    if left.bit_count() < board.fails_needed:
        return 0
    while found.bit_count() < board.fails_needed:
        found |= left & -left
        left &= left - 1
    return found
