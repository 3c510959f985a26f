"""The Saboteur: a third-party chapter in one file. The tutorial in `docs/chapters.md` walks through it."""

from collections.abc import Mapping
from typing import ClassVar

from turncoat.chapters import (
    N_,
    Answer,
    AskOne,
    Event,
    EventWithoutEffect,
    OneSeat,
    PolicyHandler,
    Public,
    Question,
    Ruleset,
    Seat,
    Step,
    WindowHandler,
    WindowMemory,
)
from turncoat.games.resistance import Board, Game, LoyaltyShown, RoleChapter, show_loyalty
from turncoat.games.resistance.hooks import HAND, MISSION_SETTLED, MISSION_SUCCEEDS, PLAYABLE

WRENCH = "wrench"


class TracesFound(EventWithoutEffect, frozen=True):
    """A Wrench was among the cards, and the leader looks for its owner."""

    message: ClassVar[str] = N_("There are traces of a wrench. {leader:seat} looks at {member:seat}'s loyalty card.")
    clause: ClassVar[str] = "SAB-LOOK-1"
    leader: Public[Seat]
    member: Public[Seat]


class FollowTraces(AskOne, frozen=True):
    """The leader chooses another member of the team whose mission was just run."""

    question: ClassVar[Question] = Question(
        "follow-traces", N_("A Wrench was played. Whose loyalty card will you look at?"), "SAB-LOOK-1"
    )

    def option(self, game: Game, seat: Seat) -> OneSeat:
        suspects = game.board.results[-1].team & ~(1 << seat)
        return OneSeat(suspects, suspects)

    def chosen(self, game: Game, answer: Answer) -> None:
        game.emit(TracesFound(self.seat, answer))
        show_loyalty(game, shower=answer, viewer=self.seat)


class Saboteur(RoleChapter):
    """The Saboteur chapter: its texts, its role, and the hooks that it handles."""

    game: ClassVar[str] = "resistance"
    name: ClassVar[str] = "saboteur"
    title: ClassVar[str] = N_("Saboteur")
    summary: ClassVar[str] = N_("One spy carries a wrench that stops any mission, once, and leaves traces.")
    clauses: ClassVar[Mapping[str, str]] = {
        "SAB-ROLE-1": N_("One spy is the Saboteur; the other spies do not learn who."),
        "SAB-CARD-1": N_("Every team member also gets a Wrench; only the Saboteur may play it."),
        "SAB-CARD-2": N_("A Wrench fails the mission by itself, even where two Fails are needed."),
        "SAB-LOOK-1": N_("After a mission with a Wrench the leader looks at the loyalty card of a member."),
        "SAB-ONCE-1": N_("Once a game; after that the Saboteur is an ordinary spy."),
    }
    roles: ClassVar[Mapping[str, str]] = {"saboteur": "spies"}
    words: ClassVar[Mapping[str, str]] = {"saboteur": N_("Saboteur"), WRENCH: N_("Wrench")}
    abilities: ClassVar[Mapping[str, str]] = {
        "saboteur": N_("Once a game you may play the Wrench: the mission fails, and the leader looks for traces.")
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "saboteur": N_("Once a game may play the Wrench: the mission fails, and the leader looks for traces.")
    }
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"play-card": (WRENCH,), "follow-traces": ()}
    events: ClassVar[tuple[type[Event], ...]] = (TracesFound, LoyaltyShown)

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        """Replace a plain spy with the Saboteur (SAB-ROLE-1)."""
        return {"saboteur": 1}

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (
            HAND.handled_by(with_wrench),
            PLAYABLE.handled_by(may_play_wrench),
            MISSION_SUCCEEDS.handled_by(wrench_fails),
        )

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(look_for_traces),)


def with_wrench(game: Game, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Add the Wrench to every team member's hand, so that its presence reveals nothing (SAB-CARD-1)."""
    return (*hand, WRENCH)


def may_play_wrench(ruleset: Ruleset, cards: tuple[str, ...], board: Board, role: str) -> tuple[str, ...]:
    """Let the Saboteur play the Wrench, once a game (SAB-CARD-1, SAB-ONCE-1)."""
    spent = any(WRENCH in result.cards for result in board.results)
    return (*cards, WRENCH) if role == "saboteur" and not spent else cards


def wrench_fails(game: Game, succeeds: bool, cards: tuple[str, ...]) -> bool:
    """Fail the mission if a Wrench was played (SAB-CARD-2)."""
    return succeeds and WRENCH not in cards


def look_for_traces(game: Game, memory: WindowMemory) -> Step | None:
    """Insert the leader's look after a Wrench (SAB-LOOK-1).

    The window asks again after the step, and the memory records that it has been inserted.
    """
    if WRENCH not in game.board.results[-1].cards or memory:
        return None
    memory["done"] = 1
    return FollowTraces(game.board.leader)
