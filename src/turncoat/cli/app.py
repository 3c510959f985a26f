"""The command line of `turncoat`: its commands, their options and their help.

Each command is implemented in a module that is imported only when the command runs, so that help is fast.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from turncoat import __version__
from turncoat.cli import language as languages
from turncoat.cli.parameters import (
    Chapters,
    Data,
    Game,
    Jobs,
    Json,
    Language,
    Modules,
    Options,
    Players,
    Ray,
    SeedFile,
    TimeLimit,
    help_when_bare,
    load_extensions,
)
from turncoat.cli.serve_options import takes_settings
from turncoat.cli.streams import NOT_WRITTEN, Streams

app = typer.Typer(
    name="turncoat",
    help="Hidden-loyalty games: play them, let bots play them, check their records.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
record = typer.Typer(help="Check and show recorded games.", invoke_without_command=True, rich_markup_mode=None)
app.add_typer(record, name="record")
cards = typer.Typer(help="Check your own card sets.", invoke_without_command=True, rich_markup_mode=None)
app.add_typer(cards, name="cards")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"turncoat {__version__}")
        raise typer.Exit


@app.callback()
def turncoat(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    card_sets: Annotated[
        list[Path] | None,
        typer.Option("--cards", metavar="FILE", help="Your own card set for its game; repeat for more."),
    ] = None,
    language: Language = "",
) -> None:
    """Hidden-loyalty games: play them, let bots play them, check their records."""
    del language  # every command has its own
    if card_sets:
        from turncoat.cli import cards

        load_extensions()
        cards.add(card_sets)
    help_when_bare(context)


@record.callback()
def records(context: typer.Context) -> None:
    """Check and show recorded games."""
    help_when_bare(context)


@cards.callback()
def card_files(context: typer.Context) -> None:
    """Check your own card sets."""
    help_when_bare(context)


def _read_settings(context: typer.Context, file: Path | None) -> Path | None:
    from turncoat.cli.settings import read_settings

    read_settings(context, file)
    return file


@app.command()
@takes_settings
def serve(
    context: typer.Context,
    *,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="TURNCOAT_CONFIG",
            is_eager=True,
            callback=_read_settings,
            help="TOML file with settings.",
        ),
    ] = None,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Check the settings, print them and exit.")
    ] = False,
    **given: Any,
) -> None:
    """Run the table server."""
    from turncoat.cli.settings import settings_from, settings_in_force

    del config  # already read by its callback
    if show_settings:
        typer.echo(settings_in_force(context))
        return
    from turncoat.extensions import offer_bot
    from turncoat.web.serve import run

    settings = settings_from(given)
    load_extensions(settings.chapters)
    for bot in settings.bots:
        offer_bot(bot)
    run(replace(settings, language=settings.language or languages.chosen()))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to write.")],
    data: Data = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite an existing file.")] = False,
    language: Language = "",
) -> None:
    """Back up all tables to one file, even while the server runs."""
    from turncoat.cli import backup

    backup.back_up(file, data, replace=replace, language=language)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to restore.")],
    data: Data = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace existing tables; they are set aside, not deleted.")
    ] = False,
    language: Language = "",
) -> None:
    """Restore a backup, while the server is stopped."""
    from turncoat.cli import backup

    backup.restore(file, data, replace=replace, language=language)


@app.command()
def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A data directory, or the address of a database.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The address of a database, or a data directory.")],
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The servers' key, if it is elsewhere.", show_default=False),
    ] = None,
    language: Language = "",
) -> None:
    """Move all tables between a data directory and a database, while no server runs."""
    from turncoat.cli import move_store

    move_store.move(source, target, key, language=language)


@app.command("reset-key")
def reset_key(
    data: Data = None,
    store: Annotated[
        str,
        typer.Option(metavar="ADDRESS", envvar="TURNCOAT_STORE", help="The database, if several servers share one."),
    ] = "",
    language: Language = "",
) -> None:
    """Replace a lost or leaked key; all players lose their seats."""
    from turncoat.cli import reset_key

    reset_key.reset(store, data, language=language)


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            show_default=False,
            help="The game; defaults to the first that `turncoat games` lists.",
        ),
    ] = "",
    players: Players = 5,
    modules: Modules = None,
    options: Options = None,
    bots: Annotated[str, typer.Option(metavar="NAME[,NAME...]", help="The other players, in seat order.")] = "sensible",
    seed: Annotated[str | None, typer.Option(metavar="S", help="Play the deal of this seed.")] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = "Guest",
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Play against bots in the terminal, in plain lines."""
    from turncoat.cli import play

    load_extensions(chapters)
    play.run(game, players, modules or [], options or [], bots, seed, name, language)


