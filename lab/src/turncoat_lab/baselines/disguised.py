"""`baseline:deducer` with traitors whose votes and teams tell nothing: how much does a bot depend on what they tell?"""

from typing import ClassVar

from turncoat.bots.assessment import Assessment
from turncoat.kernel.options import Seats
from turncoat.kernel.seats import SeatSet
from turncoat.missions import TeamNamed
from turncoat_lab.baselines.deducer import Deducer


class Disguised(Deducer):
    """As a traitor it votes and names teams as a loyal seat would; only on missions it is one."""

    name: ClassVar[str] = "baseline:disguised"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        return super()._approves(assessment.shown, named)

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        return super()._team(assessment.shown, option)
