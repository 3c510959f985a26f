"""Every game as a Python game of OpenSpiel: `turncoat_resistance` and so on, also those of other packages.

They are registered when this module is imported.

A ruleset is given by parameters (`PARAMETERS`). In a game string, which OpenSpiel splits at commas, modules are joined
by `+`, and options are written `name:value`: `turncoat_resistance(players=7,modules=targeting+hunter)`.

- **Actions** have the numbers of `ActionSpace`. Before the deal is complete, outcomes of chance have numbers of their
  own. After that, chance takes actions of the same list.
- **Information states** are `Turns.text`. Equal states are those that a player can't tell apart. Observations, like
  tensors, leave out the events between the first and the latest.
- **The deal** is drawn card by card, every outcome with its chance (`ChanceDeal`). With `deal=sampled` a seed is drawn
  instead, in four outcomes (`SampledDeal`).
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel

from turncoat.envs.positions import Dealing, Position
from turncoat.envs.tensors import LATEST, layout_of
from turncoat.extensions import load_extensions
from turncoat.kernel.chance_deals import ChanceDeal, SampledDeal, most_outcomes
from turncoat.kernel.chapters import option_text
from turncoat.kernel.events import seen_by
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SPECTATOR, Seat
from turncoat.telling import Teller

PREFIX: Final = "turncoat_"
"""Beginning of the name of each game."""
PARAMETERS: Final[Mapping[str, int | str]] = {
    "players": 0,
    "modules": "",
    "options": "",
    "latest": LATEST,
    "deal": "cards",
}
"""Parameters of each game, with their defaults. `players`: 0 for as few as can play. `modules` and `options`: names,
and `name:value`, joined by `+` (or commas, outside of a game string). `latest`: number of latest events in a tensor.
`deal`: a key of `DEALS`."""
DEALS: Final[Mapping[str, type[Dealing]]] = {"cards": ChanceDeal, "sampled": SampledDeal}
"""Kinds of deals by name."""
MOST_ACTIONS: Final = 10_000
"""Number of actions, and of outcomes of chance, that no game reaches. Random games take up to 700."""


class TurncoatGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset as a game of OpenSpiel. Abstract: there is a subclass for each game of Turncoat."""

    name: ClassVar[str] = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make a game. Raises RulesetError or ValueError, which says what would be right."""
        name = self.name
        given = {**PARAMETERS, **(params or {})}
        modules, options = _names(given["modules"]), dict(map(_option, _names(given["options"])))
        players = given["players"] or rulebook(name).players[0]
        self.ruleset = ruleset = Ruleset.of(name, players, modules, options)
        if given["deal"] not in DEALS:
            raise ValueError(f"deal is {' or '.join(DEALS)}, not {given['deal']}")
        self.layout = layout_of(ruleset, given["latest"])
        self.start = DEALS[given["deal"]](ruleset)
        """The deal before its first outcome."""
        given["modules"] = "+".join(modules)
        given["options"] = "+".join(f"{key}:{value}" for key, value in options.items())
        most = len(self.layout.space.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=most,
            max_chance_outcomes=max(most, most_outcomes(self.start)),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=MOST_ACTIONS,
        )
        # In a game string an empty value is an error, and a default one a burden.
        super().__init__(_type_of(name), info, {key: one for key, one in given.items() if one != PARAMETERS[key]})

    def __deepcopy__(self, memo: dict[int, object]) -> "TurncoatGame":
        return self

    def new_initial_state(self, state: Any = None) -> "TurncoatState":
        """Return the state before the deal, or the one of a struct (`to_struct`) or of its dict.

        Raises ValueError for anything else, such as the state of another ruleset.
        """
        made = TurncoatState(self)
        if state is None:
            return made
        told = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
        if not isinstance(told, Mapping) or "history" not in told:
            raise ValueError("a state is made from the struct or dict that `to_struct` or `to_dict` returns")
        here = made.to_dict()
        for name in ("game", "players", "modules", "options"):
            if told.get(name, here[name]) != here[name]:
                raise ValueError(f"{name} is {here[name]} here, not {told[name]}")
        for action in told["history"]:
            made.apply_action_with_legality_check(action)
        if told.get("deal", deal := made.to_dict()["deal"]) != deal:
            raise ValueError("a state that was drawn for a search has no history, so it cannot be made again")
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return an observer. Raises ValueError for parameters, of which it has none."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of outcomes of chance that no game reaches."""
        return MOST_ACTIONS

    def state_of(self, position: Position) -> "TurncoatState":
        """Return a state at this position, which has no history. An agent of OpenSpiel at a table is asked with one.

        >>> from open_spiel.python.algorithms.ismcts import ISMCTSBot
        >>> from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
        >>> from turncoat.envs.agent_bot import AgentBot
        >>> class Searcher(AgentBot):
        ...     def action(self, turn):
        ...         game = game_of(self.ruleset)
        ...         search = ISMCTSBot(game, RandomRolloutEvaluator(), uct_c=2.0, max_simulations=10)
        ...         return search.step(game.state_of(turn.position(self.rng)))
        >>> Searcher(Ruleset.of("resistance", 5), 0, b"").seat
        0
        """
        state = TurncoatState(self)
        state.position = position
        return state


