"""Speed of the PettingZoo environments beside PettingZoo's own: `python -m bench.environments`.

    python -m bench.environments [--seconds S] [--rounds N] [--players 5 10]

A step is `last()`, a random action that the mask allows, and `step()`, in the raw AEC environment. All environments
take turns in short rounds, so that a busy moment affects all alike, and processor time counts. The best and the median
round are printed, and how many times as fast as tictactoe each is. PettingZoo's environments need pygame-ce and rlcard
(`pip install "pettingzoo[classic]"`), and are left out where these are missing.
"""

import argparse
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from turncoat.envs.pettingzoo import env, raw_env

PEERS: Final = ("tictactoe_v3", "leduc_holdem_v4")
CHUNK: Final = 200
"""Number of steps between two looks at the clock."""
GOAL: Final = 30_000
"""Goal: steps a second of the base game with five players."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.environments", description="Measure how fast the environments for researchers are."
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="of each round (default 0.5)")
    parser.add_argument("--rounds", type=int, default=20, help="(default 20)")
    parser.add_argument("--players", type=int, nargs="+", default=[5, 10])
    wanted = parser.parse_args()
    players = {peer: Player(found) for peer in PEERS if (found := _peer(peer)) is not None}
    for count in wanted.players:
        players[f"resistance, {count} players"] = Player(raw_env("resistance", count))
    players[f"resistance, {wanted.players[0]} players, wrapped"] = Player(env("resistance", wanted.players[0]))
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(wanted.rounds):
        for name, player in players.items():
            rates[name].append(player.rate(wanted.seconds))
    base = rates.get(PEERS[0])
    for name, found in rates.items():
        ratio = "" if base is None else f"; {median(found) / median(base):.2f} times as fast as {PEERS[0]}"
        print(f"{name}: {max(found):,.0f} steps a second of processor time, median round {median(found):,.0f}{ratio}")
    print(f"goal for resistance with 5 players: {GOAL:,}")


class Player:
    """Plays random episodes of an environment, one after another."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.rng = Random(1)
        environment.reset(seed=1)
        self.play(5 * CHUNK)  # fills caches

    def play(self, steps: int) -> None:
        """Take this many steps."""
        environment, choose = self.environment, self.rng.choice
        while steps:
            if not environment.agents:
                environment.reset()
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            environment.step(choose(observation["action_mask"].nonzero()[0]))
            steps -= 1

    def rate(self, seconds: float) -> float:
        """Return steps a second of processor time, measured for this long."""
        began, steps = process_time(), 0
        while (took := process_time() - began) < seconds:
            self.play(CHUNK)
            steps += CHUNK
        return steps / took


def _peer(name: str) -> Any:
    try:
        return import_module(f"pettingzoo.classic.{name}").raw_env()
    except ImportError as error:
        print(f"{name} is left out: {error}")
        return None


if __name__ == "__main__":
    main()
