"""A game lives in its own places: nothing else above `games/` imports a game, or names a role, card or event of one.

The kernel below names none either, nor a mission or a team, which not every game has. A game's places are
`games/GAME/`, `web/games/GAME/` with its templates and static files, and `bots/games/`. Baselines to compare its bot
with are in `turncoat_lab/baselines/`, compiled rules in `turncoat_lab/batch/`, models of its play that are fitted to
recorded games in `turncoat_lab/games/`.
"""

import ast
import re
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import turncoat.games
from turncoat.kernel.chapters import Rules
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.steps import Ask

SOURCE: Final = Path(turncoat.__file__).parent
ROOT: Final = SOURCE.parents[1]
LAB: Final = ROOT / "lab" / "src" / "turncoat_lab"
SHARED: Final = ("web", "table", "bots", "simulation", "arena", "cli", "testing")
"""The packages above the games."""
OF_GAMES: Final = (
    "web/games/",
    "web/templates/games/",
    "web/static/games/",
    "bots/games/",
)
OF_GAMES_IN_THE_LAB: Final = ("baselines/", "batch/", "games/")
TEXTS: Final = (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
KINDS: Final = frozenset({".py", ".html", ".css", ".js"})
ORDINARY: Final[Mapping[str, str]] = {
    "ability": "a clock of the table is for abilities, whichever game has them",
    "approve": "the board model knows two ballots",
    "bad": "a record is bad",
    "cards": "every game may have some",
    "evil": "a word that people type for a traitor",
    "everyone": "whoever is at the table",
    "extra": "too many are picked",
    "face-up": "what lies face up before a seat, in every game",
    "fail": "the board model knows how a mission came out",
    "give": "to give a game up",
    "go-on": "the answer when there is nothing to choose, of every game",
    "good": "a link is good for ten minutes, a record is good",
    "mission": "the board model knows missions on a track",
    "nothing": "there is nothing to tell",
    "reject": "the board model knows two ballots",
    "reverse": "the latest first",
    "says": "what is said",
    "shield": "one of the two outlines by which sides are told apart",
    "spies": "the start page tells newcomers in plain English what these games are about",
    "spy": "the start page tells newcomers in plain English what these games are about",
    "success": "the board model knows how a mission came out",
    "switch": "of the page's light",
    "talk": "people talk at every table",
    "team": "the board model knows who is on a team",
    "to": "a preposition",
    "token": "a secret in an address; a small mark on a page",
    "use": "an element of SVG",
    "vote": "the board model knows a track of rejected teams and a table of all ballots",
    "vote-track": "the board model knows a track of rejected teams",
}
"""Words of games that mean something else, or something that every game may have, with an explanation."""

OF_MISSIONS: Final = frozenset(
    {"approve", "fail", "fails", "leader", "mission", "missions", "reject", "spies", "spy", "success", "team", "teams"}
    | {"traitor", "traitors", "vote"}
)
"""Words of games with missions, which belong in `missions.py`. The kernel does not know them."""


def names() -> set[str]:
    """Return the names that belong to some game: games, chapters, roles, cards and other words, events, questions."""
    found: set[str] = set()
    for book in BOOKS.values():
        rules: list[Rules] = [book, *book.chapters.values()]
        for one in rules:
            found |= {one.name, one.title, *one.about, *(event.__name__ for event in one.events)}
            found |= {word.removeprefix("role:") for word in one.words}
    found |= {ask.question.name for ask in _asks(Ask) if ask.__module__.startswith("turncoat.games.")}
    return found - {""}


def _asks(of: type[Ask]) -> Iterator[type[Ask]]:
    for kind in of.__subclasses__():
        if hasattr(kind, "question"):
            yield kind
        yield from _asks(kind)


def files() -> list[Path]:
    """Return every file of the shared packages."""
    floors = [*(SOURCE / floor for floor in SHARED), LAB]
    found = (path for floor in floors for path in sorted(floor.rglob("*")) if path.suffix in KINDS)
    return [path for path in found if not of_a_game(path) and "vendor" not in path.parts]


def of_a_game(path: Path) -> bool:
    if path.is_relative_to(LAB):
        return path.relative_to(LAB).as_posix().startswith(OF_GAMES_IN_THE_LAB)
    return path.relative_to(SOURCE).as_posix().startswith(OF_GAMES)


@cache
def lines(path: Path) -> list[tuple[int, str]]:
    """Return the numbered lines of the file without its comments and docstrings."""
    return list(_lines(path))


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if path.suffix != ".py":
        text = re.sub(
            r"/\*.*?\*/|\{#.*?#\}", lambda found: "\n" * found[0].count("\n"), path.read_text("utf-8"), flags=re.S
        )
        yield from enumerate((re.sub(r"^\s*//.*", "", line) for line in text.splitlines()), 1)
        return
    before = tokenize.NEWLINE
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            starts = before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
            if token.type == tokenize.NAME or (token.type in TEXTS and not starts):
                yield token.start[0], token.string.replace("_", "-")
                if token.type == tokenize.NAME:
                    yield token.start[0], re.sub(r"(?<=[a-z])(?=[A-Z])", "-", token.string).lower()
            if token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.ENCODING):
                before = token.type


def pattern(words: set[str]) -> re.Pattern[str]:
    """Compile a pattern of these words, on their own or as parts of a longer name."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z0-9])")


def test_the_shared_packages_name_nothing_of_a_game() -> None:
    wanted = pattern(names() - ORDINARY.keys())
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in files()
        for number, line in lines(path)
        for match in wanted.finditer(line)
    ]
    assert found == []


def test_the_kernel_names_no_game_and_no_mission() -> None:
    wanted = pattern(names() - ORDINARY.keys() | OF_MISSIONS)
    found = [
        (path.relative_to(SOURCE).as_posix(), match[0])
        for path in sorted((SOURCE / "kernel").rglob("*.py"))
        for _, line in lines(path)
        for match in wanted.finditer(line)
    ]
    assert found == []


def test_no_shared_file_is_named_after_a_game() -> None:
    wanted = pattern(names() - ORDINARY.keys())
    assert [path for path in files() if wanted.search(path.stem.replace("_", "-"))] == []


@pytest.mark.parametrize("word", ORDINARY)
def test_every_listed_ordinary_word_belongs_to_a_game_and_is_in_use(word: str) -> None:
    assert word in names()
    assert any(pattern({word}).search(line) for path in files() for _, line in lines(path))


def imported(path: Path) -> Iterator[str]:
    """Yield the modules, and their members, that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_the_shared_packages_import_no_game() -> None:
    packages = {path.stem for path in (SOURCE / "games").iterdir() if not path.stem.startswith("_")}
    of_games = re.compile(rf"turncoat\.(?:games|web\.games|bots\.games)\.(?:{'|'.join(sorted(packages))})\b")
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files()
        if path.suffix == ".py"
        for name in imported(path)
        if of_games.match(name)
    ]
    assert found == []
