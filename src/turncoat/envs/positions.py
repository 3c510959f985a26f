"""Positions of a game from before its deal, for libraries in which chance is a player.

Chance deals card by card (`ChanceDeal`), or draws a seed (`SampledDeal`). Then the game goes on in turns (`Turns`).
Outcomes of the deal have numbers of their own. In the game, chance and seats take the numbered actions of the ruleset.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from turncoat.deduction.worlds import Worlds
from turncoat.envs.tensors import FIRST, TensorLayout, layout_of
from turncoat.envs.turns import Turns
from turncoat.kernel.actions import Action
from turncoat.kernel.chance_deals import ChanceDeal, SampledDeal
from turncoat.kernel.chapters import Deal
from turncoat.kernel.determinize import Determinizer, RolesDoNotFit
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game, LiveView
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View

Dealing: TypeAlias = ChanceDeal | SampledDeal
MOST_DRAWS: Final = 20
"""Number of deals tried for a resampled position. One is nearly always enough."""


class Knowledge:
    """Knowledge of a seat with the rows of its tensor, brought up to date when it is asked for."""

    __slots__ = ("live", "rows")

    def __init__(self, live: LiveView[Any], rows: bytearray) -> None:
        self.live = live
        self.rows = rows

    def copy(self, game: Game[Any]) -> "Knowledge":
        """Return an independent copy, which grows with a clone of the game."""
        return Knowledge(self.live.copy(game), bytearray(self.rows))


class Position:
    """A position of a game. Clones and pickles, and holds everything, also what seats may not know.

    >>> from turncoat import Ruleset
    >>> position = Position(layout_of(Ruleset.of("resistance", 5)))
    >>> {position.name(number): chance for number, chance in position.chances().items()}
    {'spy': 0.4, 'resistance': 0.6}
    >>> while position.seat == CHANCE:
    ...     position.act(min(position.chances()))
    >>> position.seat, [position.name(number) for number in position.legal]
    (0, ['seat-0', 'seat-1', 'seat-2', 'seat-3'])
    """

    __slots__ = ("_dealing", "_known", "_memory", "_own", "_resampling", "layout", "turns")

    def __init__(self, layout: TensorLayout, dealing: Dealing | None = None, turns: Turns | None = None) -> None:
        """Begin before the deal, within it, or with the game that was dealt."""
        self.layout = layout
        self.turns = turns
        """The game. None until the deal is complete."""
        self._dealing = dealing or (ChanceDeal(layout.ruleset) if turns is None else None)
        self._known: dict[Seat, Knowledge] = {}
        self._memory: dict[Seat, tuple[list[Choice], int]] = {}
        """Choices of a seat for which the position was drawn, and the number of the game's choices up to then.

        It includes choices without any effect, which the drawn game may lack: a question was broken off, for example.
        """
        self._own: set[Seat] = set()
        """Seats whose knowledge no other position shares."""
        self._resampling: dict[Seat, Resampler] = {}

    @property
    def seat(self) -> Seat | None:
        """The seat, or CHANCE, whose turn it is. None once the game is over."""
        return CHANCE if self.turns is None else self.turns.seat

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers of the possible actions or outcomes, in ascending order."""
        if self._dealing is not None:
            return tuple(sorted(self._dealing.chances))
        assert self.turns is not None
        numbers = self.layout.space.numbers
        return tuple(sorted([numbers[action] for action in self.turns.actions]))

    def chances(self) -> dict[int, float]:
        """Return the probability of each outcome of chance. Raises ValueError on the turn of a seat."""
        if self._dealing is not None:
            return dict(self._dealing.chances)
        assert self.turns is not None
        numbers = self.layout.space.numbers
        return {numbers[action]: chance for action, chance in self.turns.chances().items()}

    def name(self, number: int) -> str:
        """Return an action or outcome in words, whether or not it is possible now."""
        if self._dealing is not None:
            return self._dealing.name(number) if number in self._dealing.chances else f"outcome-{number}"
        return str(self.layout.space.actions[number])

    def act(self, number: int) -> None:
        """Take an action, or an outcome of chance. Raises ValueError, with the position unchanged, if impossible."""
        if self._dealing is not None:
            self._dealing = dealing = self._dealing.after(number)
            if dealing.deal is not None:
                self.turns = Turns(Game(self.layout.ruleset, dealing.deal))
                self._dealing = None
            return
        assert self.turns is not None
        actions = self.layout.space.actions
        if not 0 <= number < len(actions):
            raise ValueError(f"an action is a number from 0 to {len(actions) - 1}, not {number!r}")
        self.turns.act(actions[number])
        self._resampling = {}

    @property
    def returns(self) -> tuple[float, ...]:
        """1 for each seat on the side that won and -1 for the others. All 0 until the game is over."""
        return (0.0,) * self.layout.ruleset.players if self.turns is None else self.turns.rewards

    # What a seat knows

    def view(self, seat: Seat) -> View[Any]:
        """Return what the seat (or SPECTATOR) knows. Before the deal it is nothing."""
        return View(self.layout.ruleset, seat) if self.turns is None else self._knowledge(seat, self.turns).live.view

    def text(self, seat: Seat) -> str:
        """Return all that the seat knows, as canonical text: equal for positions that it can't tell apart, only."""
        view = self.view(seat)
        return view.text() if self.turns is None else self.turns.text(view)

    def recent(self, seat: Seat) -> str:
        """Return that text without the events that a tensor leaves out, between the first and the latest."""
        lines = self.text(seat).split("\n")
        count = len(self.view(seat).events)
        return "\n".join((*lines[: min(FIRST, count)], *lines[max(min(FIRST, count), count - self.layout.latest) :]))

    def tensor(self, seat: Seat) -> "memoryview[float]":
        """Return what the seat knows as a tensor (`TensorLayout`)."""
        turns = self.turns
        if turns is None:
            return self.layout.tensor(View(self.layout.ruleset, seat))
        known = self._knowledge(seat, turns)
        view, rows = known.live.view, known.rows
        if told := view.events[len(rows) // self.layout.row_bytes :]:
            rows += self.layout.rows(told)
        return self.layout.tensor(view, turns.taken if seat == turns.seat else (), rows)

    def _knowledge(self, seat: Seat, turns: Turns) -> Knowledge:
        known = self._known.get(seat)
        if known is None:
            known = Knowledge(LiveView(turns.game, seat), bytearray())
            if seat in self._memory:
                (chosen, read), view = self._memory[seat], known.live.update()
                view.choices = chosen.copy()
                for by, choice in turns.game.choices[read:]:
                    if by == seat:
                        view.remember(choice)
        elif seat not in self._own:
            known = known.copy(turns.game)
        self._known[seat] = known
        self._own.add(seat)
        known.live.update()
        return known

    def remember(self, memory: Mapping[Seat, tuple[list[Choice], int]]) -> None:
        """Set what seats have chosen before the position was drawn for them, and the number of choices up to then."""
        self._memory = {seat: (list(choices), read) for seat, (choices, read) in memory.items()}

    # Other positions

    def clone(self) -> "Position":
        """Return an independent position in the same state."""
        twin = object.__new__(Position)
        twin.layout, twin._dealing, twin._resampling = self.layout, self._dealing, {}
        twin.turns = None if self.turns is None else self.turns.clone()
        # Both go on with the same knowledge, and each copies what it has to change.
        twin._memory = self._memory
        twin._known, twin._own, self._own = self._known.copy(), set(), set()
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "Position":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        ruleset, latest, turns = self.layout.ruleset, self.layout.latest, self.turns
        if turns is None:
            return _dealt, (ruleset, latest, type(self._dealing), self._dealing and self._dealing.outcomes)
        return _played, (
            ruleset,
            latest,
            turns.game.deal,
            turns.game.choices,
            turns.offered,
            turns.taken,
            turns.seat,
            self._memory,
        )

    def resampled(self, seat: Seat, rng: Random) -> "Position":
        """Return a position that the seat can't tell from this one (`Resampler`). Raises RolesDoNotFit."""
        turns = self.turns
        if turns is None:
            return self.clone()
        resampler = self._resampling.get(seat)
        if resampler is None:
            resampler = self._resampling[seat] = Resampler(self.layout, self.view(seat))
        offered = {seat: turns.offered[seat]} if seat in turns.offered else {}
        return resampler.position(rng, turns.taken if seat == turns.seat else (), offered, turns.seat)

    def __str__(self) -> str:
        """Return the deal and all choices as JSON, with the answer being put together. Equal for equal positions."""
        turns = self.turns
        if turns is None:
            return f"dealing {msgspec.json.encode(self._dealing and self._dealing.outcomes).decode()}"
        game = turns.game
        lines = (game.deal, game.choices, (sorted(turns.offered.items()), list(map(str, turns.taken))))
        return "\n".join(msgspec.json.encode(line).decode() for line in lines)


class Resampler:
    """Draws positions that agree with a view, by the rules alone. Work that depends only on the view is done once.

    All deals of roles that fit the view are equally likely (`Worlds`). Whatever others did out of the seat's sight is
    drawn from what the rules allow (`determinize`).
    """

    def __init__(self, layout: TensorLayout, view: View[Any]) -> None:
        """Begin with a view that is up to date. It may change afterwards."""
        self.layout = layout
        self._view = view.copy()
        self._text = view.text()
        self._worlds = Worlds.of(self._view)
        self._determinizer = Determinizer(self._view)

    def position(
        self,
        rng: Random,
        taken: Sequence[Action] = (),
        offered: Mapping[Seat, int] | None = None,
        first: Seat | None = None,
    ) -> Position:
        """Draw a position, in which `first` acts first (`Turns`) and has taken these actions of its answer.

        Raises RolesDoNotFit if none is found.
        """
        failure = RolesDoNotFit(self._view, (), "it looks different")
        for _ in range(MOST_DRAWS):
            try:
                game = self._determinizer.game(self._worlds.draw(rng), Draws(rng.randbytes(16)))
            except RolesDoNotFit as error:
                failure = error
                continue
            position = Position(self.layout, turns=Turns(game, offered, taken, first))
            position.remember({self._view.seat: (self._view.choices, len(game.choices))})
            if position.view(self._view.seat).text() == self._text:
                return position
        raise failure


def _dealt(ruleset: Ruleset, latest: int, kind: type[Dealing], outcomes: tuple[int, ...]) -> Position:
    dealing: Dealing = kind(ruleset)
    for outcome in outcomes:
        dealing = dealing.after(outcome)
    return Position(layout_of(ruleset, latest), dealing)


def _played(
    ruleset: Ruleset,
    latest: int,
    deal: Deal,
    choices: list[tuple[Seat, Choice]],
    offered: Mapping[Seat, int],
    taken: tuple[Action, ...],
    first: Seat | None,
    memory: dict[Seat, tuple[list[Choice], int]],
) -> Position:
    game: Game[Any] = Game(ruleset, deal)
    for seat, choice in choices:
        game.play(seat, choice)
    position = Position(layout_of(ruleset, latest), turns=Turns(game, offered, taken, first))
    position.remember(memory)
    return position
