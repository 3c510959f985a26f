"""Common parts of several commands: parameters, loading of extensions, and help for a bare command.

Help has to be fast, so this module must not import any games.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from turncoat.cli import language as languages

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `turncoat games` names it.")]
Players = Annotated[int, typer.Option("--players", metavar="N", help="Number of players.")]
Modules = Annotated[list[str] | None, typer.Option("--with", metavar="MODULE", help="A module; repeat for more.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the rules.")]
Chapters = Annotated[
    list[Path] | None,
    typer.Option(
        "--chapter",
        metavar="FILE.py",
        help="Python file with your own chapters, which become modules; repeat for more.",
    ),
]
Language = Annotated[
    str,
    typer.Option(
        languages.OPTION,
        metavar="CODE",
        envvar=languages.VARIABLE,
        show_default=False,
        help="Language, en or pl; defaults to the system's.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        envvar="TURNCOAT_DATA",
        help="Data directory for the tables; defaults to the system's.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="J", min=1, help="Number of processes, 1 by default; it does not change the results."
    ),
]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on the Ray cluster at this address instead; `local` starts one on this machine.",
    ),
]

SeedFile = Annotated[
    str,
    typer.Option(
        "--seed-file",
        metavar="FILE",
        help="Read the seed from this file, or from standard input (-), since other programs can see the command line.",
    ),
]
TimeLimit = Annotated[
    float,
    typer.Option("--time-limit", min=0, metavar="SECONDS", help="Maximum time for a bot to think; 0 means no limit."),
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
