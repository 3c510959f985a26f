"""Playouts: the rest of a game simulated quickly, by a light policy.

Nothing is left of the game but who the traitors are, the score, and what the others have seen and believe: teams are
named, voted on and sent, and what comes of them moves what is believed. Loyal seats play as the careful policy does, in
outline, or are more easily content, or they play by habit, as people do who draw no conclusions (`people`). Traitors
vote as loyal seats do until a vote decides the game, or openly where the others play by habit; they sabotage as a side
that has agreed who does (`opponents`).
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp
from random import Random
from typing import Final, NamedTuple

import msgspec

from turncoat.bots import people
from turncoat.bots.missions import is_decisive
from turncoat.bots.opponents import (
    CARD_NOISE,
    CONTENT,
    EARLY,
    FIRST_SABOTAGE,
    SABOTAGE,
    fails_as_agreed,
    fails_of_people,
    logistic,
    weights_by_seat,
)
from turncoat.bots.stakes import hope
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seat_set
from turncoat.missions import MissionPlan, MissionRun, Situation, TeamNamed

MAX_SETS: Final = 24
"""The most sets of traitors, the likeliest ones, that a playout considers."""

TEAMS_BY_HABIT: Final = 8
"""Of how many teams, drawn at random, a leader who plays by habit takes one."""
LEADS_BY_HABIT: Final = 0.8
"""How often such a team is made to have the leader, where it would not."""

Weighed = list[tuple[SeatSet, float]]
"""Sets of traitors with their weights."""


class Believed:
    """What a spectator believes: sets of traitors with their weights.

    What is worked out is kept, and so is what is believed after a mission: the games that are played on from one
    position come by the same beliefs again and again.
    """

    def __init__(self, sets: Weighed, players: int) -> None:
        self.sets = sets
        self.players = players
        self._by_seat: dict[tuple[SeatSet, int], tuple[float, list[float]]] = {}
        self._after: dict[tuple[SeatSet, tuple[float, ...], SeatSet, float], Believed] = {}

    def by_seat(self, team: SeatSet, needed: int) -> tuple[float, list[float]]:
        """The weight of the sets with fewer than `needed` on the team; and for each seat that of those with it."""
        found = self._by_seat.get((team, needed))
        if found is None:
            found = self._by_seat[team, needed] = weights_by_seat(self.sets, self.players, team, needed)
        return found

    @cached_property
    def by_suspicion(self) -> list[Seat]:
        """All seats, the cleanest first."""
        return sorted(range(self.players), key=self.by_seat(NOBODY, 1)[1].__getitem__)

    def after(self, team: SeatSet, changes: tuple[float, ...], traitors: SeatSet, exposure: float) -> "Believed":
        """What is believed after a mission of this team; `changes`: how its cards weigh, by the traitors on it.

        `exposure`: by how much the true set of traitors gets likelier besides.
        """
        asked = team, changes, traitors, exposure
        found = self._after.get(asked)
        if found is None:
            number = traitors.bit_count()
            believed = [
                (
                    some,
                    weight * changes[(some & team).bit_count()] * exposure ** ((some & traitors).bit_count() / number),
                )
                for some, weight in self.sets
            ]
            possible = [one for one in believed if one[1] > 0] or self.sets
            found = self._after[asked] = Believed(possible, self.players)
        return found


class Public(NamedTuple):
    """What everybody has seen of the missions, and what a spectator believes."""

    believed: Believed
    track: people.Track


class Position(msgspec.Struct, frozen=True):
    """Where a playout begins: before a leader names a team, or where a team was named, or was approved."""

    mission: int
    successes: int
    failures: int
    leader: Seat
    attempt: int = 1
    team: SeatSet = 0
    """The team that the leader has named already."""
    is_approved: bool = False

    def after_mission(self, success: bool, players: int) -> "Position":
        """Where the next leader begins."""
        return Position(
            self.mission + 1, self.successes + success, self.failures + (not success), (self.leader + 1) % players
        )

    def after_rejection(self, players: int) -> "Position":
        """Where the next leader names another team for the same mission."""
        return Position(self.mission, self.successes, self.failures, (self.leader + 1) % players, self.attempt + 1)


def likeliest(sets: Sequence[tuple[SeatSet, float]]) -> Weighed:
    """The sets that count in playouts."""
    return sorted(sets, key=lambda one: -one[1])[:MAX_SETS]


class Playouts:
    """Plays on from positions of one game."""

    def __init__(
        self,
        plan: MissionPlan,
        wins: int,
        players: int,
        others: Mapping[str, float],
        rng: Random,
        exposure: float = 1.0,
    ) -> None:
        self.plan = plan
        self.wins = wins
        """How many missions win the game."""
        self.players = players
        self.others = others
        """How likely the loyal seats are to play by each policy (`mixture`)."""
        self.rng = rng
        self.exposure = exposure
        """By how much each mission makes the true set of traitors likelier to the others, for what playouts leave out:
        how everybody votes, which teams they name, and what they say."""
        self._seats = range(players)

    def traitors_win(self, begins: Position, traitors: SeatSet, public: Public) -> bool:
        """Play on to the end, with what everybody has seen. Whether the traitors win."""
        plan, wins, players, rng = self.plan, self.wins, self.players, self.rng
        mission, successes, failures = begins.mission, begins.successes, begins.failures
        leader, attempt, team, approved = begins.leader, begins.attempt, begins.team, begins.is_approved
        drawn, believed = rng.random(), public.believed
        content = 0.0 if drawn < self.others["careful"] else CONTENT
        track = public.track.copy() if drawn >= 1 - self.others["people"] else None
        """Where the others play by habit."""
        while successes < wins and failures < wins:
            mission = min(
                mission, len(plan.missions)
            )  # where a chapter lets the leader choose, the last one is repeated
            size, needed = plan.missions[mission - 1]
            while not approved:
                if attempt > plan.attempts:
                    return True
                now = situation(players, wins, mission, needed, successes, failures, attempt)
                if not team:
                    if track is not None and not traitors >> leader & 1:
                        team = self.names_by_habit(leader, size, now, track)
                    else:
                        team = self.names(leader, traitors, believed, size, needed)
                if attempt == plan.attempts:
                    approved = True
                elif track is not None:
                    track.named_before = team
                    approved = self.approved_by_habit(team, leader, traitors, now, track)
                else:
                    approved = self.approved(team, leader, traitors, believed, now, content)
                if not approved:
                    team, leader, attempt = 0, (leader + 1) % players, attempt + 1
            now = situation(players, wins, mission, needed, successes, failures, 1)
            aboard, fails = (traitors & team).bit_count(), 0
            if is_decisive(now):
                fails = min(aboard, needed)
            elif aboard >= needed:
                often = FIRST_SABOTAGE if mission == 1 else SABOTAGE
                for _ in range(needed):
                    fails += rng.random() < often
            changes = changed(now, team.bit_count(), fails)
            believed = believed.after(team, changes, traitors, self.exposure)
            if track is not None:
                track.see(MissionRun(leader, team, now, size - fails, fails, 0, fails < needed))
            if fails >= needed:
                failures += 1
            else:
                successes += 1
            mission, leader, attempt, team, approved = mission + 1, (leader + 1) % players, 1, 0, False
        return failures >= wins

    def names(self, leader: Seat, traitors: SeatSet, believed: Believed, size: int, needed: int) -> SeatSet:
        """The team that the leader names."""
        team = 1 << leader
        if traitors & team and needed > 1:
            team = self.filled(team, min(needed, size), believed, traitors)
        return self.filled(team, size, believed, ~traitors if traitors >> leader & 1 else -1, 1 << leader)

    def filled(self, team: SeatSet, size: int, believed: Believed, among: SeatSet, loyal: SeatSet = NOBODY) -> SeatSet:
        """The team filled up with those who look cleanest to somebody who takes it and `loyal` for clean."""
        rng, clean = self.rng, loyal | team
        left = [seat for seat in self._seats if among >> seat & 1 and not team >> seat & 1]
        missing = size - team.bit_count()
        while missing > 0 and left:
            suspicion = believed.by_seat(clean, 1)[1]
            seat = min(left, key=lambda seat: suspicion[seat] + 1e-6 * rng.random())
            left.remove(seat)
            team, clean = team | 1 << seat, clean | 1 << seat
            missing -= 1
        if missing > 0:  # too few seats to choose from
            return self.filled(team, size, believed, -1, loyal)
        return team

    def approved(
        self, team: SeatSet, leader: Seat, traitors: SeatSet, believed: Believed, now: Situation, content: float
    ) -> bool:
        """Whether most approve the team; `content`: how often a loyal seat lets an early doubtful team go."""
        rng, needed, asked = self.rng, now.fails_needed, hope(now)
        if now.mission > EARLY:
            content = 0.0
        fails = (traitors & team).bit_count() >= needed
        wants_success, wants_failure = now.successes == now.wins - 1, now.failures == now.wins - 1
        size, most, approvals, left = team.bit_count(), self.players // 2, 0, self.players
        order = believed.by_suspicion
        best = seat_set(order[:size])
        """The cleanest team; somebody who is not on it would take the place of its last member."""
        rest = best & ~(1 << order[size - 1])
        clean, of_best, of_rest = (believed.by_seat(one, needed) for one in (team, best, rest))
        for seat in self._seats:
            if approvals > most or approvals + left <= most:
                break
            left -= 1
            is_traitor = traitors >> seat & 1
            if is_traitor and wants_success and not fails:
                continue
            if seat == leader or (is_traitor and wants_failure and fails):
                approvals += 1
                continue
            whole, by_seat = of_best if best >> seat & 1 else of_rest
            hoped = asked * (whole - by_seat[seat])
            if clean[0] - clean[1][seat] >= hoped or (content and rng.random() < content):
                approvals += 1
        return approvals > most

    def names_by_habit(self, leader: Seat, size: int, now: Situation, track: people.Track) -> SeatSet:
        """The team that a loyal leader names as people do."""
        rng, me, weights = self.rng, 1 << leader, people.weights("team", "loyal")
        teams = []
        for _ in range(TEAMS_BY_HABIT):
            team = seat_set(rng.sample(self._seats, size))
            if not team & me and rng.random() < LEADS_BY_HABIT:
                team = team & team - 1 | me
            teams.append(team)
        scores = [people.score(weights, track.team_features(leader, team, now, 0)) for team in teams]
        return rng.choices(teams, [exp(score) for score in scores])[0]

    def approved_by_habit(
        self, team: SeatSet, leader: Seat, traitors: SeatSet, now: Situation, track: people.Track
    ) -> bool:
        """Whether most approve the team, where loyal seats vote as people do, and traitors for a team that can fail."""
        named, weights, rng = TeamNamed(leader, team, now), people.weights("ballot", "loyal"), self.rng
        spread = people.spread()
        steepness, in_common = people.steepness(spread), spread * rng.gauss(0.0, 1.0)
        approvals = traitors.bit_count() if (traitors & team).bit_count() >= now.fails_needed else 0
        for seat in self._seats:
            if not traitors >> seat & 1:
                score = people.score(weights, track.ballot_features(seat, named, 0))
                approvals += rng.random() < logistic(score * steepness + in_common)
        return approvals * 2 > self.players


@lru_cache(maxsize=1024)
def situation(
    players: int, wins: int, mission: int, needed: int, successes: int, failures: int, attempt: int
) -> Situation:
    """The situation of a playout."""
    return Situation(
        players=players,
        mission=mission,
        attempt=attempt,
        fails_needed=needed,
        successes=successes,
        failures=failures,
        wins=wins,
    )


@lru_cache(maxsize=4096)
def changed(now: Situation, size: int, fails: int) -> tuple[float, ...]:
    """How the cards of a mission weigh, by how many traitors were on its team."""
    of_people = fails_of_people(now.mission - 1, now, size)
    agreed = fails_as_agreed(now, size)
    return tuple(
        CARD_NOISE / (aboard + 1) + (1 - CARD_NOISE) * (of_people[aboard][fails] + agreed[aboard][fails]) / 2
        if aboard >= fails
        else 0.0
        for aboard in range(size + 1)
    )
