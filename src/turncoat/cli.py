"""The command `turncoat`: names, options, help. What the commands do is in `turncoat.commands`, loaded when called."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from turncoat import __version__, reader
from turncoat.reader import N_

app = typer.Typer(
    name="turncoat",
    help=N_("Hidden-loyalty games: play them, let bots play them, check their records."),
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
record = typer.Typer(help=N_("Check and show recorded games."), invoke_without_command=True, rich_markup_mode=None)
app.add_typer(record, name="record")
cards = typer.Typer(help=N_("Check card sets of Hail Hydra."), invoke_without_command=True, rich_markup_mode=None)
app.add_typer(cards, name="cards")

Game = Annotated[str, typer.Argument(metavar="GAME", help=N_("The game, as `turncoat games` names it."))]
Players = Annotated[int, typer.Option("--players", metavar="N", help=N_("How many players."))]
Modules = Annotated[
    list[str] | None, typer.Option("--with", metavar="MODULE", help=N_("A module; give it again for more."))
]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help=N_("An option of the rules."))]
Language = Annotated[
    str,
    typer.Option(
        reader.OPTION,
        metavar="CODE",
        envvar=reader.VARIABLE,
        show_default=False,
        help=N_("The language: en or pl; the system's if not given."),
    ),
]
Json = Annotated[bool, typer.Option("--json", help=N_("Print JSON."))]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"turncoat {__version__}")
        raise typer.Exit


@app.callback()
def turncoat(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=N_("Print the version and exit."))
    ] = False,
    card_sets: Annotated[
        list[Path] | None,
        typer.Option(
            "--cards", metavar="FILE", help=N_("A card set of your own for Hail Hydra; give it again for more.")
        ),
    ] = None,
    language: Language = "",
) -> None:
    """Hidden-loyalty games: play them, let bots play them, check their records."""
    del language  # every command has its own
    if card_sets:
        from turncoat.commands import cards

        cards.add(card_sets)
    _help_when_bare(context)


@record.callback()
def records(context: typer.Context) -> None:
    """Check and show recorded games."""
    _help_when_bare(context)


@cards.callback()
def card_files(context: typer.Context) -> None:
    """Check card sets of Hail Hydra."""
    _help_when_bare(context)


def _help_when_bare(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(help=N_("Run the table server."))
def serve(
    host: Annotated[str, typer.Option(help=N_("The address to listen on."))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=N_("The port to listen on; 0 takes a free one."))] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=N_("Where tables are kept; the system's place for data if not given.")),
    ] = None,
    lan: Annotated[bool, typer.Option("--lan", help=N_("Let others in your network join."))] = False,
    metrics: Annotated[bool, typer.Option("--metrics", help=N_("Show figures for Prometheus under /metrics."))] = False,
    bot_pause: Annotated[
        float, typer.Option(min=0, max=60, metavar="SECONDS", help=N_("The longest pause of a bot."))
    ] = 2.4,
    keep: Annotated[
        int,
        typer.Option(min=0, metavar="DAYS", help=N_("The longest that games and idle tables are kept; 0: for ever.")),
    ] = 365,
    language: Language = "",
) -> None:
    """Run the table server."""
    from turncoat.web.serve import run

    run(host, port, data, lan, metrics=metrics, bot_pause=bot_pause, keep=keep, language=language or reader.language())


@app.command(help=N_("Play against bots in the terminal, in plain lines."))
def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=N_("The game."))] = "resistance",
    players: Players = 5,
    modules: Modules = None,
    options: Options = None,
    bots: Annotated[
        str, typer.Option(metavar="NAME[,NAME…]", help=N_("The other players, in seat order."))
    ] = "sensible",
    seed: Annotated[str | None, typer.Option(metavar="S", help=N_("Play the deal of this seed."))] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help=N_("Your name."))] = "Guest",
    language: Language = "",
) -> None:
    """Play against bots in the terminal, in plain lines."""
    from turncoat.commands import play

    play.run(game, players, modules or [], options or [], bots, seed, name, language)


@app.command(help=N_("List games, player counts, modules and options."))
def games(as_json: Json = False, language: Language = "") -> None:
    """List games, player counts, modules and options."""
    from turncoat.commands import listing

    listing.games(as_json=as_json, language=language)


@app.command(help=N_("Print what the narrator reads at the reveal."))
def script(
    game: Game, players: Players, modules: Modules = None, options: Options = None, language: Language = ""
) -> None:
    """Print what the narrator reads at the reveal."""
    from turncoat.commands import listing

    listing.script(game, players, modules or [], options or [], language)


@app.command(help=N_("Let bots play many games and count."))
def simulate(
    game: Game,
    players: Players,
    modules: Modules = None,
    options: Options = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help=N_("How many games."))] = 1000,
    seed: Annotated[str, typer.Option(metavar="S", help=N_("Equal seeds give equal games."))] = "0",
    bots: Annotated[
        str, typer.Option(metavar="NAME[,NAME…]", help=N_("Bots in seat order, or SIDE=NAME for each side."))
    ] = "random",
    as_json: Json = False,
    language: Language = "",
) -> None:
    """Let bots play many games and count."""
    from turncoat.commands import simulate

    simulate.run(game, players, modules or [], options or [], games, seed, bots, as_json=as_json, language=language)


@app.command(
    help=N_(
        "Check that the cards of a game were dealt fairly: from the seed that was committed to and everybody's luck."
    )
)
def fair(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=N_("The papers that the table handed out after a game."))
    ],
    commitment: Annotated[
        str, typer.Option(metavar="HASH", help=N_("The commitment that was shown before the game."))
    ] = "",
    language: Language = "",
) -> None:
    """Check that the cards of a game were dealt fairly: from the seed that was committed to and everybody's luck."""
    from turncoat.commands import fair

    fair.run(file, commitment, language)


