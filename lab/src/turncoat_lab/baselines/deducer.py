"""`baseline:deducer`: the policy of the levels before they were fitted to people's play.

A loyal seat names the team that is most likely clean and approves teams that are nearly as good. A traitor infers the
others' beliefs from the public events and from what each loyal seat knows about itself. It names a team that suits it
and looks clean to them, votes as a loyal seat would until a vote decides the game, and sabotages when that is worth the
suspicion.
"""

from functools import cache
from importlib.resources import files
from typing import ClassVar, Final

from turncoat.bots.assessment import SURE, Assessment
from turncoat.bots.mission_bot import MissionBot
from turncoat.bots.odds import Odds
from turncoat.bots.sabotage import sets_of_traitors
from turncoat.deduction import Beliefs
from turncoat.deduction.model import Model
from turncoat.kernel.options import Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, clockwise, everyone, seat_set
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed
from turncoat_lab.baselines.expected_play import likelihood
from turncoat_lab.baselines.policy_parameters import PARAMETERS_BY_PLAYERS, PolicyParameters, at_mission

DOUBTFUL: Final = 0.7
"""A traitor spares a mission that has too few of them with a higher chance than this."""

LARGE: Final = 3
"""Number of traitors from which some can vote against their own teams. With fewer, each vote is needed."""


@cache
def partial_model(part: float) -> Model:
    """Return the deducer's model of people's play, with its weights scaled by `part`."""
    text = files("turncoat_lab.baselines").joinpath("deduction-1.toml").read_text("utf-8")
    return Model({feature: weight * part for feature, weight in Model.read(text).parameters.items()})


class Deducer(MissionBot):
    """Decides by its beliefs alone."""

    name: ClassVar[str] = "baseline:deducer"
    has_character: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.parameters = self.parameters_at(ruleset.players)
        self._expected: dict[SeatSet, float] = {}
        """Likelihood of all acts for each set of traitors, if traitors play to win."""

    @classmethod
    def parameters_at(cls, players: int) -> PolicyParameters:
        """Return the parameters for a table of this size."""
        return PARAMETERS_BY_PLAYERS.get(players, PolicyParameters())

    def _is_careless(self, now: Situation) -> bool:
        """Return whether this traitor gives itself away now."""
        carelessness = self.parameters.carelessness
        return bool(carelessness) and not now.is_decisive and self._whims.random() < carelessness

    # Beliefs

    def _model(self) -> Model:
        return partial_model(self.parameters.human_model_weight)

    def _weigh(self, act: TeamAct) -> None:
        if not self._expected:
            self._expected = dict.fromkeys(sets_of_traitors(self.ruleset), 1.0)
        expected, memory = self._expected, self.parameters.memory
        if memory < 1 and isinstance(act, MissionRun):
            for traitors in expected:
                expected[traitors] **= memory
        for traitors in expected:
            expected[traitors] *= likelihood(act, traitors)

    def _odds(self, beliefs: Beliefs) -> Odds:
        """Return the beliefs, weighted by the likelihood under traitors who play to win."""
        expected = self._expected
        weighed = [(traitors, chance * expected.get(traitors, 1.0)) for traitors, chance in beliefs.traitor_sets()]
        total = sum([weight for _, weight in weighed])
        return Odds(self.ruleset.players, [(traitors, weight / total) for traitors, weight in weighed])

    # Teams

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        size, needed = option.low, assessment.now.fails_needed
        me, allowed = 1 << self.seat & option.allowed, option.allowed
        if not assessment.is_traitor:
            return assessment.odds.best_team(allowed, size, needed, self.rng, me)
        cover = assessment.cover
        fellows = sum(1 << seat for seat, chance in enumerate(assessment.odds.suspicion) if chance >= SURE) | me
        others = allowed & ~fellows
        if self._is_careless(assessment.now):  # as many fellows as fit
            return cover.best_team(allowed, size, needed, self.rng, me | self._some(fellows & allowed & ~me, size - 1))
        team = me
        while team.bit_count() < min(needed, size) and fellows & allowed & ~team:
            team = cover.best_team(fellows & allowed, team.bit_count() + 1, needed, self.rng, team)
        team = cover.best_team(others, size, needed, self.rng, team)
        return cover.best_team(allowed, size, needed, self.rng, team)

    def _some(self, seats: SeatSet, most: int) -> SeatSet:
        """Draw at most that many of the seats."""
        return seat_set(self._whims.sample(SEATS_IN[seats], min(most, seats.bit_count())))

    # Voting

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        now = assessment.now
        fails = assessment.odds.clean(named.team, now.fails_needed) < 0.5
        if assessment.is_traitor:
            if now.success_decides and not fails:
                return False
            if now.failure_decides and fails:
                return True
        if now.is_last_attempt or named.leader == self.seat:
            return True
        if assessment.is_traitor and self._is_careless(now):
            return fails
        parameters = self.parameters
        part = self._part_of_best(assessment.cover if assessment.is_traitor else assessment.odds, named, now)
        if part >= at_mission(parameters.approval_threshold, now.mission, now.wins) - parameters.threshold_drop * (
            now.attempt - 1
        ):
            return not (assessment.is_traitor and self._keeps_away(assessment, named))
        if assessment.is_traitor or part < at_mission(parameters.hopeless_below, now.mission, now.wins):
            return False
        return self.rng.random() < at_mission(parameters.leniency, now.mission, now.wins)

    def _keeps_away(self, assessment: Assessment, named: TeamNamed) -> bool:
        """Return whether a traitor rejects a team of its own side in order to be trusted later."""
        few = assessment.odds.sets[0][0].bit_count() < LARGE
        if few or assessment.now.is_decisive or assessment.odds.clean(named.team, 1) >= 0.5:
            return False
        return self.rng.random() < self.parameters.distancing

    def _part_of_best(self, odds: Odds, named: TeamNamed, now: Situation) -> float:
        """Return the team's chance to be clean under these odds, relative to that of the seat's own best team."""
        needed, size = now.fails_needed, named.team.bit_count()
        best = odds.best_team(everyone(now.players), size, needed, self.rng, 1 << self.seat)
        hoped = odds.clean(best, needed)
        return odds.clean(named.team, needed) / hoped if hoped else 1.0

    # On a mission

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        if not assessment.is_traitor:
            return False
        now, suspicion = assessment.now, assessment.odds.suspicion
        if self._is_careless(now):
            return self.rng.random() < at_mission(self.parameters.sabotage, now.mission, now.wins)
        fellows = [
            seat for seat in clockwise(named.leader, now.players) if named.team >> seat & 1 and suspicion[seat] >= SURE
        ]
        if self.seat not in fellows[: now.fails_needed]:
            return False  # by custom those next to the leader do it: superfluous Fails give more of them away
        if now.is_decisive:
            return True
        if assessment.odds.clean(named.team, now.fails_needed) > DOUBTFUL:
            return False
        return self.rng.random() < at_mission(self.parameters.sabotage, now.mission, now.wins)
