"""`baseline:beginner`: plays like somebody who has just learned the rules, to test the levels with such a player."""

from typing import ClassVar, Final

from turncoat.bots.assessment import Assessment
from turncoat.kernel.options import Seats
from turncoat.kernel.seats import NOBODY, SeatSet, seat_set, seats_in
from turncoat.missions import MissionRun, TeamAct, TeamNamed
from turncoat_lab.baselines.deducer import Deducer
from turncoat_lab.baselines.policy_parameters import PolicyParameters

REJECTS: Final = 0.8
"""Chance of rejecting a team with another member of the most recent failed mission."""

CARELESS: Final = PolicyParameters(
    approval_threshold=(0.6, 0.6, 0.6, 0.6, 0.6),
    leniency=(0.8, 0.8, 0.8, 0.5, 0.4),
    hopeless_below=(0.0, 0.0, 0.1, 0.1, 0.1),
    sabotage=(0.9, 0.9, 0.9, 0.9, 0.9),
    human_model_weight=0.2,
    memory=0.3,
    carelessness=0.85,
)
"""Parameters for the inherited policy, which `Beginner` follows as a traitor."""


class Beginner(Deducer):
    """Deducer that, while loyal, judges teams only by the most recent failed mission.

    It mostly rejects a team with another member of that mission, and approves all others, its own, and the last one
    before the round is lost. It names itself and a random choice of the other players, preferably of those who were not
    on that mission. As a traitor it plays as `baseline:deducer` does, with the parameters `CARELESS`.
    """

    name: ClassVar[str] = "baseline:beginner"
    lapses: ClassVar[float] = 1.0

    @classmethod
    def parameters_at(cls, players: int) -> PolicyParameters:
        return CARELESS

    _suspects: SeatSet = NOBODY
    """Other members of the most recent failed mission."""

    def _weigh(self, act: TeamAct) -> None:
        super()._weigh(act)
        if isinstance(act, MissionRun) and not act.success:
            self._suspects = act.team & ~(1 << self.seat)

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        if assessment.is_traitor:
            return super()._approves(assessment, named)
        if named.leader == self.seat or assessment.now.is_last_attempt or not named.team & self._suspects:
            return True
        return self.rng.random() >= REJECTS

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        if assessment.is_traitor:
            return super()._team(assessment, option)
        me = 1 << self.seat & option.allowed
        others = list(seats_in(option.allowed & ~me))
        self.rng.shuffle(others)
        others.sort(key=lambda seat: self._suspects >> seat & 1)  # suspects last, and both groups in random order
        return me | seat_set(others[: option.low - me.bit_count()])
