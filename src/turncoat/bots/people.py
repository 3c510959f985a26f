"""How people play games with missions: how often they approve, which teams they name, when they sabotage.

Three small log-linear models, fitted to recorded games (`turncoat lab fit play`). Each has one weight for each feature
below, for seats that are loyal, for those that hide, and for anybody; the weights are in people.toml. A feature is made
of what a seat sees. Beside it stands how much all ballots on a team have in common: people talk before they vote.

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
"""What tells whether a seat approves a team; the last three are of seats that hide alone."""
TEAM: Final = ("has-leader", "doubt", "proven", "same-as-before", "neighbours", "can-fail", "crowded")
"""What tells which team a leader names; the last two are of leaders who hide alone."""
CARD: Final = ("always", "first-mission", "second-mission", "to-win", "not-to-lose", "alone", "crowded", "needs-more")
"""What tells whether a seat that hides sabotages."""
FEATURES: Final = {"ballot": BALLOT, "team": TEAM, "card": CARD}
SIDES: Final = ("loyal", "hiding")
ANYBODY: Final = "anybody"
"""In place of a side: ballots and teams of both, as of somebody who knows nobody."""


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
    """The features of a ballot.

    `attempt` is the number of teams rejected in this round, `is_last` whether one more loses it; `missions` how many
    were run; `last_success` is whether one more success wins for the loyal side, `last_failure` the same for the other;
    `doubt` is the mean doubt of the other members, `proven` the share of members with a success and no failure;
    `can_fail` is whether the team holds enough of those whom the seat knows to hide.
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
    """The features of a team that a leader may name.

    `same` is the share of its members who were on the team before, `neighbours` that of members who sit beside another;
    `crowded` is whether it holds more of those who hide than it takes.
    """
    return (has_leader, doubt, proven, same, neighbours, hides * can_fail, hides * crowded)


def card_features(
    missions: int, last_success: float, last_failure: float, aboard: int, needed: int
) -> tuple[float, ...]:
    """The features of a card of somebody who hides; `aboard` are those whom they know to hide, themselves too."""
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
    """The share of members of a team (a seat set) who sit beside another member."""
    members = beside = 0
    for seat in range(players):
        if team >> seat & 1:
            members += 1
            if team >> (seat + 1) % players & 1 or team >> (seat + players - 1) % players & 1:
                beside += 1
    return beside / members


def score(weights: Sequence[float], features: Sequence[float]) -> float:
    """The sum of the features, weighed."""
    total = 0.0
    for place in range(len(features)):
        total += weights[place] * features[place]
    return total


@cache
def _fitted() -> dict[str, dict[str, dict[str, float]]]:
    return tomllib.loads(files("turncoat.bots").joinpath("people.toml").read_text("utf-8"))


@cache
def weights(decision: str, side: str) -> tuple[float, ...]:
    """The fitted weights of a decision (`ballot`, `team`, `card`) for a side, or for anybody, as listed above."""
    by_name = _fitted()[decision][side]
    return tuple(float(by_name[name]) for name in FEATURES[decision])


@cache
def overlooked(decision: str) -> float:
    """Return how often people overlook that a team must fail, by what the missions showed (`Forced` of the lab).

    For a `ballot` or a `team`: where they overlook it they go by habit.
    """
    return _fitted()[decision]["overlooked"]["share"]


# What a table has in common


@cache
def spread() -> float:
    """How far what all ballots on a team have in common spreads: the standard deviation, in log-odds."""
    return float(_fitted()["ballot"]["table"]["spread"])


def steepness(spread: float) -> float:
    """By what to multiply the log-odds of ballots that share a normal number of this spread, such that over many teams
    as many are approvals as without it (to a close approximation: Zeger, Liang and Albert, 1988)."""
    return sqrt(1 + (16 * sqrt(3) / (15 * pi)) ** 2 * spread**2)


def at_table(score: float, named: TeamAct, shared_seed: str) -> float:
    """The log-odds of an approval at a table whose people have talked about the team: their ballots lean the same way.

    Which way, and how far, is drawn from the mission, the attempt and the team, by a seed that all bots of the game
    share: so they find the same, it tells nothing of anybody, and no player can work it out. On a last team nothing is
    shared.
    """
    now = named.situation
    if now.is_last_attempt:
        return score
    drawn_from = (shared_seed, now.mission, now.attempt, named.team)
    return score * steepness(spread()) + spread() * Random(repr(drawn_from)).gauss(0.0, 1.0)


class Track:
    """What features need of the missions that were run, as everybody saw them."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.missions = 0
        self.doubt = [0.0] * players
        """For each seat the sum, over failed missions that it was on, of one over the size of the team."""
        self.succeeded: SeatSet = 0
        self.failed: SeatSet = 0
        self.named_before: SeatSet = 0
        """The team that was named last."""

    def copy(self) -> "Track":
        """An independent copy."""
        twin = Track(self.players)
        twin.missions, twin.doubt, twin.named_before = self.missions, list(self.doubt), self.named_before
        twin.succeeded, twin.failed = self.succeeded, self.failed
        return twin

    def see(self, act: MissionRun) -> None:
        """A mission was run."""
        self.missions += 1
        if act.success:
            self.succeeded |= act.team
            return
        self.failed |= act.team
        for seat in SEATS_IN[act.team]:
            self.doubt[seat] += 1 / act.team.bit_count()

    def ballot_features(self, seat: Seat, named: TeamAct, known: SeatSet) -> tuple[float, ...]:
        """The features of a ballot; `known` are those whom the seat knows to hide, nobody where it is loyal."""
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
        """The features of the card of a seat that hides; `known` are those whom it knows to hide."""
        last_success, last_failure = float(now.success_decides), float(now.failure_decides)
        aboard = (team & known).bit_count()
        return card_features(self.missions, last_success, last_failure, aboard, now.fails_needed)

    def team_features(self, leader: Seat, team: SeatSet, now: Situation, known: SeatSet) -> tuple[float, ...]:
        """The features of one team that a leader may name."""
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
        """The mean doubt of the members but this seat, and the share of members with a success and no failure."""
        others = SEATS_IN[team & ~(1 << seat)]
        doubt = sum([self.doubt[other] for other in others]) / max(1, len(others))
        return doubt, (team & self.succeeded & ~self.failed).bit_count() / team.bit_count()
