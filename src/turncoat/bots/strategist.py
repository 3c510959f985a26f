"""`strategist`: reads the others by a model of what they do, and looks ahead before it acts.

What it believes: each set of traitors counts by how likely all that was done is if everybody plays as `hard` does
(`opponent_model`). Before it acts it draws worlds from that belief, tries the answers that are worth it in each of
them, and plays the game on from there (`playouts`). It answers as its policy would unless another answer proves better.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import ClassVar, Final, TypeVar

from turncoat.bots.deducer import SURE, Assessment, Deducer
from turncoat.bots.odds import Odds
from turncoat.bots.opponent_model import OpponentModel
from turncoat.bots.playouts import Playouts, Position, Weighed, likeliest
from turncoat.deduction import Beliefs
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet
from turncoat.kernel.words import N_
from turncoat.missions import MissionPlan, MissionRun, TeamNamed, TeamVoted, plan_of

C = TypeVar("C", bound=Hashable)

PLAYOUTS_PER_MS: Final = 40.0
"""How many playouts it makes in a millisecond, divided by the number of players. The budget is counted in playouts, so
that equal seeds give equal play; about a millisecond for each player is left for weighing what was done."""
MIN_STANDARD_ERRORS: Final = 1.5
"""By how many standard errors another answer than the policy's has to be better."""
MIN_WORLDS: Final = 12
"""How many worlds are tried before anything is concluded."""
MAX_TEAMS: Final = 5
"""How many teams are tried."""


