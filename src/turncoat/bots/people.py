"""Models of how people play games with missions: which teams they name, and when they approve or sabotage.

Three small log-linear models, fitted to recorded games (`turncoat lab fit play`). Each has one weight per feature below
for loyal seats, for hidden traitors and for anybody. The weights are in people.toml. Features use only what the seat
sees. A further parameter is the common part of all ballots on a team, since people talk before they vote.

The functions here are plain arithmetic: the bot `baseline:people` calls them, and the batch core compiles them.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import pi, sqrt
from random import Random
from typing import Final

from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct

BALLOT: Final = (
    "always",
    "leads",
    "aboard",
    "last-attempt",
    "attempt",
    "first-mission",
    "missions",
    "doubt",
    "doubt-from-outside",
    "proven",
    "can-fail",
    "can-fail-to-win",
    "cannot-fail-to-lose",
)
"""Features of a ballot. The last three apply to hidden traitors alone."""
TEAM: Final = ("has-leader", "doubt", "proven", "same-as-before", "neighbours", "can-fail", "crowded")
"""Features of a named team. The last two apply to hidden traitors alone."""
CARD: Final = ("always", "first-mission", "second-mission", "to-win", "not-to-lose", "alone", "crowded", "needs-more")
"""Features of a hidden traitor's mission card."""
FEATURES: Final = {"ballot": BALLOT, "team": TEAM, "card": CARD}
SIDES: Final = ("loyal", "hiding")
ANYBODY: Final = "anybody"
"""Pooled alternative to a side: ballots and teams of both, as if by somebody who knows nobody's side."""


def ballot_features(
    leads: float,
    aboard: float,
    attempt: int,
    is_last: float,
    missions: int,
    doubt: float,
    proven: float,
    hides: float,
    can_fail: float,
    last_success: float,
    last_failure: float,
) -> tuple[float, ...]:
    """Return the features of a ballot.

    `attempt` is the number of teams rejected in this round, and `is_last` is 1 if one more rejection loses it.
    `missions` is the number of missions that were run. `last_success` is 1 if one more success wins for the loyal side,
    `last_failure` if one more failure wins for the other. `doubt` is the mean doubt of the other members, `proven` the
    share of members with a success and no failure. `can_fail` is 1 if the team has enough traitors known to the seat.
    """
    return (
        1.0,
        leads,
        aboard,
        is_last,
        attempt / 4.0,
        1.0 if missions == 0 else 0.0,
        missions / 4.0,
        doubt,
        doubt * (1.0 - aboard),
        proven,
        hides * can_fail,
        hides * can_fail * last_failure,
        hides * (1.0 - can_fail) * last_success,
    )


def team_features(
    has_leader: float,
    doubt: float,
    proven: float,
    same: float,
    neighbours: float,
    hides: float,
    can_fail: float,
    crowded: float,
) -> tuple[float, ...]:
    """Return the features of a team that a leader may name.

    `same` is the share of members who were on the previous team, `neighbours` that of members who sit beside another.
    `crowded` is 1 if the team has more traitors than needed.
    """
    return (has_leader, doubt, proven, same, neighbours, hides * can_fail, hides * crowded)


def card_features(
    missions: int, last_success: float, last_failure: float, aboard: int, needed: int
) -> tuple[float, ...]:
    """Return the features of a traitor's mission card.

    `aboard` counts the known traitors on the team, itself included.
    """
    return (
        1.0,
        1.0 if missions == 0 else 0.0,
        1.0 if missions == 1 else 0.0,
        last_failure,
        last_success,
        1.0 if aboard == 1 else 0.0,
        1.0 if aboard > needed else 0.0,
        1.0 if aboard < needed else 0.0,
    )


@cache
def neighbours_in(team: int, players: int) -> float:
    """Return the share of members of a team (a seat set) who sit beside another member."""
    members = beside = 0
    for seat in range(players):
        if team >> seat & 1:
            members += 1
            if team >> (seat + 1) % players & 1 or team >> (seat + players - 1) % players & 1:
                beside += 1
    return beside / members


def score(weights: Sequence[float], features: Sequence[float]) -> float:
    """Return the weighted sum of the features."""
    total = 0.0
    for place in range(len(features)):
        total += weights[place] * features[place]
    return total


@cache
def _fitted() -> dict[str, dict[str, dict[str, float]]]:
    return tomllib.loads(files("turncoat.bots").joinpath("people.toml").read_text("utf-8"))


