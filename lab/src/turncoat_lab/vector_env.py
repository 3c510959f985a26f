"""The batch core as a vector environment of Gymnasium."""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seat_set
from turncoat_lab.batch import lockstep
from turncoat_lab.batch.layout import Layout
from turncoat_lab.batch.rules import POLICIES, NotInBatch, can_play

Played: TypeAlias = str | Iterable[Seat]
"""All seats, those of one side (`SIDES`), or certain ones."""
Integers: TypeAlias = npt.NDArray[np.integer[Any]]
SIDES: Final = {"all": lockstep.ALL, "loyal": lockstep.LOYAL, "hiding": lockstep.HIDING}
MOST_NUMBER: Final = 15
"""Largest integer in an observation."""


class BatchVectorEnv(VectorEnv[npt.NDArray[np.int8], Integers, npt.NDArray[Any]]):
    """Many games in lock-step. In a step every game takes one decision, of the seat on turn.

    Observations and actions are those of `Layout`, which counts seats from the one that decides. A team is one action.
    All decisions are asked for, also those with one answer. A decision that several seats take together, such as their
    ballots, is asked for seat by seat, and nobody sees the others' before it is revealed.

    `info` has `action_mask`, and `seat`, the seat on turn. The reward is 1 or -1 for the seat that acted, when the game
    ends. Then `info["final_info"]` has the `rewards` and the `roles` (places in `layout.roles`) of all seats, in rows
    that `info["_final_info"]` marks, and the next observation is of a new game (`AutoresetMode.SAME_STEP`).
    """

    def __init__(
        self, ruleset: Ruleset, num_envs: int = 1024, played: Played = "all", opponents: str = "random"
    ) -> None:
        """Make an environment in which `played` decide in steps: all seats, one side's, or certain seats.

        The others play by a policy of the batch core, "random" or "people". Raises NotInBatch for a ruleset that the
        batch core does not know, ValueError for seats or a policy.
        """
        if not can_play(ruleset):
            raise NotInBatch(f"the batch core does not know all of this ruleset of {ruleset.game}")
        if opponents not in POLICIES:
            raise ValueError(f"{opponents!r} is no policy of the batch core; choose one of {', '.join(POLICIES)}")
        self.layout = Layout(ruleset)
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self._played = _asked(ruleset, played)
        self._opponents = opponents
        self.single_observation_space = Box(0, MOST_NUMBER, (self.layout.size,), np.int8)
        self.single_action_space = Discrete(len(self.layout.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._table = self._new_table("")
        self._is_dealt = False
        self._mask = np.zeros((num_envs, len(self.layout.actions)), np.int8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Deal new games. Equal seeds give equal games. Without a seed, the first reset draws one and others go on.

        Raises ValueError for a list of seeds.
        """
        if isinstance(seed, list):
            raise ValueError("one seed determines all games; give a number")
        if seed is not None or not self._is_dealt:
            super().reset(seed=seed)
            self._table = self._new_table(str(self.np_random_seed if seed is None else seed))
        else:
            self._table.numbers += np.uint64(self.num_envs)
        self._is_dealt = True
        return self._advance(None)[0], self._info()

    def step(
        self, actions: Integers
    ) -> tuple[
        npt.NDArray[np.int8], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Take an action in every game. Raises ValueError, with the games unchanged, if one is impossible."""
        chosen = np.asarray(actions)
        self._check(chosen)
        observations, rewards, over, final, final_info = self._advance(chosen.astype(np.int64))
        info = self._info()
        if over.any():
            info |= {
                "final_obs": final,
                "_final_obs": over.copy(),
                "final_info": final_info,
                "_final_info": over.copy(),
            }
        return observations, rewards, over, np.zeros_like(over), info

    def deal(self, game: int) -> Deal:
        """Return the deal of a game in play. For the driver: it is secret."""
        return self._table.deal(self.layout, game)

    def _new_table(self, seed: str) -> lockstep.Table:
        return lockstep.table_of(self.layout, self.num_envs, self._played, self._opponents, f"vector {seed}")

    def _advance(
        self, actions: npt.NDArray[np.int64] | None
    ) -> tuple[
        npt.NDArray[np.int8], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.int8], dict[str, Any]
    ]:
        """Take these actions, or deal all games. The arrays are new each time, so a caller may keep them."""
        games, layout = self.num_envs, self.layout
        observations, mask = (np.empty((games, size), np.int8) for size in (layout.size, len(layout.actions)))
        rewards, over, final = np.empty(games), np.empty(games, np.bool_), np.zeros_like(observations)
        final_rewards, roles = np.zeros((games, layout.players)), np.full((games, layout.players), -1, np.int8)
        chosen = np.zeros(games, np.int64) if actions is None else actions
        written = observations, mask, rewards, over, final, final_rewards, roles
        given: list[Any] = [*self._table.given, actions is None, chosen, *written]
        lockstep.advance(*given)
        self._mask = mask
        told = {"rewards": final_rewards, "_rewards": over.copy(), "roles": roles, "_roles": over.copy()}
        return observations, rewards, over, final, told

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._mask.copy(),
            "seat": self._table.seats.copy(),
            "_action_mask": every,
            "_seat": every,
        }

    def _check(self, actions: Integers) -> None:
        if not self._is_dealt:
            raise RuntimeError("call reset() first")
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(f"a step takes {self.num_envs} integers, one for each game")
        count = len(self.layout.actions)
        possible = (actions >= 0) & (actions < count)
        possible &= self._mask[np.arange(self.num_envs), np.where(possible, actions, 0)] == 1
        if not possible.all():
            game = int(possible.argmin())
            allowed = np.flatnonzero(self._mask[game]).tolist()
            raise ValueError(f"game {game}: action {actions[game]} is not possible; choose one of {allowed}")


def _asked(ruleset: Ruleset, played: Played) -> int:
    if isinstance(played, str):
        if played not in SIDES:
            raise ValueError(f"{played!r} are no seats; name one of {', '.join(SIDES)}, or give numbers of seats")
        return SIDES[played]
    seats = list(played)
    if not seats or not all(0 <= seat < ruleset.players for seat in seats):
        raise ValueError(f"seats are numbers from 0 to {ruleset.players - 1}, at least one")
    return seat_set(seats)
