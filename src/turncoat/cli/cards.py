"""`turncoat cards check`, and card sets of one's own for every other command."""

from collections import Counter
from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.games import hail_hydra
from turncoat.games.hail_hydra.cards import CardSet, CardSetError
from turncoat.games.hail_hydra.tables import SKULL
from turncoat.kernel.words import N_, composed
from turncoat.telling import filled

LARGEST = 1_000_000
"""Bytes: no card set is nearly as long."""
_FAULT: Final = "{file}: {why}"
_LEVEL: Final = N_("{number} of level {level}")
_GOOD: Final = N_(
    "{file}: good, {title}: {count} hero; villains: {levels} and the last",
    "{file}: good, {title}: {count} heroes; villains: {levels} and the last",
)


def check(files: list[Path], language: str = "") -> None:
    """Check every file; the exit status is 1 when one is no good."""
    say = translator_of(language)
    bad = False
    for file in files:
        try:
            cards = read(file)
        except CommandError as error:
            bad = True
            typer.echo(say(error.message), err=True)
            continue
        levels = Counter(villain.level for villain in cards.villains.values())
        of_levels = ", ".join(say(_LEVEL).format(number=levels[level], level=level) for level in range(1, SKULL))
        about = {"file": str(file), "title": say(cards.title), "levels": of_levels}
        typer.echo(filled(say, _GOOD, count=len(cards.heroes), **about))
    if bad:
        raise typer.Exit(1)


def add(files: list[Path]) -> None:
    """Make these sets playable: the option `cards` of Hail Hydra names them. Raises CommandError."""
    for file in files:
        try:
            hail_hydra.BOOK.add_cards(read(file))
        except ValueError as error:
            raise CommandError(composed(_FAULT, file=str(file), why=str(error))) from None


def read(file: Path) -> CardSet:
    """The card set of a file. Raises CommandError that names the file, the card and the field."""
    try:
        if file.stat().st_size > LARGEST:
            raise CommandError(composed(_FAULT, file=str(file), why=N_("too large for a card set")), 1)
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else N_("not a text in UTF-8")
        raise CommandError(composed(_FAULT, file=str(file), why=reason), 1) from None
    try:
        return hail_hydra.load(text)
    except CardSetError as error:
        # The fields of a card set are English words, and so is what is said of them.
        raise CommandError(composed(_FAULT, file=str(file), why=str(error)), 1) from None
