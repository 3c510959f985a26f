"""Speed of the batch core, the kernel and peer programs: `python -m bench.compare_engines [PEER_FOLDER…]`.

Random play on one core, for ten seconds each, without compile time. The batch core plays the games of one seed and
counts them by side, and the kernel replays a sample of these games. A peer is a folder with a `run.sh SECONDS`, which
prints games a second of its base game with five random players on one core. The ratio to it is printed.
"""

import argparse
import subprocess
from pathlib import Path
from time import perf_counter

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.simulate import simulate
from turncoat_lab.batch.counting import counted
from turncoat_lab.batch.engine import logged_games, outcomes_of
from turncoat_lab.batch.replay import check

SECONDS = 10.0
CHUNK = 200_000
SAMPLE = 20
RULESETS = (
    (Ruleset.of("resistance", 5), 3_000_000),
    (
        Ruleset.of(
            "resistance",
            10,
            ["targeting", "plot-thickens", "hunter", "dummy-agent", "coordinator", "inquisitor", "reverser"],
        ),
        300_000,
    ),
    (Ruleset.of("winter-soldier", 10), None),
)
"""Rulesets that are played, with their goals in games a second."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.compare_engines", description="Measure how fast the engines play."
    )
    parser.add_argument("peers", nargs="*", type=Path, metavar="PEER_FOLDER")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    wanted = parser.parse_args()
    base = 0.0
    for ruleset, goal in RULESETS:
        speed = batch_speed(ruleset, wanted.seconds)
        base = base or speed
        kernel = simulate(ruleset, games=3000).games_per_second
        name = f"{ruleset.game}, {ruleset.players} players, {len(ruleset.modules)} modules"
        told = f"; the goal is {goal:,}" if goal else ""
        print(f"{name}: batch {speed:,.0f} games/s, kernel {kernel:,.0f}, ratio {speed / kernel:,.0f}{told}")
    for peer in wanted.peers:
        done = subprocess.run(
            [peer / "run.sh", f"{wanted.seconds:g}"], capture_output=True, text=True, check=True, cwd=peer
        )
        other = float(done.stdout.split()[-1])
        print(f"{peer.name}: {other:,.0f} games/s; the batch core plays {base / other:,.1f} times as many")


def batch_speed(ruleset: Ruleset, seconds: float) -> float:
    """Return games a second, after comparing a sample of them with the kernel."""
    counted(ruleset, "random", "random", "speed", 0, 1)  # warms up the compiler and the processor's cache
    games, began, wins = 0, perf_counter(), 0
    while (took := perf_counter() - began) < seconds:
        wins += sum(counted(ruleset, "random", "random", "speed", games, games + CHUNK).winners.values())
        games += CHUNK
    assert wins == games
    for number in range(0, games, games // SAMPLE):
        (rows, outcome), fast = (
            next(logged_games(ruleset, "speed", number, number + 1)),
            outcomes_of(ruleset, "speed", number, number + 1),
        )
        check(ruleset, rows, outcome)
        assert outcome.tolist() == fast[0].tolist()
    return games / took


if __name__ == "__main__":
    main()
