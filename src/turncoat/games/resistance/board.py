"""The board of The Resistance: the state on the table and, in a view, the private knowledge of one seat."""

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
    """A completed mission: its number, team, cards in the rulebook's order, and result."""

    mission: int
    team: SeatSet
    cards: tuple[str, ...]
    success: bool


class Proposal(msgspec.Struct, frozen=True):
    """A team put to the vote: round (from 1), leader, mission, team, approvals, and outcome."""

    round: int
    leader: Seat
    mission: int
    team: SeatSet
    approvals: SeatSet
    approved: bool


class Board(MissionBoard):
    """The state of a game of The Resistance, as far as the holder of this board knows it."""

    rejections: ClassVar[int] = REJECTIONS
    """Number of rejected teams that ends a round."""
    missions: ClassVar[int] = MISSIONS
    """Number of missions on the board."""
    wins: ClassVar[int] = WINS
    """Number of missions that either side needs to win the game."""

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
        """Number of teams rejected in this round."""
        self.proposer: Seat = 0
        """The leader who named the team, even after leadership has passed."""
        self.team: SeatSet = 0
        """The team that is proposed or on the mission."""
        self.approvals: SeatSet = 0
        """Seats that approved the team, once the ballots are revealed."""
        self.voted: SeatSet = 0
        """Seats whose ballots for this team are revealed."""
        self.cards: dict[Seat, str] = {}
        """Mission cards that lie face down. A view knows only its own seat's card."""
        self.results: list[MissionResult] = []
        self.proposals: list[Proposal] = []
        self.roles: list[str | None] = [None] * players
        """Role of each seat, or None if it is not known."""
        self.spies_seen: SeatSet = 0
        """Spies that the holder of this board saw at the reveal."""

    @property
    def round(self) -> int:
        """Number of the current round, from 1."""
        return len(self.results) + 1

    @property
    def successes(self) -> int:
        """Number of missions whose marker shows a success."""
        return [result.success for result in self.results].count(True)

    @property
    def failures(self) -> int:
        """Number of missions whose marker shows a failure."""
        return [result.success for result in self.results].count(False)

    @property
    def open_missions(self) -> tuple[int, ...]:
        """Missions that have not been attempted."""
        run = {result.mission for result in self.results}
        return tuple(mission for mission in range(1, self.missions + 1) if mission not in run)

    def size_of(self, mission: int) -> int:
        """Return the team size that the table gives for a mission."""
        return team_size(self.players, mission)

    def fails_for(self, mission: int) -> int:
        """Return the number of Fails that make a mission fail."""
        return fails_needed(self.players, mission)

    def cards_of(self, role: str) -> tuple[str, ...]:
        """Return the mission cards that a role may play, before chapters change them (RES-MISSION-2)."""
        return CARDS_OF_SIDE[SIDES[role]]

    def card_of(self, role: str) -> str:
        """Return the character card that was dealt to the holder of this final role."""
        return role

    def ballot_facts(self, ruleset: Ruleset, rejections: SeatSet) -> Iterable[Fact]:
        """Yield the facts implied when these seats reject the team: none where anybody may reject (RES-VOTE-1)."""
        return ()

    @property
    def most_rejected(self) -> int:
        """Number of teams that can be rejected in a round."""
        return self.rejections

    @property
    def turned(self) -> SeatSet:
        """Team members whose card was exchanged for the other after it was played: none, unless a game has that."""
        return NOBODY

    @property
    def now(self) -> Situation:
        return self.situation(self.mission)

    @property
    def plan(self) -> MissionPlan:
        missions = range(1, self.missions + 1)
        return MissionPlan(tuple((self.size_of(one), self.fails_for(one)) for one in missions), self.rejections)

    def situation(self, mission: int) -> Situation:
        """Return the situation of a team proposed for this mission."""
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
        """Team size of the mission being attempted."""
        return self.size_of(self.mission)

    @property
    def fails_needed(self) -> int:
        """Number of Fails that make the mission being attempted fail."""
        return self.fails_for(self.mission)

    @property
    def voters(self) -> SeatSet:
        """Seats of whom more than half must approve a team: everybody, unless players may be out."""
        return self.everyone

    @property
    def has_majority(self) -> bool:
        """True if more than half of the voters approved. A tie is no majority (RES-VOTE-2)."""
        return self.approvals.bit_count() * 2 > self.voters.bit_count()

    @property
    def tie_is_possible(self) -> bool:
        """True if as many may approve as reject."""
        return self.voters.bit_count() % 2 == 0

    @property
    def is_tie(self) -> bool:
        """True if as many approved as rejected."""
        return self.voted == self.voters and self.approvals.bit_count() * 2 == self.voters.bit_count()