@record.command(help=N_("Check that recorded games keep to the rules."))
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help=N_("Recorded games."))], language: Language = ""
) -> None:
    """Check that recorded games keep to the rules."""
    from turncoat.commands import records

    records.check(files, language)


@record.command(help=N_("Tell a recorded game: everything, or what a seat or anybody saw."))
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=N_("A recorded game."))],
    seat: Annotated[int | None, typer.Option(metavar="K", help=N_("As this seat saw it, from 0."))] = None,
    public: Annotated[bool, typer.Option("--public", help=N_("As anybody saw it."))] = False,
    language: Language = "",
) -> None:
    """Tell a recorded game: everything, or what a seat or anybody saw."""
    from turncoat.commands import records

    records.show(file, seat, public=public, language=language)


@cards.command("check", help=N_("Check that card sets hold together; an error names the card and the field."))
def check_cards(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help=N_("Card sets."))], language: Language = ""
) -> None:
    """Check that card sets hold together; an error names the card and the field."""
    from turncoat.commands import cards

    cards.check(files, language)


def main() -> None:
    """Run the command; what the caller got wrong is said in one line, with exit status 2 unless it says otherwise."""
    reader.choose(reader.language_of(sys.argv[1:]))
    try:
        command = typer.main.get_command(app)
        if reader.language() != "en":
            reader.speak(command, reader.translate(reader.language()))
        status = command(standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except KeyboardInterrupt:
        status = 130
    except Exception as error:
        message, status = _said(error)
        if status is None:
            raise
        print(f"turncoat: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(status if isinstance(status, int) else 0)


def _said(error: Exception) -> tuple[str, int | None]:
    """The line and the exit status of what the caller got wrong; no status for a fault of ours."""
    found = getattr(error, "format_message", None)  # typer's own errors about the command line
    say = reader.translate(reader.language())
    if found is None:
        return say(getattr(error, "message", str(error))), getattr(error, "status", None)
    if reader.language() != "en":
        return reader.said(error, say), 2
    message = str(found()).rstrip(".")
    context = getattr(error, "ctx", None)
    return message + (f"; see {context.command_path} --help" if context is not None else ""), 2
