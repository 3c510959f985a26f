"""A model of the others: how likely what was done is if everybody plays as `hard` does, and these are the traitors.

It sees what a spectator sees. What each seat believes follows from that, if the seat is loyal; a traitor hides behind
what a loyal player on its seat would believe. So the policy itself says how likely each act is for each
thought-of set of traitors, and what everybody would do next.
"""

from collections.abc import Callable, Iterable, Sequence
from math import comb
from random import Random
from typing import Final

from turncoat.bots.deducer import Assessment, Deducer, partial_model, sets_of_traitors
from turncoat.bots.expected_play import likelihood
from turncoat.bots.odds import Odds
from turncoat.bots.policy_parameters import PolicyParameters
from turncoat.deduction import Beliefs
from turncoat.deduction.traitor_sets import sets_of
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet, everyone
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, team_acts

QUANTILES: Final = 8
"""How many draws, spread evenly, stand for all that a policy may draw."""


class NoiseRates:
    """How often people and bots are expected to do something other than the model says."""

    VOTE: Final = 0.12
    TEAM: Final = 0.3
    CARD: Final = 0.1


class CachedOdds(Odds):
    """Odds that remember what they were asked."""

    def __init__(self, players: int, sets: Iterable[tuple[SeatSet, float]]) -> None:
        super().__init__(players, sets)
        self._clean: dict[tuple[SeatSet, int], float] = {}
        self._best: dict[tuple[SeatSet, int, int, SeatSet], SeatSet] = {}

    def clean(self, team: SeatSet, needed: int) -> float:
        found = self._clean.get((team, needed))
        if found is None:
            found = self._clean[team, needed] = super().clean(team, needed)
        return found

    def best_team(self, seats: SeatSet, size: int, needed: int, rng: Random, team: SeatSet = 0) -> SeatSet:
        """Among ties always the same one."""
        asked = seats, size, needed, team
        found = self._best.get(asked)
        if found is None:
            found = self._best[asked] = super().best_team(seats, size, needed, rng, team)
        return found


class FixedDraws(Random):
    """Draws the same number again and again: `drawn`."""

    drawn = 0.5

    def random(self) -> float:
        return self.drawn

    def getrandbits(self, k: int) -> int:  # shuffles go on as they do
        return super().getrandbits(k)


class SimulatedPlayer(Deducer):
    """A player on a seat, imagined: asked for its policy, whatever it may believe."""

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        super().__init__(ruleset, seat, b"")
        self.fixed = FixedDraws(0)
        self.rng = self.fixed

    def approval(self, assessment: Assessment, named: TeamNamed) -> float:
        """How often it approves the team."""
        return self._often(lambda: self._approves(assessment, named))

    def sabotage(self, assessment: Assessment, named: TeamNamed) -> float:
        """How often it sabotages."""
        return self._often(lambda: self._sabotages(assessment, named))

    def _often(self, does: Callable[[], bool]) -> float:
        """How often it does something, over the quantiles of what it may draw."""
        self.fixed.drawn = 0.0
        first = does()
        self.fixed.drawn = 0.999999
        if first == does():
            return float(first)
        times = 0
        for number in range(QUANTILES):
            self.fixed.drawn = (number + 0.5) / QUANTILES
            times += does()
        return times / QUANTILES