class TurncoatState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. `position` has all of it, so it is what OpenSpiel copies and pickles."""

    def __init__(self, game: TurncoatGame) -> None:
        super().__init__(game)
        self.position = Position(game.layout, game.start)

    def current_player(self) -> int:
        seat = self.position.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        return self.position.seat is None

    def returns(self) -> list[float]:
        return list(self.position.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return sorted(self.position.chances().items())

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal)

    def _apply_action(self, action: int) -> None:
        self.position.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.position.layout.space.actions[action])
        return self.position.name(action)

    def __str__(self) -> str:
        return str(self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TurncoatState":
        """Return a state, without history, that the player can't tell from this one (`Position.resampled`)."""
        game: TurncoatGame = self.get_game()
        return game.state_of(self.position.resampled(player, Random(sampler())))

    # Structs

    def _to_struct(self) -> dict[str, Any]:
        """Return everything, also what is secret. `new_initial_state` makes the same state of it."""
        ruleset, turns = self.position.layout.ruleset, self.position.turns
        return {
            "game": ruleset.game,
            "players": ruleset.players,
            "modules": list(ruleset.modules),
            "options": {name: option_text(value) for name, value in ruleset.options},
            "current_player": self.current_player(),
            "deal": None if turns is None else msgspec.to_builtins(turns.game.deal),
            "history": list(self.history()),
            "returns": self.returns(),
        }

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        """Return the action of a struct. Raises ValueError, naming what is possible, for an unknown one."""
        player, name = self.current_player(), struct.get("action")
        for action in self.legal_actions():
            if self._action_to_string(player, action) == name:
                return [action]
        for action, known in enumerate(self.position.layout.space.actions):
            if str(known) == name:
                return [action]
        possible = ", ".join(self._action_to_string(player, action) for action in self.legal_actions())
        raise ValueError(f'an action is written {{"action": NAME}}; possible now: {possible or "none"}')

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """Return what the player knows: events as data and as sentences, the question, and what may be answered."""
        position = self.position
        view, ruleset = position.view(player), position.layout.ruleset
        teller = Teller(ruleset, [f"seat-{seat}" for seat in range(ruleset.players)])
        is_asked = position.turns is not None and player == position.seat
        return {
            "player": player,
            "current_player": self.current_player(),
            "events": [
                {"event": type(event).__name__, **msgspec.to_builtins(msgspec.structs.asdict(event))}
                for event in view.events
            ],
            "sentences": [sentence for event in view.events if (sentence := teller.event(event))],
            "question": teller.prompt(view.prompt) if is_asked and view.prompt else "",
            "taken": [str(action) for action in position.turns.taken] if is_asked and position.turns else [],
            "legal_actions": [position.name(number) for number in position.legal] if is_asked else [],
        }


class Observer:
    """An observer of OpenSpiel: all that a player knows, or what is public.

    With less recall, the events between the first and the latest are left out. Without public information it has
    only text: the events that not everybody saw in this way.
    """

    def __init__(self, game: TurncoatGame, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, so leave out {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a player sees SINGLE_PLAYER private information or NONE, not ALL_PLAYERS")
        self._kind = kind
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        layout = game.layout
        tensor = np.zeros(layout.size, np.float32)
        self.tensor: Any = tensor if kind.public_info else None
        self.dict: dict[str, Any] = {}
        for name, block in layout.blocks.items() if kind.public_info else ():
            if block.labels:
                part = tensor[block.start : block.stop]
                self.dict[name] = part.reshape(-1, layout.row_size) if name in ("first", "latest") else part

    def set_from(self, state: TurncoatState, player: int) -> None:
        """Set `tensor`, and with it its parts in `dict`, to what the player knows."""
        if self.tensor is not None:
            self.tensor[:] = state.position.tensor(self._seat(player))

    def string_from(self, state: TurncoatState, player: int) -> str:
        """Return what the player knows, as text."""
        position, seat = state.position, self._seat(player)
        if not self._kind.public_info:
            return "" if self._is_public else _private(position, seat)
        return position.text(seat) if self._kind.perfect_recall else position.recent(seat)

    def _seat(self, player: int) -> Seat:
        return SPECTATOR if self._is_public else player


def _private(position: Position, seat: Seat) -> str:
    """Return the lines of the seat's text about events that spectators see otherwise or not, and those of its turn."""
    events = position.view(seat).events
    lines = position.text(seat).split("\n")
    hidden = [line for line, event in zip(lines, events, strict=False) if seen_by(event, SPECTATOR) != event]
    return "\n".join((*hidden, *lines[len(events) :]))


def _names(text: str) -> list[str]:
    return [name for name in text.replace(",", "+").split("+") if name]


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.replace("=", ":", 1).partition(":")
    if not separator:
        raise ValueError(f"an option is written name:value, not {text}")
    return name, value


def _name_of(game: str) -> str:
    return PREFIX + game.replace("-", "_")


def _type_of(name: str) -> Any:
    book = rulebook(name)
    return pyspiel.GameType(
        short_name=_name_of(name),
        long_name=book.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=book.players[-1],
        min_num_players=book.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


def game_of(ruleset: Ruleset) -> TurncoatGame:
    """Return the game of a ruleset.

    >>> game_of(Ruleset.of("resistance", 7, ["blind-spies"]))
    turncoat_resistance(modules=blind-spies,players=7)
    """
    options = "+".join(f"{name}:{option_text(value)}" for name, value in ruleset.options)
    params = {"players": ruleset.players, "modules": "+".join(ruleset.modules), "options": options}
    game: TurncoatGame = pyspiel.load_game(_name_of(ruleset.game), params)
    return game


def register_games() -> None:
    """Tell OpenSpiel every known game, also of other packages. Importing this module does."""
    load_extensions()
    known = set(pyspiel.registered_names())
    for name in BOOKS:
        kind = _type_of(name)
        if kind.short_name not in known:
            # A class, not a function: OpenSpiel releases it after Python has ended, which a class survives.
            pyspiel.register_game(kind, type(TurncoatGame.__name__, (TurncoatGame,), {"name": name}))


register_games()
