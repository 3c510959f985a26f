"""The board of The Resistance: what lies on the table, and (in a view) what one seat knows."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from turncoat.games.resistance.roles import SIDES
from turncoat.games.resistance.tables import CARDS_OF_SIDE, MISSIONS, REJECTIONS, WINS, fails_needed, team_size
from turncoat.kernel.facts import Fact
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.missions import MissionBoard, MissionPlan, Situation


class MissionResult(msgspec.Struct, frozen=True):
    """A mission that was run: its number, the team, the cards in the order of the rulebook, and how it came out."""

    mission: int
    team: SeatSet
    cards: tuple[str, ...]
    success: bool


class Proposal(msgspec.Struct, frozen=True):
    """A team that was put to the vote: in which round (from 1), by whom, for which mission, and who approved."""

    round: int
    leader: Seat
    mission: int
    team: SeatSet
    approvals: SeatSet
    approved: bool


class Board(MissionBoard):
    """The state of a game of The Resistance, as far as its holder knows it."""

    rejections: ClassVar[int] = REJECTIONS
    """How many rejected teams in a round end it."""
    missions: ClassVar[int] = MISSIONS
    """How many missions there are."""
    wins: ClassVar[int] = WINS
    """How many of them win the game, for either side."""

    __slots__ = (
        "approvals",
        "cards",
        "leader",
        "mission",
        "proposals",
        "proposer",
        "results",
        "roles",
        "spies_seen",
        "team",
        "track",
        "voted",
    )

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.leader: Seat = 0
        self.mission = 1
        """The mission being attempted: the next in order, unless a chapter lets the leader choose."""
        self.track = 0
        """Rejected teams in this round."""
        self.proposer: Seat = 0
        """Who named the team; still so when leadership has moved on since."""
        self.team: SeatSet = 0
        """The team proposed or on the mission."""
        self.approvals: SeatSet = 0
        """Who approved the team, once the ballots are revealed."""
        self.voted: SeatSet = 0
        """Whose ballots for this team are revealed."""
        self.cards: dict[Seat, str] = {}
        """The mission cards that lie face down; a view knows its own seat's only."""
        self.results: list[MissionResult] = []
        self.proposals: list[Proposal] = []
        self.roles: list[str | None] = [None] * players
        """Each seat's role, None where it is not known."""
        self.spies_seen: SeatSet = 0
        """The spies that the reveal showed to the holder of this board."""

    @property
    def round(self) -> int:
        """The round, from 1: missions that were run, and the one under way."""
        return len(self.results) + 1

    @property
    def successes(self) -> int:
        """Missions that succeeded, as the markers lie now."""
        return [result.success for result in self.results].count(True)

    @property
    def failures(self) -> int:
        """Missions that failed, as the markers lie now."""
        return [result.success for result in self.results].count(False)

    @property
    def open_missions(self) -> tuple[int, ...]:
        """The missions that have not been attempted."""
        run = {result.mission for result in self.results}
        return tuple(mission for mission in range(1, self.missions + 1) if mission not in run)

    def size_of(self, mission: int) -> int:
        """The size of the team for a mission as the table has it."""
        return team_size(self.players, mission)

    def fails_for(self, mission: int) -> int:
        """How many Fails make a mission fail."""
        return fails_needed(self.players, mission)

    def cards_of(self, role: str) -> tuple[str, ...]:
        """The mission cards that a role may play, before chapters have their say (RES-MISSION-2)."""
        return CARDS_OF_SIDE[SIDES[role]]

    def card_of(self, role: str) -> str:
        """The character card that was dealt to somebody who has this role at the end."""
        return role

    def ballot_facts(self, ruleset: Ruleset, rejections: SeatSet) -> Iterable[Fact]:
        """What follows when these seats reject the team: nothing where everybody may (RES-VOTE-1)."""
        return ()

    @property
    def now(self) -> Situation:
        return self.situation(self.mission)

    @property
    def plan(self) -> MissionPlan:
        missions = range(1, self.missions + 1)
        return MissionPlan(tuple((self.size_of(one), self.fails_for(one)) for one in missions), self.rejections)

    def situation(self, mission: int) -> Situation:
        """The situation of a team for this mission."""
        succeeded = failed = NOBODY
        for result in self.results:
            if result.success:
                succeeded |= result.team
            else:
                failed |= result.team
        return Situation(
            players=self.players,
            mission=mission,
            attempt=self.track + 1,
            is_last_attempt=self.track + 1 >= self.rejections,
            fails_needed=self.fails_for(mission),
            successes=self.successes,
            failures=self.failures,
            wins=self.wins,
            succeeded=succeeded,
            failed=failed,
        )

    @property
    def team_size(self) -> int:
        """The size of the team for the mission being attempted."""
        return self.size_of(self.mission)

    @property
    def fails_needed(self) -> int:
        """How many Fails make the mission being attempted fail."""
        return self.fails_for(self.mission)

    @property
    def has_majority(self) -> bool:
        """Whether more than half of the seats approved; a tie does not (RES-VOTE-2)."""
        return self.approvals.bit_count() * 2 > self.players
