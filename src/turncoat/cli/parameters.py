"""Common parts of several commands: parameters, loading of extensions, and help for a bare command.

Help has to be fast, so this module must not import any games.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from turncoat.cli import language as languages

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `turncoat games` names it.")]
Players = Annotated[int, typer.Option("--players", metavar="N", help="How many players.")]
Modules = Annotated[list[str] | None, typer.Option("--with", metavar="MODULE", help="A module; repeat for more.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the rules.")]
Chapters = Annotated[
    list[Path] | None,
    typer.Option(
        "--chapter",
        metavar="FILE.py",
        help="A Python file with chapters of your own, which become modules; repeat for more.",
    ),
]
Language = Annotated[
    str,
    typer.Option(
        languages.OPTION,
        metavar="CODE",
        envvar=languages.VARIABLE,
        show_default=False,
        help="The language, en or pl; defaults to the system's.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        envvar="TURNCOAT_DATA",
        help="Where tables are kept; defaults to the system's data directory.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="J", min=1, help="How many processes to use, 1 if left out; the results do not depend on it."
    ),
]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Instead, let the Ray cluster at this address do the work; `local` starts one on this machine.",
    ),
]

SeedFile = Annotated[
    str,
    typer.Option(
        "--seed-file",
        metavar="FILE",
        help="Read the seed from this file, or from standard input (-): other programs can read the command line.",
    ),
]
TimeLimit = Annotated[
    float, typer.Option("--time-limit", min=0, metavar="SECONDS", help="The longest that a bot may think; 0: no limit.")
]


def help_when_bare(context: typer.Context) -> None:
    """Print the help of a command group called without a command."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def load_extensions(chapters: Sequence[Path] | None = None) -> None:
    """Load installed extensions and the chapters in these files. Raises ExtensionError.

    Each command calls it, so that a broken extension cannot stop `--help`.
    """
    from turncoat import extensions

    extensions.load_extensions()
    for file in chapters or []:
        extensions.load_chapter_file(file)