@app.command()
def games(as_json: Json = False, chapters: Chapters = None, language: Language = "") -> None:
    """List games, player counts, modules and options."""
    from turncoat.cli import games

    load_extensions(chapters)
    games.run(as_json=as_json, language=language)


@app.command()
def script(
    game: Game,
    players: Players,
    modules: Modules = None,
    options: Options = None,
    chapters: Chapters = None,
    language: Language = "",
    touch: Annotated[bool, typer.Option("--touch", help="The reveal by touch, for tactile cards.")] = False,
) -> None:
    """Print the narrator's script of the reveal."""
    from turncoat.cli import script

    load_extensions(chapters)
    script.run(game, players, modules or [], options or [], language, by_touch=touch)


@app.command()
def kit(
    game: Game,
    players: Players,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new or empty folder for the kit.")],
    modules: Modules = None,
    options: Options = None,
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")] = "a4",
    cells: Annotated[int, typer.Option("--cells", metavar="N", min=1, help="Cells in a line of Braille.")] = 40,
    lines: Annotated[int, typer.Option("--lines", metavar="N", min=1, help="Lines on a page of Braille.")] = 25,
    grade: Annotated[
        int, typer.Option("--grade", min=1, max=2, help="Braille: 1 is uncontracted, 2 contracted (English).")
    ] = 1,
    form_feeds: Annotated[
        bool, typer.Option("--form-feeds/--no-form-feeds", help="End each page of Braille with a form feed.")
    ] = True,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Make a kit for a real table: cards and boards to print, also in Braille."""
    from turncoat.cli import kit

    load_extensions(chapters)
    page = kit.BraillePage(cells, lines, grade, form_feeds)
    kit.run(game, players, modules or [], options or [], out, language, paper=paper, page=page)


@app.command()
def simulate(
    game: Game,
    players: Players,
    modules: Modules = None,
    options: Options = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games.")] = 1000,
    seed: Annotated[str, typer.Option(metavar="S", help="Equal seeds give equal games.")] = "0",
    seed_file: SeedFile = "",
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME...]",
            help="Bots in seat order, or SIDE=NAME for each side; NAME+NAME for several on a side.",
        ),
    ] = "random",
    jobs: Jobs = None,
    ray: Ray = "",
    talk: Annotated[bool, typer.Option("--talk", help="Let bots say what they think, and hear each other.")] = False,
    engine: Annotated[
        str,
        typer.Option(
            metavar="kernel|batch",
            help="The engine: the kernel, with any bots; or the compiled batch core, with millions of games a minute.",
        ),
    ] = "kernel",
    as_json: Json = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Let bots play many games, and count the wins."""
    from turncoat.cli import simulate
    from turncoat.cli.arguments import seed_of
    from turncoat.cli.workers import workers_of

    load_extensions(chapters)
    simulate.run(
        game,
        players,
        modules or [],
        options or [],
        games,
        seed_of(seed, seed_file),
        bots,
        workers_of(jobs, ray),
        talk=talk,
        engine=engine,
        as_json=as_json,
        language=language,
    )


@app.command()
def arena(
    game: Game,
    players: Players,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME...]",
            help="The bots: names, ./FILE.py:CLASS, or cmd:'PROGRAM ARGUMENTS' (see docs/bots.md).",
        ),
    ],
    modules: Modules = None,
    options: Options = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games.")] = 1000,
    seed: Annotated[str, typer.Option(metavar="S", help="Equal seeds give equal games.")] = "0",
    seed_file: SeedFile = "",
    jobs: Jobs = None,
    ray: Ray = "",
    seconds: TimeLimit = 5.0,
    as_json: Json = False,
    picture: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Save a chart of the win rates to this SVG file.")
    ] = None,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Compare bots in many games at mixed tables, with win rates by side and a rating."""
    from turncoat.cli import arena
    from turncoat.cli.arguments import seed_of
    from turncoat.cli.workers import workers_of

    load_extensions(chapters)
    given = (game, players, modules or [], options or [], bots, games, seed_of(seed, seed_file))
    arena.run(*given, workers_of(jobs, ray), seconds, as_json=as_json, picture=picture, language=language)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []})
def lab(context: typer.Context) -> Any:
    """Measure bots and rules: balance, best play, all bots against all, tells and more (package turncoat-lab)."""
    from turncoat.extensions import lab_part

    group = typer.main.get_command(lab_part("commands"))
    with group.make_context("lab", context.args, parent=context.parent) as given:
        return group.invoke(given)


@app.command()
def fair(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The proof downloaded from the table after the game.")],
    commitment: Annotated[str, typer.Option(metavar="HASH", help="The commitment shown before the game.")] = "",
    hashes: Annotated[
        list[str] | None,
        typer.Option(
            "--hash",
            metavar="[SEAT:]HASH",
            help="The hash of a player's entropy as shown before the deal, with its seat, from 1.",
        ),
    ] = None,
    mark: Annotated[
        str, typer.Option(metavar="MARK", help="The mark that your page saved before any entropy was revealed.")
    ] = "",
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Check that the cards of a game were dealt fairly, from the committed seed and everybody's entropy."""
    from turncoat.cli import fair

    load_extensions(chapters)
    fair.run(file, commitment, hashes or (), mark, language)


