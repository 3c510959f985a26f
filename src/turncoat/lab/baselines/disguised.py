"""`baseline:deducer` with traitors whose votes and teams tell nothing: how much does a bot depend on what they tell?"""

from typing import ClassVar

import msgspec

from turncoat.bots.mission_bot import Assessment
from turncoat.kernel.options import Seats
from turncoat.kernel.seats import SeatSet
from turncoat.lab.baselines.deducer import Deducer
from turncoat.missions import TeamNamed


class Disguised(Deducer):
    """As a traitor it votes and names teams as a loyal seat would; only on missions it is one."""

    name: ClassVar[str] = "baseline:disguised"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        return super()._approves(self._pretended(assessment), named)

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        return super()._team(self._pretended(assessment), option)

    def _pretended(self, assessment: Assessment) -> Assessment:
        """What a loyal player on its seat would believe."""
        if not assessment.is_traitor:
            return assessment
        return msgspec.structs.replace(assessment, odds=self._cover(assessment), is_traitor=False)
