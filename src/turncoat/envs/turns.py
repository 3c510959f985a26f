"""A game in turns: one seat at a time takes one small action, and chance is a player.

Seats that are asked together act one after another, in seat order, and learn nothing of one another's answers before
all are in. They may also act at the same time (`Turns.open`). An answer is final. Standing offers may be taken on one's
own turn, once for each question.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from turncoat.kernel.actions import Action, PartialAnswer, begin_answer
from turncoat.kernel.chapters import Offer
from turncoat.kernel.game import Game
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View


class Turn(NamedTuple):
    """The turn of a seat: its question, and the answer that it is putting together."""

    prompt: Prompt
    offers: tuple[Offer, ...]
    """Standing offers that it may take before it answers."""
    to: int | str
    """The number of the prompt, or the name of the standing offer that it is taking."""
    partial: PartialAnswer
    taken: tuple[Action, ...]
    """The actions of the answer so far."""
    actions: tuple[Action, ...]
    """The possible actions. None once the answer is complete."""

    @classmethod
    def begin(cls, prompt: Prompt, offers: tuple[Offer, ...] = ()) -> "Turn":
        """Begin an answer to the prompt, or to one of the offers."""
        partial = begin_answer(prompt.option)
        actions = partial.actions
        if offers:
            actions += tuple(Action("offer", word=offer.name) for offer in offers)
        return cls(prompt, offers, prompt.number, partial, (), actions)

    def after(self, action: Action) -> "Turn":
        """Return the turn after one of its possible actions."""
        if action.what == "offer":
            (offer,) = (offer for offer in self.offers if offer.name == action.word)
            to: int | str = offer.name
            partial = begin_answer(offer.option)
        else:
            to, partial = self.to, self.partial.after(action)
        return Turn(self.prompt, self.offers, to, partial, (*self.taken, action), partial.actions)

    @property
    def choice(self) -> Choice:
        """The complete answer."""
        return Choice(self.to, self.partial.answer)


class Turns:
    """A game that is played one action at a time.

    >>> from turncoat import Deal, Game, Ruleset
    >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)
    >>> turns = Turns(Game(Ruleset.of("resistance", 5), deal))
    >>> turns.seat, list(map(str, turns.actions))
    (0, ['seat-0', 'seat-1', 'seat-2', 'seat-3'])
    >>> for action in turns.actions[:2]:
    ...     turns.act(action)
    >>> turns.seat, list(map(str, turns.actions)), list(turns.open)
    (0, ['approve', 'reject'], [0, 1, 2, 3, 4])
    """

    __slots__ = ("actions", "game", "offered", "open", "prompt", "seat", "taken")

    def __init__(
        self,
        game: Game[Any],
        offered: Mapping[Seat, int] | None = None,
        taken: Sequence[Action] = (),
        first: Seat | None = None,
    ) -> None:
        """Begin or go on: after these standing offers (`offered`), and within an answer of these actions.

        If `first` is asked, it is that seat's turn now, before others who are asked together with it.
        """
        self.game = game
        self.open: dict[Seat, Turn] = {}
        """The turns of all who have yet to answer, in the order in which they act."""
        self.seat: Seat | None = None
        """The seat, or CHANCE, whose turn it is: the first of `open`. None once the game is over."""
        self.prompt: Prompt | None = None
        """The question to that seat."""
        self.taken: tuple[Action, ...] = ()
        """The actions of the answer that it is putting together."""
        self.actions: tuple[Action, ...] = ()
        """Its possible actions, at least one until the game is over."""
        self.offered: dict[Seat, int] = dict(offered or {})
        """The number of the latest prompt at which each seat took a standing offer."""
        self._open_turns()
        if first is not None and first in self.open:
            self.open = {first: self.open.pop(first), **self.open}
        self._turn_to_first()
        for action in taken:
            self.act(action)

    def act(self, action: Action, seat: Seat | None = None) -> None:
        """Take an action for the seat whose turn it is, or for another seat in `open`.

        Raises ValueError, with the state unchanged, if impossible.
        """
        if seat is None:
            seat = self.seat
        turn = None if seat is None else self.open.get(seat)
        actions = () if turn is None else turn.actions
        if turn is None or seat is None or action not in actions:
            possible = ", ".join(map(str, actions)) or ("none, the game is over" if self.seat is None else "none")
            raise ValueError(f"{action} is not possible now; possible: {possible}")
        game = self.game
        turn = turn.after(action)
        if turn.actions:
            self.open[seat] = turn
        else:
            frame = game.frame
            game.play(seat, turn.choice)
            if turn.to != turn.prompt.number:
                self.offered[seat] = turn.prompt.number
            if game.frame is frame and not game.compiled.offering:
                del self.open[seat]
            else:
                self._open_turns()
        self._turn_to_first()

    def chances(self) -> dict[Action, float]:
        """Return the probability of each possible action of chance. Raises ValueError on the turn of a seat."""
        if self.seat is None or self.seat >= 0:
            raise ValueError("it is not the turn of chance")
        return self.open[self.seat].partial.chances()

    def text(self, view: View[Any]) -> str:
        """Return what a seat knows, as canonical text: its view, which is up to date, and a line for its turn.

        That line has what the view lacks: an offer taken, and the actions so far. Without either there is none.
        """
        turn = self.open.get(view.seat)
        if turn is None:
            return view.text()
        offered = ("offered",) if self.offered.get(view.seat) == turn.prompt.number else ()
        done = " ".join((*offered, *map(str, turn.taken)))
        return f"{view.text()}\n{done}" if done else view.text()

    @property
    def rewards(self) -> tuple[float, ...]:
        """1 for each seat on the side that won and -1 for the others. All 0 until the game is over."""
        game = self.game
        if game.result is None:
            return (0.0,) * game.ruleset.players
        side_of, winner = game.compiled.book.side_of, game.result.winner
        return tuple(1.0 if side_of(role, game.board) == winner else -1.0 for role in game.deal.roles)

    def clone(self) -> "Turns":
        """Return an independent game in the same state."""
        twin = object.__new__(Turns)
        for slot in Turns.__slots__:
            setattr(twin, slot, getattr(self, slot))
        twin.game, twin.open, twin.offered = self.game.clone(), self.open.copy(), self.offered.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "Turns":
        twin = self.clone()
        twin.game = deepcopy(self.game, memo)  # others who hold the same game share the copy
        return twin

    def _open_turns(self) -> None:
        """Give everybody who is asked a turn. Those who are asked the same as before go on with their answer."""
        game, before = self.game, self.open
        self.open = {}
        for seat, prompt in game.prompts().items():
            offers: tuple[Offer, ...] = ()
            if game.compiled.offering and self.offered.get(seat) != prompt.number:
                offers = game.offers(seat)
            turn = before.get(seat)
            if turn is None or turn.prompt != prompt or turn.offers != offers:
                turn = Turn.begin(prompt, offers)
            self.open[seat] = turn

    def _turn_to_first(self) -> None:
        for seat, turn in self.open.items():
            self.seat, self.prompt, self.taken, self.actions = seat, turn.prompt, turn.taken, turn.actions
            return
        self.seat = self.prompt = None
        self.taken = self.actions = ()
