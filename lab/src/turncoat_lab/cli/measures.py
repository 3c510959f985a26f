"""The commands of `turncoat lab` that measure rulesets, bots and the deduction, and that fit models of people's
play."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import typer

from turncoat.cli.arguments import options_of, translator_of
from turncoat.cli.bot_names import names_in
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.json_text import json_text
from turncoat.cli.progress import progress_bar
from turncoat.cli.records import read_game
from turncoat.cli.simulate import seating_of
from turncoat.cli.written_files import check_file, write_file
from turncoat.kernel.game import Game
from turncoat.kernel.records import error_message
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed
from turncoat.simulation.playing import seating, sides
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat.telling import Translate, filled
from turncoat_lab import balance as balances
from turncoat_lab.cache import ResultCache, clean, lab_folder
from turncoat_lab.games import MODELS as OF_GAMES
from turncoat_lab.progress import after
from turncoat_lab.recorded import CollectionError, json_line, read_games

_GAMES: Final = N_(
    "{count} recorded game, ten-fold cross-validation", "{count} recorded games, ten-fold cross-validation"
)
_TOO_FEW: Final = N_("recorded games in {file}: {count}; at least {least} are needed")
_NO_CHART: Final = N_("--plot needs a file name that ends in .svg, not {given}")
_AFTER: Final = N_("nats after mission")
_BY_MODEL: Final = {
    "logic": N_("by the rules alone"),
    "alone": N_("fitted to these games alone"),
    "prior": N_("with the prior"),
}
_REACHED: Final = N_("games that reached it")
_PRIOR_OF_PLAY: Final = N_("--prior is only for the deduction")
_BY_SIDE: Final = N_("bots must be SIDE=NAME,SIDE=NAME…, not {given}")
MODELS: Final = ("deduction", "play", *OF_GAMES)
"""Models that can be fitted: the deduction from people's acts, the acts themselves, and those of single games."""
LEAST_OF_A_GAME: Final = 2
_NO_MODEL: Final = N_("the model must be one of {known}, not {given}")
_WRITTEN: Final = N_("{count} files in {folder}")
_CLEANED: Final = N_("removed {folder}: {size} kB")


def balance(
    game: str,
    players: Sequence[int],
    modules: Sequence[str],
    options: Sequence[str],
    bots: str,
    games: int,
    seed: str,
    workers: Workers,
    language: str = "",
) -> None:
    """Print the balance of a ruleset as Markdown, reusing cached games."""
    say = translator_of(language)
    values = options_of(options)
    named = seating_of(bots) if bots else {}
    if not isinstance(named, Mapping):
        raise CommandError(composed(_BY_SIDE, given=repr(bots)))
    try:
        with command_errors():
            rulesets = balances.rulesets_of(game, players, modules, values)
            playing = dict.fromkeys(sides(rulesets[0]), "sensible") | dict(named)
            seating(rulesets[0], playing)
    except ValueError as error:
        raise CommandError(error_message(error)) from None
    tallies = _tallies_of(rulesets, playing, games, seed, workers, say)
    again = balances.command(game, players, modules, values, playing, games, seed)
    typer.echo("\n".join(balances.report(tallies, playing, again)))


def balance_tables(out: Path, recorded: Path | None, workers: Workers, language: str = "") -> None:
    """Write the balance of every game into a folder, as CSV, pages and plots, reusing cached games."""
    say = translator_of(language)
    people = _games(recorded) if recorded is not None else []
    from turncoat_lab import balance_plots
    from turncoat_lab import balance_tables as tables
    from turncoat_lab.batch.counting import Counts

    wanted = tables.cells()
    progress = progress_bar(sum(cell.games for cell in wanted), say)
    found = tables.measure(wanted, workers, ResultCache(Counts), progress) | tables.recorded(people)
    command = "turncoat lab balance --out lab/docs/balance" + (f" --recorded {recorded.name}" if recorded else "")
    texts: dict[str, Iterable[str]] = {"index.md": tables.index(tables.by_game(found), command)}
    pictures: dict[str, bytes] = {}
    for page in tables.pages():
        rulesets = balances.rulesets_of(page.game, (), (), {})
        tallies = _tallies_of(rulesets, page.bots, page.games, balances.SEED, workers, say)
        again = balances.command(page.game, (), (), {}, page.bots, page.games, balances.SEED)
        texts[f"{page.game}.md"] = balances.report(tallies, page.bots, again)
        texts[f"{page.game}.csv"] = [tables.page_as_csv(page, tallies).rstrip("\n")]
    for game, cells in tables.by_game(found).items():
        texts[f"{game}.csv"] = [tables.as_csv(cells).rstrip("\n")]
        texts[f"{game}.md"] = tables.page(game, cells, command)
        for bots, some in tables.by_bots(cells).items():
            for kind in ("svg", "png"):
                pictures[f"{game}-{tables.slug(*bots)}.{kind}"] = balance_plots.plot(some, kind)
    _write_texts(out, texts, pictures)
    typer.echo(say(_WRITTEN).format(count=str(len(texts) + len(pictures)), folder=out))


