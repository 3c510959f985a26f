"""`make bench`: the speed of games, search, deduction, startup and pages. See bench/results/.

    python -m bench [--seconds S] [--rounds N] [--no-startup] [--no-save]

Each run writes bench/results/DATE.json and a line of bench/results/history.txt. Nothing here is a test: no figure fails
a run. The goals are printed beside the figures.
"""

import argparse
import datetime
import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec

from bench import deduction, driver, machine, search, startup
from turncoat import __version__
from turncoat.kernel.rulesets import Ruleset

RESULTS = Path(__file__).parent / "results"
GOALS = {5: 10_000, 10: 6_000}
"""Goals: games of random players per second, by player count."""
CHARACTERS = ("black-widow", "maria-hill", "alexander-pierce", "arnim-zola", "baron-zemo", "scarlet-witch")
FURTHER: dict[tuple[str, int, tuple[str, ...]], int] = {
    ("resistance", 7, ("plot-thickens",)): 5_000,
    ("resistance", 10, ("hunter", "inquisitor", "reverser")): 3_500,
    ("winter-soldier", 12, CHARACTERS): 3_000,
    ("hail-hydra", 5, ()): 1_000,
    ("hail-hydra", 8, ()): 500,
}
"""Goals for other games and modules."""
CLONE_GOAL, DETERMINIZE_GOAL = 8.0, 3.0
"""Goals: microseconds for a clone without history, and milliseconds for a game made from a view, with 10 players."""
HELP_GOAL, READY_GOAL, MEMORY_GOAL = 0.3, 2.0, 80.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure how fast Turncoat is.")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round (default 2)")
    parser.add_argument("--rounds", type=int, default=5, help="the best counts, the median is saved too (default 5)")
    parser.add_argument("--no-startup", action="store_true", help="only games, without the command and the server")
    parser.add_argument("--no-save", action="store_true", help="print only")
    wanted = parser.parse_args()
    found: dict[str, Any] = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "commit": _commit(),
        "machine": machine.facts(),
        "calibration_million_turns_per_second": machine.calibration(),
        "games": [],
        "games_with_views": [],
        "further_games": [],
        "search": [],
    }
    print(*(f"{name}: {value}" for name, value in found["machine"].items()), sep=", ")
    print(f"plain Python loop: {found['calibration_million_turns_per_second']:.2f} million iterations per second")
    for players, goal in GOALS.items():
        ruleset = Ruleset.of("resistance", players)
        for name, how in (("games", driver.play), ("games_with_views", driver.play_with_views)):
            speed = driver.measure(ruleset, how, wanted.seconds, wanted.rounds)
            found[name].append(msgspec.to_builtins(speed))
            _tell(f"{players} players" + (", with every seat's view" if how is driver.play_with_views else ""), speed)
        print(f"  goal without views: {goal:,} games a second")
    for (name, players, modules), goal in FURTHER.items():
        speed = driver.measure(Ruleset.of(name, players, modules), driver.play, wanted.seconds, wanted.rounds)
        found["further_games"].append({"game": name, "modules": modules, **msgspec.to_builtins(speed)})
        _tell(", ".join((name, f"{players} players", *modules)), speed)
        print(f"  goal: {goal:,} games a second")
    for players in GOALS:
        speed_of_search = search.measure(Ruleset.of("resistance", players), wanted.seconds / 2, wanted.rounds)
        found["search"].append(msgspec.to_builtins(speed_of_search))
        print(_search_line(speed_of_search))
    found["deduction"] = []
    for update in deduction.all_updates():
        found["deduction"].append(msgspec.to_builtins(update))
        print(deduction.in_words(update))
    if not wanted.no_startup:
        found["help_seconds"], found["help_cpu_seconds"] = startup.help_seconds(wanted.rounds)
        found["server"] = startup.server(3)
        of_processor = f"{found['help_cpu_seconds']:.2f} s of processor time"
        print(f"turncoat --help: {found['help_seconds']:.2f} s, {of_processor} (goal under {HELP_GOAL} s)")
        print(_server_line(found["server"]))
    if not wanted.no_save:
        _save(found)


def _tell(what: str, speed: driver.Speed) -> None:
    print(
        f"{what}: {speed.games_per_second:,.0f} games a second (median round {speed.median_games_per_second:,.0f}; "
        f"{speed.games_per_cpu_second:,.0f} a second of processor time), "
        f"{speed.choices_per_second:,.0f} choices a second; {speed.choices_per_game:.1f} choices and "
        f"{speed.events_per_game:.1f} events a game"
    )


def _search_line(speed: search.SearchSpeed) -> str:
    return (
        f"{speed.players} players, from mission {search.FROM_MISSION}: a clone without history takes "
        f"{speed.clone_microseconds:.1f} µs (goal {CLONE_GOAL:.0f} µs), "
        f"{speed.playouts_per_second:,.0f} random playouts a second, "
        f"a game made from a view {speed.determinize_milliseconds:.2f} ms (goal {DETERMINIZE_GOAL:.0f} ms)"
    )


def _server_line(found: dict[str, float] | None) -> str:
    if found is None:
        return "server: not measured, it did not start"
    return (
        f"server: ready after {found['ready_seconds']:.2f} s, {found['ready_cpu_seconds']:.2f} s of processor time "
        f"(goal {READY_GOAL} s), "
        f"idle at {found['idle_megabytes']:.0f} MB (goal under {MEMORY_GOAL:.0f} MB)"
    )


def _commit() -> str:
    """Return the measured commit, with a + when files differ from it, or an empty string outside a checkout."""
    try:
        commit = _git("rev-parse", "--short", "HEAD")
        return commit + ("+" if _git("status", "--porcelain", "--", "../src") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=RESULTS.parent, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _save(found: dict[str, Any]) -> None:
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{found['when'][:10]}.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    line = f"{found['when']} {found['commit'] or found['version']}"
    for plain, with_views in zip(found["games"], found["games_with_views"], strict=True):
        seconds, cpu_seconds = (f"games_per_{unit}second" for unit in ("", "cpu_"))
        line += (
            f", {plain['players']} players {plain[seconds]:.0f} games/s ({plain[cpu_seconds]:.0f} a CPU second; "
            f"with views {with_views[seconds]:.0f}, {with_views[cpu_seconds]:.0f})"
        )
    line += f", loop {found['calibration_million_turns_per_second']:.2f} M/s, load {found['machine']['load']}"
    if "help_seconds" in found:
        server = found["server"]
        there = "missing"
        if server:
            ready, cpu, held = (server[key] for key in ("ready_seconds", "ready_cpu_seconds", "idle_megabytes"))
            there = f"{ready:.2f} s ({cpu:.2f} CPU), {held:.0f} MB"
        line += f", help {found['help_seconds']:.2f} s ({found['help_cpu_seconds']:.2f} CPU), server {there}"
    with (RESULTS / "history.txt").open("a", encoding="utf-8") as history:
        history.write(line + "\n")


if __name__ == "__main__":
    main()