class OpponentModel:
    """What everybody believes who saw what everybody saw, and how likely they did what they did."""

    def __init__(self, ruleset: Ruleset, parameters: PolicyParameters) -> None:
        self.ruleset = ruleset
        self.players = ruleset.players
        self.sets = sets_of_traitors(ruleset)
        self._people = partial_model(parameters.human_model_weight)
        self.public = Beliefs(ruleset, SPECTATOR, self._people)
        self._sums = sets_of(ruleset.players, self.sets[0].bit_count())
        self._scores = {viewer: self._sums.zeros() for viewer in range(SPECTATOR, ruleset.players)}
        """For each viewer what the model of people's play adds to each set."""
        self._expected = [1.0] * len(self.sets)
        self.likelihoods = [1.0] * len(self.sets)
        """How likely all acts were for each set of traitors, by the policy."""
        self._odds: dict[Seat, CachedOdds] = {}
        self._simulated = [SimulatedPlayer(ruleset, seat) for seat in range(ruleset.players)]
        self.named: TeamNamed | None = None
        """The team that was named last."""
        self.approvals: SeatSet = 0
        """Who approved the team that was voted on last."""
        self.has_swaps = False
        """Whether roles were exchanged, so that nothing is known of who did what as what."""

    def see(self, events: Iterable[Event], viewer: Seat) -> None:
        """Take in what happened as a spectator sees it. The viewer's own acts tell the viewer nothing."""
        for event in events:
            for act in team_acts(event, self.ruleset, self.public.worlds.view.board):
                self._weigh(act, viewer)
            self.public.see((event,))
            self._odds.clear()
        self.has_swaps = self.has_swaps or self.public.worlds.has_swaps

    def _weigh(self, act: TeamAct, viewer: Seat) -> None:
        if not self.has_swaps:
            found = self._likelihoods(act, viewer)
            most = max(found)
            if most > 0:
                kept = self.likelihoods
                self.likelihoods = [old * new / most for old, new in zip(kept, found, strict=True)]
        if isinstance(act, TeamNamed):
            self.named = act
        elif isinstance(act, TeamVoted):
            self.approvals = act.approvals
        for seat, scores in self._scores.items():
            weights = self._people.weights(act, seat)
            if weights is not None:
                self._scores[seat] = self._sums.plus(scores, weights)
        self._expected = [
            old * likelihood(act, traitors) for old, traitors in zip(self._expected, self.sets, strict=True)
        ]
        self._odds.clear()

    def odds(self, seat: Seat) -> CachedOdds:
        """What a loyal player on the seat believes; for SPECTATOR, what one would who only looks on."""
        found = self._odds.get(seat)
        if found is None:
            found = self._odds[seat] = self.after((), seat)
        return found

    def after(self, acts: Sequence[TeamAct], seat: Seat) -> CachedOdds:
        """What they would believe if these acts followed."""
        scores, expected = self._scores[seat], self._expected
        for act in acts:
            weights = self._people.weights(act, seat)
            if weights is not None:
                scores = self._sums.plus(scores, weights)
            expected = [old * likelihood(act, traitors) for old, traitors in zip(expected, self.sets, strict=True)]
        chances = self._sums.likelihoods(scores, self.public.log_deals())  # not normalised yet
        out = 1 << seat if seat >= 0 else 0
        left = [
            (traitors, float(chance) * weight)
            for traitors, chance, weight in zip(self.sets, chances, expected, strict=True)
            if chance and weight and not traitors & out
        ]
        total = sum([weight for _, weight in left]) or 1.0
        return CachedOdds(self.players, [(traitors, weight / total) for traitors, weight in left])

    # What they do

    def approval(self, seat: Seat, named: TeamNamed, traitors: SeatSet) -> float:
        """How often a seat approves a team, if these are the traitors."""
        now, player = named.situation, self._simulated[seat]
        return player.approval(self._assessment(seat, now, traitors), named)

    def sabotage(self, seat: Seat, named: TeamNamed, traitors: SeatSet) -> float:
        """How often a seat of the team sabotages, if these are the traitors."""
        return self._simulated[seat].sabotage(self._assessment(seat, named.situation, traitors), named)

    def _assessment(self, seat: Seat, now: Situation, traitors: SeatSet) -> Assessment:
        loyal = self.odds(seat)
        if not traitors >> seat & 1:
            return Assessment(0, now, loyal, False, loyal)
        return Assessment(0, now, Odds(self.players, [(traitors, 1.0)]), True, loyal)

    # How likely it was

    def _likelihoods(self, act: TeamAct, viewer: Seat) -> list[float]:
        if isinstance(act, TeamVoted):
            return self._of_votes(act, viewer)
        if isinstance(act, TeamNamed):
            return self._of_team(act) if act.leader != viewer else [1.0] * len(self.sets)
        if isinstance(act, MissionRun):
            return self._of_cards(act)
        return [1.0] * len(self.sets)

    def _of_votes(self, act: TeamVoted, viewer: Seat) -> list[float]:
        named = TeamNamed(act.leader, act.team, act.situation)
        needed, found = act.situation.fails_needed, [1.0] * len(self.sets)
        failing = [(traitors & act.team).bit_count() >= needed for traitors in self.sets]
        for seat in SEATS_IN[(act.approvals | act.rejections) & ~(1 << viewer if viewer >= 0 else 0)]:
            approves = act.approvals >> seat & 1
            chances: dict[tuple[bool, bool], float] = {}
            for number, traitors in enumerate(self.sets):
                is_traitor = bool(traitors >> seat & 1)
                case = is_traitor, is_traitor and failing[number]
                chance = chances.get(case)
                if chance is None:
                    often = self.approval(seat, named, traitors)
                    chance = NoiseRates.VOTE / 2 + (1 - NoiseRates.VOTE) * (often if approves else 1 - often)
                    chances[case] = chance
                found[number] *= chance
        return found

    def _of_team(self, act: TeamNamed) -> list[float]:
        leader, now = act.leader, act.situation
        odds, size = self.odds(leader), act.team.bit_count()
        floor = NoiseRates.TEAM / comb(self.players, size)
        loyal = floor + (1 - NoiseRates.TEAM) * chance_of_team(
            odds, everyone(self.players), size, now.fails_needed, 1 << leader, act.team
        )
        return [
            floor + (1 - NoiseRates.TEAM) * chance_of_traitors_team(odds, leader, traitors, act)
            if traitors >> leader & 1
            else loyal
            for traitors in self.sets
        ]

    def _of_cards(self, act: MissionRun) -> list[float]:
        named = TeamNamed(act.leader, act.team, act.situation)
        known: dict[SeatSet, float] = {}
        found = []
        for traitors in self.sets:
            aboard = traitors & act.team
            chance = known.get(aboard)
            if chance is None:
                chance = known[aboard] = self._of_fails(named, traitors, act.fails)
            found.append(chance)
        return found

    def _of_fails(self, named: TeamNamed, traitors: SeatSet, fails: int) -> float:
        aboard = SEATS_IN[traitors & named.team]
        if fails > len(aboard):
            return 1.0  # whether that can be is a matter of hard facts
        chances = self.fails(named, traitors)
        return NoiseRates.CARD / (len(aboard) + 1) + (1 - NoiseRates.CARD) * chances[fails]

    def fails(self, named: TeamNamed, traitors: SeatSet, without: SeatSet = 0) -> list[float]:
        """How likely each number of Fails is, if these are the traitors; some seats' own cards left out."""
        chances = [1.0]
        for seat in SEATS_IN[traitors & named.team & ~without]:
            often = self.sabotage(seat, named, traitors)
            longer = [*chances, 0.0]
            chances = [
                longer[number] * (1 - often) + (longer[number - 1] * often if number else 0.0)
                for number in range(len(longer))
            ]
        return chances


