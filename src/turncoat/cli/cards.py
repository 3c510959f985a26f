"""The command `turncoat cards check`, and `--cards`, which makes custom card sets available to every other command."""

from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.extensions import load_card_set
from turncoat.kernel.card_sets import CardSet, TakesCardSets, game_with_cards
from turncoat.kernel.records import error_message
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed

LARGEST = 1_000_000
"""Size limit in bytes. No card set is nearly as long."""
_FAULT: Final = "{file}: {why}"
_GOOD: Final = N_("{file}: passed, {cards}")


def check(files: list[Path], language: str = "") -> None:
    """Check every file. The exit status is 1 if any is invalid."""
    say = translator_of(language)
    bad = False
    for file in files:
        try:
            _, cards = read(file)
        except CommandError as error:
            bad = True
            typer.echo(say(error.message), err=True)
            continue
        typer.echo(say(composed(_GOOD, file=str(file), cards=cards.summary)))
    if bad:
        raise typer.Exit(1)


def add(files: list[Path]) -> None:
    """Make the card sets in these files available to rulesets. Raises CommandError."""
    for file in files:
        read(file)
        try:
            load_card_set(file, file.read_bytes())
        except ValueError as error:
            raise CommandError(composed(_FAULT, file=str(file), why=error_message(error))) from None


def read(file: Path) -> tuple[TakesCardSets, CardSet]:
    """Return the card set in a file, with its game. Raises CommandError that names the card and the field."""
    try:
        if file.stat().st_size > LARGEST:
            raise CommandError(composed(_FAULT, file=str(file), why=N_("too large for a card set")), 1)
        text = text_of(file.read_bytes())
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else N_("not UTF-8 text")
        raise CommandError(composed(_FAULT, file=str(file), why=reason), 1) from None
    try:
        book = game_with_cards(text)
        return book, book.read_cards(text)
    except ValueError as error:
        raise CommandError(composed(_FAULT, file=str(file), why=error_message(error)), 1) from None
