"""Extensions: third-party packages, discovered by their entry points, and single files.

    [project.entry-points."turncoat.chapters"]
    safe-house = "safe_house:SafeHouse"

| group | an entry point names | who loads it |
| --- | --- | --- |
| `turncoat.games` | a whole game: a class that derives from `Rulebook`, or an instance | every client |
| `turncoat.chapters` | a class that derives from `Chapter`; its `game` says which game it belongs to | every client |
| `turncoat.bots` | a class that derives from `Bot` | every client |
| `turncoat.locales` | a package whose folder `locales` has its texts in other languages | every client |
| `turncoat.web.games` | the browser presentation of a game | the web application |
| `turncoat.lab` | the parts of turncoat-lab: `commands`, `baselines`, `batch` and `ray` | the command line |
"""

import sys
import traceback
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import turncoat.games  # noqa: F401  # makes the games known
from turncoat import bots
from turncoat.kernel import rulebooks
from turncoat.kernel.card_sets import game_with_cards
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.records import error_message
from turncoat.kernel.rulebooks import BOOKS, Rulebook, rulebook
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed
from turncoat.locales import add_catalogues

GAMES: Final = "turncoat.games"
CHAPTERS: Final = "turncoat.chapters"
BOTS: Final = "turncoat.bots"
LOCALES: Final = "turncoat.locales"
LAB: Final = "turncoat.lab"
BASELINE: Final = "baseline:"
"""Name prefix of the lab's bots."""
WEB_GAMES: Final = "turncoat.web.games"

_NO_LAB: Final = N_("this needs the lab; in a clone of the repository, install it with: pip install ./lab")
_ENTRY_POINT: Final = N_("entry point {name} = {value} in {group}, of the package {package}: {why}")
_LINE: Final = N_("{file}, line {line}: {why}")
_CHAPTER: Final = N_("{file}, chapter {name}: {why}")
_BOT: Final = N_("{file}, bot {name}: {why}")
_NOT_OF_FILE: Final = N_("a bot of your own is FILE.py:CLASS, not {given}")
_NOT_FOR_PEOPLE: Final = N_(
    "{file}, bot {name}: people choose a bot by its title, so it has to have a name, a title and a summary"
)

FileKind: TypeAlias = Literal["chapters", "bots", "cards"]


class ExtensionFile(NamedTuple):
    """A single file that has been loaded, with its content, so that another process can load the same."""

    kind: FileKind
    name: str
    """The path as given on the command line, for messages."""
    content: bytes
    offered: tuple[str, ...] = ()
    """Classes of its bots that people can choose at tables."""


_loaded_files: dict[tuple[FileKind, Path], ExtensionFile] = {}
_loaded: set[EntryPoint] = set()


