"""Speed of the lab's vector environment on one core: `taskset -c 0 python -m bench.vectors`.

Processor time within `step` alone, without compile time and without the choice of actions, which are random and legal.
"""

import argparse
from time import process_time

import numpy as np

from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.vector_env import BatchVectorEnv

TABLES = (
    (Ruleset.of("resistance", 5), "all", "random"),
    (Ruleset.of("resistance", 5), "hiding", "random"),
    (Ruleset.of("resistance", 5), "hiding", "people"),
    (Ruleset.of("resistance", 10), "all", "random"),
    (Ruleset.of("resistance", 10, ["targeting", "plot-thickens", "hunter", "inquisitor", "reverser"]), "all", "random"),
    (Ruleset.of("winter-soldier", 8), "all", "random"),
)
"""What is played, the seats that are asked, and how the others play."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.vectors", description="Measure the vector environment.")
    parser.add_argument("--games", type=int, default=1024, help="games in lock-step")
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each table")
    wanted = parser.parse_args()
    rng = np.random.default_rng(1)
    for ruleset, played, opponents in TABLES:
        env = BatchVectorEnv(ruleset, wanted.games, played, opponents)
        _, info = env.reset(seed=1)
        spent, steps = 0.0, 0
        while spent < wanted.seconds:
            mask = info["action_mask"]
            actions = np.where(mask == 1, rng.random(mask.shape, np.float32), -1).argmax(axis=1)
            before = process_time()
            *_, info = env.step(actions)
            spent += process_time() - before
            steps += 1
        name = f"{ruleset.game}, {ruleset.players} players, {len(ruleset.modules)} modules"
        others = "" if played == "all" else f", the others {opponents}"
        print(f"{name}: {played} decide{others}: {steps * wanted.games / spent:,.0f} decisions/s")


if __name__ == "__main__":
    main()
