"""Games, chapters and bots of other packages are found by their entry points, and faulty ones are reported."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import forked, refused
from tests.support.installing import announce, install
from turncoat import bots
from turncoat.extensions import ExtensionError, load, load_extensions
from turncoat.kernel.rulebooks import BOOKS

NIGHT_TRAIN = Path(__file__).parent / "night_train"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the outside package is installed."""
    target = tmp_path_factory.mktemp("installed")
    install(NIGHT_TRAIN, target)
    return {"PYTHONPATH": str(target)}


def test_a_game_a_chapter_and_a_bot_from_outside_are_played(installed: dict[str, str]) -> None:
    games = json.loads(forked("games", "--json", environ=installed).stdout)
    (game,) = (game for game in games if game["name"] == "night-train")
    assert [module["name"] for module in game["modules"]] == ["sleeping-car"]
    words = ("--players", 6, "--with", "sleeping-car", "--bots", "approver", "--games", 5, "--json")
    report = json.loads(forked("simulate", "night-train", *words, environ=installed).stdout)
    assert (report["game"], report["modules"], report["games"]) == ("night-train", ["sleeping-car"], 5)
    # A bot that approves everything never sees a fifth rejection.
    assert not [reason for reason in report["reasons"] if "rejection" in reason]


def test_a_record_of_a_game_from_outside_is_checked(installed: dict[str, str], tmp_path: Path) -> None:
    code = (
        "from turncoat.extensions import load_extensions; load_extensions()\n"
        "from turncoat import Game, Ruleset, print_record, record_of\n"
        "ruleset = Ruleset.of('night-train', 5)\n"
        "print(print_record(record_of(Game(ruleset, ruleset.deal(b'outside')))), end='')"
    )
    said = python(code, installed)
    (file := tmp_path / "record").write_text(said, encoding="utf-8")
    assert "passed, 0 choices" in forked("record", "check", file, environ=installed).stdout
    assert "unknown game 'night-train'" in refused("record", "check", file, status=1)


def test_card_sets_of_a_game_from_outside_are_checked_and_played(installed: dict[str, str], tmp_path: Path) -> None:
    (file := tmp_path / "line.toml").write_text(
        'game = "night-train"\nname = "branch"\nstops = ["a", "b"]', encoding="utf-8"
    )
    assert forked("cards", "check", file, environ=installed).stdout == f"{file}: passed, 2 stops\n"
    words = ("--players", 5, "--option", "line=branch", "--games", 1)
    assert forked("--cards", file, "simulate", "night-train", *words, environ=installed).returncode == 0
    assert "known: hail-hydra" in refused("cards", "check", file, status=1)


def test_loading_extensions_twice_is_harmless(installed: dict[str, str]) -> None:
    code = (
        "from turncoat import bots, extensions\n"
        "from turncoat.kernel.rulebooks import BOOKS\n"
        "extensions.load_extensions(); book = BOOKS['night-train']; extensions.load_extensions()\n"
        "import night_train\n"
        "extensions.register_game(book)\n"
        "extensions.register_chapter(night_train.SleepingCar)\n"
        "extensions.register_bot(night_train.Approver)\n"
        "print(BOOKS['night-train'] is book, *book.chapters, bots.find('approver').__name__)"
    )
    assert python(code, installed) == "True sleeping-car Approver\n"


def python(code: str, environ: dict[str, str]) -> str:
    """Run Python code, and return its output."""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout


def test_entry_points_of_any_group_are_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    announce(tmp_path, "turncoat.tests.any", "json:dumps")
    monkeypatch.syspath_prepend(tmp_path)
    found: list[object] = []
    load("turncoat.tests.any", found.append)
    load("turncoat.tests.any", found.append)
    assert found == [json.dumps]


@pytest.mark.parametrize(
    ("group", "value", "why"),
    [
        ("turncoat.games", "nowhere_at_all:GAME", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("turncoat.games", "broken", "ZeroDivisionError: division by zero"),
        ("turncoat.games", "json:dumps", "<function dumps at .*> is not a game: expected a Rulebook class"),
        ("turncoat.games", "turncoat.kernel.rulebooks:Rulebook", "the game Rulebook needs a name, a title and a"),
        ("turncoat.games", "turncoat.games.resistance.rulebook:Resistance", "there is a game 'resistance' already"),
        ("turncoat.chapters", "json:nothing", "AttributeError: module 'json' has no attribute 'nothing'"),
        ("turncoat.chapters", "json:dumps", "<function dumps at .*> is not a chapter: expected a Chapter class"),
        ("turncoat.chapters", "turncoat.kernel.chapters:Chapter", "the chapter Chapter needs a name, and the"),
        ("turncoat.chapters", "odd_chapters:OfChess", "unknown game 'chess'; known: hail-hydra, resistance"),
        ("turncoat.chapters", "odd_chapters:Again", "resistance has a chapter 'hunter' already"),
        ("turncoat.chapters", "odd_chapters:Unable", "LookupError: out of luck"),
        ("turncoat.bots", "json:dumps", "<function dumps at .*> is not a bot: expected a Bot class"),
        ("turncoat.bots", "turncoat.bots:Bot", "the bot Bot needs a name"),
        ("turncoat.bots", "odd_chapters:Sensible", "a bot 'sensible' exists already"),
        ("turncoat.locales", "json:dumps", "<function dumps at .*> is not a package: expected the one that has the"),
        ("turncoat.locales", "json", "/.*/json/locales has no catalogue; it needs files like pl/LC_MESS"),
    ],
)  # fmt: skip
def test_an_unusable_extension_is_named_with_the_reason(
    group: str, value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "odd_chapters.py").write_text(ODD, encoding="utf-8")
    announce(tmp_path, group, value)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_chapters", raising=False)
    before = {name: (book, dict(book.chapters)) for name, book in BOOKS.items()}, bots.names()
    of = rf"^entry point odd = {value} in {group}, of the package odd 1: {why}"
    for _ in range(2):  # an error is not forgotten
        with pytest.raises(ExtensionError, match=of):
            load_extensions()
    assert before == ({name: (book, dict(book.chapters)) for name, book in BOOKS.items()}, bots.names())


ODD = """
from turncoat.bots import Bot
from turncoat.kernel.chapters import Chapter

class OfChess(Chapter):
    game, name = "chess", "castling"

class Again(Chapter):
    game, name = "resistance", "hunter"

class Unable(Chapter):
    game, name = "resistance", "unable"

    def __init__(self):
        raise LookupError("out of luck")

class Sensible(Bot):
    name = "sensible"
"""


def test_a_broken_extension_is_reported_in_one_line_and_help_still_works(tmp_path: Path) -> None:
    announce(tmp_path, "turncoat.chapters", "nowhere_at_all:Odd")
    environ = {"PYTHONPATH": str(tmp_path)}
    done = forked("games", environ=environ)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "turncoat: entry point odd = nowhere_at_all:Odd in turncoat.chapters, of the package odd 1: "
        "ModuleNotFoundError: No module named 'nowhere_at_all'\n"
    )
    polish = forked("games", "--language", "pl", environ=environ)
    assert polish.stderr.startswith("turncoat: punkt wejścia odd = nowhere_at_all:Odd w grupie turncoat.chapters")
    for words in (["--help"], ["games", "--help"], ["play", "--help"], ["--version"]):
        assert forked(*words, environ=environ).returncode == 0