@cache
def weights(decision: str, side: str) -> tuple[float, ...]:
    """Return the fitted weights of a decision for a side or for anybody, in the order of its features.

    The decision is a `ballot`, a `team` or a `card`.
    """
    by_name = _fitted()[decision][side]
    return tuple(float(by_name[name]) for name in FEATURES[decision])


@cache
def overlooked(decision: str) -> float:
    """Return the rate at which people overlook that a team must fail, given the missions so far (`Forced` of the lab).

    The decision is a `ballot` or a `team`. People who overlook it go by habit.
    """
    return _fitted()[decision]["overlooked"]["share"]


# The common part of a table's ballots


@cache
def spread() -> float:
    """Return the standard deviation, in log-odds, of the common part of all ballots on a team."""
    return float(_fitted()["ballot"]["table"]["spread"])


def steepness(spread: float) -> float:
    """Return the factor by which to scale log-odds that get a common normal term of this spread.

    With it about as many ballots are approvals over many teams as without the term (a close approximation: Zeger, Liang
    and Albert, 1988).
    """
    return sqrt(1 + (16 * sqrt(3) / (15 * pi)) ** 2 * spread**2)


def at_table(score: float, named: TeamAct, shared_seed: str) -> float:
    """Return the log-odds of an approval after a discussion of the team, which makes all ballots lean the same way.

    Direction and strength are drawn from the mission, the attempt and the team, with the seed shared by all bots of the
    game. So all bots find the same value, it says nothing about anybody, and no player can compute it. On a last
    attempt there is no common part.
    """
    now = named.situation
    if now.is_last_attempt:
        return score
    drawn_from = (shared_seed, now.mission, now.attempt, named.team)
    return score * steepness(spread()) + spread() * Random(repr(drawn_from)).gauss(0.0, 1.0)


class Track:
    """Public facts about past missions from which features are computed."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.missions = 0
        self.doubt = [0.0] * players
        """Sum per seat, over the failed missions it was on, of one over the size of the team."""
        self.succeeded: SeatSet = 0
        self.failed: SeatSet = 0
        self.named_before: SeatSet = 0
        """The most recently named team."""

    def copy(self) -> "Track":
        """Return an independent copy."""
        twin = Track(self.players)
        twin.missions, twin.doubt, twin.named_before = self.missions, list(self.doubt), self.named_before
        twin.succeeded, twin.failed = self.succeeded, self.failed
        return twin

    def see(self, act: MissionRun) -> None:
        """Record a mission."""
        self.missions += 1
        if act.success:
            self.succeeded |= act.team
            return
        self.failed |= act.team
        for seat in SEATS_IN[act.team]:
            self.doubt[seat] += 1 / act.team.bit_count()

    def ballot_features(self, seat: Seat, named: TeamAct, known: SeatSet) -> tuple[float, ...]:
        """Return the features of a ballot. `known` are the traitors known to the seat, or nobody if it is loyal."""
        now, team = named.situation, named.team
        doubt, proven = self._of_team(team, seat)
        return ballot_features(
            float(seat == named.leader),
            float(team >> seat & 1),
            now.attempt - 1,
            float(now.is_last_attempt),
            self.missions,
            doubt,
            proven,
            float(known != 0),
            float(known != 0 and (team & known).bit_count() >= now.fails_needed),
            float(now.success_decides),
            float(now.failure_decides),
        )

    def card_features(self, now: Situation, team: SeatSet, known: SeatSet) -> tuple[float, ...]:
        """Return the features of a traitor's mission card. `known` are the traitors known to the seat."""
        last_success, last_failure = float(now.success_decides), float(now.failure_decides)
        aboard = (team & known).bit_count()
        return card_features(self.missions, last_success, last_failure, aboard, now.fails_needed)

    def team_features(self, leader: Seat, team: SeatSet, now: Situation, known: SeatSet) -> tuple[float, ...]:
        """Return the features of a team that the leader may name."""
        doubt, proven = self._of_team(team, leader)
        aboard = (team & known).bit_count()
        return team_features(
            float(team >> leader & 1),
            doubt,
            proven,
            (team & self.named_before).bit_count() / team.bit_count(),
            neighbours_in(team, self.players),
            float(known != 0),
            float(aboard >= now.fails_needed),
            float(aboard > now.fails_needed),
        )

    def _of_team(self, team: SeatSet, seat: Seat) -> tuple[float, float]:
        """Return the mean doubt of the members other than the seat, and the share with a success and no failure."""
        others = SEATS_IN[team & ~(1 << seat)]
        doubt = sum([self.doubt[other] for other in others]) / max(1, len(others))
        return doubt, (team & self.succeeded & ~self.failed).bit_count() / team.bit_count()
