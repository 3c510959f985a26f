"""What a traitor who plays to win is expected to do: how likely an act is for each thought-of set of traitors.

The model of `turncoat.deduction` knows what people do on average. This one knows what it is good for: a traitor
sabotages, leads teams that can fail, and shows its colours where a vote decides the game.
"""

from collections.abc import Sequence
from math import comb
from typing import Final

import msgspec

from turncoat.kernel.seats import SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted

SUITS: Final = 0.8
"""How often a traitor leads a team with itself and exactly as many traitors as it takes."""
REJECTS_LAST: Final = 4.0
"""How much likelier a traitor is to reject the last team of a round than a loyal seat."""
DECIDES: Final = 4.0
"""How much likelier a traitor is to vote for its side where that decides the game than against it."""


class Sabotage(msgspec.Struct, frozen=True):
    """How often a mission is sabotaged by traitors who could."""

    by_mission: tuple[float, ...] = (0.4, 0.85, 0.85, 0.85, 0.95)
    alone: float = 0.05
    """Where they are too few to make the mission fail."""
    spare: float = 0.3
    """How often each of them plays a Fail who is not needed for it."""

    def of(self, now: Situation) -> float:
        """How often such a mission is sabotaged."""
        return 0.95 if is_decisive(now) else of_mission(self.by_mission, now.mission)


USUAL: Final = Sabotage()


def of_mission(numbers: Sequence[float], mission: int) -> float:
    """The number for a mission; the last one is for all that come later, in games of more missions than five."""
    return numbers[min(mission, len(numbers)) - 1]


def is_decisive(now: Situation) -> bool:
    """Whether one more mission can decide the game."""
    return now.wins - 1 in (now.successes, now.failures)


def likelihood(act: TeamAct, traitors: SeatSet) -> float:
    """How likely the act is if these are the traitors; only the ratio of two sets means something."""
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
        return 1.0  # whether it can be is a matter of hard facts
    if aboard < now.fails_needed:
        return USUAL.alone**fails * (1 - USUAL.alone) ** (aboard - fails)
    usual, needed = USUAL.of(now), now.fails_needed
    if fails < needed:
        return (1 - usual) if not fails else usual * USUAL.spare
    spare = aboard - needed
    return usual * comb(spare, fails - needed) * USUAL.spare ** (fails - needed) * (1 - USUAL.spare) ** (aboard - fails)


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
    return SUITS * every / suiting if aboard == needed else (1 - SUITS) * every / (every - suiting)


def _of_votes(act: TeamVoted, traitors: SeatSet, aboard: int) -> float:
    now, fails = act.situation, aboard >= act.situation.fails_needed
    approvals, rejections = (act.approvals & traitors).bit_count(), (act.rejections & traitors).bit_count()
    found = 1.0
    if now.is_last_attempt:
        found *= REJECTS_LAST**rejections
    if now.successes == now.wins - 1 and not fails:
        found *= DECIDES ** (rejections - approvals)
    elif now.failures == now.wins - 1 and fails:
        found *= DECIDES ** (approvals - rejections)
    return found
