"""Acts: what somebody chose to do before everybody, in words that every game shares.

Facts tell what must be so by the rules; acts tell what people did, from which somebody may guess who they are. An event
says its acts in `Event.acts`. A model of how people play weighs them (`turncoat.deduction`), and it knows no game.
"""

import msgspec

from turncoat.kernel.seats import NOBODY, Seat, SeatSet


class Situation(msgspec.Struct, frozen=True):
    """How things stood for all to see when it was done."""

    players: int
    mission: int
    attempt: int = 1
    """Which team it is for this mission, from 1."""
    is_last_attempt: bool = False
    """Whether the round is lost when this team is rejected."""
    fails_needed: int = 1
    """How many Fails make the mission fail."""
    successes: int = 0
    failures: int = 0
    wins: int = 3
    """How many missions win the game, for either side."""
    succeeded: SeatSet = NOBODY
    """Who was on a mission that succeeded."""
    failed: SeatSet = NOBODY
    """Who was on a mission that failed."""


class MissionPlan(msgspec.Struct, frozen=True):
    """What lies before the table from its first team to its last, known to all."""

    missions: tuple[tuple[int, int], ...]
    """For each mission the size of its team, and how many Fails make it fail."""
    attempts: int
    """How many teams may be named for a mission."""


class Act(msgspec.Struct, frozen=True):
    """Something that was done for all to see. Abstract; the kinds below are all there are."""

    leader: Seat
    """Who named the team that it is about."""
    team: SeatSet
    situation: Situation


class TeamNamed(Act, frozen=True):
    """The leader named a team."""


class TeamVoted(Act, frozen=True):
    """These voted for the team, and those against it; all at once, or as far as the ballots were revealed."""

    approvals: SeatSet
    rejections: SeatSet


class MissionRun(Act, frozen=True):
    """The team was on its mission; so many of the cards were against it."""

    approvals: SeatSet
    """Who had voted for the team."""
    fails: int
    known_fails: int
    """Those among them of which the holder of the board knows whose they were."""
    success: bool
