"""A bot that asks an agent of another library, which answers one numbered action at a time.

Such an agent can sit wherever a bot can: in simulations, in the arena and at tables.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

from turncoat.bots.bot import Bot
from turncoat.envs.positions import Position, Resampler
from turncoat.envs.tensors import LATEST, layout_of
from turncoat.envs.turns import Turn
from turncoat.kernel.actions import Action
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View


class AgentTurn:
    """The turn of a seat: what it knows, what it has done of its answer, and its legal actions."""

    __slots__ = ("_offered", "_rows", "layout", "legal", "taken", "view")

    def __init__(self, bot: "AgentBot", taken: tuple[Action, ...], legal: tuple[int, ...]) -> None:
        self.layout = bot.layout
        self.view = bot.view
        self.taken = taken
        """The actions of the answer so far."""
        self.legal = legal
        """The numbers of the possible actions, in ascending order."""
        self._rows = bot.rows
        self._offered = {bot.seat: bot.offered}

    @property
    def mask(self) -> bytes:
        """A byte for each action: 1 if it is possible."""
        mask = bytearray(len(self.layout.space.actions))
        for number in self.legal:
            mask[number] = 1
        return bytes(mask)

    def tensor(self) -> "memoryview[float]":
        """Return what the seat knows as a tensor (`TensorLayout`)."""
        return self.layout.tensor(self.view, self.taken, self._rows)

    def position(self, rng: Random) -> Position:
        """Return a whole position that the seat can't tell from the real one, drawn as `Position.resampled` does.

        It is the seat's turn in it, also if others are still asked.
        """
        return Resampler(self.layout, self.view).position(rng, self.taken, self._offered, self.view.seat)


class AgentBot(Bot):
    """Base class of bots that act one action at a time. Subclasses implement `action`.

    It takes standing offers on its turn only, and only where the caller keeps its view (`follows`) up to date, as
    simulations do. Elsewhere its view has no offers, and waits for itself alone.

    >>> from turncoat import Ruleset, play_game
    >>> class Lowest(AgentBot):
    ...     def action(self, turn):
    ...         return turn.legal[0]
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> bots = [Lowest(ruleset, seat, b"") for seat in range(5)]
    >>> play_game(ruleset, ruleset.deal(b"an evening"), bots, Random(1)).result.winner
    'resistance'
    """

    latest: ClassVar[int] = LATEST
    """Number of latest events in a tensor."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.layout = layout_of(ruleset, self.latest)
        self.view: View[Any] = View(ruleset, seat)
        self.follows = self.view
        self.rows = bytearray()
        """Rows of the events of the view, for tensors."""
        self.offered = -1
        """Number of the prompt at which it took a standing offer."""

    def action(self, turn: AgentTurn) -> int:
        """Return the number of one of the legal actions. Any other raises ValueError."""
        raise NotImplementedError

    def see(self, events: Iterable[Event]) -> None:
        seen = tuple(events)
        self.view.see(seen)
        self.rows += self.layout.rows(seen)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Take no standing offer outside of its turn."""
        return None

    def decide(self, prompt: Prompt) -> Answer:
        if self.view.prompt != prompt:
            self.view.prompt, self.view.answer, self.view.offers = prompt, None, ()
            self.view.waiting = 1 << self.seat
        choice = self._choice(Turn.begin(prompt))
        self.view.remember(choice)
        return choice.answer

    def act(self, prompt: Prompt) -> Choice:
        choice = self._choice(Turn.begin(prompt, self.view.offers if self.offered != prompt.number else ()))
        if choice.to != prompt.number:
            self.offered = prompt.number
        self.view.remember(choice)
        return choice

    def _choice(self, turn: Turn) -> Choice:
        """Ask for actions until an answer is complete: to the prompt, or to the offer that was taken first."""
        space = self.layout.space
        while turn.actions:
            legal = tuple(sorted([space.numbers[action] for action in turn.actions]))
            number = int(self.action(AgentTurn(self, turn.taken, legal)))
            if number not in legal:
                raise ValueError(f"{number} is no legal action; possible: {', '.join(map(str, legal))}")
            turn = turn.after(space.actions[number])
        return turn.choice
