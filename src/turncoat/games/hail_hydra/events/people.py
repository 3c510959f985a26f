"""The events of calls, and of the knock-out phase."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import LAST_ROUND
from turncoat.kernel.events import Event, EventWithoutEffect, Public
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.words import N_


class AbilityUsed(Event, frozen=True):
    """A hero's special ability was called, and is used up."""

    message: ClassVar[str] = N_("{seat:seat} uses the ability of {hero:word}")
    summary: ClassVar[str] = N_("{seat:seat} uses an ability.")
    clause: ClassVar[str] = "HH-HERO-1"
    seat: Public[Seat]
    hero: Public[str]

    def apply(self, board: Board) -> None:
        board.used |= 1 << self.seat


class TargetChosen(EventWithoutEffect, frozen=True):
    """The caller chose the target of an ability. Its effects are events of their own."""

    message: ClassVar[str] = N_("{seat:seat} picks {target:seat}.")
    own_seat: ClassVar[str] = N_("{seat:seat} picks themselves.")
    clause: ClassVar[str] = "HH-HERO-1"
    seat: Public[Seat]
    target: Public[Seat]

    @property
    def sentence(self) -> str:
        return self.own_seat if self.seat == self.target else self.message


class LimitSet(Event, frozen=True):
    """Some heroes may lay at most this many attack cards in this offensive."""

    message: ClassVar[str] = N_("At most {most} attack cards in this offensive: {seats:seats}.")
    clause: ClassVar[str] = "HH-QUICK-1"
    seats: Public[SeatSet]
    most: Public[int]

    def apply(self, board: Board) -> None:
        for seat in range(board.players):
            if self.seats >> seat & 1:
                board.limits[seat] = min(self.most, board.limits.get(seat, self.most))


class FaceUpOrdered(Event, frozen=True):
    """Some heroes must lay face up in this offensive."""

    message: ClassVar[str] = N_("Face up in this offensive: {seats:seats}.")
    clause: ClassVar[str] = "HH-QUICK-1"
    seats: Public[SeatSet]

    def apply(self, board: Board) -> None:
        board.face_up |= self.seats


class HailHydra(Event, frozen=True):
    """A HYDRA agent turned up the loyalty disc and lost the special ability."""

    message: ClassVar[str] = N_("HAIL HYDRA! {seat:seat} is a HYDRA agent.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-HAIL-1"
    interrupts: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "reveal"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.revealed |= 1 << self.seat
        board.face_up |= 1 << self.seat
        board.roles[self.seat] = "hydra"

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.seat, frozenset({"hydra"}))


class SkullAnswered(Event, frozen=True):
    """A revealed agent gave Red Skull defense for this offensive, or declined."""

    message: ClassVar[str] = N_("{seat:seat} and Red Skull: {answer:word}.")
    clause: ClassVar[str] = "HH-SKULL-2"
    seat: Public[Seat]
    gives: Public[bool]

    @property
    def answer(self) -> str:
        """The agent's answer as a word."""
        return "gives-defense" if self.gives else "gives-no-defense"

    def apply(self, board: Board) -> None:
        board.asked_skull |= 1 << self.seat
        if self.gives:
            board.gave_defense |= 1 << self.seat
            board.temporary_defense += 1


class KnockOutBegan(Event, frozen=True):
    """The knock-out phase began, before the next villain is revealed."""

    message: ClassVar[str] = N_("Knock-out phase. Voting rounds: {rounds}.")
    clause: ClassVar[str] = "HH-KO-1"
    rounds: Public[int]

    def apply(self, board: Board) -> None:
        board.round = 0
        board.rounds = self.rounds
        board.protected, board.extra_votes = {}, {}


class RoundBegan(Event, frozen=True):
    """A voting round began."""

    message: ClassVar[str] = N_("Voting round {round} of {rounds}.")
    part: ClassVar[Literal["", "begins", "ends"]] = "begins"
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-KO-2"
    is_heading: ClassVar[bool] = True
    round: Public[int]
    rounds: Public[int]

    def apply(self, board: Board) -> None:
        board.round = self.round


class RoundsChanged(Event, frozen=True):
    """This knock-out phase has more or fewer voting rounds."""

    message: ClassVar[str] = N_("Voting rounds in this phase: {rounds}.")
    clause: ClassVar[str] = "HH-KO-1"
    rounds: Public[int]

    def apply(self, board: Board) -> None:
        board.rounds = self.rounds


class ExtraVoteGranted(Event, frozen=True):
    """A hero received extra votes for one round, in public."""

    message: ClassVar[str] = N_("Extra votes that {seat:seat} casts in round {round}: {votes}.")
    clause: ClassVar[str] = "HH-KO-3"
    seat: Public[Seat]
    round: Public[int]
    votes: Public[int]

    def apply(self, board: Board) -> None:
        board.extra_votes[self.seat] = (self.round, self.votes)


class HeroProtected(Event, frozen=True):
    """A hero cannot be knocked out in some rounds."""

    message: ClassVar[str] = N_("{seat:seat} cannot be knocked out in round {first}.")
    whole_phase: ClassVar[str] = N_("{seat:seat} cannot be knocked out in this phase.")
    rest_of_phase: ClassVar[str] = N_("{seat:seat} cannot be knocked out from round {first} to the end of this phase.")
    clause: ClassVar[str] = "HH-HERO-2"
    seat: Public[Seat]
    first: Public[int]
    last: Public[int]
    """Last round of the protection, or LAST_ROUND if it lasts to the end of the phase."""

    @property
    def sentence(self) -> str:
        if self.last != LAST_ROUND:
            return self.message
        return self.whole_phase if self.first == 1 else self.rest_of_phase

    def apply(self, board: Board) -> None:
        board.protected[self.seat] = (self.first, self.last)


class PointedAt(EventWithoutEffect, frozen=True):
    """Players pointed at a hero, all at the same time. `votes` includes extra votes."""

    message: ClassVar[str] = N_("{voters:seats} → {target:seat}: {votes}.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-KO-2"
    scene: ClassVar[str] = "count"
    target: Public[Seat]
    voters: Public[SeatSet]
    votes: Public[int]


class PointedUp(EventWithoutEffect, frozen=True):
    """Players voted for knocking out nobody."""

    message: ClassVar[str] = N_("{voters:seats} → nobody: {votes}.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-KO-2"
    scene: ClassVar[str] = "count"
    voters: Public[SeatSet]
    votes: Public[int]


class HeroKnockedOut(Event, frozen=True):
    """A hero is knocked out for the coming mission."""

    message: ClassVar[str] = N_("{seat:seat} is knocked out.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-KO-3"
    scene: ClassVar[str] = "count"
    seat: Public[Seat]

    def apply(self, board: Board) -> None:
        board.out |= 1 << self.seat


class NobodyKnockedOut(EventWithoutEffect, frozen=True):
    """The voting round ended, and nobody is knocked out."""

    message: ClassVar[str] = N_("Nobody is knocked out.")
    summary: ClassVar[str] = message
    clause: ClassVar[str] = "HH-KO-3"
    scene: ClassVar[str] = "count"
