"""An environment of one game at a time: reset, observe, act.

It holds everything itself, so many may run side by side. Chance draws from its seed. Whoever acts sees what that seat
may see, and the roles are told when the game is over.
"""

from collections.abc import Mapping
from operator import index
from random import Random
from typing import Any, Final

from turncoat.envs.tensors import LATEST, layout_of
from turncoat.envs.turns import Turns
from turncoat.kernel.actions import Action
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game, LiveView
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.views import View

MOST_MASKS: Final = 1 << 12
"""Number of masks that are kept for the next time."""


class _Rows:
    """The rows of all events that a seat has seen, and the number of events of the game that were looked at."""

    __slots__ = ("read", "told")

    def __init__(self) -> None:
        self.told = bytearray()
        self.read = 0


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
    ((-1.0, 1.0, 1.0, -1.0, 1.0), ('spy', 'resistance', 'resistance', 'spy', 'resistance'))
    """

    def __init__(self, ruleset: Ruleset, latest: int = LATEST) -> None:
        """Make an environment. `latest` is the number of latest events in a tensor."""
        self.ruleset = ruleset
        self.layout = layout_of(ruleset, latest)
        self.space = self.layout.space
        """The actions of the ruleset, by number."""
        self._turns: Turns | None = None
        self._rng = Random()
        self._views: dict[Seat, LiveView[Any]] = {}
        self._rows: dict[Seat, _Rows] = {}
        self._masks: dict[tuple[Action, ...], bytes] = {}

    def reset(self, seed: int | str | None = None, deal: Deal | None = None) -> None:
        """Begin a game, with a new deal or the given one. Equal seeds give equal games; None draws one.

        Raises DealError, with the state unchanged, if the deal does not fit the ruleset.
        """
        rng = Random(seed)
        drawn = self.ruleset.deal(rng.randbytes(16))
        self._turns = Turns(Game(self.ruleset, drawn if deal is None else deal))
        self._rng, self._views, self._rows = rng, {}, {}
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
    def asked(self) -> tuple[Seat, ...]:
        """All seats that have yet to answer, the one whose turn it is first. Empty once the game is over."""
        return tuple(self.turns.open)

    @property
    def is_over(self) -> bool:
        """True once the game is over."""
        return self.turns.seat is None

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of the actions that the seat whose turn it is may take, in ascending order."""
        numbers = self.space.numbers
        return tuple(sorted([numbers[action] for action in self.turns.actions]))

    def mask(self, seat: Seat) -> bytes:
        """Return a byte for each action: 1 if the seat may take it now. A seat that is not asked may take none."""
        turn = self.turns.open.get(seat)
        actions = () if turn is None else turn.actions
        mask = self._masks.get(actions)
        if mask is None:
            made = bytearray(len(self.space.actions))
            for action in actions:
                made[self.space.numbers[action]] = 1
            if len(self._masks) >= MOST_MASKS:
                self._masks.clear()
            mask = self._masks[actions] = bytes(made)
        return mask

    def number_of(self, action: object, more: int = 0) -> int:
        """Return the number that was given as an action. Raises ValueError if there is no such action.

        `more` is how many numbers behind those of the ruleset's actions have a meaning.
        """
        last = len(self.space.actions) - 1 + more
        try:
            number = -1 if isinstance(action, bool) else index(action)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if not 0 <= number <= last:
            raise ValueError(f"an action is a number from 0 to {last}, not {action!r}")
        return number

    def step(self, action: int, seat: Seat | None = None) -> None:
        """Take an action for the seat whose turn it is, or for another one that is asked.

        Raises ValueError, with the state unchanged, if impossible.
        """
        turns = self.turns
        turns.act(self.space.actions[self.number_of(action)], seat)
        if turns.seat == CHANCE:
            self._let_chance_act()

    def view(self, seat: Seat) -> View[Any]:
        """Return what the seat knows now. There is one view for each seat, which grows with the game."""
        live = self._views.get(seat)
        if live is None:
            live = self._views[seat] = LiveView(self.turns.game, seat)
        return live.update()

    def tensor(self, seat: Seat) -> "memoryview[float]":
        """Return what the seat knows now as a tensor (`TensorLayout`), whose memory is the caller's."""
        turns = self.turns
        game, turn = turns.game, turns.open.get(seat)
        rows = self._rows.get(seat)
        if rows is None:
            rows = self._rows[seat] = _Rows()
        if len(game.events) > rows.read:
            rows.told += self.layout.rows(all_seen_by(game.events[rows.read :], seat))
            rows.read = len(game.events)
        taken = () if turn is None else turn.taken
        return self.layout.packed(seat, game.prompt(seat), game.offers(seat), taken, game.waiting, rows.told)

    def text(self, seat: Seat) -> str:
        """Return what the seat knows now as canonical text (`Turns.text`)."""
        return self.turns.text(self.view(seat))

    @property
    def rewards(self) -> tuple[float, ...]:
        """1 for each seat on the side that won and -1 for the others. All 0 until the game is over."""
        return self.turns.rewards

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
