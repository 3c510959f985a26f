"""Playouts: the rest of a game simulated quickly, by a light policy.

Nothing is left of the game but who the traitors are, the score, and what the others believe: teams are named, voted on
and sent, and what comes of them moves what is believed. Loyal seats play as the careful policy does, in outline, or are
more easily content; traitors vote as they do until a vote decides the game, and sabotage as a side that has agreed who
does (`opponents`).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

import msgspec

from turncoat.bots.missions import is_decisive
from turncoat.bots.opponents import (
    CARD_NOISE,
    CONTENT,
    EARLY,
    FIRST_SABOTAGE,
    SABOTAGE,
    fails_as_agreed,
    fails_of_people,
)
from turncoat.bots.stakes import hope
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.missions import MissionPlan, Situation

MAX_SETS: Final = 24
"""The most sets of traitors, the likeliest ones, that a playout considers."""

SENSE: Final = 0.3
"""How much people make of what they see, as an exponent of what could be made of it."""

Weighed = list[tuple[SeatSet, float]]
"""Sets of traitors with their weights."""


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

    def __init__(self, plan: MissionPlan, wins: int, players: int, others: Mapping[str, float], rng: Random) -> None:
        self.plan = plan
        self.wins = wins
        """How many missions win the game."""
        self.players = players
        self.others = others
        """How likely the loyal seats are to play by each policy (`mixture`)."""
        self.rng = rng
        self._seats = range(players)

    def traitors_win(self, begins: Position, traitors: SeatSet, sets: Weighed) -> bool:
        """Play on to the end, with what everybody believes. Whether the traitors win."""
        plan, wins, players, rng = self.plan, self.wins, self.players, self.rng
        mission, successes, failures = begins.mission, begins.successes, begins.failures
        leader, attempt, team, approved = begins.leader, begins.attempt, begins.team, begins.is_approved
        drawn = rng.random()
        content = 0.0 if drawn < self.others["careful"] else CONTENT
        sense = 1.0 if drawn < 1 - self.others["people"] else SENSE
        if sense < 1:
            sets = [(some, weight**sense) for some, weight in sets]
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
                    team = self.names(leader, traitors, sets, size, needed)
                approved = attempt == plan.attempts or self.approved(team, leader, traitors, sets, now, content)
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
            believed = [(some, weight * changes[(some & team).bit_count()] ** sense) for some, weight in sets]
            sets = [one for one in believed if one[1] > 0] or sets
            if fails >= needed:
                failures += 1
            else:
                successes += 1
            mission, leader, attempt, team, approved = mission + 1, (leader + 1) % players, 1, 0, False
        return failures >= wins

    def names(self, leader: Seat, traitors: SeatSet, sets: Weighed, size: int, needed: int) -> SeatSet:
        """The team that the leader names."""
        team = 1 << leader
        if traitors & team and needed > 1:
            team = self.filled(team, min(needed, size), sets, traitors)
        return self.filled(team, size, sets, ~traitors if traitors >> leader & 1 else -1, 1 << leader)

    def filled(self, team: SeatSet, size: int, sets: Weighed, among: SeatSet, loyal: SeatSet = 0) -> SeatSet:
        """The team filled up with those who look cleanest."""
        rng = self.rng
        live = [one for one in sets if not one[0] & (team | loyal)]
        left = [seat for seat in self._seats if among >> seat & 1 and not team >> seat & 1]
        missing = size - team.bit_count()
        while missing > 0 and left:
            suspicion = [0.0] * self.players
            for some, weight in live:
                for seat in SEATS_IN[some]:
                    suspicion[seat] += weight
            seat = min(left, key=lambda seat: suspicion[seat] + 1e-6 * rng.random())
            left.remove(seat)
            team |= 1 << seat
            missing -= 1
            if missing:
                live = [one for one in live if not one[0] >> seat & 1]
        if missing > 0:  # too few seats to choose from
            return self.filled(team, size, sets, -1, loyal)
        return team

    def approved(
        self, team: SeatSet, leader: Seat, traitors: SeatSet, sets: Weighed, now: Situation, content: float
    ) -> bool:
        """Whether most approve the team; `content`: how often a loyal seat lets an early doubtful team go."""
        rng, needed, asked = self.rng, now.fails_needed, hope(now)
        if now.mission > EARLY:
            content = 0.0
        fails = (traitors & team).bit_count() >= needed
        wants_success, wants_failure = now.successes == now.wins - 1, now.failures == now.wins - 1
        size, most, approvals, left = team.bit_count(), self.players // 2, 0, self.players
        order = sorted(self._seats, key=self._with_seats(sets)[1].__getitem__)
        best = sum(1 << seat for seat in order[:size])
        """The cleanest team; somebody who is not on it would take the place of its last member."""
        rest = best & ~(1 << order[size - 1])
        clean = self._with_seats([one for one in sets if (one[0] & team).bit_count() < needed])
        of_best = self._with_seats([one for one in sets if (one[0] & best).bit_count() < needed])
        of_rest = self._with_seats([one for one in sets if (one[0] & rest).bit_count() < needed])
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

    def _with_seats(self, sets: Weighed) -> tuple[float, list[float]]:
        """The weight of all the sets, and for each seat that of the sets that it belongs to."""
        whole, by_seat = 0.0, [0.0] * self.players
        for some, weight in sets:
            whole += weight
            for seat in SEATS_IN[some]:
                by_seat[seat] += weight
        return whole, by_seat


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
