"""`baseline:reader`: plays as `hard` does, and also reads two acts by which traitors once gave themselves away.

As a loyal seat, it looks for leaders who reject their own team and who take a fellow along on mission 1. Against
traitors who show neither, it wins no more than `hard` does.
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
    """Rates of the two acts."""

    traitors_reject: float
    """Rate at which traitors reject a team that they lead."""
    loyal_reject: float
    fellows: float
    """Factor by which a team with a fellow on mission 1 multiplies the odds that its leader is a traitor."""


FORMER_HARD: Final = Rates(traitors_reject=0.24, loyal_reject=0.016, fellows=2.6)
"""Rates of `hard` while its traitors deliberated on ballots and teams: with five players, 24% of traitors and 1.6% of
loyal leaders rejected their own team, and 47% took a fellow along where chance makes 25%."""


class Reads(_Reads):
    """Mixin that makes a level weigh the two acts along with its beliefs. It precedes the level among the bases."""

    rates: ClassVar[Rates]

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._table: View[Board] = View(ruleset, seat)
        self._ballots = [0.0] * ruleset.players
        """Log-likelihood ratio, for each seat, of its ballots on its own teams if it is a traitor."""
        self._teams: list[TeamNamed] = []
        """Teams named for mission 1."""

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
        weighed = [(traitors, chance * exp(self._evidence(traitors))) for traitors, chance in odds.sets]
        total = sum([weight for _, weight in weighed])
        return Odds(odds.players, [(traitors, weight / total) for traitors, weight in weighed])

    def _evidence(self, traitors: SeatSet) -> float:
        """Return the log-weight of the two acts in favour of these traitors."""
        evidence = sum([self._ballots[seat] for seat in SEATS_IN[traitors]])
        for act in self._teams:
            if traitors >> act.leader & 1:
                chance = fellows_by_chance(act, traitors.bit_count() - 1)
                evidence -= log(1 - chance + self.rates.fellows * chance)
                if (traitors & act.team).bit_count() >= 2:
                    evidence += log(self.rates.fellows)
        return evidence


def reader_of(level: type[Level], rates: Rates) -> type[Level]:
    """Return a subclass of the level that reads the two acts by these rates."""
    return type("ReaderBot", (Reads, level), {"name": "reader", "title": "", "rates": rates})


class Reader(Reads, Hard):
    """`hard`, reading the tells that its own traitors once had."""

    name: ClassVar[str] = "baseline:reader"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    rates: ClassVar[Rates] = FORMER_HARD
