"""The events of The Resistance, and who may see them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

import msgspec

from turncoat.games.resistance.board import Board, MissionResult, Proposal
from turncoat.games.resistance.legality import cards_played
from turncoat.kernel.events import Audience, Event, Public, SeenBy, SeenByAll
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted


class LeaderChosen(Event, frozen=True):
    """The first leader was chosen at random, in public."""

    message: ClassVar[str] = N_("{leader:seat} is the first leader.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RES-SETUP-4"
    leader: Public[Seat]

    def apply(self, board: Board) -> None:
        board.leader = self.leader


class RoleDealt(Event, frozen=True):
    """A character card was dealt. Only its own seat knows it."""

    message: ClassVar[str] = N_("Your character card: {role:role}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RES-SETUP-3"
    is_on_role_card: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenBy("seat")
    seat: Annotated[Seat, SeenBy("seat")]
    role: Annotated[str, SeenBy("seat")]

    def apply(self, board: Board) -> None:
        board.roles[self.seat] = self.role


class SpiesSeen(Event, frozen=True):
    """The reveal: everybody who looks sees these spies.

    Modules may hide spies from the reveal, so the event does not say that there are no others.
    """

    message: ClassVar[str] = N_("Spies seen at the reveal: {spies:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RES-REVEAL-1"
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{spies:seats}", N_("Spy"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    spies: Annotated[SeatSet, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        board.spies_seen = self.spies


class RoundBegan(Event, frozen=True):
    """A new round began, and the round marker moved to its mission."""

    message: ClassVar[str] = N_("Round {number} begins.")
    clause: ClassVar[str] = "RES-MISSION-6"
    is_heading: ClassVar[bool] = True
    number: Public[int]
    leader: Public[Seat]
    mission: Public[int]

    def apply(self, board: Board) -> None:
        board.mission = self.mission
        board.track = 0
        board.team = 0


class TeamProposed(Event, frozen=True):
    """The leader named a team."""

    message: ClassVar[str] = N_("{leader:seat} proposes for mission {mission}: {team:seats}.")
    clause: ClassVar[str] = "RES-TEAM-2"
    opens_talk: ClassVar[bool] = True
    leader: Public[Seat]
    mission: Public[int]
    team: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.mission = self.mission
        board.proposer = self.leader
        board.team = self.team
        board.approvals = board.voted = 0

    def acts(self, ruleset: Ruleset, board: Board) -> Iterator[TeamAct]:
        yield TeamNamed(self.leader, self.team, board.situation(self.mission))


class BallotsRevealed(Event, frozen=True):
    """The ballots of these voters were revealed together."""

    message: ClassVar[str] = N_("Ballots. For: {approvals:seats}. Against: {rejections:seats}.")
    clause: ClassVar[str] = "RES-VOTE-1"
    scene: ClassVar[str] = "vote"
    approvals: Public[SeatSet]
    rejections: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.approvals |= self.approvals
        board.voted |= self.approvals | self.rejections

    def facts(self, ruleset: Ruleset, board: Board) -> Iterable[Fact]:
        return board.ballot_facts(ruleset, self.rejections)

    def acts(self, ruleset: Ruleset, board: Board) -> Iterator[TeamAct]:
        situation = board.situation(board.mission)
        yield TeamVoted(board.proposer, board.team, situation, self.approvals, self.rejections)


class TeamApproved(Event, frozen=True):
    """The team goes on the mission, and the vote track is reset to 0."""

    message: ClassVar[str] = N_("The team is approved.")
    clause: ClassVar[str] = "RES-VOTE-4"
    scene: ClassVar[str] = "vote"
    team: Public[SeatSet]

    def apply(self, board: Board) -> None:
        _record_proposal(board, True)
        board.track = 0
        board.cards = {}


class TeamRejected(Event, frozen=True):
    """The team was rejected, and the vote track moved by one."""

    message: ClassVar[str] = N_("The team is rejected. Rejected in this round: {track} of {limit}.")
    clause: ClassVar[str] = "RES-VOTE-3"
    scene: ClassVar[str] = "vote"
    track: Public[int]
    limit: Public[int]
    """Number of teams that can be rejected in a round."""

    def apply(self, board: Board) -> None:
        _record_proposal(board, False)
        board.track = self.track
        board.team = 0


def _record_proposal(board: Board, approved: bool) -> None:
    board.proposals.append(
        Proposal(len(board.results) + 1, board.proposer, board.mission, board.team, board.approvals, approved)
    )


class LeaderPassed(Event, frozen=True):
    """The leader token passed to another player."""

    message: ClassVar[str] = N_("{leader:seat} is the leader.")
    clause: ClassVar[str] = "RES-VOTE-3"
    leader: Public[Seat]

    def rule(self, events: Sequence[Event], at: int) -> str:
        """Return the clause under which leadership passed: a mission, a Strong Leader or a rejected team."""
        if getattr(events[at - 1], "card", "") == "strong-leader":
            return "PLT-STRONG-1"
        before = reversed(events[:at])
        last = next((one for one in before if isinstance(one, MissionRevealed | TeamRejected)), None)
        return "RES-MISSION-6" if isinstance(last, MissionRevealed) else type(self).clause

    def apply(self, board: Board) -> None:
        board.leader = self.leader


class CardPlayed(Event, frozen=True):
    """A mission card was played face down. Only its own seat knows which."""

    message: ClassVar[str] = N_("You played: {card:word}.")
    clause: ClassVar[str] = "RES-MISSION-1"
    audience: ClassVar[Audience] = SeenBy("seat")
    seat: Annotated[Seat, SeenBy("seat")]
    card: Annotated[str, SeenBy("seat")]

    def apply(self, board: Board) -> None:
        board.cards[self.seat] = self.card

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield cards_played(ruleset, board, 1 << self.seat, (self.card,))


class MissionRevealed(Event, frozen=True):
    """The mission cards were shuffled and revealed.

    The event holds the cards in the rulebook's order, which shows the number of each, and the result.
    """

    message: ClassVar[str] = N_("Mission {mission}: {cards:tally}. {outcome:word}.")
    clause: ClassVar[str] = "RES-MISSION-3"
    scene: ClassVar[str] = "mission"
    turned: ClassVar[str] = "cards"
    opens_talk: ClassVar[bool] = True
    mission: Public[int]
    cards: Public[tuple[str, ...]]
    success: Public[bool]

    @property
    def outcome(self) -> str:
        """The result as a word."""
        return "mission-succeeded" if self.success else "mission-failed"

    def apply(self, board: Board) -> None:
        board.results.append(MissionResult(self.mission, board.team, self.cards, self.success))

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield cards_played(ruleset, board, board.team, self.cards)

    def acts(self, ruleset: Ruleset, board: Board) -> Iterator[TeamAct]:
        fails = len(self.cards) - self.cards.count("success")
        known = len(board.cards) - list(board.cards.values()).count("success")
        situation = board.situation(self.mission)
        approvals = board.approvals
        yield MissionRun(board.proposer, board.team, situation, approvals, fails, known, self.success)


class MissionReversed(Event, frozen=True):
    """The result of a mission was reversed.

    It is an event of its own so that scores are always computed from the list of results.
    """

    message: ClassVar[str] = N_("The result of mission {mission} is reversed. {outcome:word}.")
    scene: ClassVar[str] = "mission"
    mission: Public[int]
    success: Public[bool]

    def rule(self, events: Sequence[Event], at: int) -> str:
        """Return the clause of the preceding event, which caused the reversal."""
        return events[at - 1].rule(events, at - 1) if at else ""

    @property
    def outcome(self) -> str:
        """The new result as a word."""
        return "mission-succeeded" if self.success else "mission-failed"

    def apply(self, board: Board) -> None:
        for index, result in enumerate(board.results):
            if result.mission == self.mission:
                board.results[index] = msgspec.structs.replace(result, success=self.success)


class RolesRevealed(Event, frozen=True):
    """The game is over, and all character cards are turned up."""

    message: ClassVar[str] = N_("The character cards are turned over.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RES-END-2"
    scene: ClassVar[str] = "finale"
    reveals_all_roles: ClassVar[bool] = True
    roles: Public[tuple[str, ...]]

    def apply(self, board: Board) -> None:
        board.roles = list(self.roles)

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        for seat, role in enumerate(self.roles):
            yield HasRole(seat, frozenset({board.card_of(role)}))


EVENTS: tuple[type[Event], ...] = (
    LeaderChosen,
    RoleDealt,
    SpiesSeen,
    RoundBegan,
    TeamProposed,
    BallotsRevealed,
    TeamApproved,
    TeamRejected,
    LeaderPassed,
    CardPlayed,
    MissionRevealed,
    MissionReversed,
    RolesRevealed,
)
