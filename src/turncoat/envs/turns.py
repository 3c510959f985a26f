"""A game in turns: one seat at a time takes one small action, and chance is a player.

Seats that are asked together act one after another, in seat order, and learn nothing of one another's answers before
all are in. An answer is final. Standing offers may be taken on one's own turn, once for each question.
"""

from collections.abc import Sequence
from typing import Any

from turncoat.kernel.actions import Action, PartialAnswer, begin_answer
from turncoat.kernel.game import Game
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt


class Turns:
    """A game that is played one action at a time.

    >>> from turncoat import Deal, Game, Ruleset
    >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)
    >>> turns = Turns(Game(Ruleset.of("resistance", 5), deal))
    >>> turns.seat, list(map(str, turns.actions))
    (0, ['seat-0', 'seat-1', 'seat-2', 'seat-3'])
    >>> for action in turns.actions[:2]:
    ...     turns.act(action)
    >>> turns.seat, list(map(str, turns.actions))
    (0, ['approve', 'reject'])
    """

    __slots__ = ("_partial", "_to", "actions", "game", "offered", "prompt", "seat", "taken")

    def __init__(self, game: Game[Any], offered: tuple[Seat, int] | None = None, taken: Sequence[Action] = ()) -> None:
        """Begin or go on, within an answer if actions of it have been taken already."""
        self.game = game
        self.offered = None if taken and taken[0].what == "offer" else offered
        """The seat that took the latest standing offer, and the number of its prompt."""
        self.seat: Seat | None = None
        """The seat, or CHANCE, whose turn it is. None once the game is over."""
        self.prompt: Prompt | None = None
        """The question to that seat."""
        self.taken: tuple[Action, ...] = ()
        """The actions of the answer that it is putting together."""
        self.actions: tuple[Action, ...] = ()
        """Its possible actions, at least one until the game is over."""
        self._partial: PartialAnswer | None = None
        self._to: int | str = 0
        self._turn_to_next()
        for action in taken:
            self.act(action)

    def act(self, action: Action) -> None:
        """Take an action for the seat whose turn it is. Raises ValueError, with the state unchanged, if impossible."""
        if action not in self.actions:
            possible = ", ".join(map(str, self.actions)) or "none, the game is over"
            raise ValueError(f"{action} is not possible now; possible: {possible}")
        partial = self._partial
        assert partial is not None
        if action.what == "offer":
            assert self.seat is not None
            assert self.prompt is not None
            (offer,) = (offer for offer in self.game.offers(self.seat) if offer.name == action.word)
            self._to, self._partial = offer.name, begin_answer(offer.option)
            self.offered = self.seat, self.prompt.number
            self.taken, self.actions = (action,), self._partial.actions
            return
        partial = partial.after(action)
        if partial.actions:
            self._partial, self.actions = partial, partial.actions
            self.taken = (*self.taken, action)
            return
        assert self.seat is not None
        self.game.play(self.seat, Choice(self._to, partial.answer))
        self._turn_to_next()

    def chances(self) -> dict[Action, float]:
        """Return the probability of each possible action of chance. Raises ValueError on the turn of a seat."""
        if self._partial is None or self.seat is None or self.seat >= 0:
            raise ValueError("it is not the turn of chance")
        return self._partial.chances()

    def note(self, seat: Seat) -> str:
        """Return what the seat knows of its turn beyond its view, as text: an offer taken, and the actions so far."""
        if seat != self.seat or self.prompt is None:
            return ""
        offered = ("offered",) if self.offered == (seat, self.prompt.number) else ()
        return " ".join((*offered, *map(str, self.taken)))

    def clone(self) -> "Turns":
        """Return an independent game in the same state."""
        twin = object.__new__(Turns)
        for slot in Turns.__slots__:
            setattr(twin, slot, getattr(self, slot))
        twin.game = self.game.clone()
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "Turns":
        return self.clone()

    def _turn_to_next(self) -> None:
        game = self.game
        self.taken = ()
        for seat, prompt in game.prompts().items():
            self.seat, self.prompt, self._to = seat, prompt, prompt.number
            partial = self._partial = begin_answer(prompt.option)
            self.actions = partial.actions
            if game.compiled.offering and self.offered != (seat, prompt.number):
                self.actions += tuple(Action("offer", word=offer.name) for offer in game.offers(seat))
            return
        self.seat = self.prompt = self._partial = None
        self.actions = ()
