"""The command `turncoat simulate`: let bots play many games, and count."""

from typing import Final

import typer

from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.cli.bot_names import names_in
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.json_text import json_text
from turncoat.cli.phrases import with_modules
from turncoat.cli.progress import progress_bar
from turncoat.extensions import lab_part
from turncoat.kernel.records import error_message
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed
from turncoat.simulation.playing import Seating, seating
from turncoat.simulation.processes import Workers
from turncoat.simulation.simulate import ENGINES, SimulationReport, simulate
from turncoat.telling import Teller, Translate, filled


def run(
    game: str,
    players: int,
    modules: list[str],
    options: list[str],
    games: int,
    seed: str,
    bots: str,
    workers: Workers,
    *,
    talk: bool = False,
    engine: str = "kernel",
    as_json: bool,
    language: str = "",
) -> None:
    """Play the games and print the report."""
    if engine not in ENGINES:
        message = N_("--engine must be one of {known}, not {given}")
        raise CommandError(composed(message, known=", ".join(ENGINES), given=repr(engine)))
    if talk and engine == "batch":
        raise CommandError(N_("bots do not talk in the batch core; leave out --talk or --engine batch"))
    say = translator_of(language)
    ruleset = ruleset_of(game, players, modules, options)
    who = seating_of(bots)
    try:
        with command_errors():
            seating(ruleset, who)
            if engine == "batch":
                lab_part("batch")(ruleset, who, seed)
    except ValueError as error:
        raise CommandError(error_message(error)) from None
    report = simulate(ruleset, who, games, seed, progress_bar(games, say), workers, talk=talk, engine=engine)
    typer.echo(json_text(report) if as_json else _report_text(ruleset, report, say))


def seating_of(bots: str) -> Seating:
    """Parse a seating: names for the seats in turn (`random,sensible`), or one per side (`SIDE=random,SIDE=sensible`).

    Raises CommandError.
    """
    named = names_in(bots)
    by_side = [name.partition("=") for name in named]
    if not any(equals for _, equals, _ in by_side):
        return named
    if not all(equals for _, equals, _ in by_side):
        message = N_("bots must be NAME,NAME… in seat order or SIDE=NAME,SIDE=NAME…, not {given}")
        raise CommandError(composed(message, given=repr(bots)))
    return {side.strip(): name.strip() for side, _, name in by_side}


_PLAYED: Final = N_(
    "{game}, {players} players{modules}: {count} game, bots {bots}, seed {seed}",
    "{game}, {players} players{modules}: {count} games, bots {bots}, seed {seed}",
)
_WINS: Final = N_(
    "{side}: {count} win, {share} (95% interval {low} to {high})",
    "{side}: {count} wins, {share} (95% interval {low} to {high})",
)
_ILLEGAL: Final = N_(
    "{bot} made {count} illegal choice; a legal one was drawn instead",
    "{bot} made {count} illegal choices; legal ones were drawn instead",
)
_SPEED: Final = N_("{games} games per second, {choices} choices per second")


def _report_text(ruleset: Ruleset, report: SimulationReport, say: Translate) -> str:
    teller = Teller(ruleset, (), say)
    modules = with_modules(report.modules, say)
    bots = ", ".join(
        [f"{side}={name}" for side, name in report.bots.items()] if isinstance(report.bots, dict) else report.bots
    )
    about = {"game": report.game, "players": str(report.players), "modules": modules, "bots": bots, "seed": report.seed}
    lines = [filled(say, _PLAYED, count=report.games, **about)]
    for side, wins in sorted(report.wins.items(), key=lambda item: -item[1].games):
        shares = {"share": f"{wins.share:.1%}", "low": f"{wins.low:.1%}", "high": f"{wins.high:.1%}"}
        lines.append(filled(say, _WINS, side=teller.word(side), count=wins.games, **shares))
    lines += [f"  {count}: {teller.word(reason)}" for reason, count in report.reasons.items()]
    lines += [filled(say, _ILLEGAL, bot=bot, count=count) for bot, count in report.illegal_answers.items()]
    speed = {"games": f"{report.games_per_second:,.0f}", "choices": f"{report.choices_per_second:,.0f}"}
    lines.append(say(_SPEED).format(**speed))
    return "\n".join(lines)
