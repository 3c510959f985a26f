"""Views: the knowledge of one seat or a spectator. A separate type from the game, with no reference back to it."""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar, cast

import msgspec

from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Offer
from turncoat.kernel.compiled import Compiled, compiled
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Choice, Prompt

B = TypeVar("B", bound=Board)


class View(Generic[B]):
    """The events that a seat has seen, folded into a board, with its open prompt and the seats being waited for.

    A client that follows a game keeps one view and passes newly seen events to `see`. `LiveView` does it for a game.

    >>> from turncoat import Deal, Game, Ruleset
    >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)
    >>> game = Game(Ruleset.of("resistance", 5), deal)
    >>> game.view(0).board.roles, game.view(1).board.roles
    (['spy', None, None, None, None], [None, 'resistance', None, None, None])
    """

    __slots__ = ("_lines", "answer", "board", "choices", "events", "offers", "prompt", "ruleset", "seat", "waiting")

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.board = cast(B, empty_board(ruleset))
        self.events: list[Event] = []
        self.prompt: Prompt | None = None
        """The seat's prompt, including one that it has answered and may still change."""
        self.answer: Answer = None
        """The seat's choice in the open step, until it takes effect."""
        self.offers: tuple[Offer, ...] = ()
        self.waiting: SeatSet = 0
        """Seats that have yet to choose."""
        self.choices: list[Choice] = []
        """The seat's own choices, of which some leave no event that it sees. Those that it changed are not kept.

        `LiveView` adds them.
        """
        self._lines: list[str] = []

    def see(self, events: Iterable[Event]) -> None:
        """Fold events into the view. They must be redacted for this seat (`seen_by`)."""
        for event in events:
            self.events.append(event)
            event.apply(self.board)

    def remember(self, choice: Choice) -> None:
        """Keep a choice of the seat, in place of the latest if it changes that."""
        if self.choices and type(choice.to) is int and self.choices[-1].to == choice.to:
            self.choices.pop()
        self.choices.append(choice)

    def copy(self) -> "View[B]":
        """Return an independent view that knows the same."""
        twin: View[B] = object.__new__(View)
        for slot in View.__slots__:
            setattr(twin, slot, getattr(self, slot))
        twin.board, twin.events, twin._lines = self.board.copy(), self.events.copy(), self._lines.copy()
        twin.choices = self.choices.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "View[B]":
        return self.copy()

    def text(self) -> str:
        """Return what the seat knows, as canonical text: equal for views that know the same, and only for them.

        One line for each event, with its fields in order as JSON, and a last one for the prompt, the answer, the
        offers, the seats that are waited for, and the seat's own choices.

        >>> from turncoat import Deal, Game, Ruleset
        >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)
        >>> print(Game(Ruleset.of("resistance", 5), deal).view(1).text())
        LeaderChosen [0]
        RoleDealt [1,"resistance"]
        RoundBegan [1,0,1]
        [null,null,[],1,[]]
        """
        for event in self.events[len(self._lines) :]:
            fields = msgspec.json.encode(msgspec.structs.astuple(event)).decode()
            self._lines.append(f"{type(event).__struct_config__.tag} {fields}")
        prompt, offers = self.prompt, [(offer.name, offer.option) for offer in self.offers]
        asked = None if prompt is None else (prompt.number, prompt.question.name, prompt.params, prompt.option)
        now = msgspec.json.encode((asked, self.answer, offers, self.waiting, self.choices)).decode()
        return "\n".join((*self._lines, now))

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
