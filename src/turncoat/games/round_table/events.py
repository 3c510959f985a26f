"""The events that Round Table adds to those of The Resistance, and who may see them."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from turncoat.characters import facts_of_sides
from turncoat.games.resistance import events as base
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.events import Audience, Event, EventWithoutEffect, Public, SeenBy, SeenByAll
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.opening import roles_but, roles_of_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.words import N_

_FOUND: Final = N_("{assassin:seat} names {named:seat} as Merlin, and is right.")


class EvilSeen(Event, frozen=True):
    """Evil opened their eyes and saw one another. Nobody else learns who they are."""

    message: ClassVar[str] = N_("Evil, as seen in the reveal: {evil:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-REVEAL-4"
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{evil:seats}", N_("Evil"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    evil: Annotated[SeatSet, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        board.seen_by_evil = self.evil


class MerlinSaw(Event, frozen=True):
    """Merlin looked, and saw these thumbs up."""

    message: ClassVar[str] = N_("Thumbs up for evil: {evil:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-REVEAL-2"
    audience: ClassVar[Audience] = SeenBy("merlin")
    private_mark: ClassVar[tuple[str, str]] = ("{evil:seats}", N_("Evil"))
    merlin: Annotated[Seat, SeenBy("merlin")]
    evil: Annotated[SeatSet, SeenBy("merlin")]

    def apply(self, board: Board) -> None:
        board.seen_by_merlin = self.evil


class TeamGoes(base.TeamApproved, frozen=True):
    """The fifth team of a round goes on the mission without a vote."""

    message: ClassVar[str] = N_("Four teams were rejected: the fifth goes without a vote.")
    clause: ClassVar[str] = "RT-VOTE-1"


class AssassinCameOut(Event, frozen=True):
    """The Assassin, about to name Merlin, became publicly known."""

    message: ClassVar[str] = N_("The Assassin is {assassin:seat}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-END-3"
    scene: ClassVar[str] = "finale"
    opens_talk: ClassVar[bool] = True
    assassin: Public[Seat]
    role: Public[str]
    """The character who does the Assassin's work, which is public from the start (RT-SETUP-3)."""

    def apply(self, board: Board) -> None:
        board.assassin = self.assassin
        board.roles[self.assassin] = self.role

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.assassin, frozenset({self.role}))


class EvilCameOut(AssassinCameOut, frozen=True):
    """Evil came out before the assassination: all seats that are evil by then, and which is the Assassin's."""

    message: ClassVar[str] = N_("Evil is revealed: {evil:seats}. The Assassin is {assassin:seat}.")
    evil: Public[SeatSet]

    def apply(self, board: Board) -> None:
        super().apply(board)
        board.evil = self.evil

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield from facts_of_sides(ruleset, self.evil, roles_of_side(ruleset, EVIL, board))
        yield from super().facts(ruleset, board)


class MerlinNamed(EventWithoutEffect, frozen=True):
    """The Assassin named a player as Merlin, which decides the game."""

    message: ClassVar[str] = N_("{assassin:seat} names {named:seat} as Merlin, and is wrong.")
    reveals: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-END-6"
    scene: ClassVar[str] = "accusation"
    suspense: ClassVar[bool] = True
    assassin: Public[Seat]
    named: Public[Seat]
    right: Public[bool]

    @property
    def sentence(self) -> str:
        return _FOUND if self.right else type(self).message

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.named, frozenset({"merlin"}) if self.right else roles_but(ruleset, "merlin"))


EVENTS: tuple[type[Event], ...] = (
    base.LeaderChosen,
    base.RoleDealt,
    base.RoundBegan,
    base.TeamProposed,
    base.BallotsRevealed,
    base.TeamApproved,
    base.TeamRejected,
    base.LeaderPassed,
    base.CardPlayed,
    base.MissionRevealed,
    base.RolesRevealed,
    EvilSeen,
    MerlinSaw,
    TeamGoes,
    AssassinCameOut,
    EvilCameOut,
    MerlinNamed,
)
