"""Causes of a change in a seat's probability of being a traitor, as phrases that follow a name or stand alone."""

from collections.abc import Mapping, Sequence
from typing import Final

from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted

CAUSES: Final[Mapping[str, str]] = {
    "told-at-the-start": N_("was told at the start"),
    "follows-from-the-rules": N_("follows from the rules"),
    "named-a-team-with-themself": N_("put themself on a team"),
    "named-a-team-without-themself": N_("left themself off a team"),
    "was-named": N_("was put on a team"),
    "was-left-out": N_("was left off a team"),
    "approved-their-own-team": N_("approved a team they were on"),
    "approved-a-team-without-them": N_("approved a team they were not on"),
    "rejected-their-own-team": N_("rejected a team they were on"),
    "rejected-a-team-without-them": N_("rejected a team they were not on"),
    "others-voted": N_("others voted"),
    "was-on-a-mission-that-succeeded": N_("was on a mission that succeeded"),
    "was-on-a-mission-that-failed": N_("was on a mission that failed"),
    "approved-a-team-that-succeeded": N_("approved a team that then succeeded"),
    "approved-a-team-that-failed": N_("approved a team that then failed"),
    "stayed-out-of-a-success": N_("took no part in a mission that succeeded"),
    "stayed-out-of-a-failure": N_("took no part in a mission that failed"),
}
"""Phrases (message ids) by key."""


def cause_of(acts: Sequence[TeamAct], seat: Seat, is_opening: bool) -> str:
    """Return the part of a seat in an event with these acts, as a key of CAUSES."""
    for act in acts:
        on = act.team >> seat & 1
        match act:
            case TeamNamed() if act.leader == seat:
                return "named-a-team-with-themself" if on else "named-a-team-without-themself"
            case TeamNamed():
                return "was-named" if on else "was-left-out"
            case TeamVoted() if act.approvals >> seat & 1:
                return "approved-their-own-team" if on else "approved-a-team-without-them"
            case TeamVoted() if act.rejections >> seat & 1:
                return "rejected-their-own-team" if on else "rejected-a-team-without-them"
            case TeamVoted():
                return "others-voted"
            case MissionRun() if on:
                return "was-on-a-mission-that-succeeded" if act.success else "was-on-a-mission-that-failed"
            case MissionRun() if act.approvals >> seat & 1:
                return "approved-a-team-that-succeeded" if act.success else "approved-a-team-that-failed"
            case MissionRun():
                return "stayed-out-of-a-success" if act.success else "stayed-out-of-a-failure"
    return "told-at-the-start" if is_opening else "follows-from-the-rules"
