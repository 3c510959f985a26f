"""`baseline:reader`: plays as `hard` does, and on the loyal side also reads two acts by which traitors gave themselves
away before: leaders who reject their own team, and who take a fellow along on mission 1.

Against traitors who leave nothing to read in these it wins no more than `hard` does.
"""

from collections.abc import Iterable
from math import exp, log
from typing import TYPE_CHECKING, ClassVar, Final

import msgspec

from turncoat.bots.levels import Hard, Level
from turncoat.bots.odds import Odds
from turncoat.deduction import Beliefs
from turncoat.kernel.boards import Board
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.kernel.views import View
from turncoat.missions import TeamAct, TeamNamed, TeamVoted, team_acts
from turncoat_lab.fellows import fellows_by_chance

if TYPE_CHECKING:
    _Reads = Level
else:
    _Reads = object


class Rates(msgspec.Struct, frozen=True):
    """How often the two acts are done."""

    traitors_reject: float
    """How often a leader who is a traitor rejects their own team."""
    loyal_reject: float
    fellows: float
    """By how much it multiplies the odds of a team with a fellow on mission 1 that its leader is a traitor."""


FORMER_HARD: Final = Rates(traitors_reject=0.24, loyal_reject=0.016, fellows=2.6)
"""Those of `hard` as long as its traitors thought their ballots and teams out: with five players 24 and 1.6 of 100
rejected their own team, and 47 took a fellow along where chance makes 25."""


class Reads(_Reads):
    """Makes a level weigh the two acts beside all that it believes. It stands before the level among the bases."""

    rates: ClassVar[Rates]

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._table: View[Board] = View(ruleset, seat)
        self._ballots = [0.0] * ruleset.players
        """For each seat how much likelier its ballots on its own teams are if it is a traitor, as a logarithm."""
        self._teams: list[TeamNamed] = []
        """Those for mission 1."""

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        for event in events:
            for act in team_acts(event, self.ruleset, self._table.board):
                self._read(act)
            self._table.see((event,))
        super().see(events)

    def _read(self, act: TeamAct) -> None:
        leader, rates = 1 << act.leader, self.rates
        if isinstance(act, TeamVoted) and act.rejections & leader:
            self._ballots[act.leader] += log(rates.traitors_reject / rates.loyal_reject)
        elif isinstance(act, TeamVoted) and act.approvals & leader:
            self._ballots[act.leader] += log((1 - rates.traitors_reject) / (1 - rates.loyal_reject))
        elif isinstance(act, TeamNamed) and act.situation.mission == 1:
            self._teams.append(act)

    def _odds(self, beliefs: Beliefs) -> Odds:
        odds = super()._odds(beliefs)
        weighed = [(traitors, chance * exp(self._told(traitors))) for traitors, chance in odds.sets]
        total = sum([weight for _, weight in weighed])
        return Odds(odds.players, [(traitors, weight / total) for traitors, weight in weighed])

    def _told(self, traitors: SeatSet) -> float:
        """By how much the two acts speak for these traitors, as a logarithm."""
        told = sum([self._ballots[seat] for seat in SEATS_IN[traitors]])
        for act in self._teams:
            if traitors >> act.leader & 1:
                chance = fellows_by_chance(act, traitors.bit_count() - 1)
                told -= log(1 - chance + self.rates.fellows * chance)
                if (traitors & act.team).bit_count() >= 2:
                    told += log(self.rates.fellows)
        return told


def reader_of(level: type[Level], rates: Rates) -> type[Level]:
    """The level as one that reads the two acts by these rates."""
    return type("ReaderBot", (Reads, level), {"name": "reader", "title": "", "rates": rates})


class Reader(Reads, Hard):
    """`hard` that reads what its traitors once gave away."""

    name: ClassVar[str] = "baseline:reader"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    rates: ClassVar[Rates] = FORMER_HARD
