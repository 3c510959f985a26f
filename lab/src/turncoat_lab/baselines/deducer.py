"""`baseline:deducer`: the policy of the levels before they were fitted to people's play.

A loyal seat names the team that is likeliest to be clean and approves teams that are nearly as good. A traitor works
out what the others believe, from what everybody has seen and from what each loyal seat knows of itself. It names a team
that suits it and looks clean to them, votes as a loyal seat would until a vote decides the game, and sabotages when
that is worth the suspicion.
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
"""A traitor does not sabotage a mission that is at least so likely to have too few of them."""

LARGE: Final = 3
"""From this number of traitors on, some can vote against their own teams. With fewer, each vote is needed."""


@cache
def partial_model(part: float) -> Model:
    """The model of people's play that the deducer had, which is believed only in part."""
    text = files("turncoat_lab.baselines").joinpath("deduction-1.toml").read_text("utf-8")
    return Model({feature: weight * part for feature, weight in Model.read(text).parameters.items()})


class Deducer(MissionBot):
    """Plays by what it believes."""

    name: ClassVar[str] = "baseline:deducer"
    has_character: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.parameters = self.parameters_at(ruleset.players)
        self._expected: dict[SeatSet, float] = {}
        """For each set of traitors how likely all acts are for traitors who play to win."""

    @classmethod
    def parameters_at(cls, players: int) -> PolicyParameters:
        """The numbers by which it decides at a table of this size."""
        return PARAMETERS_BY_PLAYERS.get(players, PolicyParameters())

    def _is_careless(self, now: Situation) -> bool:
        """Whether, as a traitor, it gives itself away this time."""
        carelessness = self.parameters.carelessness
        return bool(carelessness) and not now.is_decisive and self._whims.random() < carelessness

    # What it believes

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
        """What is believed, with what is expected of traitors who play to win."""
        expected = self._expected
        weighed = [(traitors, chance * expected.get(traitors, 1.0)) for traitors, chance in beliefs.traitor_sets()]
        total = sum([weight for _, weight in weighed])
        return Odds(self.ruleset.players, [(traitors, weight / total) for traitors, weight in weighed])

    # What it does

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        size, needed = option.low, assessment.now.fails_needed
        me, allowed = 1 << self.seat & option.allowed, option.allowed
        if not assessment.is_traitor:
            return assessment.odds.best_team(allowed, size, needed, self.rng, me)
        cover = assessment.cover
        fellows = sum(1 << seat for seat, chance in enumerate(assessment.odds.suspicion) if chance >= SURE) | me
        others = allowed & ~fellows
        if self._is_careless(assessment.now):  # as many fellows as there is room for
            return cover.best_team(allowed, size, needed, self.rng, me | self._some(fellows & allowed & ~me, size - 1))
        team = me
        while team.bit_count() < min(needed, size) and fellows & allowed & ~team:
            team = cover.best_team(fellows & allowed, team.bit_count() + 1, needed, self.rng, team)
        team = cover.best_team(others, size, needed, self.rng, team)
        return cover.best_team(allowed, size, needed, self.rng, team)

    def _some(self, seats: SeatSet, most: int) -> SeatSet:
        """Some of the seats, at most that number."""
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
        """Whether a traitor votes against a team of its own side, to be believed later."""
        few = assessment.odds.sets[0][0].bit_count() < LARGE
        if few or assessment.now.is_decisive or assessment.odds.clean(named.team, 1) >= 0.5:
            return False
        return self.rng.random() < self.parameters.distancing

    def _part_of_best(self, odds: Odds, named: TeamNamed, now: Situation) -> float:
        """How clean the team is for somebody with such odds, as a part of how clean their own best team would be."""
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
            return False  # by custom those next to the leader do it: more Fails than needed give more of them away
        if now.is_decisive:
            return True
        if assessment.odds.clean(named.team, now.fails_needed) > DOUBTFUL:
            return False
        return self.rng.random() < at_mission(self.parameters.sabotage, now.mission, now.wins)
