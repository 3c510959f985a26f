"""PettingZoo: every ruleset as an AEC environment and as a parallel one (extra `pettingzoo`).

Agents are named `seat_0`, `seat_1` and so on, clockwise. An observation is a dict:

| key | holds |
| --- | --- |
| `observation` | what the seat knows, as float32 (`TensorLayout` has the meaning of each number) |
| `action_mask` | int8, one for each action: 1 if the agent may take it now |

The actions are those of `ActionSpace`: small choices, several of which may make up an answer. Rewards come at the end:
1 for each seat on the side that won, -1 for the others. Infos are empty until the game is over. Then they tell
everybody the roles, the winner and the reason. Chance draws from the seed of `reset`.

Once this module is imported, PettingZoo's registry has an id for each game:

    pettingzoo.make("aec", "turncoat/resistance-v0", players=5)
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from turncoat.envs.environment import TurnEnvironment
from turncoat.envs.tensors import LATEST
from turncoat.extensions import load_extensions
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.telling import Teller

Observation: TypeAlias = dict[str, Any]
RenderMode: TypeAlias = Literal["ansi", "human"]
Illegal: TypeAlias = Literal["raise", "penalty"]
VERSION: Final = 0
"""Version of the environments. It grows whenever equal seeds and actions no longer give equal episodes."""
PENALTY: Final = -1.0
"""Reward of an agent that ends an episode with an illegal action. The others get 0."""


class _Table:
    """The part that both kinds of environments share: a game, its agents and their spaces."""

    can_wait: ClassVar[bool]
    """True if there is one more action, for agents that are not asked."""
    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int,
        modules: Iterable[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        *,
        latest: int = LATEST,
        max_cycles: int | None = None,
        illegal: Illegal = "raise",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Set a table for the ruleset, without a game yet. Raises RulesetError or ValueError for wrong arguments."""
        super().__init__()
        self.game = TurnEnvironment(Ruleset.of(game, players, modules, options), latest)
        """The game being played: the meaning of actions (`space`) and observations (`layout`), what each seat knows."""
        _check("illegal", illegal, get_args(Illegal))
        _check("render_mode", render_mode, (None, *get_args(RenderMode)))
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles is 1 or more, or None to play games to the end, not {max_cycles!r}")
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"turncoat_{game.replace('-', '_')}_v{VERSION}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.wait = len(self.game.space.actions)
        """The number of the action of an agent that is not asked, in a parallel environment."""
        count = self.wait + self.can_wait
        observed = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.game.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._seats: dict[str, Seat] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._steps = self._printed = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the agent's actions. The mask in its observation has those that are possible now."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """Return all that a spectator has seen, as text. With `human`, print what is new instead."""
        view, teller = self.game.view(SPECTATOR), Teller(self.game.ruleset, self.possible_agents)
        lines = [sentence.text for sentence in teller.events(view.events)]
        if self.render_mode == "human":
            for line in lines[self._printed :]:
                print(line)  # noqa: T201
            self._printed = len(lines)
        if self.render_mode != "ansi":
            return None
        return "\n".join((*lines, teller.waiting(view.waiting))).rstrip()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _begin(self, seed: int | None) -> None:
        self.game.reset(None if seed is None else int(seed))
        self.agents = self.possible_agents.copy()
        self._steps = self._printed = 0

    def _count(self) -> bool:
        """Count a step, and return whether it was the last one that the episode may have."""
        self._steps += 1
        return self._steps == self.max_cycles and not self.game.is_over

    def _observed(self, seat: Seat, mask: bytes) -> Observation:
        """Return an observation in memory of its own."""
        return {
            "observation": np.asarray(self.game.tensor(seat), np.float32),
            "action_mask": np.frombuffer(bytearray(mask), np.int8),
        }

    def _of_each(self, value: Any) -> dict[str, Any]:
        return dict.fromkeys(self.possible_agents, value)

    def _rewards(self, at_fault: Iterable[str] = ()) -> dict[str, float]:
        rewards = dict(zip(self.possible_agents, self.game.rewards, strict=True))
        rewards.update(dict.fromkeys(at_fault, PENALTY))
        return rewards

    def _infos(self, at_fault: Iterable[str] = ()) -> dict[str, dict[str, Any]]:
        result = self.game.turns.game.result
        told: dict[str, Any] = {}
        if result is not None:
            told = {"roles": self.game.roles, "winner": result.winner, "reason": result.reason}
        elif at_fault:
            told = {"reason": "illegal-action", "at_fault": tuple(at_fault)}
        return {agent: told.copy() for agent in self.possible_agents}


def _check(name: str, given: object, known: tuple[object, ...]) -> None:
    if given not in known:
        raise ValueError(f"{name} is one of {', '.join(map(repr, known))}, not {given!r}")