@record.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Recorded games.")],
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Check that recorded games follow the rules."""
    from turncoat.cli import records

    load_extensions(chapters)
    records.check(files, language)


@record.command()
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    seat: Annotated[int | None, typer.Option(metavar="K", help="As this seat saw it; the first seat is 0.")] = None,
    public: Annotated[bool, typer.Option("--public", help="As everybody saw it.")] = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Print a recorded game: everything, or what a seat or everybody saw."""
    from turncoat.cli import records

    load_extensions(chapters)
    records.show(file, seat, public=public, language=language)


@record.command()
def explain(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    seat: Annotated[int | None, typer.Option(metavar="K", help="As this seat saw it; the first seat is 0.")] = None,
    as_json: Json = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Also save a chart to this file.")] = None,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Explain a recorded game: how likely each seat was to be hiding, and what changed that."""
    from turncoat.cli import explain

    load_extensions(chapters)
    explain.run(file, seat, plot, as_json=as_json, language=language)


@cards.command("check")
def check_cards(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Card sets.")], language: Language = ""
) -> None:
    """Check card sets, and name the card and field of each error."""
    from turncoat.cli import cards

    load_extensions()
    cards.check(files, language)


def main() -> None:
    """Run the command. Mistakes of the caller are reported in one line, with exit status 2 or the error's own.

    A command does its work even if its output cannot be written. If any output was lost, the exit status is at least 1.
    """
    streams = Streams()
    languages.choose(languages.language_of(sys.argv[1:]))
    try:
        status = typer.main.get_command(app)(standalone_mode=False)
    except KeyboardInterrupt:
        status = 130
    except Exception as error:
        message, status = _line_and_status(error)
        if status is None:
            raise
        print(f"turncoat: {' '.join(message.split())}", file=sys.stderr)
    if (lost := streams.lost) is not None:
        status = status or 1
        if not isinstance(lost, BrokenPipeError):  # the reader of our output has stopped
            why = languages.translator(languages.chosen())(NOT_WRITTEN).format(why=lost.strerror)
            print(f"turncoat: {why}", file=sys.stderr)
    sys.exit(status if isinstance(status, int) else 0)


def _line_and_status(error: Exception) -> tuple[str, int | None]:
    """Return the message and exit status for a mistake of the caller. The status is None for a bug."""
    format_message = getattr(error, "format_message", None)  # Typer's own errors about the command line
    if format_message is None:
        say = languages.translator(languages.chosen())
        return say(getattr(error, "message", str(error))), getattr(error, "status", None)
    _name_source(error)
    message = str(format_message()).rstrip(".")
    context = getattr(error, "ctx", None)
    return message + (f"; see {context.command_path} --help" if context is not None else ""), 2


def _name_source(error: Exception) -> None:
    """Make an error about a value name its source: the option or the variable."""
    context, parameter = getattr(error, "ctx", None), getattr(error, "param", None)
    if context is None or parameter is None or not isinstance(error, typer.BadParameter):
        return
    source = getattr(context.get_parameter_source(parameter.name), "name", "")
    if source == "ENVIRONMENT":
        variables = [parameter.envvar] if isinstance(parameter.envvar, str) else parameter.envvar
        error.param_hint = next(name for name in variables if os.environ.get(name))
    elif source == "COMMANDLINE":
        error.param_hint = " / ".join(f"'{option}'" for option in parameter.opts)
