"""The Saboteur: a chapter from outside, in one file. The tutorial in `docs/chapters.md` walks through it.

- SAB-ROLE-1  One spy is the Saboteur; the other spies do not learn which of them.
- SAB-CARD-1  Besides Success and Fail, a Wrench lies before every team member; only the Saboteur may play it.
- SAB-CARD-2  A Wrench fails the mission by itself, even where two Fails are needed.
- SAB-LOOK-1  It leaves traces: after a mission with a Wrench the leader looks at the loyalty card of another member of
              the team.
- SAB-ONCE-1  Once a game; afterwards the Saboteur is an ordinary spy.
"""

from collections.abc import Mapping
from typing import ClassVar

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import HAND, MISSION_SETTLED, MISSION_SUCCEEDS, PLAYABLE
from turncoat.games.resistance.loyalty import LoyaltyShown, show_loyalty
from turncoat.games.resistance.roles import RoleChapter
from turncoat.games.resistance.steps import Game
from turncoat.kernel.events import Event, Public
from turncoat.kernel.hooks import PolicyHandler, WindowHandler
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.words import N_

WRENCH = "wrench"


class TracesFound(Event, frozen=True):
    """A Wrench was among the cards: the leader looks for who left it."""

    message: ClassVar[str] = N_("There are traces of a wrench. {leader:seat} looks at {member:seat}'s loyalty card.")
    leader: Public[Seat]
    member: Public[Seat]

    def apply(self, board: Board) -> None:
        """Nothing on the board changes; the look itself is an event of its own."""


class FollowTraces(Ask, frozen=True):
    """The leader chooses a member of the team other than himself (SAB-LOOK-1)."""

    question: ClassVar[Question] = Question(
        "follow-traces", N_("A Wrench was played. Whose loyalty card will you look at?"), "SAB-LOOK-1"
    )

    def suspects(self, game: Game) -> SeatSet:
        """The team of the mission that was just run, less the leader."""
        return game.board.results[-1].team & ~(1 << game.board.leader)

    def asked(self, game: Game) -> SeatSet:
        return 1 << game.board.leader

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return OneSeat(self.suspects(game), self.suspects(game))

    def default(self, game: Game, seat: Seat) -> Answer:
        return seats_in(self.suspects(game))[0]

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        ((leader, member),) = answers.items()
        game.emit(TracesFound(leader, member))
        show_loyalty(game, shower=member, viewer=leader)


class Saboteur(RoleChapter):
    """The chapter: what it brings, and where in the game it has a say."""

    game: ClassVar[str] = "resistance"
    name: ClassVar[str] = "saboteur"
    title: ClassVar[str] = N_("Saboteur")
    summary: ClassVar[str] = N_("One spy carries a wrench that stops any mission, once, and leaves traces.")
    roles: ClassVar[Mapping[str, str]] = {"saboteur": "spies"}
    words: ClassVar[Mapping[str, str]] = {"saboteur": N_("Saboteur"), WRENCH: N_("Wrench")}
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


def may_play_wrench(game: Game, cards: tuple[str, ...], seat: Seat) -> tuple[str, ...]:
    """SAB-CARD-1, SAB-ONCE-1."""
    spent = any(WRENCH in result.cards for result in game.board.results)
    return (*cards, WRENCH) if game.board.roles[seat] == "saboteur" and not spent else cards


def wrench_fails(game: Game, succeeds: bool, cards: tuple[str, ...]) -> bool:
    """SAB-CARD-2."""
    return succeeds and WRENCH not in cards


def look_for_traces(game: Game, memory: dict[str, int]) -> Step | None:
    """SAB-LOOK-1, once for a mission: the window asks again after the step, and the memory says that it is done."""
    if WRENCH not in game.board.results[-1].cards or memory.get("done"):
        return None
    memory["done"] = 1
    return FollowTraces()