def chance_of_team(odds: Odds, seats: SeatSet, size: int, needed: int, begun: SeatSet, team: SeatSet) -> float:
    """How likely `Odds.best_team` fills up a team to this one, drawing among ties.

    >>> odds = Odds(3, [(0b001, 0.5), (0b010, 0.5)])
    >>> chance_of_team(odds, 0b111, 2, 1, 0b100, 0b101)
    0.5
    """
    if begun & ~team:
        return 0.0
    chance, left, suspicion = 1.0, seats & ~begun, odds.suspicion
    while begun.bit_count() < size and left:
        asked = needed if needed > 1 and begun.bit_count() + 1 >= needed else 1
        worth = {seat: (round(odds.clean(begun | 1 << seat, asked), 9), -suspicion[seat]) for seat in SEATS_IN[left]}
        best = max(worth.values())
        equal = [seat for seat, one in worth.items() if one == best]
        fitting = [seat for seat in equal if team >> seat & 1]
        if not fitting:
            return 0.0
        chance *= len(fitting) / len(equal)
        begun |= 1 << fitting[0]
        left &= ~begun
    return chance


def chance_of_traitors_team(cover: Odds, leader: Seat, traitors: SeatSet, act: TeamNamed) -> float:
    """How likely a leader who is one of these traitors names the team."""
    now, size, team = act.situation, act.team.bit_count(), 1 << leader
    needed = now.fails_needed
    aboard = act.team & traitors
    if not team & aboard or aboard.bit_count() != min(needed, size, traitors.bit_count()):
        return 0.0
    chance = 1.0
    if needed > 1:
        chance = chance_of_team(cover, traitors, aboard.bit_count(), needed, team, aboard)
        team = aboard
    return chance * chance_of_team(cover, everyone(now.players) & ~traitors, size, needed, team, act.team)
