"""Parsing of arguments common to several commands: language, ruleset and seed."""

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
    """Return a translator for the language of the command line, or the user's default. Raises CommandError."""
    language = language or languages.chosen()
    if language not in codes():
        message = N_("--language must be one of {known}, not {given}")
        raise CommandError(composed(message, known=", ".join(codes()), given=repr(language)))
    # English needs no catalogue, and shows modules by the names that are typed.
    return translator(language) if language != "en" else str


def ruleset_of(game: str, players: int, modules: Iterable[str], options: Iterable[str]) -> Ruleset:
    """Return the ruleset of the command line, with options as `name=value` texts. Raises CommandError."""
    values = options_of(options)
    with command_errors():
        return Ruleset.of(game, players, modules, values)


def options_of(options: Iterable[str]) -> dict[str, str]:
    """Parse options given as `name=value` texts. Raises CommandError."""
    values: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name:
            raise CommandError(composed(N_("an option must be NAME=VALUE, not {given}"), given=repr(option)))
        values[name.strip()] = value.strip()
    return values


def seed_of(seed: str, file: str) -> str:
    """Return the seed, given directly or in a file. Raises CommandError."""
    if not file:
        return seed
    try:
        text = text_of(sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes())
    except (OSError, UnicodeError):
        raise CommandError(composed(N_("cannot read the seed from {file}"), file=file)) from None
    if not text.strip():
        raise CommandError(composed(N_("there is no seed in {file}"), file=file))
    return text.strip()
