"""Speed of several games in turns: `python -m bench.compare_games [--seconds S] [--rounds N]`.

Random games per second of processor time, on the kernel. In each round all rulesets are played one after another, so
that a busy machine slows all of them alike. The median round is printed, and its ratio to the first game of the same
number of players.
"""

import argparse
from statistics import median
from typing import Final

from bench import driver
from turncoat.kernel.rulesets import Ruleset

RULESETS: Final = tuple(
    Ruleset.of(game, players, modules)
    for players in (5, 6)
    for game, modules in (
        ("winter-soldier", ()),
        ("round-table", ()),
        ("round-table", ("percival", "morgana")),
        ("resistance", ()),
    )
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare_games", description="Compare how fast games run.")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each ruleset in a round (default 0.5)")
    parser.add_argument("--rounds", type=int, default=11, help="the median counts (default 11)")
    wanted = parser.parse_args()
    speeds: dict[Ruleset, list[driver.Speed]] = {ruleset: [] for ruleset in RULESETS}
    for _ in range(wanted.rounds):
        for ruleset, found in speeds.items():
            found.append(driver.measure(ruleset, driver.play, wanted.seconds, 1))
    first: dict[int, float] = {}
    for ruleset, found in speeds.items():
        games = median(one.games_per_cpu_second for one in found)
        events = median(one.events_per_game for one in found)
        per_event = 1e6 / games / events
        ratio = games / first.setdefault(ruleset.players, games)
        name = ", ".join((ruleset.game, f"{ruleset.players} players", *ruleset.modules))
        print(
            f"{name}: {games:,.0f} games a second of processor time ({ratio:.2f} of the first), "
            f"{events:.1f} events a game, {per_event:.2f} µs an event"
        )


if __name__ == "__main__":
    main()
