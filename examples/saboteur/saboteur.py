"""The Saboteur: a chapter from outside, in one file. The tutorial in `docs/chapters.md` walks through it."""

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
    """A Wrench was among the cards: the leader looks for who left it."""

    message: ClassVar[str] = N_("There are traces of a wrench. {leader:seat} looks at {member:seat}'s loyalty card.")
    clause: ClassVar[str] = "SAB-LOOK-1"
    leader: Public[Seat]
    member: Public[Seat]


class FollowTraces(AskOne, frozen=True):
    """The leader chooses another member of the team of the mission that was just run."""

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
    """The chapter: what it brings, and where in the game it has a say."""

    game: ClassVar[str] = "resistance"
    name: ClassVar[str] = "saboteur"
    title: ClassVar[str] = N_("Saboteur")
    summary: ClassVar[str] = N_("One spy carries a wrench that stops any mission, once, and leaves traces.")
    clauses: ClassVar[Mapping[str, str]] = {
        "SAB-ROLE-1": N_("One spy is the Saboteur; the other spies do not learn which of them."),
        "SAB-CARD-1": N_("A Wrench, too, lies before every member of a team; only the Saboteur may play it."),
        "SAB-CARD-2": N_("A Wrench fails the mission by itself, even where two Fails are needed."),
        "SAB-LOOK-1": N_("After a mission with a Wrench the leader looks at the loyalty card of a member."),
        "SAB-ONCE-1": N_("Once a game; afterwards the Saboteur is an ordinary spy."),
    }
    roles: ClassVar[Mapping[str, str]] = {"saboteur": "spies"}
    words: ClassVar[Mapping[str, str]] = {"saboteur": N_("Saboteur"), WRENCH: N_("Wrench")}
    abilities: ClassVar[Mapping[str, str]] = {
        "saboteur": N_("Once a game you may play the Wrench: the mission fails, and the leader looks for traces.")
    }
    events: ClassVar[tuple[type[Event], ...]] = (TracesFound, LoyaltyShown)

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        """SAB-ROLE-1: one Saboteur takes the place of a plain spy."""
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
    """SAB-CARD-1: the Wrench lies before every team member, so that its place tells nothing."""
    return (*hand, WRENCH)


def may_play_wrench(ruleset: Ruleset, cards: tuple[str, ...], board: Board, role: str) -> tuple[str, ...]:
    """SAB-CARD-1, SAB-ONCE-1."""
    spent = any(WRENCH in result.cards for result in board.results)
    return (*cards, WRENCH) if role == "saboteur" and not spent else cards


def wrench_fails(game: Game, succeeds: bool, cards: tuple[str, ...]) -> bool:
    """SAB-CARD-2."""
    return succeeds and WRENCH not in cards


def look_for_traces(game: Game, memory: WindowMemory) -> Step | None:
    """SAB-LOOK-1, once for a mission: the window asks again after the step, and the memory says that it is done."""
    if WRENCH not in game.board.results[-1].cards or memory:
        return None
    memory["done"] = 1
    return FollowTraces(game.board.leader)