class raw_env(_Table, AECEnv[str, Observation, Any]):  # type: ignore[misc]  # noqa: N801 - named as all of them
    """A ruleset as an AEC environment: one agent at a time takes one action.

    Agents that are asked together act one after another, and learn nothing of one another's answers before all are in.
    The mask of an agent whose turn it is not is 0 throughout.

    An illegal action raises ValueError, which says what is possible, and changes nothing. With `illegal="penalty"` it
    ends the episode. After `max_cycles` actions, of all agents together, an episode is truncated. `modules` and
    `options` are those of `Ruleset.of`. `latest` is the number of latest events in an observation.

    >>> env = raw_env("resistance", 5)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, [str(env.game.space.actions[number]) for number in observation["action_mask"].nonzero()[0]]
    ('seat_2', ['seat-0', 'seat-1', 'seat-2', 'seat-3'])
    """

    can_wait = False
    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Equal seeds give equal games. There are no `options`."""
        self._begin(seed)
        self.rewards = self._of_each(0.0)
        self._cumulative_rewards = self._of_each(0.0)
        self.terminations = self._of_each(False)
        self.truncations = self._of_each(False)
        self.infos = self._infos()
        self._skip_agent_selection = None
        self._has_ended = False
        """True once the episode is over, for all agents at once."""
        self.agent_selection = self.possible_agents[self.game.asked[0]]

    def observe(self, agent: str) -> Observation:
        """Return what the agent knows now, and the actions that it may take."""
        seat = self._seats[agent]
        may_act = agent == self.agent_selection and not self._has_ended
        return self._observed(seat, self.game.mask(seat) if may_act else bytes(self.wait))

    def step(self, action: Any) -> None:
        """Take the action for the agent whose turn it is: a number, or None once its episode has ended."""
        if not self.agents:
            raise RuntimeError("no episode is in progress: call reset() first")
        if self._has_ended:
            self._was_dead_step(action)
            return
        at_fault: tuple[str, ...] = ()
        try:
            self.game.step(action)
        except ValueError:
            if self.illegal == "raise":
                raise
            at_fault = (self.agent_selection,)
        truncated = self._count()
        seat = self.game.seat
        if seat is None or at_fault:
            self.terminations = self._of_each(True)
            self.rewards = self._rewards(at_fault)
            self._cumulative_rewards = self.rewards.copy()
            self.infos = self._infos(at_fault)
        elif truncated:
            self.truncations = self._of_each(True)
        self._has_ended = seat is None or truncated or bool(at_fault)
        self.agent_selection = self.possible_agents[0 if seat is None or self._has_ended else seat]
        if self.render_mode == "human":
            self.render()


class parallel_env(_Table, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]  # noqa: N801
    """A ruleset as a parallel environment: all agents that are asked act at once, and the others wait.

    The last action, `wait`, is the only one of an agent that is not asked. An agent whose answer needs several actions
    takes several steps, which the others can count. `max_cycles` counts steps. Everything else is as in `raw_env`.

    >>> env = parallel_env("resistance", 5)
    >>> observations, infos = env.reset(seed=7)
    >>> [agent for agent in env.agents if not observations[agent]["action_mask"][env.wait]]
    ['seat_2']
    """

    can_wait = True
    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"]}  # noqa: RUF012

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game. Equal seeds give equal games. There are no `options`."""
        self._begin(seed)
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take an action for each agent. Those that are not asked may be left out."""
        if not self.agents:
            raise RuntimeError("no episode is in progress: call reset() first")
        at_fault = []
        for agent in self.agents:
            fault = self._fault(agent, actions)
            if fault and self.illegal == "raise":
                raise ValueError(fault)
            at_fault += [agent] * bool(fault)
        if unknown := [name for name in actions if name not in self._seats]:
            raise ValueError(f"no agent {unknown[0]!r}; agents: {', '.join(self.agents)}")
        game = self.game
        if not at_fault:
            for seat, turn in tuple(game.turns.open.items()):
                # An action is void if another one has changed what the agent is asked.
                if game.turns.open.get(seat) is turn:
                    game.step(actions[self.possible_agents[seat]], seat)
        truncated = self._count()
        has_ended = game.is_over or bool(at_fault)
        if has_ended or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            self._rewards(at_fault),
            self._of_each(has_ended),
            self._of_each(truncated and not has_ended),
            self._infos(at_fault),
        )

    def _fault(self, agent: str, actions: Mapping[str, Any]) -> str:
        """Return the reason why the action of the agent is illegal. Empty if it is legal."""
        game, seat = self.game, self._seats[agent]
        is_asked = seat in game.turns.open
        if agent not in actions:
            return f"{agent} is asked, and needs an action" if is_asked else ""
        try:
            number = game.number_of(actions[agent], more=1)
        except ValueError as error:
            return f"{agent}: {error}"
        if number == self.wait if is_asked else number != self.wait:
            return f"{agent} is asked, and cannot wait" if is_asked else f"{agent} is not asked: {self.wait} waits"
        if is_asked and not game.mask(seat)[number]:
            possible = ", ".join(map(str, game.turns.open[seat].actions))
            return f"{agent}: {game.space.actions[number]} is not possible now; possible: {possible}"
        return ""

    def _observations(self) -> dict[str, Observation]:
        game, found = self.game, {}
        for agent, seat in self._seats.items():
            is_waiting = seat not in game.turns.open and bool(self.agents)
            mask = game.mask(seat) if self.agents else bytes(self.wait)
            found[agent] = self._observed(seat, mask + bytes((is_waiting,)))
        return found


def env(*args: Any, **kwargs: Any) -> AECEnv[str, Observation, Any]:
    """Return a `raw_env` of these arguments that also warns if it is used in a wrong order."""
    return OrderEnforcingWrapper(raw_env(*args, **kwargs))


def register_games() -> None:
    """Tell PettingZoo's registry every known game. Importing this module does."""
    load_extensions()
    for name in BOOKS:
        register("aec", f"turncoat/{name}-v{VERSION}", env, kwargs={"game": name})
        register("parallel", f"turncoat/{name}-v{VERSION}", parallel_env, kwargs={"game": name})


register_games()
