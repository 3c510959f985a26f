"""Excalibur: the leader gives it to a team member, who may have another member's card exchanged for the other one."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, cast

from turncoat.games.resistance.hooks import CARDS_IN, TEAM_NAMED
from turncoat.games.resistance.legality import cards_played
from turncoat.games.resistance.tables import OTHER_CARD
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.steps import Game
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.components import TOKENS, Component
from turncoat.kernel.events import Event, EventWithoutEffect, Public, SeenBy
from turncoat.kernel.facts import Fact
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.hooks import WindowHandler, WindowMemory
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, first_clockwise
from turncoat.kernel.steps import Ask, AskOne, Question, Step
from turncoat.kernel.words import N_

CHAPTER = "excalibur"


class ExcaliburPart(Part):
    """The latest holder, and the proposal for which they got it."""

    __slots__ = ("given_at", "holder")

    def __init__(self) -> None:
        self.holder: Seat | None = None
        self.given_at = (0, 0)
        """The round, and the number of proposals before this one."""


def holder_of(board: Board) -> Seat | None:
    """Return the holder on the team that is proposed or on the mission. Afterwards nobody holds it (RT-SWORD-1)."""
    part = cast(ExcaliburPart, board.parts[CHAPTER])
    number, before = part.given_at
    since = board.proposals[before:]
    is_over = board.round != number or len(since) > 1 or (since and not since[0].approved)
    return None if is_over else part.holder


class ExcaliburGiven(Event, frozen=True):
    """The leader gave Excalibur to a member of the team, in public."""

    message: ClassVar[str] = N_("{leader:seat} gives Excalibur to {holder:seat}.")
    clause: ClassVar[str] = "RT-SWORD-1"
    leader: Public[Seat]
    holder: Public[Seat]

    def apply(self, board: Board) -> None:
        part = cast(ExcaliburPart, board.parts[CHAPTER])
        part.holder, part.given_at = self.holder, (board.round, len(board.proposals))
        board.exchanged = NOBODY


class ExcaliburUsed(Event, frozen=True):
    """The holder had a member's card exchanged for the other one. Only the holder sees the card that was played."""

    message: ClassVar[str] = N_("{holder:seat} uses Excalibur on {target:seat}, who had played: {card:word}.")
    redacted_message: ClassVar[str] = N_("{holder:seat} uses Excalibur on {target:seat}.")
    clause: ClassVar[str] = "RT-SWORD-4"
    holder: Public[Seat]
    target: Public[Seat]
    card: Annotated[str | None, SeenBy("holder")] = None

    def apply(self, board: Board) -> None:
        board.exchanged = 1 << self.target
        played = self.card or board.cards.get(self.target)
        if played is not None:
            board.cards[self.target] = OTHER_CARD[played]

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        if self.card is not None:
            yield cards_played(ruleset, board, 1 << self.target, (self.card,))


class ExcaliburLeft(EventWithoutEffect, frozen=True):
    """The holder let every card be."""

    message: ClassVar[str] = N_("{holder:seat} does not use Excalibur.")
    clause: ClassVar[str] = "RT-SWORD-2"
    holder: Public[Seat]


class GiveExcalibur(Ask, frozen=True):
    """The leader's choice of a holder among the other team members, unless there is only one (RT-SWORD-1)."""

    question: ClassVar[Question] = Question(
        "give-excalibur", N_("Who on the team gets Excalibur?"), "RT-SWORD-1", button=N_("Give Excalibur")
    )

    def members(self, game: KernelGame[Any]) -> SeatSet:
        """Return the team members who may get it."""
        board: Board = game.board
        return board.team & ~(1 << board.proposer)

    def asked(self, game: KernelGame[Any]) -> SeatSet:
        return 1 << game.board.proposer if self.members(game).bit_count() > 1 else NOBODY

    def option(self, game: KernelGame[Any], seat: Seat) -> AnyOption:
        members = self.members(game)
        return OneSeat(members, members)

    def default(self, game: KernelGame[Any], seat: Seat) -> Answer:
        return first_clockwise(seat, game.board.players, self.members(game))

    def done(self, game: KernelGame[Any], answers: dict[Seat, Answer]) -> None:
        leader = game.board.proposer
        game.emit(ExcaliburGiven(leader, answers.get(leader, self.members(game).bit_length() - 1)))


class UseExcalibur(AskOne, frozen=True):
    """The holder's chance, every time, to have another member's card exchanged (RT-SWORD-2, RT-SWORD-5)."""

    question: ClassVar[Question] = Question(
        "use-excalibur",
        N_("All cards are in. Whose card do you exchange for the other one?"),
        "RT-SWORD-2",
        button=N_("Decide"),
        hint=N_("You see the card that was played. You need not use Excalibur."),
    )

    def option(self, game: KernelGame[Any], seat: Seat) -> AnyOption:
        others = game.board.team & ~(1 << seat)
        return OneSeat(others, others, may_pass=True)

    def chosen(self, game: KernelGame[Any], answer: Answer) -> None:
        if answer is None:
            game.emit(ExcaliburLeft(self.seat))
        else:
            game.emit(ExcaliburUsed(self.seat, answer, game.board.cards[answer]))


class Excalibur(Chapter):
    """Excalibur (RT-SWORD-1 to -5)."""

    name: ClassVar[str] = CHAPTER
    title: ClassVar[str] = N_("Excalibur")
    summary: ClassVar[str] = N_("The leader gives it to a team member, who may have another member's card exchanged.")
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"give-excalibur": (), "use-excalibur": ()}
    events: ClassVar[tuple[type[Event], ...]] = (ExcaliburGiven, ExcaliburUsed, ExcaliburLeft)
    words: ClassVar[Mapping[str, str]] = {CHAPTER: N_("Excalibur")}
    about: ClassVar[Mapping[str, str]] = {
        CHAPTER: N_("When all cards are in: exchange another member's Success or Fail for the other card.")
    }
    icons: ClassVar[Mapping[str, str]] = {CHAPTER: "sword"}

    def windows(self) -> tuple[WindowHandler, ...]:
        return (TEAM_NAMED.handled_by(give), CARDS_IN.handled_by(use))

    def part(self, ruleset: Ruleset) -> Part:
        return ExcaliburPart()

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        yield Component(TOKENS, CHAPTER)

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (CHAPTER,) if holder_of(board) == seat else ()


def give(game: Game, memory: WindowMemory) -> Step | None:
    """Insert the gift once, before the vote."""
    if memory:
        return None
    memory["done"] = 1
    return GiveExcalibur()


def use(game: Game, memory: WindowMemory) -> Step | None:
    """Insert the holder's chance once, before the cards are shuffled."""
    holder = holder_of(game.board)
    if memory or holder is None:
        return None
    memory["done"] = 1
    return UseExcalibur(holder)
