"""`sensible-2`: `sensible-1` with ballots like people's, so that the first teams of a game are not all rejected.

`sensible-1` compares every team with the best one that it sits on itself, so whoever is not on a team rejects it, and a
mission begins with four rejected teams. People who know little yet let others go: in recorded games three ballots in
four approve on the first mission, nine in ten of those on the team and six in ten of the others. They get stricter.
"""

from math import exp
from typing import ClassVar, Final

from turncoat.bots.games.resistance.bot import Sensible1
from turncoat.bots.games.resistance.worlds import Worlds
from turncoat.bots.registry import register
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.tables import fails_needed
from turncoat.kernel.seats import seats_in

NEARLY_AS_GOOD: Final = (0.62, 0.62, 0.62, 0.7, 0.72)
"""A team whose chance is this part of the best comparable one's gets half of the ballots that the best one gets."""
BREADTH: Final = 0.1
"""How far around that value ballots differ."""
EASED: Final = 0.05
"""How much less is asked for with each rejection in a round."""
MEMBER: Final = (0.9, 0.95, 0.95, 0.87, 0.8)
"""How often a member approves a team as good as any, by mission."""
OTHER: Final = (0.6, 0.6, 0.6, 0.35, 0.1)
"""The same for somebody who is not on the team."""


@register
class Sensible2(Sensible1):
    """Sensible play of The Resistance, at people's pace."""

    name: ClassVar[str] = "sensible-2"
    is_sensible: ClassVar[bool] = True

    def _trusts(self, board: Board, worlds: Worlds) -> bool:
        """Whether the seat approves: likelier when the team is nearly as good as the best one with it, or without."""
        needed, me = fails_needed(board.players, board.mission), 1 << self.seat
        member = bool(board.team & me)
        others = [seat for seat in seats_in(board.everyone) if seat != self.seat]
        best = self._least(worlds.suspicion(), others, board.team.bit_count(), me if member else 0)
        hoped = max(1 - worlds.chance_of(best, needed), 1e-9)
        as_good = (1 - worlds.chance_of(board.team, needed)) / hoped
        mission = min(len(board.results), len(NEARLY_AS_GOOD) - 1)
        asked = NEARLY_AS_GOOD[mission] - EASED * board.track
        willing = (MEMBER if member else OTHER)[mission]
        return self.rng.random() < willing / (1 + exp((asked - as_good) / BREADTH))
