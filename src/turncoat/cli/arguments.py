"""What arguments of several commands mean: a language, and a ruleset."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from turncoat.cli import language as languages
from turncoat.cli.errors import CommandError, command_errors
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed
from turncoat.locales import codes, translator
from turncoat.telling import Translate

STANDARD_INPUT: Final = "-"


def translator_of(language: str) -> Translate:
    """What translates into the language that a command line names, or into the reader's. Raises CommandError."""
    language = language or languages.chosen()
    if language not in codes():
        message = N_("--language is one of {known}, not {given}")
        raise CommandError(composed(message, known=", ".join(codes()), given=repr(language)))
    # English needs no catalogue, and says modules by the names that are typed.
    return translator(language) if language != "en" else str


def ruleset_of(game: str, players: int, modules: Iterable[str], options: Iterable[str]) -> Ruleset:
    """The ruleset that a command line names; options are texts `name=value`. Raises CommandError."""
    values = options_of(options)
    with command_errors():
        return Ruleset.of(game, players, modules, values)


def options_of(options: Iterable[str]) -> dict[str, str]:
    """The options in texts `name=value`. Raises CommandError."""
    values: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name:
            raise CommandError(composed(N_("an option is NAME=VALUE, not {given}"), given=repr(option)))
        values[name.strip()] = value.strip()
    return values


def seed_of(seed: str, file: str) -> str:
    """The seed that a command line names: by itself, or by the file that it is in. Raises CommandError."""
    if not file:
        return seed
    try:
        text = text_of(sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes())
    except (OSError, UnicodeError):
        raise CommandError(composed(N_("cannot read the seed from {file}"), file=file)) from None
    if not text.strip():
        raise CommandError(composed(N_("there is no seed in {file}"), file=file))
    return text.strip()
