"""An environment of one game at a time: reset, observe, act.

It holds everything itself, so many may run side by side. Chance draws from its seed. Whoever acts sees what that seat
may see, and the roles are told when the game is over.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from turncoat.envs.tensors import LATEST, TensorLayout
from turncoat.envs.turns import Turns
from turncoat.kernel.game import Game, LiveView
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.views import View


class TurnEnvironment:
    """A ruleset as an environment in which one seat acts at a time.

    >>> from random import Random
    >>> from turncoat import Ruleset
    >>> env = TurnEnvironment(Ruleset.of("resistance", 5))
    >>> env.reset(seed=7)
    >>> rng = Random(7)
    >>> while not env.is_over:
    ...     env.step(rng.choice(env.legal_actions))
    >>> env.rewards, env.roles
    ((-1.0, 1.0, -1.0, 1.0, -1.0), ('resistance', 'spy', 'resistance', 'spy', 'resistance'))
    """

    def __init__(self, ruleset: Ruleset, latest: int = LATEST) -> None:
        """Make an environment. `latest` is the number of latest events in a tensor."""
        self.ruleset = ruleset
        self.layout = TensorLayout(ruleset, latest)
        self.space = self.layout.space
        """The actions of the ruleset, by number."""
        self._turns: Turns | None = None
        self._rng = Random()
        self._views: dict[Seat, LiveView[Any]] = {}
        self._rows: dict[Seat, bytearray] = {}

    def reset(self, seed: int | str | None = None) -> None:
        """Deal a new game. Equal seeds give equal games; None draws one."""
        self._rng = Random(seed)
        deal = self.ruleset.deal(self._rng.randbytes(16))
        self._views, self._rows = {}, {}
        self._turns = Turns(Game(self.ruleset, deal))
        self._let_chance_act()

    @property
    def turns(self) -> Turns:
        """The game. For the driver: it knows everything. Raises RuntimeError before the first reset."""
        if self._turns is None:
            raise RuntimeError("call reset() first")
        return self._turns

    @property
    def seat(self) -> Seat | None:
        """The seat whose turn it is. None once the game is over."""
        return self.turns.seat

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.turns.seat is None

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of the actions that the seat may take, in ascending order."""
        numbers = self.space.numbers
        return tuple(sorted([numbers[action] for action in self.turns.actions]))

    def mask(self, seat: Seat) -> bytes:
        """Return a byte for each action: 1 if the seat may take it now."""
        mask = bytearray(len(self.space.actions))
        if seat == self.turns.seat:
            numbers = self.space.numbers
            for action in self.turns.actions:
                mask[numbers[action]] = 1
        return bytes(mask)

    def step(self, action: int) -> None:
        """Take an action for the seat whose turn it is. Raises ValueError, with the state unchanged, if impossible."""
        if type(action) is not int or not 0 <= action < len(self.space.actions):
            raise ValueError(f"an action is a number from 0 to {len(self.space.actions) - 1}, not {action!r}")
        self.turns.act(self.space.actions[action])
        self._let_chance_act()

    def view(self, seat: Seat) -> View[Any]:
        """Return what the seat knows now. There is one view for each seat, which grows with the game."""
        live = self._views.get(seat)
        if live is None:
            live = self._views[seat] = LiveView(self.turns.game, seat)
        return live.update()

    def tensor(self, seat: Seat) -> "memoryview[float]":
        """Return what the seat knows now as a tensor (`TensorLayout`)."""
        view = self.view(seat)
        rows = self._rows.get(seat)
        if rows is None:
            rows = self._rows[seat] = bytearray()
        if told := view.events[len(rows) // self.layout.row_bytes :]:
            rows += self.layout.rows(told)
        return self.layout.tensor(view, self.turns.taken if seat == self.turns.seat else (), rows)

    def text(self, seat: Seat) -> str:
        """Return what the seat knows now as canonical text (`View.text`), with `Turns.note`."""
        return "\n".join(filter(None, (self.view(seat).text(), self.turns.note(seat))))

    @property
    def rewards(self) -> tuple[float, ...]:
        """1 for each seat on the side that won and -1 for the others. All 0 until the game is over."""
        return rewards_of(self.turns.game)

    @property
    def roles(self) -> tuple[str, ...]:
        """The role of each seat. Raises RuntimeError until the game is over."""
        if not self.is_over:
            raise RuntimeError("roles are secret until the game is over")
        return self.turns.game.deal.roles

    def _let_chance_act(self) -> None:
        turns = self.turns
        while turns.seat == CHANCE:
            chances: Mapping[Any, float] = turns.chances()
            (action,) = self._rng.choices(list(chances), list(chances.values()))
            turns.act(action)


def rewards_of(game: Game[Any]) -> tuple[float, ...]:
    """Return 1 for each seat on the side that won and -1 for the others. All 0 until the game is over."""
    if game.result is None:
        return (0.0,) * game.ruleset.players
    book = rulebook(game.ruleset.game)
    winner = game.result.winner
    return tuple(1.0 if book.side_of(role, game.board) == winner else -1.0 for role in game.deal.roles)
