"""`disguised`: `deducer` with traitors whose votes and teams tell nothing. For the arena, to see who can do without."""

from typing import ClassVar

import msgspec

from turncoat.bots.deducer import Deducer, Outlook
from turncoat.kernel.options import Seats
from turncoat.kernel.seats import SeatSet
from turncoat.missions import TeamNamed


class Disguised(Deducer):
    """As a traitor it votes and names teams as a loyal seat would; only on missions it is one."""

    name: ClassVar[str] = "disguised"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    has_character: ClassVar[bool] = False

    def _approves(self, outlook: Outlook, named: TeamNamed) -> bool:
        return super()._approves(self._pretended(outlook), named)

    def _team(self, outlook: Outlook, option: Seats) -> SeatSet:
        return super()._team(self._pretended(outlook), option)

    def _pretended(self, outlook: Outlook) -> Outlook:
        """What a loyal player on its seat would believe."""
        if not outlook.is_traitor:
            return outlook
        return msgspec.structs.replace(outlook, odds=self._cover(outlook), is_traitor=False)
