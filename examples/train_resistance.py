"""A player of The Resistance for five, trained by proximal policy optimization (PPO) in NumPy on one core.

    python examples/train_resistance.py --minutes 15

One network plays every seat and both sides. It learns at five tables at once: with itself, and on each side against
`random` and against people's model. `Trained` plays with the weights wherever a bot can be named:

    turncoat arena resistance --players 5 --bots ./examples/train_resistance.py:Trained,random --games 600
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from turncoat import Bot, Event, Prompt, Ruleset, View, pick
from turncoat_lab.batch.layout import MISSION_ROW, Layout

Floats = npt.NDArray[np.float32]
RULESET = Ruleset.of("resistance", 5)
WEIGHTS = Path(__file__).with_name("trained_resistance.npz")
HIDDEN = 128
TABLES = (("all", "random"), ("loyal", "random"), ("hiding", "random"), ("loyal", "people"), ("hiding", "people"))
"""Who learns at each table, and how the others play."""
GAMES = (192, 64, 64, 64, 64)
"""Games in lock-step at each table."""
STEPS = 96
"""Steps between two updates of the network."""
EPOCHS, BATCH, CLIP, ENTROPY, VALUE, RATE = 3, 2048, 0.2, 0.01, 0.5, 1e-3


# The network: two hidden layers, then a logit for each action, and the expected result.


def features(layout: Layout, observations: npt.NDArray[np.int8]) -> Floats:
    """Return the network's inputs: each observation without its votes, and sums over votes and missions instead."""
    count, players = len(observations), layout.players
    votes = observations[:, layout.blocks["votes"]].reshape(count, layout.proposals, 1 + 3 * players)
    missions = observations[:, layout.blocks["missions"]].reshape(count, layout.missions, MISSION_ROW + players)
    plain = observations[:, : layout.blocks["votes"].start]
    cast = (votes[:, :, 0] > 0).sum(axis=1, keepdims=True)
    approved, named = votes[:, :, -players:].astype(np.float32), votes[:, :, -2 * players : -players].astype(np.float32)
    failed = (missions[:, :, 0] > 0) & (missions[:, :, 1] == 0)
    teams = missions[:, :, MISSION_ROW:] / np.maximum(1, missions[:, :, MISSION_ROW:].sum(axis=2, keepdims=True))
    doubt = (teams * failed[:, :, None]).sum(axis=1)
    # An approval is held against a seat by the doubt about the rest of the team, as it is seen now.
    blamed = (approved * (named @ doubt[:, :, None])).sum(axis=1)
    sums = [approved.sum(axis=1), blamed, named.sum(axis=1)]
    return np.concatenate([plain, doubt, *(one / np.maximum(1, cast) for one in sums)], axis=1, dtype=np.float32)


