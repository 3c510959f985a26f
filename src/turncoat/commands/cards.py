"""`turncoat cards check`, and card sets of one's own for every other command."""

from collections import Counter
from pathlib import Path

import typer

from turncoat.commands import Problem
from turncoat.games import hail_hydra
from turncoat.games.hail_hydra.cards import CardSet, CardSetError
from turncoat.games.hail_hydra.tables import SKULL

LARGEST = 1_000_000
"""Bytes: no card set is nearly as long."""


def check(files: list[Path]) -> None:
    """Check every file; the exit status is 1 when one is no good."""
    bad = False
    for file in files:
        try:
            cards = read(file)
        except Problem as problem:
            bad = True
            typer.echo(str(problem), err=True)
            continue
        levels = Counter(villain.level for villain in cards.villains.values())
        of_levels = ", ".join(f"{levels[level]} of level {level}" for level in range(1, SKULL))
        typer.echo(f"{file}: good, {cards.title}: {len(cards.heroes)} heroes; villains: {of_levels} and the last")
    if bad:
        raise typer.Exit(1)


def add(files: list[Path]) -> None:
    """Make these sets playable: the option `cards` of Hail Hydra names them. Raises Problem."""
    for file in files:
        try:
            hail_hydra.BOOK.add_cards(read(file))
        except ValueError as error:
            raise Problem(f"{file}: {error}") from None


def read(file: Path) -> CardSet:
    """The card set of a file. Raises Problem that names the file, the card and the field."""
    try:
        if file.stat().st_size > LARGEST:
            raise Problem(f"{file}: too large for a card set", 1)
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8 text"
        raise Problem(f"{file}: {reason}", 1) from None
    try:
        return hail_hydra.load(text)
    except CardSetError as error:
        raise Problem(f"{file}: {error}", 1) from None