def _tallies_of(
    rulesets: Sequence[Ruleset], playing: balances.Bots, games: int, seed: str, workers: Workers, say: Translate
) -> dict[Ruleset, balances.Tally]:
    """Return the tally of so many games of each ruleset, played by the kernel."""
    results, show = ResultCache(balances.Tally), progress_bar(games * len(rulesets), say)
    return {
        ruleset: balances.measure(ruleset, playing, games, workers, seed, results, after(games * place, show))
        for place, ruleset in enumerate(rulesets)
    }


def worth(out: Path | None, workers: Workers, language: str = "") -> None:
    """Print the worth of each plot card, role and module, or write it into a folder, reusing cached games."""
    say = translator_of(language)
    from turncoat_lab import worth as worths

    wanted = worths.groups()
    progress = progress_bar(sum(group.pairs * len(group.comparisons) for group in wanted), say)
    found = worths.measure(wanted, workers, ResultCache(list[worths.Pairs]), progress)
    page = worths.page(found, "turncoat lab worth" + (" --out lab/docs/balance" if out else ""))
    if out is None:
        typer.echo("\n".join(page))
        return
    _write_texts(out, {"worth.md": page, "worth.csv": [worths.as_csv(found).rstrip("\n")]})
    typer.echo(say(_WRITTEN).format(count="2", folder=out))


