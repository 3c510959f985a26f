"""`baseline:planner`: follows the Resistance's plan of docs/value.md, where there is one, on either side.

Loyal leaders name the team of the plan, and all approve that team and no other. Spies do the same to look loyal, and
make those missions fail that best play sabotages, and those that can decide the game. After results for which the plan
has no team, and with modules for which there is no plan, it plays as `sensible` does.
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
    """Return the best play of both sides, or None if it is not known."""
    try:
        return value(mission_game(ruleset))
    except NoValueError:
        return None


def is_worth(best: Value, now: Situation) -> bool:
    """Return whether to make the mission fail: best play does, or it can decide the game."""
    return now.is_decisive or now.mission - 1 in best.sabotage


class Planner(ResistanceBot):
    """Follows the plan."""

    name: ClassVar[str] = "baseline:planner"
    is_default: ClassVar[bool] = False

    def _planned(self, board: Board) -> SeatSet | None:
        """Return the team of the plan, if it has one."""
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
    """Return the spies who are to sabotage: the first on the team in seat order, as many as a failure needs.

    Nobody is, if they are too few.
    """
    left, found = (board.spies_seen | 1 << seat) & board.team, 0
    if left.bit_count() < board.fails_needed:
        return 0
    while found.bit_count() < board.fails_needed:
        found |= left & -left
        left &= left - 1
    return found
