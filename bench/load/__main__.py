"""`python -m bench.load`: a server's throughput in moves a second, and the latency of a move to the last player.

    python -m bench.load --tables N --seconds S [--pause P] [--game G --players N --with M] [--pages] [--json]
                         [--store ADDRESS [--servers N]]
    python -m bench.load --attack NAME --seconds S [--json]

The server runs on one core, the players on another. A move's time runs from its mover's send until the last player
holds the view with it. The exit status is 1 when anything was lost, came twice, revealed a secret, or was refused
though legal. With `--attack`, the benchmark measures the waits of others while one visitor attacks (`attacks`).
"""

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from bench import machine
from bench.load.attacks import ATTACKS, AttackFigures, attack
from bench.load.drive import BUSY, Figures, measure
from bench.load.play import Load
from bench.load.server import CannotMeasure
from turncoat import __version__
from turncoat.extensions import load_extensions
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import default_game, rulebook
from turncoat.kernel.rulesets import Ruleset

RESULTS: Final = Path(__file__).parent.parent / "results"
CANNOT: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and return the exit status."""
    try:
        wanted = _parser().parse_args(arguments)
        if wanted.attack:
            _tell_of_attack(attack(wanted.attack, wanted.seconds), as_json=wanted.json)
            return 0
        figures = measure(_load(wanted))
    except (CannotMeasure, RulesetError) as error:
        sys.stderr.write(f"bench.load: {error}\n")
        return CANNOT
    if wanted.json:
        print(json.dumps(msgspec.to_builtins(figures)))
    else:
        _tell(figures, shared=bool(wanted.store))
    if figures.driver_busy > BUSY:
        sys.stderr.write(f"The driver used {figures.driver_busy:.0%} of its core, so it limits the figures.\n")
    for example in figures.examples:
        sys.stderr.write(f"{example}\n")
    if wanted.save:
        _save(figures, wanted)
    if not figures.moves:
        sys.stderr.write("No choice was made in the measured time: give more seconds, or fewer tables.\n")
    return 1 if figures.faults or not figures.moves else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="Measure a server under load.")
    parser.add_argument("--tables", type=int, default=100, help="tables with people on every seat (default 100)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of measured play (default 20)")
    parser.add_argument("--warm", type=float, default=5.0, help="seconds of play before it (default 5)")
    parser.add_argument("--pause", type=float, default=0.0, metavar="SECONDS", help="mean pause before a choice")
    parser.add_argument("--game", default=default_game())
    parser.add_argument("--players", type=int, help="defaults to the fewest of the game")
    parser.add_argument("--with", dest="modules", action="append", default=[], metavar="MODULE", help="may be repeated")
    parser.add_argument("--pages", action="store_true", help="people with pages and forms, not programs with JSON")
    parser.add_argument("--one-by-one", action="store_true", help="programs choose one after another, never at once")
    parser.add_argument("--hold", type=float, default=Load(1, 1).hold, metavar="SECONDS", help="before some reveals")
    parser.add_argument(
        "--prefer",
        action="append",
        default=[],
        metavar="WORD=SHARE",
        help="choose this word with this chance where possible",
    )
    parser.add_argument("--store", default="", metavar="ADDRESS", help="an empty PostgreSQL database to use")
    parser.add_argument("--servers", type=int, default=1, help="spread the tables over this many servers, with --store")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--attack", choices=sorted(ATTACKS), help="measure how long others wait while one visitor attacks"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--save", action="store_true", help="add a line to bench/results/load.jsonl")
    return parser


def _load(wanted: argparse.Namespace) -> Load:
    load_extensions()
    if wanted.servers > 1 and not wanted.store:
        raise CannotMeasure("several servers need a shared database: --store ADDRESS")
    players = wanted.players or rulebook(wanted.game).players[0]
    prefer = {word: float(share) for word, _, share in (one.partition("=") for one in wanted.prefer)}
    return Load(
        wanted.tables,
        wanted.seconds,
        wanted.pause,
        Ruleset.of(wanted.game, players, tuple(wanted.modules)),
        wanted.pages,
        wanted.warm,
        wanted.hold,
        prefer,
        seed=wanted.seed,
        one_by_one=wanted.one_by_one,
        store=wanted.store,
        servers=wanted.servers,
    )


def _tell(found: Figures, *, shared: bool) -> None:
    how = "pages" if found.pages else "JSON"
    pace = f"pauses of {found.pause:g} s" if found.pause else "no pauses"
    print(f"{found.tables} tables of {found.players}, {how}, {pace}, {found.seconds:g} s; load {found.load_average}")
    print(f"  {found.moves_per_second:,.0f} moves a second, {found.games} games finished")
    print(
        f"  a move reaches the last player after {found.p50_ms:.1f} ms (p50), {found.p90_ms:.1f} (p90), "
        f"{found.p99_ms:.1f} (p99), {found.max_ms:.1f} (maximum)"
    )
    print(
        f"  server: {found.cpu_ms_per_move:.3f} ms of processor time a move, {found.server_busy:.0%} of its core "
        f"(others there {found.others_on_server_core:.0%}), {found.memory_mb:.0f} MB, "
        f"{found.memory_mb_per_table:.3f} MB a table"
    )
    if shared:
        print(f"  database: {found.database_ms_per_move:.3f} ms of processor time a move")
    print(
        f"  {found.frames_per_second:,.0f} frames a second, {found.bytes_per_second / 1e6:.1f} MB a second, "
        f"{found.bytes_per_update:,.0f} bytes an update (median; mean {found.mean_bytes_per_update:,.0f})"
    )
    print(f"  driver: {found.driver_busy:.0%} of its core")
    print(f"  checked: {found.choices_checked:,} choices, {found.updates_checked:,} updates; faults: {found.faults}")


def _tell_of_attack(found: AttackFigures, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(msgspec.to_builtins(found)))
        return
    print(
        f"{found.attack}, {found.seconds:g} s: others wait {found.max_ms:.0f} ms at worst, {found.p99_ms:.0f} (p99), "
        f"{found.p50_ms:.1f} (p50); asked {found.asked} times"
    )
    print(
        f"  server: {found.server_busy:.0%} of its core, {found.memory_mb:.0f} MB; "
        f"{found.kept_mb_a_minute:.2f} MB a minute kept; the attacker: {dict(found.counts)}"
    )
    for what, share in found.told.items():
        print(f"  the attacker tells sides apart by {what}: {share:.2f}")


def _save(found: Figures, wanted: argparse.Namespace) -> None:
    line = {
        "when": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "machine": machine.facts(),
        "game": wanted.game,
        "modules": wanted.modules,
        **msgspec.to_builtins(found),
    }
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / "load.jsonl").open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
