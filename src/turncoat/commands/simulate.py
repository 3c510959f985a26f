"""`turncoat simulate`: let bots play many games and count."""

import sys
from collections.abc import Callable
from time import monotonic

import msgspec
import typer

from turncoat.commands import Problem, problems, ruleset_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.simulation import Report, Seating, seating, simulate
from turncoat.telling import Teller

BAR = 30
"""Columns of the progress bar."""


def run(
    game: str,
    players: int,
    modules: list[str],
    options: list[str],
    games: int,
    seed: str,
    bots: str,
    *,
    as_json: bool,
) -> None:
    """Simulate and report."""
    ruleset = ruleset_of(game, players, modules, options)
    who = _seating(bots)
    try:
        with problems():
            seating(ruleset, who)
    except ValueError as error:
        raise Problem(str(error)) from None
    report = simulate(ruleset, who, games, seed, _progress(games))
    typer.echo(msgspec.json.format(msgspec.json.encode(report), indent=2) if as_json else _told(ruleset, report))


def _seating(bots: str) -> Seating:
    """`random`, `random,sensible` (round the table) or `resistance=sensible,spies=random` (by side)."""
    named = [name.strip() for name in bots.split(",")]
    by_side = [name.partition("=") for name in named]
    if not any(equals for _, equals, _ in by_side):
        return named
    if not all(equals for _, equals, _ in by_side):
        raise Problem(f"bots are NAME,NAME… in seat order or SIDE=NAME,SIDE=NAME…, not {bots!r}")
    return {side.strip(): name.strip() for side, _, name in by_side}


def _told(ruleset: Ruleset, report: Report) -> str:
    teller = Teller(ruleset, ())
    modules = f" with {', '.join(report.modules)}" if report.modules else ""
    bots = ", ".join(
        [f"{side}={name}" for side, name in report.bots.items()] if isinstance(report.bots, dict) else report.bots
    )
    lines = [f"{report.game}, {report.players} players{modules}: {report.games} games, bots {bots}, seed {report.seed}"]
    for side, wins in sorted(report.wins.items(), key=lambda item: -item[1].games):
        lines.append(
            f"{teller.word(side)}: {wins.games} wins, {wins.share:.1%} (95% interval {wins.low:.1%} to {wins.high:.1%})"
        )
    lines += [f"  {count}: {teller.word(reason)}" for reason, count in report.reasons.items()]
    lines.append(
        f"{report.games_per_second:,.0f} games per second, {report.choices_per_second:,.0f} choices per second"
    )
    return "\n".join(lines)


def _progress(games: int) -> Callable[[int], None] | None:
    """A bar on the error stream when that is a terminal, drawn again ten times a second at most."""
    stream = sys.stderr
    if not stream.isatty():
        return None
    drawn = monotonic()

    def show(done: int) -> None:
        nonlocal drawn
        now = monotonic()
        if done < games and now - drawn < 0.1:
            return
        drawn = now
        full = BAR * done // games
        stream.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {done} of {games}")
        if done == games:
            stream.write("\r" + " " * (BAR + 2 * len(str(games)) + 10) + "\r")
        stream.flush()

    return show