def _write_texts(out: Path, texts: Mapping[str, Iterable[str]], pictures: Mapping[str, bytes] = {}) -> None:
    """Write files into a folder, creating it if necessary."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, lines in texts.items():
            (out / name).write_text("\n".join(lines) + "\n", "utf-8")
        for name, picture in pictures.items():
            (out / name).write_bytes(picture)
    except OSError as error:
        raise CommandError(f"{out}: {(error.strerror or str(error)).lower()}", 1) from None


def ask(file: Path, workers: Workers, language: str = "") -> None:
    """Print the answer to the question of an experiment, reusing cached games."""
    translator_of(language)
    try:
        text = text_of(file.read_bytes())
    except (OSError, UnicodeDecodeError) as error:
        why = (error.strerror or "") if isinstance(error, OSError) else ""
        raise CommandError(f"{file}: {(why or str(error)).lower()}") from None
    from turncoat_lab import experiments
    from turncoat_lab.batch.counting import Counts

    try:
        experiment = experiments.read(text)
    except experiments.ExperimentError as error:
        raise CommandError(f"{file}: {error}") from None
    found = experiments.answers(experiment, workers, ResultCache(Counts))
    typer.echo("\n".join(experiments.report(experiment, found)))


def remove_results(language: str = "") -> None:
    """Remove the results that the laboratory caches between runs."""
    say = translator_of(language)
    try:
        size = clean()
    except OSError as error:
        raise CommandError(f"{lab_folder()}: {(error.strerror or str(error)).lower()}", 1) from None
    typer.echo(say(_CLEANED).format(folder=lab_folder(), size=f"{size / 1000:,.0f}"))


def fit(
    model_and_file: Sequence[str], prior: Path | None = None, workers: Workers = ONE_PROCESS, language: str = ""
) -> None:
    """Print the parameters of a model that best fit the games of a file. Without a model, fit the deduction."""
    translator_of(language)
    *named, name = model_and_file
    file, model = Path(name), " ".join(named) or "deduction"
    if model not in MODELS:
        raise CommandError(composed(_NO_MODEL, known=" | ".join(MODELS), given=repr(model)))
    if prior is not None and model != "deduction":
        raise CommandError(_PRIOR_OF_PLAY)
    games = _games(file)
    prior_games = _games(prior) if prior is not None else []
    if model == "play":
        from turncoat_lab import people_fitting
        from turncoat_lab.folds import FOLDS

        _enough(file, games, FOLDS)
        typer.echo(people_fitting.fit(games), nl=False)
        return
    if model in OF_GAMES:
        _enough(file, games, LEAST_OF_A_GAME)
        typer.echo(OF_GAMES[model](games), nl=False)
        return
    from turncoat_lab.deduction import LEAST_GAMES, fitted_parameters, parameters_text

    _enough(file, games, LEAST_GAMES)
    parameters, about = fitted_parameters(games, prior_games, workers)
    typer.echo(parameters_text(parameters, about), nl=False)


def measure(
    file: Path,
    plot: Path | None,
    prior: Path | None = None,
    workers: Workers = ONE_PROCESS,
    *,
    as_json: bool,
    language: str = "",
) -> None:
    """Print the loss of each model on games that it was not fitted to. The plot is of the last model."""
    say = translator_of(language)
    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise CommandError(composed(_NO_CHART, given=str(plot)))
        check_file(plot)
    games = _games(file)
    prior_games = _games(prior) if prior is not None else []
    from turncoat_lab.calibration import calibration_svg
    from turncoat_lab.deduction import cross_validated, prior_of
    from turncoat_lab.folds import FOLDS

    _enough(file, games, FOLDS)
    report = cross_validated(games, prior_of(prior_games, workers) if prior_games else None, workers=workers)
    if plot is not None:
        *_, last = report.models.values()
        write_file(plot, calibration_svg(last.calibration))
    if as_json:
        typer.echo(json_text(report))
        return
    typer.echo(filled(say, _GAMES, count=report.games))
    rows = [[say(_AFTER), *map(str, range(1, len(report.reached) + 1))], ["---"] * (len(report.reached) + 1)]
    for name, model in report.models.items():
        rows.append([say(_BY_MODEL[name]), *map(_with_error, model.nats, model.errors)])
    rows.append([say(_REACHED), *map(str, report.reached)])
    for row in rows:
        typer.echo(f"| {' | '.join(row)} |")


def _with_error(mean: float | None, error: float | None) -> str:
    """Return a mean with its standard error, or a dash where there are no two games."""
    return "–" if mean is None or error is None else f"{mean:.3f} ± {error:.3f}"


def likeness(
    file: Path,
    bots: str,
    players: Sequence[int],
    games: int,
    seed: str,
    workers: Workers = ONE_PROCESS,
    *,
    as_json: bool,
    language: str = "",
) -> None:
    """Print the accuracy of a classifier that separates bots from the people of a file, and the figures of both."""
    say = translator_of(language)
    recorded = [game for game in _games(file) if not players or game.ruleset.players in players]
    from turncoat_lab.likeness import measuring

    _enough(file, recorded, 2 * measuring.LEAST_PAIRS)
    people, named = [measuring.row_of(game) for game in recorded], names_in(bots)
    each = sum(measuring.shared_out(games, people).values())
    progress = progress_bar(each * len({measuring.REFERENCE, *named}), say)
    with command_errors():
        results = ResultCache(measuring.Rows)
        report = measuring.measure(people, named, games, seed, workers, results, progress)
    if as_json:
        typer.echo(json_text(report))
        return
    typer.echo("\n".join(measuring.page(report)))


def tells(
    game: str,
    players: Sequence[int],
    modules: Sequence[str],
    options: Sequence[str],
    bots: str,
    games: int,
    seed: str,
    recorded: Path | None = None,
    workers: Workers = ONE_PROCESS,
    *,
    as_json: bool,
    language: str = "",
) -> None:
    """Print the public acts that give away each bot's side, reusing cached games."""
    say, named, values = translator_of(language), names_in(bots), options_of(options)
    people = _games(recorded) if recorded is not None else []
    from turncoat_lab.tells import measuring

    results = ResultCache(measuring.Tally)
    try:
        with command_errors():
            rulesets = balances.rulesets_of(game, players, modules, values)
            for bot in named:
                seating(rulesets[0], [bot])
    except ValueError as error:
        raise CommandError(error_message(error)) from None
    tables = [(ruleset, bot) for ruleset in rulesets for bot in named]
    show, reports = progress_bar(games * len(tables), say), []
    for place, (ruleset, bot) in enumerate(tables):
        progress = after(games * place, show)
        reports.append(measuring.measure(ruleset, bot, games, seed, workers, results, progress, people))
    if as_json:
        typer.echo(json_text(reports))
        return
    typer.echo("\n".join(measuring.pages(reports)))


def collect(files: Sequence[Path], language: str = "") -> None:
    """Print recorded games as a collection, one JSON object a line."""
    translator_of(language)
    lines = []
    for file in files:
        game = read_game(file)
        try:
            lines.append(json_line(game))
        except ValueError as error:
            raise CommandError(composed("{file}: {why}", file=str(file), why=error_message(error))) from None
    typer.echo("\n".join(lines))


def _enough(file: Path, games: Sequence[Game[Any]], least: int) -> None:
    """Raise CommandError if there are too few games: every feature would be too rare, or a fold would be empty."""
    if len(games) < least:
        raise CommandError(composed(_TOO_FEW, file=str(file), count=str(len(games)), least=str(least)))


def _games(file: Path) -> list[Game[Any]]:
    try:
        return read_games(file)
    except CollectionError as error:
        raise CommandError(f"{file}: {error}") from None
    except OSError as error:
        raise CommandError(f"{file}: {(error.strerror or str(error)).lower()}") from None
