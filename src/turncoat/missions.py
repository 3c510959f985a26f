"""Shared types of games with missions, in which leaders name teams, seats vote, and teams play cards.

The kernel knows none of this. A game with missions, built in or third-party, has a `MissionBoard`. Its events report
public actions in `Event.acts`, and its questions name in `Question.act` the act that an answer belongs to. Bots and the
deduction can then play and read the game without knowing its name.
"""

from collections.abc import Iterator
from typing import Self

import msgspec

from turncoat.kernel.acts import Act
from turncoat.kernel.boards import Board
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, everyone

__all__ = [
    "MissionBoard",
    "MissionPlan",
    "MissionRun",
    "Situation",
    "TeamAct",
    "TeamNamed",
    "TeamVoted",
    "plan_of",
    "situation_of",
    "team_acts",
]


class Situation(msgspec.Struct, frozen=True):
    """The public state of the game when a team was named."""

    players: int
    mission: int
    attempt: int = 1
    """Number of this proposal for the mission, counting from 1."""
    is_last_attempt: bool = False
    """True if the round is lost when this team is rejected."""
    fails_needed: int = 1
    """Number of Fails that make the mission fail."""
    successes: int = 0
    failures: int = 0
    wins: int = 3
    """Number of missions that win the game, for either side."""
    succeeded: SeatSet = NOBODY
    """Seats that were on a successful mission."""
    failed: SeatSet = NOBODY
    """Seats that were on a failed mission."""

    @property
    def success_decides(self) -> bool:
        """True if one more success decides the game."""
        return self.successes == self.wins - 1

    @property
    def failure_decides(self) -> bool:
        """True if one more failure decides the game."""
        return self.failures == self.wins - 1

    @property
    def is_decisive(self) -> bool:
        """True if one more mission can decide the game."""
        return self.success_decides or self.failure_decides


class MissionPlan(msgspec.Struct, frozen=True):
    """All missions of a game, public from the start."""

    missions: tuple[tuple[int, int], ...]
    """Team size and number of Fails needed, per mission."""
    attempts: int
    """Maximum number of teams proposed per mission."""


class MissionBoard(Board):
    """The board of a game with missions."""

    __slots__ = ()

    @property
    def now(self) -> Situation:
        """The situation of the team being named or voted on."""
        raise NotImplementedError

    @property
    def plan(self) -> MissionPlan:
        """The missions of the game."""
        raise NotImplementedError


def situation_of(board: Board) -> Situation | None:
    """Return the situation on a board, or None in a game without missions."""
    return board.now if isinstance(board, MissionBoard) else None


def plan_of(board: Board) -> MissionPlan | None:
    """Return the missions of a board's game, or None in a game without missions."""
    return board.plan if isinstance(board, MissionBoard) else None


class TeamAct(Act, frozen=True):
    """An act about a team. Abstract: only the subclasses below exist."""

    leader: Seat
    """The seat that named the team."""
    team: SeatSet
    situation: Situation

    def is_possible(self, players: int) -> bool:
        situation = self.situation
        seats = self.team | situation.failed | situation.succeeded
        return situation.players == players and 0 <= self.leader < players and not seats & ~everyone(players)


def team_acts(event: Event, ruleset: Ruleset, board: Board) -> Iterator[TeamAct]:
    """Return the acts about teams in an event. `board` is the one before the event."""
    return (act for act in event.acts(ruleset, board) if isinstance(act, TeamAct))


class TeamNamed(TeamAct, frozen=True):
    """The leader named a team. In a question of this act, the team is the form's only part with seats."""


class TeamVoted(TeamAct, frozen=True):
    """Votes for and against the team: all of them, or those revealed so far.

    In a question of this act, the first word shown is the vote for the team.
    """

    approvals: SeatSet
    rejections: SeatSet

    def is_possible(self, players: int) -> bool:
        voters = self.approvals | self.rejections
        return super().is_possible(players) and not voters & ~everyone(players) and not self.approvals & self.rejections


class MissionRun(TeamAct, frozen=True):
    """The team went on its mission. In a question of this act, the first card shown is the one for the mission."""

    approvals: SeatSet
    """Seats that had voted for the team."""
    fails: int
    """Number of cards against the mission."""
    known_fails: int
    """Number of those cards whose player the owner of the board knows."""
    success: bool

    def is_possible(self, players: int) -> bool:
        is_counted = 0 <= self.known_fails <= self.fails <= self.team.bit_count()
        return super().is_possible(players) and is_counted and not self.approvals & ~everyone(players)

    def for_all(self) -> Self:
        return msgspec.structs.replace(self, known_fails=0)
