"""`sensible-2`: `sensible-1` with ballots like people's, so that the first teams of a game are not all rejected.

`sensible-1` compares every team with the best one that it sits on itself, so whoever is not on a team rejects it, and a
mission begins with four rejected teams. People who know little yet let others go: in recorded games three ballots in
four approve on the first mission, nine in ten of those on the team and six in ten of the others. They get stricter.
"""

from math import exp
from typing import ClassVar, Final

import msgspec

from turncoat.bots.games.resistance.bot import Sensible1
from turncoat.bots.games.resistance.worlds import Worlds
from turncoat.bots.registry import register
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.tables import fails_needed
from turncoat.kernel.seats import seats_in


class Ballots(msgspec.Struct, frozen=True):
    """How a seat votes as long as no ballot decides the game. Tuples are by mission: how many are over."""

    nearly_as_good: tuple[float, ...]
    """A team whose chance is this part of the best comparable one's gets half of the ballots that the best one gets."""
    breadth: float
    """How far around that value ballots differ."""
    eased: float
    """How much less is asked for with each rejection in a round."""
    member: tuple[float, ...]
    """How often a member approves a team as good as any."""
    other: tuple[float, ...]
    """The same for somebody who is not on the team."""

    def chance(self, mission: int, rejections: int, as_good: float, *, is_member: bool) -> float:
        """How likely a ballot approves a team that is so good, beside the best comparable one."""
        mission = min(mission, len(self.nearly_as_good) - 1)
        asked = self.nearly_as_good[mission] - self.eased * rejections
        willing = (self.member if is_member else self.other)[mission]
        return willing / (1 + exp(min((asked - as_good) / self.breadth, FAR)))


FAR: Final = 50.0
"""As far as it makes a difference."""


@register
class Sensible2(Sensible1):
    """Sensible play of The Resistance, at people's pace."""

    name: ClassVar[str] = "sensible-2"
    is_sensible: ClassVar[bool] = True
    ballots: ClassVar[Ballots] = Ballots(
        nearly_as_good=(0.62, 0.62, 0.62, 0.7, 0.72),
        breadth=0.1,
        eased=0.05,
        member=(0.9, 0.95, 0.95, 0.87, 0.8),
        other=(0.6, 0.6, 0.6, 0.35, 0.1),
    )

    def _trusts(self, board: Board, worlds: Worlds) -> bool:
        """Whether the seat approves: likelier when the team is nearly as good as the best one with it, or without."""
        needed, me = fails_needed(board.players, board.mission), 1 << self.seat
        member = bool(board.team & me)
        others = [seat for seat in seats_in(board.everyone) if seat != self.seat]
        best = self._least(worlds.suspicion(), others, board.team.bit_count(), me if member else 0)
        hoped = max(1 - worlds.chance_of(best, needed), 1e-9)
        as_good = (1 - worlds.chance_of(board.team, needed)) / hoped
        return self.rng.random() < self.ballots.chance(len(board.results), board.track, as_good, is_member=member)
