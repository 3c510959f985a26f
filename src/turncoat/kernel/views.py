"""Views: what one seat, or a spectator, knows. Another type than the game, with no way back to it."""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar, cast

from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Offer
from turncoat.kernel.compiled import Compiled, compiled
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Prompt

B = TypeVar("B", bound=Board)


class View(Generic[B]):
    """The fold of the events that a seat has seen, with what is asked of it and who is waited for.

    A player that follows a game keeps one view and passes new seen events to `see`.
    """

    __slots__ = ("answer", "board", "events", "offers", "prompt", "ruleset", "seat", "waiting")

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.board = cast(B, empty_board(ruleset))
        self.events: list[Event] = []
        self.prompt: Prompt | None = None
        """What is asked of the seat, also when it has chosen and may change its choice."""
        self.answer: Answer = None
        """What the seat has chosen, while it can still be changed."""
        self.offers: tuple[Offer, ...] = ()
        self.waiting: SeatSet = 0
        """Who is waited for."""

    def see(self, events: Iterable[Event]) -> None:
        """Fold events as this seat may see them (`seen_by`) into the view."""
        for event in events:
            self.events.append(event)
            event.apply(self.board)

    def history(self) -> Iterator[tuple[B, Event]]:
        """Every event that was seen, in order, with the board as it was before it: one board, folded again."""
        board = cast(B, empty_board(self.ruleset))
        for event in self.events:
            yield board, event
            event.apply(board)


def empty_board(ruleset: Ruleset, play: Compiled | None = None) -> Board:
    """The board before any event, with the parts of the chapters in play."""
    play = play or compiled(ruleset)
    board = play.book.board(ruleset)
    for chapter in play.chapters:
        part = chapter.part(ruleset)
        if part is not None:
            board.parts[chapter.name] = part
    return board


def fold(ruleset: Ruleset, events: Iterable[Event]) -> Board:
    """The board that the events make."""
    board = empty_board(ruleset)
    for event in events:
        event.apply(board)
    return board
