"""`turncoat fair`: whether a deal was fair."""

from pathlib import Path
from typing import Final

import typer

from turncoat.commands import Problem
from turncoat.kernel.seats import CHANCE
from turncoat.table.papers import PapersError, check_papers, read_papers

LARGEST: Final = 4_000_000
"""Bytes: no papers are nearly as long."""


def run(file: Path, commitment: str) -> None:
    """Check the papers of a game."""
    try:
        if file.stat().st_size > LARGEST:
            raise Problem(f"{file} is larger than any papers", 1)
        game = check_papers(read_papers(file.read_bytes()), commitment)
    except OSError as error:
        raise Problem(f"cannot read {file}: {error.strerror}", 1) from None
    except PapersError as error:
        raise Problem(f"{file}: {error}", 1) from None
    chances = sum(seat == CHANCE for seat, _ in game.choices)
    typer.echo(
        f"{file}: fair; the seed is the one committed to, and the deal and {chances} later chances come from it"
        " and from everybody's luck"
    )
