"""The events that Winter Soldier adds to those of The Resistance, and who may see them."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from turncoat.characters import facts_of_sides
from turncoat.games.resistance import events as base
from turncoat.games.resistance.board import MissionResult
from turncoat.games.winter_soldier import reveal
from turncoat.games.winter_soldier.board import ACCUSATION, Board, PendingOffer
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD
from turncoat.kernel.events import Audience, Event, EventWithoutEffect, Public, SeenBy, SeenByAll
from turncoat.kernel.facts import Fact, HasRole, SomeHave
from turncoat.kernel.opening import roles_but, roles_of_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.words import N_

_FURY_FOUND: Final = N_("{winter_soldier:seat} names {named:seat} as Nick Fury, and is right.")
DOUBTFUL: Final = N_("HYDRA?")
"""Mark of a seat that may be HYDRA, or a loyal one seen with them."""


class CaptainKnown(Event, frozen=True):
    """Captain America became known to the table, and leads first."""

    message: ClassVar[str] = N_("{captain:seat} is Captain America and leads first.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-SETUP-3"
    captain: Public[Seat]

    def apply(self, board: Board) -> None:
        board.captain = board.leader = self.captain
        show_card(board, self.captain, "captain-america")


class HydraSeen(Event, frozen=True):
    """HYDRA opened their eyes and saw one another. Nobody else learns who they are."""

    message: ClassVar[str] = N_("Eyes opened with HYDRA: {lookers:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-REVEAL-1"
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{lookers:seats}", N_("HYDRA"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]

    def mark(self, ruleset: Ruleset, role: str) -> str:
        """Return the mark of HYDRA, which is doubtful if somebody loyal may be among those seen (WIN-HILL-1)."""
        loyal = reveal.opening_with_hydra(ruleset) & roles_of_side(ruleset, SHIELD) - {role}
        return DOUBTFUL if loyal else type(self).private_mark[1]

    def apply(self, board: Board) -> None:
        board.with_hydra = self.lookers


class FurySaw(Event, frozen=True):
    """Nick Fury looked, and saw these thumbs up."""

    message: ClassVar[str] = N_("Thumbs up for HYDRA: {agents:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-REVEAL-2"
    audience: ClassVar[Audience] = SeenBy("fury")
    private_mark: ClassVar[tuple[str, str]] = ("{agents:seats}", N_("HYDRA"))
    fury: Annotated[Seat, SeenBy("fury")]
    agents: Annotated[SeatSet, SeenBy("fury")]

    def mark(self, ruleset: Ruleset, role: str) -> str:
        """Return the mark of HYDRA, which is doubtful if an option adds Maria Hill to those seen (WIN-HILL-1)."""
        loyal = reveal.shown_to_fury(ruleset) & roles_of_side(ruleset, SHIELD)
        return DOUBTFUL if loyal else type(self).private_mark[1]

    def apply(self, board: Board) -> None:
        board.seen_by_fury = self.agents


class HydraOnTeamTold(EventWithoutEffect, frozen=True):
    """The Winter Soldier's view learned whether the team holds a HYDRA agent.

    Where every agent counts, the ballots open to the Winter Soldier imply it. Views and deductions need the fact, but
    players are sent nothing: the Winter Soldier finds out by trying.
    """

    message: ClassVar[str] = ""
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-VOTE-2"
    audience: ClassVar[Audience] = SeenBy("winter_soldier")
    winter_soldier: Annotated[Seat, SeenBy("winter_soldier")]
    team: Annotated[SeatSet, SeenBy("winter_soldier")]
    holds: Annotated[bool, SeenBy("winter_soldier")]

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        agents = roles_of_side(ruleset, HYDRA)
        if self.holds:
            yield SomeHave(self.team, agents)
        else:
            for seat in seats_in(self.team):
                yield HasRole(seat, roles_but(ruleset, *agents))


class RejectionCounted(base.TeamRejected, frozen=True):
    """The team was rejected. The third rejection in a row fails the mission."""

    message: ClassVar[str] = N_("The team is rejected. Rejected for this mission: {track} of {limit}.")
    clause: ClassVar[str] = "WIN-VOTE-3"


class MissionLost(Event, frozen=True):
    """Three teams in a row were rejected, so the mission failed without being run."""

    message: ClassVar[str] = N_("Nobody goes: mission {mission} fails.")
    clause: ClassVar[str] = "WIN-VOTE-3"
    scene: ClassVar[str] = "mission"
    opens_talk: ClassVar[bool] = True
    mission: Public[int]

    def apply(self, board: Board) -> None:
        board.results.append(MissionResult(self.mission, 0, (), False))


class TeamVoided(Event, frozen=True):
    """A team member went out before the vote was counted. Ballots are returned unseen, and no rejection is counted."""

    message: ClassVar[str] = N_("The team cannot go. {leader:seat} names another.")
    clause: ClassVar[str] = "WIN-OUT-2"
    leader: Public[Seat]

    def apply(self, board: Board) -> None:
        board.team = 0


class Accused(Event, frozen=True):
    """Captain America made an accusation, which is public at once."""

    message: ClassVar[str] = N_("{captain:seat} accuses {accused:seat} of being the Winter Soldier.")
    clause: ClassVar[str] = "WIN-ACCUSE-1"
    scene: ClassVar[str] = "accusation"
    opens_talk: ClassVar[bool] = True
    captain: Public[Seat]
    accused: Public[Seat]

    def apply(self, board: Board) -> None:
        board.pending.append(PendingOffer(ACCUSATION, self.accused))


class CharacterShown(Event, frozen=True):
    """A character card was turned up for everybody."""

    message: ClassVar[str] = N_("{seat:seat} shows a character card: {role:word}.")
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "accusation"
    seat: Public[Seat]
    role: Public[str]

    def apply(self, board: Board) -> None:
        show_card(board, self.seat, self.role)

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.seat, frozenset({self.role}))


class AccusationAnswered(CharacterShown, frozen=True):
    """The accused turned up their character card."""

    clause: ClassVar[str] = "WIN-ACCUSE-1"
    suspense: ClassVar[bool] = True

    def apply(self, board: Board) -> None:
        super().apply(board)
        drop_pending(board, PendingOffer(ACCUSATION, self.seat))


class AccusationLapsed(Event, frozen=True):
    """Captain America went out before the accusation could be answered."""

    message: ClassVar[str] = N_("The accusation of {accused:seat} is void: Captain America is out.")
    clause: ClassVar[str] = "WIN-ACCUSE-1"
    accused: Public[Seat]

    def apply(self, board: Board) -> None:
        drop_pending(board, PendingOffer(ACCUSATION, self.accused))


class BuckySaved(Event, frozen=True):
    """The Winter Soldier was found, and his card becomes Bucky Barnes."""

    message: ClassVar[str] = N_("The Winter Soldier is found: {seat:seat} is Bucky Barnes again.")
    clause: ClassVar[str] = "WIN-ACCUSE-4"
    scene: ClassVar[str] = "accusation"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        show_card(board, self.seat, "bucky-barnes")


class WentOut(Event, frozen=True):
    """Players stepped out of the game. Their cards are public."""

    message: ClassVar[str] = N_("Out of the game: {seats:seats}.")
    clause: ClassVar[str] = "WIN-OUT-1"
    scene: ClassVar[str] = "accusation"
    seats: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.out |= self.seats


class LastGuessMade(EventWithoutEffect, frozen=True):
    """Captain America made his last guess and was answered yes or no. No card is turned up."""

    message: ClassVar[str] = N_("{captain:seat} guesses that {guessed:seat} is the Winter Soldier: {right:word}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-END-2"
    scene: ClassVar[str] = "accusation"
    suspense: ClassVar[bool] = True
    captain: Public[Seat]
    guessed: Public[Seat]
    right: Public[bool]

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(
            self.guessed, frozenset({"winter-soldier"}) if self.right else roles_but(ruleset, "winter-soldier")
        )


class LastGuessForgone(EventWithoutEffect, frozen=True):
    """Captain America named nobody in his last guess."""

    message: ClassVar[str] = N_("{captain:seat} names nobody.")
    clause: ClassVar[str] = "WIN-END-2"
    scene: ClassVar[str] = "accusation"
    captain: Public[Seat]


class HydraCameOut(Event, frozen=True):
    """HYDRA came out, and may talk among themselves until the Winter Soldier names Nick Fury."""

    message: ClassVar[str] = N_("HYDRA is revealed: {hydra:seats}. The Winter Soldier is {winter_soldier:seat}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-END-3"
    scene: ClassVar[str] = "finale"
    hydra: Public[SeatSet]
    winter_soldier: Public[Seat]

    def apply(self, board: Board) -> None:
        board.hydra = self.hydra
        show_card(board, self.winter_soldier, "winter-soldier")

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield from facts_of_sides(ruleset, self.hydra, roles_of_side(ruleset, HYDRA))
        yield HasRole(self.winter_soldier, frozenset({"winter-soldier"}))


class FuryNamed(EventWithoutEffect, frozen=True):
    """The Winter Soldier named a player as Nick Fury, which decides the game."""

    message: ClassVar[str] = N_("{winter_soldier:seat} names {named:seat} as Nick Fury, and is wrong.")
    reveals: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-END-3"
    scene: ClassVar[str] = "finale"
    suspense: ClassVar[bool] = True
    winter_soldier: Public[Seat]
    named: Public[Seat]
    right: Public[bool]

    @property
    def sentence(self) -> str:
        return _FURY_FOUND if self.right else type(self).message

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.named, frozenset({"nick-fury"}) if self.right else roles_but(ruleset, "nick-fury"))


def show_card(board: Board, seat: Seat, role: str) -> None:
    """Turn up the character card of a seat."""
    board.roles[seat] = role
    board.face_up |= 1 << seat


def drop_pending(board: Board, offer: PendingOffer) -> None:
    """Remove an offer that took effect or lapsed, if the holder of the board knows of it."""
    if offer in board.pending:
        board.pending.remove(offer)


EVENTS: tuple[type[Event], ...] = (
    base.RoleDealt,
    base.RoundBegan,
    base.TeamProposed,
    base.BallotsRevealed,
    base.TeamApproved,
    base.LeaderPassed,
    base.CardPlayed,
    base.MissionRevealed,
    base.RolesRevealed,
    CaptainKnown,
    HydraSeen,
    FurySaw,
    HydraOnTeamTold,
    RejectionCounted,
    MissionLost,
    TeamVoided,
    Accused,
    AccusationAnswered,
    AccusationLapsed,
    BuckySaved,
    WentOut,
    LastGuessMade,
    LastGuessForgone,
    HydraCameOut,
    FuryNamed,
)
