"""`baseline:deducer` with traitors whose votes and teams reveal nothing, to measure how much a bot depends on them."""

from typing import ClassVar

from turncoat.bots.assessment import Assessment
from turncoat.kernel.options import Seats
from turncoat.kernel.seats import SeatSet
from turncoat.missions import TeamNamed
from turncoat_lab.baselines.deducer import Deducer


class Disguised(Deducer):
    """Votes and names teams as a loyal seat would, even as a traitor. Only its mission cards betray its side."""

    name: ClassVar[str] = "baseline:disguised"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        return super()._approves(assessment.as_loyal, named)

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        return super()._team(assessment.as_loyal, option)