class ExtensionError(Exception):
    """An extension cannot be used. The message names it, the problem, and what would be right."""

    status = 2
    """Exit status of a command that needs the extension."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        """The same text as a translatable message."""


def load_extensions() -> None:
    """Load the games, chapters, bots and texts of all installed packages. Raises ExtensionError.

    May be called more than once.
    """
    load(GAMES, register_game)  # first, since a chapter may belong to one of these games
    load(CHAPTERS, register_chapter)
    load(BOTS, register_bot)
    load(LOCALES, register_locales)


def load(group: str, register: Callable[[Any], object]) -> None:
    """Pass the object behind each entry point of a group to `register`.

    `register` raises TypeError or ValueError for a bad one. Entry points that loaded successfully are not loaded again.
    Raises ExtensionError.
    """
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        if entry in _loaded:
            continue
        try:
            extension = entry.load()
        except Exception as error:
            raise _entry_point_error(entry, _with_type(error)) from error
        try:
            register(extension)
        except Exception as error:
            raise _entry_point_error(entry, _reason(error)) from error
        _loaded.add(entry)


@cache
def lab_part(name: str) -> Any:
    """Return a part of the lab by name. Raises ExtensionError with installation instructions."""
    for entry in entry_points(group=LAB, name=name):
        return entry.load()
    raise ExtensionError(_NO_LAB)


def find_bot(name: str) -> type[bots.Bot]:
    """Return a bot by name: a registered one, a baseline of the lab (`baseline:NAME`) or a file's (`FILE.py:CLASS`).

    Raises UnknownBotError. Raises ExtensionError for a file without that bot, and for a baseline if the lab is not
    installed.
    """
    file, bot = file_and_class(name)
    if file:
        return load_bot_file(Path(file), bot)
    if not name.startswith(BASELINE):
        return bots.find(name)
    baseline: type[bots.Bot] = lab_part("baselines")(name)
    return baseline


def file_and_class(name: str) -> tuple[str, str]:
    """Return the file and class in the name of a file's bot, or two empty strings for any other bot.

    >>> file_and_class("./mybot.py:MyBot"), file_and_class("mybot.py"), file_and_class("sensible")
    (('./mybot.py', 'MyBot'), ('mybot.py', ''), ('', ''))
    """
    file, _, bot = (name, "", "") if name.endswith(".py") else name.rpartition(":")
    return (file, bot) if file.endswith(".py") else ("", "")


def offer_bot(name: str) -> None:
    """Offer the bot of a file (`FILE.py:CLASS`) to the people at tables. Raises ExtensionError."""
    path, _ = file_and_class(name)
    if not path:
        raise ExtensionError(composed(_NOT_OF_FILE, given=name))
    file, bot = Path(path), find_bot(name)
    _offer(file, bot)
    loaded = _loaded_files["bots", file.resolve()]
    offered = dict.fromkeys((*loaded.offered, bot.__name__))
    _loaded_files["bots", file.resolve()] = loaded._replace(offered=tuple(offered))


def _offer(file: Path, bot: type[bots.Bot]) -> None:
    if not (bot.name and bot.title and bot.summary):
        raise ExtensionError(composed(_NOT_FOR_PEOPLE, file=str(file), name=bot.__name__))
    try:
        register_bot(bot)
    except ValueError as error:
        raise ExtensionError(composed(_BOT, file=str(file), name=bot.__name__, why=error_message(error))) from None


def register_game(game: object) -> None:
    """Register a game, given as a rulebook or its class. Raises TypeError and ValueError."""
    book = game() if isinstance(game, type) and issubclass(game, Rulebook) else game
    if not isinstance(book, Rulebook):
        message = N_("{given} is not a game: expected a Rulebook class or instance")
        raise TypeError(composed(message, given=repr(game)))
    if not (book.name and book.title and book.players):
        message = N_("the game {given} needs a name, a title and a range of players")
        raise ValueError(composed(message, given=type(book).__name__))
    if BOOKS.get(book.name) is not book:
        rulebooks.register(book)


def register_chapter(chapter: object) -> None:
    """Add a chapter to its game. Raises TypeError and ValueError."""
    if not (isinstance(chapter, type) and issubclass(chapter, Chapter)):
        message = N_("{given} is not a chapter: expected a Chapter class")
        raise TypeError(composed(message, given=repr(chapter)))
    if not (chapter.name and chapter.game):
        message = N_("the chapter {given} needs a name, and the name of its game in the attribute game")
        raise ValueError(composed(message, given=chapter.__name__))
    book = rulebook(chapter.game)
    if type(book.chapters.get(chapter.name)) is not chapter:
        book.add(chapter())


def register_bot(bot: object) -> None:
    """Register a bot. Raises TypeError and ValueError."""
    if not (isinstance(bot, type) and issubclass(bot, bots.Bot)):
        raise TypeError(composed(N_("{given} is not a bot: expected a Bot class"), given=repr(bot)))
    bots.register(bot)


def register_locales(package: object) -> None:
    """Register the translations of a package. Raises TypeError and ValueError."""
    if not isinstance(package, ModuleType) or package.__file__ is None:
        message = N_("{given} is not a package: expected the one that has the folder locales")
        raise TypeError(composed(message, given=repr(package)))
    folder = Path(package.__file__).parent / "locales"
    if not any(folder.glob("*/LC_MESSAGES/*.po")):
        message = N_("{folder} has no catalogue; it needs files like pl/LC_MESSAGES/{name}.po")
        raise ValueError(composed(message, folder=str(folder), name=package.__name__))
    add_catalogues(folder)


def load_chapter_file(file: Path) -> None:
    """Load the chapters that a Python file defines, without packaging. Raises ExtensionError.

    Loading the same file again has no effect.
    """
    if ("chapters", file.resolve()) not in _loaded_files:
        _load_chapters(file, _read(file))


def _load_chapters(file: Path, content: bytes) -> None:
    module = _module_of(file, content)
    chapters = [
        defined
        for defined in vars(module).values()
        if isinstance(defined, type) and issubclass(defined, Chapter) and defined.__module__ == module.__name__
    ]
    if not chapters:
        raise ExtensionError(composed(N_("{file} has no chapter: a class that derives from Chapter"), file=str(file)))
    for chapter in chapters:
        try:
            register_chapter(chapter)
        except Exception as error:
            name = chapter.name or chapter.__name__
            raise ExtensionError(composed(_CHAPTER, file=str(file), name=name, why=_reason(error))) from error
    _record_loaded("chapters", file, content)


def load_card_set(file: Path, content: bytes) -> None:
    """Register a card set, given its file and content. Raises ValueError."""
    text = text_of(content)
    book = game_with_cards(text)
    book.add_cards(book.read_cards(text))
    _record_loaded("cards", file, content)


def _record_loaded(kind: FileKind, file: Path, content: bytes) -> None:
    _loaded_files[kind, file.resolve()] = ExtensionFile(kind, str(file), content)


def loaded_files() -> tuple[ExtensionFile, ...]:
    """Return the single files loaded in this process, in order."""
    return tuple(_loaded_files.values())


def load_files(files: Iterable[ExtensionFile]) -> None:
    """Load files that another process has loaded, from their content rather than from disk.

    Raises ExtensionError for a file that depends on others, such as one beside it.
    """
    for kind, name, content, offered in files:
        file = Path(name)
        if (kind, file.resolve()) in _loaded_files:
            continue
        if kind == "chapters":
            _load_chapters(file, content)
        elif kind == "bots":
            _load_bots(file, content)
            for bot in offered:
                offer_bot(f"{name}:{bot}")
        else:
            load_card_set(file, content)


def load_bot_file(file: Path, name: str = "") -> type[bots.Bot]:
    """Return the bot class of that name in a Python file, or its only one if no name is given.

    Raises ExtensionError. Loading the same file again returns the same class.
    """
    module = sys.modules.get(_module_name(file)) or _load_bots(file, _read(file))
    found = {
        defined.__name__: defined
        for defined in vars(module).values()
        if isinstance(defined, type) and issubclass(defined, bots.Bot) and defined.__module__ == module.__name__
    }
    if name in found:
        return found[name]
    if not name and len(found) == 1:
        return next(iter(found.values()))
    about = {"file": str(file), "name": name, "known": ", ".join(found)}
    if not found:
        raise ExtensionError(composed(N_("{file} has no bot: a class that derives from Bot"), file=str(file)))
    if not name:
        raise ExtensionError(composed(N_("{file} has several bots; name one, as in {file}:NAME: {known}"), **about))
    raise ExtensionError(composed(N_("{file} has no bot {name}; known: {known}"), **about))


def _load_bots(file: Path, content: bytes) -> ModuleType:
    module = _module_of(file, content)
    _record_loaded("bots", file, content)
    return module


def _module_name(file: Path) -> str:
    """Return the module name for a file. Its stem alone could clash with another module."""
    return f"chapter file {file.resolve()}"


def _read(file: Path) -> bytes:
    """Read a file. Raises ExtensionError."""
    try:
        return file.read_bytes()
    except OSError as error:
        message = N_("cannot read {file}: {why}")
        raise ExtensionError(composed(message, file=str(file), why=error.strerror or str(error))) from None


def _module_of(file: Path, source: bytes) -> ModuleType:
    """Execute a Python file as a module. Raises ExtensionError with the file, the line and the reason."""
    name = _module_name(file)
    module = sys.modules[name] = ModuleType(name)  # annotations are resolved through this entry
    module.__file__ = str(file)
    try:
        # Not imported, because that would leave compiled files beside a file that is being edited.
        exec(compile(source, file, "exec", dont_inherit=True), vars(module))  # noqa: S102
    except Exception as error:
        del sys.modules[name]
        line = _line_of(error, str(file))
        at = composed(_LINE, file=str(file), line=str(line), why=_with_type(error))
        message = at if line else composed("{file}: {why}", file=str(file), why=_with_type(error))
        raise ExtensionError(message) from error
    return module


def _line_of(error: Exception, file: str) -> int:
    """Return the line of the file at which an error was raised, or 0 if it was raised elsewhere."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return (lines[-1] if lines else 0) or 0


def _entry_point_error(entry: EntryPoint, why: str) -> ExtensionError:
    package = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "?"
    about = {"name": entry.name, "package": package, "group": entry.group, "value": entry.value}
    return ExtensionError(composed(_ENTRY_POINT, **about, why=why))


def _reason(error: Exception) -> str:
    """Return the message of a registration error. Unexpected errors are prefixed with their type."""
    return error_message(error) if isinstance(error, TypeError | ValueError) else _with_type(error)


def _with_type(error: Exception) -> str:
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {message}"
