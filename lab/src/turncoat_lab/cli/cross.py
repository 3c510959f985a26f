"""`turncoat lab cross`: every bot on each side against every bot on the other."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import typer

from turncoat.arena.arena import ContestError
from turncoat.cli.arena import check_programs, told_kinds
from turncoat.cli.arguments import options_of, translator_of
from turncoat.cli.bot_names import digest_of_files, find, names_in
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.json_text import json_text
from turncoat.cli.phrases import with_modules
from turncoat.cli.progress import progress_bar
from turncoat.cli.written_files import check_file, write_file
from turncoat.kernel.records import error_message
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.simulation.processes import Workers
from turncoat.telling import Teller, Translate, filled
from turncoat_lab import cross
from turncoat_lab.balance import rulesets_of
from turncoat_lab.cache import ResultCache
from turncoat_lab.cli.markdown import aligned, percent
from turncoat_lab.cross import Cell, Entrant, Place, Ranking

_PLAYED: Final = N_(
    "{game}{modules}: {count} game in each cell, seed {seed}. Wins in percent, with 95% intervals.",
    "{game}{modules}: {count} games in each cell, seed {seed}. Wins in percent, with 95% intervals.",
)
_OVER_ALL: Final = N_("In all")
_OF_SIDE: Final = N_("{players} players: {side}")
_BOT: Final = N_("Bot")
_WORST: Final = N_("Worst")
_AGAINST: Final = N_("Against")
_MEAN: Final = N_("Mean")
_PLAYERS: Final = N_("Players")
_SIDE: Final = N_("Side")
_FAULTS: Final = N_(
    "{bot} made {count} fault ({kinds}), which loses the game; first with {players} players as {side} against "
    "{against}, in game {number}, seat {seat}: {what}",
    "{bot} made {count} faults ({kinds}), each of which loses the game; first with {players} players as {side} against "
    "{against}, in game {number}, seat {seat}: {what}",
)


def run(
    game: str,
    players: Sequence[int],
    modules: Sequence[str],
    options: Sequence[str],
    bots: str,
    games: int,
    seed: str,
    workers: Workers,
    seconds: float,
    *,
    as_json: bool,
    out: Path | None,
    language: str = "",
) -> None:
    """Play the table and report, reusing cached games."""
    say = translator_of(language)
    values = options_of(options)
    try:
        with command_errors():
            rulesets = rulesets_of(game, players, modules, values)
            named = names_in(bots) if bots else cross.default_bots(game)
            for name in named:
                find(name)
            table = cross.cross_table(
                rulesets, [Entrant(name, digest_of_files(name)) for name in named], games, seed, seconds
            )
    except ContestError as error:
        raise CommandError(error_message(error)) from None
    check_programs(named, workers)
    if out is not None:
        check_file(out)
    progress = progress_bar(table.all_games, say)
    cells = cross.measure(table, play_pair, workers, ResultCache(cross.Tally), progress)
    report = cross.report(table, cells)
    encoded = json_text(report)
    if out is not None:
        write_file(out, encoded + "\n")
    typer.echo(encoded if as_json else "\n".join(_lines(table, report, say)))


def play_pair(
    ruleset: Ruleset, playing: Mapping[str, Entrant], seed: str, seconds: float, first: int, last: int
) -> cross.Tally:
    """Play the games with these numbers. The bots are named as in `--bots`."""
    return cross.play_pair(find, ruleset, playing, seed, seconds, first, last)


def _lines(table: cross.CrossTable, report: cross.CrossReport, say: Translate) -> Iterator[str]:
    teller = Teller(table.rulesets[0], (), say)
    modules = with_modules(report.modules, say)
    yield filled(say, _PLAYED, count=report.games, game=report.game, modules=modules, seed=report.seed)
    for ranking in report.rankings:
        yield ""
        if ranking.side is None:
            yield f"## {say(_OVER_ALL)}\n"
            yield from aligned(_over_all(ranking, teller, say))
        else:
            about = {"players": str(ranking.players), "side": teller.word(ranking.side)}
            yield f"## {say(_OF_SIDE).format(**about)}\n"
            cells = [cell for cell in report.cells if cell.players == ranking.players]
            yield from aligned(_of_side(ranking.places, ranking.side, cells, say))
    if report.faults:
        yield ""
    for bot, found in report.faults.items():
        faults = found.faults
        about = {"players": str(found.players), "side": teller.word(found.side), "against": found.against}
        first = {"number": str(faults.game), "seat": str(faults.first.seat), "what": faults.first.message}
        yield filled(say, _FAULTS, count=faults.count, bot=bot, kinds=told_kinds(faults, say), **about, **first)


def _over_all(ranking: Ranking, teller: Teller, say: Translate) -> Iterator[list[str]]:
    yield [say(_BOT), say(_WORST), say(_MEAN), say(_PLAYERS), say(_SIDE), say(_AGAINST)]
    for place in ranking.places:
        at = [str(place.players), teller.word(place.side), place.against]
        yield [place.bot, percent(place.worst), f"{100 * place.mean:.0f}", *at]


def _of_side(places: Sequence[Place], side: str, cells: Sequence[Cell], say: Translate) -> Iterator[list[str]]:
    """Yield a row for each bot on this side, with a column for each bot on the other."""
    wins = {(cell.bots[side], cell.opponent(side)): cell.wins[side] for cell in cells}
    others = list(dict.fromkeys(other for _, other in wins))
    yield [say(_BOT), say(_WORST), say(_MEAN), *others]
    for place in places:
        row = [percent(wins[place.bot, other]) for other in others]
        yield [place.bot, percent(place.worst), f"{100 * place.mean:.0f}", *row]
