"""The commands of `turncoat lab`, their options and their help.

Each command is implemented in a module of its own, which is imported only when the command is called, so that help is
quick.
"""

from pathlib import Path
from typing import Annotated

import typer

from turncoat.cli.parameters import (
    Chapters,
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

commands = typer.Typer(
    help="Measure balance, best play, the deduction, and how much bots play like people.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)

ManyPlayers = Annotated[
    list[int] | None,
    typer.Option("--players", metavar="N", help="Number of players; repeat for more. Defaults to all."),
]
Recorded = Annotated[
    Path, typer.Argument(metavar="FILE", help="Recorded games of people: one JSON object per line, gzipped or not.")
]
Prior = Annotated[
    Path | None,
    typer.Option("--prior", metavar="FILE", help="Recorded games of a related game, used as a prior."),
]


@commands.callback()
def lab(context: typer.Context) -> None:
    """Measure bots and rules."""
    help_when_bare(context)


@commands.command("cross")
def cross_table(
    game: Game,
    players: ManyPlayers = None,
    bots: Annotated[
        str,
        typer.Option(metavar="NAME[,NAME...]", help="The bots, as in `arena`; defaults to all bots of the game."),
    ] = "",
    modules: Modules = None,
    options: Options = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games per pair.")] = 1000,
    seed: Annotated[str, typer.Option(metavar="S", help="Equal seeds give equal games.")] = "0",
    seed_file: SeedFile = "",
    jobs: Jobs = None,
    ray: Ray = "",
    seconds: TimeLimit = 5.0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.json", help="Also write the table as JSON.")
    ] = None,
    as_json: Json = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Compare bots: every bot on each side against every bot on the other, ranked by the worst opponent."""
    from turncoat.cli.arguments import seed_of
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import cross

    load_extensions(chapters)
    given = (game, players or [], modules or [], options or [], bots, games, seed_of(seed, seed_file))
    cross.run(*given, workers_of(jobs, ray), seconds, as_json=as_json, out=out, language=language)


@commands.command("balance")
def measure_balance(
    game: Annotated[
        str,
        typer.Argument(metavar="[GAME]", help="The game, as `turncoat games` names it; with --out, all of them."),
    ] = "",
    players: ManyPlayers = None,
    modules: Modules = None,
    options: Options = None,
    bots: Annotated[
        str, typer.Option(metavar="SIDE=NAME[,SIDE=NAME...]", help="The bot of each side; defaults to `sensible`.")
    ] = "",
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games per player count.")] = 2000,
    seed: Annotated[
        str, typer.Option(metavar="S", help="Seed of the games: tune rules with one, measure them with another.")
    ] = "balance",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the tables of every game, with plots, to a folder instead."),
    ] = None,
    recorded: Annotated[
        Path | None,
        typer.Option("--recorded", metavar="FILE", help="With --out: recorded games of people, for comparison."),
    ] = None,
    jobs: Jobs = None,
    ray: Ray = "",
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Print how often each side wins, and the effect of each factor."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions(chapters)
    workers = workers_of(jobs, ray)
    if out is not None:
        measures.balance_tables(out, recorded, workers, language)
        return
    measures.balance(game, players or [], modules or [], options or [], bots, games, seed, workers, language)


@commands.command("worth")
def measure_worth(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write the page and the figures to a folder instead.")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = "",
    language: Language = "",
) -> None:
    """Print the effect of each plot card, role and module, from pairs of games with and without it."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions()
    measures.worth(out, workers_of(jobs, ray), language)


@commands.command("ask")
def ask_experiment(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="An experiment; see lab/docs/experiments.md.")],
    jobs: Jobs = None,
    ray: Ray = "",
    language: Language = "",
) -> None:
    """Play the variants of an experiment, and print the results as Markdown."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions()
    measures.ask(file, workers_of(jobs, ray), language)


@commands.command("value")
def compute_value(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="The game; defaults to the first that `turncoat games` lists.")
    ] = "",
    players: ManyPlayers = None,
    modules: Modules = None,
    options: Options = None,
    as_json: Json = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Print how often the loyal side wins with best play on both sides, and print the strategies."""
    from turncoat_lab.cli import value

    load_extensions(chapters)
    value.run(game, players or [], modules or [], options or [], as_json=as_json, language=language)


