"""What games with missions share: leaders who name teams, votes on them, and missions with cards.

The kernel knows none of this. A game with missions, in this package or another, has a `MissionBoard`; its events say
in `Event.acts` what people did for all to see, and its questions say in `Question.act` which of these acts an answer
belongs to. Bots and the deduction then play and read the game without knowing its name.
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
    """The state of the game when a team was named, as everybody sees it."""

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

    @property
    def success_decides(self) -> bool:
        """Whether one more success decides the game."""
        return self.successes == self.wins - 1

    @property
    def failure_decides(self) -> bool:
        """Whether one more failure decides the game."""
        return self.failures == self.wins - 1

    @property
    def is_decisive(self) -> bool:
        """Whether one more mission can decide the game."""
        return self.success_decides or self.failure_decides


class MissionPlan(msgspec.Struct, frozen=True):
    """All missions of a game, as everybody knows them from the start."""

    missions: tuple[tuple[int, int], ...]
    """For each mission the size of its team, and how many Fails make it fail."""
    attempts: int
    """How many teams may be named for a mission."""


class MissionBoard(Board):
    """The board of a game with missions."""

    __slots__ = ()

    @property
    def now(self) -> Situation:
        """The situation of the team that is being named or voted on."""
        raise NotImplementedError

    @property
    def plan(self) -> MissionPlan:
        """The missions of the game."""
        raise NotImplementedError


def situation_of(board: Board) -> Situation | None:
    """The situation on a board; None in a game without missions."""
    return board.now if isinstance(board, MissionBoard) else None


def plan_of(board: Board) -> MissionPlan | None:
    """The missions of the game that a board belongs to; None in a game without missions."""
    return board.plan if isinstance(board, MissionBoard) else None


class TeamAct(Act, frozen=True):
    """Something that was done about a team. Abstract; the kinds below are all there are."""

    leader: Seat
    """Who named the team."""
    team: SeatSet
    situation: Situation

    def is_possible(self, players: int) -> bool:
        situation = self.situation
        seats = self.team | situation.failed | situation.succeeded
        return situation.players == players and 0 <= self.leader < players and not seats & ~everyone(players)


def team_acts(event: Event, ruleset: Ruleset, board: Board) -> Iterator[TeamAct]:
    """What was done about a team in an event; `board` is the one before it."""
    return (act for act in event.acts(ruleset, board) if isinstance(act, TeamAct))


class TeamNamed(TeamAct, frozen=True):
    """The leader named a team. In a question of this act, the form's only part with seats is the team."""


class TeamVoted(TeamAct, frozen=True):
    """These seats voted for the team, and those against it: all at once, or as far as ballots were revealed.

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
    """Who had voted for the team."""
    fails: int
    """How many of the cards were against the mission."""
    known_fails: int
    """For how many of these the holder of the board knows who played them."""
    success: bool

    def is_possible(self, players: int) -> bool:
        is_counted = 0 <= self.known_fails <= self.fails <= self.team.bit_count()
        return super().is_possible(players) and is_counted and not self.approvals & ~everyone(players)

    def for_all(self) -> Self:
        return msgspec.structs.replace(self, known_fails=0)
