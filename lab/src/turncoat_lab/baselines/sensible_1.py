"""The first bot of The Resistance. It votes more strictly than people: its games begin with four rejected teams."""

from typing import ClassVar, Final

from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.tables import fails_needed
from turncoat.kernel.seats import seats_in

NEARLY_AS_GOOD: Final = 0.7
"""A team is approved when its chance of success is at least this part of the chance of the bot's own best team."""
EASED: Final = 0.08
"""Decrease of that part with each rejection in a round."""


class Sensible1(ResistanceBot):
    """Compares every team with the best one that includes itself."""

    name: ClassVar[str] = "baseline:sensible-1"
    is_default: ClassVar[bool] = False

    def _trusts(self, board: Board, spy_sets: SpySets) -> bool:
        needed = fails_needed(board.players, board.mission)
        others = [seat for seat in seats_in(board.everyone) if seat != self.seat]
        best = self._least(spy_sets.suspicion(), others, board.team.bit_count(), 1 << self.seat)
        hoped = 1 - spy_sets.chance_of(best, needed)
        return 1 - spy_sets.chance_of(board.team, needed) >= hoped * (NEARLY_AS_GOOD - EASED * board.track)