@commands.command("exploit")
def exploit_bot(
    game: Game,
    players: Players,
    against: Annotated[str, typer.Option("--against", metavar="BOT", help="The bot to exploit.")],
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help="The side of the responses.")],
    modules: Modules = None,
    options: Options = None,
    families: Annotated[
        list[str] | None,
        typer.Option(
            "--family",
            metavar="FAMILY",
            help="A family of responses (see lab/docs/cli.md); repeat for more. Defaults to all of the side.",
        ),
    ] = None,
    budget: Annotated[
        int, typer.Option("--budget", metavar="N", help="Maximum number of training games per family.")
    ] = 6000,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Number of other games to judge each response in.")
    ] = 600,
    seed: Annotated[str, typer.Option(metavar="S", help="Equal seeds give equal responses.")] = "exploit",
    jobs: Jobs = None,
    ray: Ray = "",
    as_json: Json = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Train best responses to a bot, and print how much more they win than the bot itself."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import exploit

    load_extensions(chapters)
    given = (game, players, modules or [], options or [], against, side, families or [], budget, games, seed)
    exploit.run(*given, workers_of(jobs, ray), as_json=as_json, language=language)


@commands.command("clean")
def clean_lab(language: Language = "") -> None:
    """Remove the laboratory's cached results."""
    from turncoat_lab.cli import measures

    measures.remove_results(language)


@commands.command("fit")
def fit_model(
    model_and_file: Annotated[
        list[str],
        typer.Argument(
            metavar="[MODEL] FILE",
            help="The model to fit (the deduction, play, or one of a game's), and the recorded games.",
        ),
    ],
    prior: Prior = None,
    jobs: Jobs = None,
    ray: Ray = "",
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Fit a model of how people play to recorded games, and print its parameters."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions(chapters)
    measures.fit(model_and_file, prior, workers_of(jobs, ray), language)


@commands.command("deduction")
def measure_deduction(
    file: Recorded,
    as_json: Json = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE.svg", help="Save a calibration plot to this file.")
    ] = None,
    prior: Prior = None,
    jobs: Jobs = None,
    ray: Ray = "",
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Measure the deduction on recorded games it was not fitted to, with ten-fold cross-validation."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions(chapters)
    measures.measure(file, plot, prior, workers_of(jobs, ray), as_json=as_json, language=language)


@commands.command("collect")
def collect_records(
    files: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="Records of finished games.")],
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Print records as recorded games, one JSON object per line, for fit, deduction, likeness and tells."""
    from turncoat_lab.cli import measures

    load_extensions(chapters)
    measures.collect(files, language)


@commands.command("likeness")
def measure_likeness(
    file: Recorded,
    bots: Annotated[str, typer.Option(metavar="NAME[,NAME...]", help="The bots; each plays with copies of itself.")],
    players: ManyPlayers = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Number of games per bot, at people's tables.")
    ] = 2000,
    seed: Annotated[str, typer.Option(metavar="S", help="Equal seeds give equal reports.")] = "likeness",
    jobs: Jobs = None,
    ray: Ray = "",
    as_json: Json = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Measure how much bots play like people: how well a classifier separates their games, and figures of both."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions(chapters)
    measures.likeness(file, bots, players or [], games, seed, workers_of(jobs, ray), as_json=as_json, language=language)


@commands.command("tells")
def find_tells(
    game: Game,
    players: ManyPlayers = None,
    modules: Modules = None,
    options: Options = None,
    bots: Annotated[
        str, typer.Option(metavar="NAME[,NAME...]", help="The bots; each plays with copies of itself.")
    ] = "normal",
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games per bot.")] = 2000,
    seed: Annotated[str, typer.Option(metavar="S", help="Equal seeds give equal games.")] = "tells",
    recorded: Annotated[
        Path | None,
        typer.Option("--recorded", metavar="FILE", help="Recorded games of people, for comparison."),
    ] = None,
    jobs: Jobs = None,
    ray: Ray = "",
    as_json: Json = False,
    chapters: Chapters = None,
    language: Language = "",
) -> None:
    """Find tells: votes, teams, cards and remarks of bots that say more about a side than the rules do."""
    from turncoat.cli.workers import workers_of
    from turncoat_lab.cli import measures

    load_extensions(chapters)
    measures.tells(
        game,
        players or [],
        modules or [],
        options or [],
        bots,
        games,
        seed,
        recorded,
        workers_of(jobs, ray),
        as_json=as_json,
        language=language,
    )