class Strategist(Deducer):
    """Plays by what it believes, and by what its answers lead to."""

    name: ClassVar[str] = "strategist"
    title: ClassVar[str] = N_("Strategist")
    summary: ClassVar[str] = N_("Reads how everybody plays, and thinks ahead before it acts.")
    thinks_long: ClassVar[bool] = True
    milliseconds: ClassVar[float] = 200.0

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._others: OpponentModel | None = None
        self._others_seen = 0

    # What it believes

    def _look(self) -> Assessment | None:
        others = self._others
        if others is None:
            others = self._others = OpponentModel(self.ruleset, self.parameters)
        others.see(all_seen_by(self._seen[self._others_seen :], SPECTATOR), self.seat)
        self._others_seen = len(self._seen)
        return super()._look()

    def _odds(self, beliefs: Beliefs) -> Odds:
        others = self._others
        if beliefs is not self._own or others is None or others.has_swaps:
            return super()._odds(beliefs)
        likelihoods = dict(zip(others.sets, others.likelihoods, strict=True))
        weighed = [(traitors, chance * likelihoods[traitors]) for traitors, chance in beliefs.traitor_sets()]
        total = sum([weight for _, weight in weighed])
        if not total:
            return super()._odds(beliefs)
        return Odds(self.ruleset.players, [(traitors, weight / total) for traitors, weight in weighed])

    # What it does

    def _team(self, assessment: Assessment, option: Seats) -> SeatSet:
        policy = super()._team(assessment, option)
        found = self._ahead(assessment)
        if found is None:
            return policy
        others, plan = found
        now, positions, beliefs = assessment.now, {}, {}
        for team in self._teams(assessment, option, policy):
            named = TeamNamed(self.seat, team, now)
            beliefs[team] = likeliest(others.after((named,), SPECTATOR).sets)
            positions[team] = Position(now.mission, now.successes, now.failures, self.seat, now.attempt, team)

        def tried(team: SeatSet, traitors: SeatSet, playouts: Playouts) -> bool:
            return playouts.traitors_win(positions[team], traitors, beliefs[team])

        return self._best(assessment, plan, policy, list(positions), tried)

    def _teams(self, assessment: Assessment, option: Seats, policy: SeatSet) -> Iterator[SeatSet]:
        """The teams worth trying, the policy's first."""
        size, needed, me = option.low, assessment.now.fails_needed, 1 << self.seat & option.allowed
        found = {policy: None}
        if assessment.is_traitor:
            cover = self._cover(assessment)
            fellows = sum(1 << seat for seat, chance in enumerate(assessment.odds.suspicion) if chance >= SURE) | me
            loyal = option.allowed & ~fellows
            for begun in (me, 0, *(me | 1 << seat for seat in SEATS_IN[fellows & option.allowed & ~me])):
                found[cover.best_team(loyal, size, needed, self.rng, begun)] = None
        else:
            for seat in SEATS_IN[policy & ~me]:
                found[assessment.odds.best_team(option.allowed & ~(1 << seat), size, needed, self.rng, me)] = None
        return iter([team for team in found if option.refusal(team) is None][:MAX_TEAMS])

    def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
        policy = super()._approves(assessment, named)
        found = self._ahead(assessment)
        if found is None:
            return policy
        others, plan = found
        now, me, players = assessment.now, 1 << self.seat, self.ruleset.players
        chances: dict[tuple[Seat, bool, bool], float] = {}

        def often(seat: Seat, traitors: SeatSet) -> float:
            is_traitor = bool(traitors >> seat & 1)
            case = seat, is_traitor, is_traitor and (traitors & named.team).bit_count() >= now.fails_needed
            chance = chances.get(case)
            if chance is None:
                chance = chances[case] = others.approval(seat, named, traitors)
            return chance

        rest = [seat for seat in range(players) if seat != self.seat]
        usual = max(assessment.odds.sets, key=lambda one: one[1])[0]
        expected = sum(1 << seat for seat in rest if often(seat, usual) >= 0.5)
        beliefs: dict[bool, Weighed] = {}
        for approves in (True, False):
            approvals = expected | me if approves else expected
            voted = TeamVoted(named.leader, named.team, now, approvals, (1 << players) - 1 & ~approvals)
            beliefs[approves] = likeliest(others.after((voted,), SPECTATOR).sets)
        begins = Position(now.mission, now.successes, now.failures, named.leader, now.attempt, named.team, True)
        again = begins.after_rejection(players)

        def tried(approves: bool, traitors: SeatSet, playouts: Playouts) -> bool:
            draw = playouts.rng.random
            approvals = sum([draw() < often(seat, traitors) for seat in rest]) + approves
            return playouts.traitors_win(begins if approvals * 2 > players else again, traitors, beliefs[approves])

        return self._best(assessment, plan, policy, (True, False), tried)

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        policy = super()._sabotages(assessment, named)
        found = self._ahead(assessment)
        if found is None or not assessment.is_traitor:
            return policy
        others, plan = found
        now, players, approvals = assessment.now, self.ruleset.players, others.approvals
        begins = Position(now.mission, now.successes, now.failures, named.leader, now.attempt)
        beliefs: dict[int, Weighed] = {}
        chances: dict[SeatSet, list[float]] = {}

        def tried(sabotages: bool, traitors: SeatSet, playouts: Playouts) -> bool:
            often = chances.get(traitors)
            if often is None:
                often = chances[traitors] = list(accumulate(others.fails(named, traitors, 1 << self.seat)))
            drawn = playouts.rng.random()
            fails = sum([drawn >= one for one in often[:-1]]) + sabotages
            success = fails < now.fails_needed
            if fails not in beliefs:
                run = MissionRun(named.leader, named.team, now, approvals, fails, 0, success)
                beliefs[fails] = likeliest(others.after((run,), SPECTATOR).sets)
            return playouts.traitors_win(begins.after_mission(success, players), traitors, beliefs[fails])

        return self._best(assessment, plan, policy, (True, False), tried)

    # How it looks ahead

    def _ahead(self, assessment: Assessment) -> tuple[OpponentModel, MissionPlan] | None:
        """What looking ahead needs; None in a game of another kind."""
        beliefs, others = self._own, self._others
        plan = plan_of(beliefs.worlds.view.board) if beliefs is not None else None
        if others is None or others.has_swaps or plan is None or self.milliseconds <= 0:
            return None
        return others, plan

    def _best(
        self,
        assessment: Assessment,
        plan: MissionPlan,
        policy: C,
        answers: Sequence[C],
        tried: Callable[[C, SeatSet, Playouts], bool],
    ) -> C:
        """The answer after which its side wins most often; the policy's where none is clearly better."""
        if len(answers) < 2:
            return policy
        sets, rng = assessment.odds.sets, self.rng
        drawn = list(accumulate(weight for _, weight in sets))
        masks = [traitors for traitors, _ in sets]
        players = self.ruleset.players
        playouts = Playouts(plan, assessment.now.wins, players, self.parameters, Random(0))
        rounds = max(
            MIN_WORLDS, round(max(0.0, self.milliseconds - players) * PLAYOUTS_PER_MS / players / len(answers))
        )
        rest = [answer for answer in answers if answer != policy]
        sums, squares = dict.fromkeys(rest, 0), dict.fromkeys(rest, 0)
        done = 0
        while done < rounds and (self.deadline is None or perf_counter() < self.deadline):
            done += 1
            traitors = rng.choices(masks, cum_weights=drawn)[0]
            seed = rng.getrandbits(32)
            playouts.rng.seed(seed)
            usual = tried(policy, traitors, playouts)
            for answer in rest:
                playouts.rng.seed(seed)  # what is drawn is the same for all answers, as far as they go alike
                gain = tried(answer, traitors, playouts) - usual
                sums[answer] += gain
                squares[answer] += gain * gain
        if done < MIN_WORLDS:
            return policy
        best, most = policy, 0.0
        sign = 1 if assessment.is_traitor else -1
        for answer in rest:
            mean = sign * sums[answer] / done
            error = ((squares[answer] / done - mean * mean + 1 / done) / done) ** 0.5
            if mean - MIN_STANDARD_ERRORS * error > most:
                best, most = answer, mean - MIN_STANDARD_ERRORS * error
        return best
