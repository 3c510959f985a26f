"""Likelihood of an act for each possible set of traitors, if traitors play to win.

The model of `turncoat.deduction` is fitted to people's average play. This one follows from the aims: a traitor
sabotages, leads teams that can fail, and votes for its side where that decides the game.
"""

from math import comb
from typing import Final

import msgspec

from turncoat.kernel.seats import SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted
from turncoat_lab.baselines.policy_parameters import at_mission

MINIMAL_TEAM_RATE: Final = 0.8
"""Chance that a traitor's team has the leader and exactly as many traitors as a failure needs."""
LAST_TEAM_RATIO: Final = 4.0
"""Odds factor by which a traitor is more likely than a loyal seat to reject the last team of a round."""
DECISIVE_VOTE_RATIO: Final = 4.0
"""Odds factor by which a traitor votes for its side rather than against it, where that decides the game."""


class SabotageRates(msgspec.Struct, frozen=True):
    """Rates at which traitors who could sabotage a mission do so."""

    by_mission: tuple[float, ...] = (0.4, 0.85, 0.85, 0.85, 0.95)
    alone: float = 0.05
    """Rate for each traitor where they are too few to make the mission fail."""
    spare: float = 0.3
    """Rate at which each of them plays a Fail beyond those needed."""

    def of(self, now: Situation) -> float:
        """Return the rate for the current mission."""
        return 0.95 if now.is_decisive else at_mission(self.by_mission, now.mission, now.wins)


SABOTAGE: Final = SabotageRates()


def likelihood(act: TeamAct, traitors: SeatSet) -> float:
    """Return the likelihood of the act if these are the traitors. Only ratios between sets are meaningful."""
    now, aboard = act.situation, (act.team & traitors).bit_count()
    if isinstance(act, MissionRun):
        return _of_cards(now, aboard, act.fails)
    if isinstance(act, TeamNamed):
        return _of_team(act, traitors, aboard)
    if isinstance(act, TeamVoted):
        return _of_votes(act, traitors, aboard)
    return 1.0


def _of_cards(now: Situation, aboard: int, fails: int) -> float:
    if aboard < fails or not aboard:
        return 1.0  # hard facts rule out what is impossible
    if aboard < now.fails_needed:
        return SABOTAGE.alone**fails * (1 - SABOTAGE.alone) ** (aboard - fails)
    rate, needed = SABOTAGE.of(now), now.fails_needed
    if fails < needed:
        return (1 - rate) if not fails else rate * SABOTAGE.spare
    spare = aboard - needed
    return (
        rate
        * comb(spare, fails - needed)
        * SABOTAGE.spare ** (fails - needed)
        * (1 - SABOTAGE.spare) ** (aboard - fails)
    )


def _of_team(act: TeamNamed, traitors: SeatSet, aboard: int) -> float:
    leader = 1 << act.leader
    if not (traitors & leader and act.team & leader):
        return 1.0
    now, size, number = act.situation, act.team.bit_count(), traitors.bit_count()
    loyal, needed = now.players - number, now.fails_needed
    suiting = comb(number - 1, needed - 1) * comb(loyal, size - needed)
    every = comb(now.players - 1, size - 1)
    if suiting == 0 or suiting == every:
        return 1.0
    return (
        MINIMAL_TEAM_RATE * every / suiting if aboard == needed else (1 - MINIMAL_TEAM_RATE) * every / (every - suiting)
    )


def _of_votes(act: TeamVoted, traitors: SeatSet, aboard: int) -> float:
    now, fails = act.situation, aboard >= act.situation.fails_needed
    approvals, rejections = (act.approvals & traitors).bit_count(), (act.rejections & traitors).bit_count()
    found = 1.0
    if now.is_last_attempt:
        found *= LAST_TEAM_RATIO**rejections
    if now.success_decides and not fails:
        found *= DECISIVE_VOTE_RATIO ** (rejections - approvals)
    elif now.failure_decides and fails:
        found *= DECISIVE_VOTE_RATIO ** (approvals - rejections)
    return found
