"""What the commands of `turncoat` do, a file a command; `turncoat.cli` names them and loads each when it is called."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from turncoat import reader
from turncoat.bots import UnknownBotError
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.records import said_by
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed
from turncoat.outside import OutsideError, load_chapters
from turncoat.telling import Translate


class Problem(Exception):
    """What the caller got wrong, as one line that says what would be right."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.message = message
        """The same as a message that can be translated."""
        self.status = status


try:
    load_chapters()
except OutsideError as error:
    raise Problem(str(error)) from None


@contextmanager
def problems() -> Iterator[None]:
    """Turn the errors that a command line can cause into a Problem; anything else is a fault of ours."""
    try:
        yield
    except (RulesetError, UnknownBotError) as error:
        raise Problem(said_by(error)) from None


def translator_of(language: str) -> Translate:
    """Who translates into the language that a command line names, or into the reader's. Raises Problem."""
    from turncoat.locales import codes, translator

    language = language or reader.language()
    if language not in codes():
        says = N_("--language is one of {known}, not {given}")
        raise Problem(composed(says, known=", ".join(codes()), given=repr(language)))
    # English needs no catalogue, and says modules by the names that are typed.
    return translator(language) if language != "en" else str


def ruleset_of(game: str, players: int, modules: Iterable[str], options: Iterable[str]) -> Ruleset:
    """The ruleset that a command line names; options are texts `name=value`. Raises Problem."""
    values: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name:
            raise Problem(composed(N_("an option is NAME=VALUE, not {given}"), given=repr(option)))
        values[name.strip()] = value.strip()
    with problems():
        return Ruleset.of(game, players, modules, values)