class Network:
    """The weights, with Adam's averages of their gradients."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.squares = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.steps = 0

    @classmethod
    def fresh(cls, inputs: int, actions: int, rng: np.random.Generator) -> "Network":
        """Return a network with random weights."""
        weights: dict[str, Floats] = {}
        for layer, (rows, columns, scale) in enumerate(
            ((inputs, HIDDEN, 1.0), (HIDDEN, HIDDEN, 1.4), (HIDDEN, actions + 1, 0.01))
        ):
            weights[f"w{layer}"] = (rng.standard_normal((rows, columns)) * scale / rows**0.5).astype(np.float32)
            weights[f"b{layer}"] = np.zeros(columns, np.float32)
        return cls(weights)

    def run(self, inputs: Floats, mask: npt.NDArray[np.int8]) -> tuple[Floats, Floats, tuple[Floats, Floats]]:
        """Return the logarithms of the actions' chances, the values, and the hidden layers."""
        w = self.weights
        first = np.maximum(0, inputs @ w["w0"] + w["b0"])
        second = np.maximum(0, first @ w["w1"] + w["b1"])
        out = second @ w["w2"] + w["b2"]
        logits = np.where(mask == 1, out[:, :-1], np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits, out[:, -1], (first, second)

    def learn(self, inputs: Floats, layers: tuple[Floats, Floats], gradient: Floats, rate: float) -> None:
        """Take a step of Adam against the gradient with respect to the outputs."""
        first, second = layers
        w, grads = self.weights, {}
        for layer, (below, above) in enumerate(((second, None), (first, second), (inputs, first))):
            name = 2 - layer
            if above is not None:
                gradient = (gradient @ w[f"w{name + 1}"].T) * (above > 0)
            grads[f"w{name}"], grads[f"b{name}"] = below.T @ gradient, gradient.sum(axis=0)
        norm = float(np.sqrt(sum(float((one**2).sum()) for one in grads.values())))
        self.steps += 1
        for key, one in grads.items():
            one *= min(1.0, 0.5 / (norm + 1e-8))
            self.means[key] += 0.1 * (one - self.means[key])
            self.squares[key] += 0.001 * (one**2 - self.squares[key])
            mean, square = self.means[key] / (1 - 0.9**self.steps), self.squares[key] / (1 - 0.999**self.steps)
            w[key] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def stored() -> Network:
    """Return the network with the stored weights."""
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return Network({name: file[name].astype(np.float32) for name in file.files if name != "curve"})


def drawn(logs: Floats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw an action of each row by its chance."""
    noise = np.log(np.maximum(rng.standard_exponential(logs.shape, dtype=np.float32), 1e-30))
    actions: npt.NDArray[np.int64] = (logs - noise).argmax(axis=1)
    return actions


# Training


class Decisions:
    """Decisions at one table, each with its result once its game is over."""

    def __init__(self, env: Any, seed: int) -> None:
        self.env = env
        self.observations, self.info = env.reset(seed=seed)
        self.open: list[tuple[Any, ...]] = []
        """Steps since the last update: for each, the games it belongs to and everything about their decisions."""
        self.ended = np.zeros(env.num_envs, np.int64)
        """Games ended at each place since the last update."""
        self.results: list[tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]] = []

    def step(self, inputs: Floats, mask: npt.NDArray[np.int8], actions: npt.NDArray[Any], logs: Floats) -> None:
        """Take the actions, and keep them."""
        places = np.arange(self.env.num_envs)
        self.open.append((places, self.ended.copy(), self.info["seat"], inputs, mask, actions, logs))
        self.observations, _, over, _, self.info = self.env.step(actions)
        if over.any():
            at = np.flatnonzero(over)
            self.results.append((at, self.ended[at], self.info["final_info"]["rewards"][at]))
            self.ended[at] += 1

    def finished(self) -> tuple[Any, ...]:
        """Return all decisions whose game is over, with their results. The others wait for the next update."""
        places, games, seats, *rest = (np.concatenate(column) for column in zip(*self.open, strict=True))
        result = np.zeros((self.env.num_envs, self.ended.max() + 1, self.env.layout.players), np.float32)
        for at, number, rewards in self.results:
            result[at, number] = rewards
        known = games < self.ended[places]
        self.open = [(places[~known], 0 * games[~known], seats[~known], *(column[~known] for column in rest))]
        self.ended[:] = 0
        self.results = []
        return *(column[known] for column in rest), result[places[known], games[known], seats[known]]


def update(network: Network, columns: tuple[Any, ...], rate: float, rng: np.random.Generator) -> None:
    """Improve the network by its decisions and their results."""
    inputs, mask, actions, old, results = columns
    for _ in range(EPOCHS):
        order = rng.permutation(len(actions))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            x, chosen, result = inputs[rows], actions[rows], results[rows]
            logs, values, layers = network.run(x, mask[rows])
            chances, every = np.exp(logs), np.arange(len(rows))
            advantage = result - values
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
            ratio = np.exp(logs[every, chosen] - old[rows])
            inside = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            pull = (inside * ratio * advantage)[:, None]
            one = np.zeros_like(chances)
            one[every, chosen] = 1
            entropy = -(chances * np.where(chances > 0, logs, 0)).sum(axis=1, keepdims=True)
            spread = chances * (np.where(chances > 0, logs, 0) + entropy)
            gradient = np.concatenate(
                [-pull * (one - chances) + ENTROPY * spread, (values - result)[:, None] * VALUE], 1
            )
            network.learn(x, layers, (gradient / len(rows)).astype(np.float32), rate)


def train(minutes: float, seed: int, out: Path | None) -> Network:
    """Train for that many minutes of processor time, and print how it goes."""
    from turncoat_lab.vector_env import BatchVectorEnv

    rng = np.random.default_rng(seed)
    layout = Layout(RULESET)
    envs = [BatchVectorEnv(RULESET, count, *table) for count, table in zip(GAMES, TABLES, strict=True)]
    tables = [Decisions(env, seed + number) for number, env in enumerate(envs)]
    width = features(layout, tables[0].observations[:1]).shape[1]
    network = Network.fresh(width, len(layout.actions), rng)
    curve: list[dict[str, float]] = []
    began, decisions, updates, waited = process_time(), 0, 0, 0.0
    while True:
        spent = process_time() - began - waited
        if not curve or spent >= 60 * minutes or spent - 60 * curve[-1]["minutes"] >= 20 + 0.02 * spent:
            before = process_time()
            shares = {f"{side} {other}": judged(network, side, other, 400) for side, other in TABLES[1:]}
            curve.append({"minutes": spent / 60, "decisions": decisions, **shares})
            waited += process_time() - before
            print(json.dumps({name: round(value, 3) for name, value in curve[-1].items()}), flush=True)
            if out is not None:
                weights: dict[str, Any] = {name: one.astype(np.float16) for name, one in network.weights.items()}
                np.savez_compressed(out, allow_pickle=False, curve=json.dumps(curve), **weights)
        if spent >= 60 * minutes:
            return network
        for _ in range(STEPS):
            inputs = features(layout, np.concatenate([table.observations for table in tables]))
            mask = np.concatenate([table.info["action_mask"] for table in tables])
            logs, _, _ = network.run(inputs, mask)
            actions = drawn(logs, rng)
            taken = logs[np.arange(len(actions)), actions]
            start = 0
            for table in tables:
                part = slice(start, start + table.env.num_envs)
                table.step(inputs[part], mask[part], actions[part], taken[part])
                start = part.stop
        columns = tuple(np.concatenate(column) for column in zip(*(table.finished() for table in tables), strict=True))
        decisions += len(columns[0])
        updates += 1
        update(network, columns, RATE * max(0.1, 1 - spent / (60 * minutes)), rng)


def judged(network: Network | None, side: str, other: str, games: int, seed: int = 10**6) -> float:
    """Return the share of games that the network wins on that side, or without a network, that `random` wins."""
    from turncoat_lab.vector_env import BatchVectorEnv

    rng = np.random.default_rng(seed)
    env = BatchVectorEnv(RULESET, games, side, other)
    observations, info = env.reset(seed=seed)
    results = np.zeros(games)
    while not results.all():
        mask = info["action_mask"]
        logs = np.where(mask == 1, np.float32(0), np.float32(-1e9))
        if network is not None:
            logs = network.run(features(env.layout, observations), mask)[0]
        observations, rewards, *_, info = env.step(drawn(logs, rng))
        results = np.where(results == 0, rewards, results)
    return float((results > 0).mean())


# The bot


class Trained(Bot):
    """Plays the base game for five with the trained network, and draws its answers in any other."""

    name = "trained"
    title = "Trained"
    summary = "A small network that learned the base game for five by playing."
    network: Network | None = None

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.view: View[Any] = View(ruleset, seat)
        Trained.network = Trained.network or stored()

    def see(self, events: Iterable[Event]) -> None:
        self.view.see(events)

    def decide(self, prompt: Prompt) -> Any:
        if self.ruleset != RULESET or self.network is None:
            return pick(prompt.option, self.rng)
        mask = LAYOUT.mask(prompt, self.seat)
        inputs = features(LAYOUT, LAYOUT.observation(self.view, prompt)[None])
        chances = np.exp(self.network.run(inputs, mask[None])[0][0])
        (action,) = self.rng.choices(range(len(mask)), chances.tolist())
        return LAYOUT.answer(prompt, self.seat, action)


LAYOUT = Layout(RULESET)


def plot(curve: list[dict[str, float]], file: Path) -> None:
    """Draw the shares of games won during training. Lines differ by their markers, not by colour."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "turncoat", "svg.fonttype": "none", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.subplots()
        for (side, other), marker in zip(TABLES[1:], "osD^", strict=True):
            shares = [100 * point[f"{side} {other}"] for point in curve]
            axes.plot([point["minutes"] for point in curve], shares, marker=marker, label=f"{side}, against {other}")
        axes.set(xlabel="minutes of processor time", ylabel="games won, %", ylim=(0, 103))
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize=8, loc="lower right")
        figure.savefig(file, metadata={"Date": None, "Creator": None})


def main() -> None:
    """Train, and print what the result is worth in games of other seeds."""
    parser = argparse.ArgumentParser(description="Train a player of The Resistance for five.")
    parser.add_argument("--minutes", type=float, default=15, help="minutes of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="file for the weights and the curve")
    parser.add_argument("--plot", type=Path, help="file for a picture of the curve")
    given = parser.parse_args()
    with threadpool_limits(1):
        network = train(given.minutes, given.seed, given.out)
    if given.plot is not None:
        with np.load(given.out, allow_pickle=False) as file:
            plot(json.loads(str(file["curve"])), given.plot)
    for side, other in TABLES[1:]:
        share, base = (100 * judged(one, side, other, 4000, 2 * 10**6) for one in (network, None))
        print(f"{side} against {other}: {share:.1f} of 100 games, random play {base:.1f}")


if __name__ == "__main__":
    main()
