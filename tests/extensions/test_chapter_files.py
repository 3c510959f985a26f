"""`--chapter FILE.py` tries a chapter from a single file without packaging it, and reports any faults."""

import json
import sys
from pathlib import Path

import pytest

from tests.support.commands import forked, refused
from turncoat.extensions import ExtensionError, load_chapter_file
from turncoat.kernel.rulebooks import BOOKS

SABOTEUR = Path(__file__).parents[2] / "examples" / "saboteur" / "saboteur.py"

BESIDE = """
from dataclasses import dataclass
from turncoat.kernel.chapters import Chapter
from turncoat.games.resistance.targeting import Targeting

@dataclass
class Notes:
    of: "list[int]"

class Before(Chapter):
    game, name, title = "resistance", "before", "Before"

class After(Before):
    game, name, title = "resistance", "after", "After"
"""


def test_a_chapter_file_can_be_played(tmp_path: Path) -> None:
    words = ("resistance", "--players", 7, "--with", "saboteur", "--chapter", SABOTEUR)
    report = json.loads(forked("simulate", *words, "--games", 20, "--json").stdout)
    assert (report["games"], report["modules"]) == (20, ["saboteur"])
    assert "7 players, 3 spies. You are " in forked("play", *words, stdin="q\n").stdout
    assert "\n1. Everybody, close your eyes." in forked("script", *words).stdout
    assert "resistance has no module 'saboteur'" in refused("simulate", *words[:-2])


def test_a_record_with_a_chapter_file_is_checked_and_narrated(tmp_path: Path) -> None:
    (file := tmp_path / "record").write_text(RECORD, encoding="utf-8")
    chapter = ("--chapter", SABOTEUR)
    assert forked("record", "check", file, *chapter).stdout == f"{file}: passed, 0 choices. The game is not finished.\n"
    assert "Your character card: Saboteur." in forked("record", "show", file, *chapter).stdout
    assert "saboteur" in refused("record", "check", file, status=1)


RECORD = """\
format = 1
rules = "1"
game = "resistance"
players = 5
modules = ["saboteur"]

[deal]
roles = ["saboteur", "resistance", "resistance", "spy", "resistance"]
first = 0

--- choices
"""


def test_a_chapter_file_adds_its_own_chapters_but_no_imported_ones(tmp_path: Path) -> None:
    (file := tmp_path / "random.py").write_text(BESIDE, encoding="utf-8")
    (other := tmp_path / "other.py").write_text(
        "from turncoat.kernel.chapters import Chapter\n"
        "class Other(Chapter):\n    game, name, title = 'hail-hydra', 'other', 'Other'\n",
        encoding="utf-8",
    )
    # A file may be given twice, and its name may be that of a module.
    words = ("--chapter", file, "--chapter", other, "--chapter", f"{tmp_path}/../{tmp_path.name}/random.py")
    games = {game["name"]: game for game in json.loads(forked("games", "--json", *words).stdout)}
    names = {name: [module["name"] for module in game["modules"]] for name, game in games.items()}
    assert names["resistance"] == [*BOOKS["resistance"].chapters, "before", "after"]
    assert names["hail-hydra"] == ["other"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1\n", " has no chapter: a class that derives from Chapter"),
        ("from turncoat.games.resistance.targeting import Targeting\n", " has no chapter: a class that derives from"),
        ("x = 1\nclass X(:\n    pass\n", ", line 2: SyntaxError: invalid syntax"),
        ("\n\nx = y\n", ", line 3: NameError: name 'y' is not defined"),
        ("def f():\n    return 1 / 0\n\nf()\n", ", line 2: ZeroDivisionError: division by zero"),
        ("import json\njson.loads('')\n", ", line 2: JSONDecodeError: Expecting value"),
        ("open('nothing')\n", ", line 1: FileNotFoundError: "),
        ("x = '\0'\n", ": SyntaxError: source code"),
        ("{C}(Chapter): pass\n", ", chapter C: the chapter C needs a name, and the name of its game in the"),
        ("{C}(Chapter): name, game = 'c', 'chess'\n", ", chapter c: unknown game 'chess'; known: hail-hydra"),
        ("{C}(Chapter): name, game = 'hunter', 'resistance'\n", ", chapter hunter: resistance has a chapter"),
        ("{C}(Chapter):\n  name, game = 'c', 'resistance'\n  def __init__(self): 1 / 0\n", ", chapter c: Zero"),
    ],
)  # fmt: skip
def test_a_fault_in_a_chapter_file_is_reported_with_its_line(text: str, why: str, tmp_path: Path) -> None:
    text = text.replace("{C}", "from turncoat.kernel.chapters import Chapter\nclass C")
    (file := tmp_path / "mine.py").write_text(text, encoding="utf-8")
    modules, chapters = set(sys.modules), list(BOOKS["resistance"].chapters)
    for _ in range(2):  # an error is not forgotten
        with pytest.raises(ExtensionError) as raised:
            load_chapter_file(file)
        assert str(raised.value).startswith(f"{file}{why}")
    assert list(BOOKS["resistance"].chapters) == chapters
    if ", line " in why:
        assert modules == set(sys.modules)


def test_an_unreadable_chapter_file_is_named_in_the_users_language(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.py"
    assert refused("games", "--chapter", nowhere) == f"turncoat: cannot read {nowhere}: No such file or directory"
    assert refused("serve", "--chapter", tmp_path) == f"turncoat: cannot read {tmp_path}: Is a directory"
    polish = forked("games", "--chapter", nowhere, "--language", "pl").stderr
    assert polish == f"turncoat: nie można odczytać {nowhere}: No such file or directory\n"
