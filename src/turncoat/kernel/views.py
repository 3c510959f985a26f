"""Views: the knowledge of one seat or a spectator. A separate type from the game, with no reference back to it."""

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
    """The events that a seat has seen, folded into a board, with its open prompt and the seats being waited for.

    A client that follows a game keeps one view and passes newly seen events to `see`.

    >>> from turncoat import Deal, Game, Ruleset
    >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)
    >>> game = Game(Ruleset.of("resistance", 5), deal)
    >>> game.view(0).board.roles, game.view(1).board.roles
    (['spy', None, None, None, None], [None, 'resistance', None, None, None])
    """

    __slots__ = ("answer", "board", "events", "offers", "prompt", "ruleset", "seat", "waiting")

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.board = cast(B, empty_board(ruleset))
        self.events: list[Event] = []
        self.prompt: Prompt | None = None
        """The seat's prompt, including one that it has answered and may still change."""
        self.answer: Answer = None
        """The seat's choice, as long as it can still be changed."""
        self.offers: tuple[Offer, ...] = ()
        self.waiting: SeatSet = 0
        """Seats that have yet to choose."""

    def see(self, events: Iterable[Event]) -> None:
        """Fold events into the view. They must be redacted for this seat (`seen_by`)."""
        for event in events:
            self.events.append(event)
            event.apply(self.board)

    def history(self) -> Iterator[tuple[B, Event]]:
        """Yield every seen event in order, with the board before it. The board is one object, updated in place."""
        board = cast(B, empty_board(self.ruleset))
        for event in self.events:
            yield board, event
            event.apply(board)


def empty_board(ruleset: Ruleset, play: Compiled | None = None) -> Board:
    """Return the board before any event, with the parts of the chapters in play."""
    play = play or compiled(ruleset)
    board = play.book.board(ruleset)
    for chapter in play.chapters:
        part = chapter.part(ruleset)
        if part is not None:
            board.parts[chapter.name] = part
    return board


def fold(ruleset: Ruleset, events: Iterable[Event]) -> Board:
    """Return the board that results from the events."""
    board = empty_board(ruleset)
    for event in events:
        event.apply(board)
    return board
