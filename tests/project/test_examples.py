"""The examples as users meet them: installed beside Turncoat, found by their entry points, and under the contract."""

import ast
import json
import os
import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable, Collection
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.installing import install
from turncoat import __all__ as public
from turncoat import chapters

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = {"saboteur": 150, "lookout": 80, "lighthouse": 600}
"""Maximum lines of Python per example package, so that each is short enough to read."""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the examples are installed."""
    target = tmp_path_factory.mktemp("installed")
    for example in LINES:
        install(EXAMPLES / example, target)
    return {**os.environ, "PYTHONPATH": str(target)}


def turncoat(env: dict[str, str], *words: str) -> str:
    command = [str(Path(sys.executable).with_name("turncoat")), *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


@pytest.mark.parametrize(
    "ruleset",
    [
        ("resistance", "--players", "7", "--with", "saboteur"),
        ("resistance", "--players", "7", "--with", "lookout"),
        ("lighthouse", "--players", "5"),
    ],
    ids=list(LINES),
)
def test_each_example_is_found_and_played(beside: dict[str, str], ruleset: tuple[str, ...]) -> None:
    assert f'"{ruleset[-1] if "--with" in ruleset else ruleset[0]}"' in turncoat(beside, "games", "--json")
    report = json.loads(turncoat(beside, "simulate", *ruleset, "--games", "20", "--json"))
    assert report["games"] == 20


@pytest.mark.parametrize("example", LINES)
def test_each_example_passes_its_tests_without_being_installed(example: str, sweep: bool) -> None:
    """Run the command of docs/chapters.md. The sweep checks the contract in every ruleset too."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"examples/{example}/tests"]
    if not sweep and example != "lighthouse":
        command += ["-k", f"not contract or 5-{example}"]
    done = subprocess.run(command, cwd=EXAMPLES.parent, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " skipped" not in done.stdout


@pytest.mark.parametrize("example", LINES)
def test_each_example_package_is_short_enough_to_read(example: str) -> None:
    files = [path for path in (EXAMPLES / example).rglob("*.py") if path.parent.name != "tests"]
    assert 50 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < LINES[example]


PROMISED = (
    "turncoat",
    "turncoat.chapters",
    "turncoat.missions",
    "turncoat.bots",
    "turncoat.testing",
    "turncoat.web.board",
)
"""Modules whose `__all__` is promised, besides those of the games."""


def promised(module: str) -> Collection[str]:
    """Return the names that an outside package may import from a module, empty for a module that is not promised."""
    names: Collection[str] = import_module(module).__all__ if module in PROMISED or is_game(module) else ()
    if module == "turncoat":
        return {*names, "bots", "chapters"}
    if module.endswith(".hooks") and is_game(package := module.removesuffix(".hooks")):
        hooks = import_module(package).BOOK.hooks
        return [name for name, value in vars(import_module(module)).items() if value in hooks]
    return names


def is_game(module: str) -> bool:
    return module.startswith("turncoat.games.") and module.count(".") == 2


@pytest.mark.parametrize("file", sorted(EXAMPLES.rglob("*.py")), ids=lambda file: file.stem)
def test_an_example_imports_promised_names_alone(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not [name.name for name in node.names if name.name.startswith("turncoat")]
        elif isinstance(node, ast.ImportFrom) and (module := node.module or "").partition(".")[0] == "turncoat":
            assert {name.name for name in node.names} <= set(promised(module)), module


def test_a_promised_name_is_one_thing_wherever_it_is_imported_from() -> None:
    for name in {*public} & {*chapters.__all__}:
        assert getattr(import_module("turncoat"), name) is getattr(chapters, name)


TUTORIALS = {
    name: (EXAMPLES.parent / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("chapters", "games")
}


@pytest.mark.parametrize("page", TUTORIALS)
@pytest.mark.parametrize(("kind", "parse"), [("python", ast.parse), ("toml", tomllib.loads)])
def test_a_tutorial_shows_the_examples_as_they_are(page: str, kind: str, parse: Callable[[str], object]) -> None:
    """Each passage of code is in an example line for line, so that it is tested and type-checked."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", TUTORIALS[page], re.DOTALL)
    for block in blocks:
        parse(textwrap.dedent(block))
    passages = [passage.splitlines() for block in blocks for passage in re.split(r"\n\s*\n", block)]
    files = [file for file in EXAMPLES.rglob("*.*") if file.suffix in (".py", ".toml")]
    known = [file.read_text(encoding="utf-8").splitlines() for file in files]
    assert passages
    assert [passage for passage in passages if not any(stands_in(passage, lines) for lines in known)] == []


@pytest.mark.parametrize("page", TUTORIALS)
def test_a_tutorial_has_no_other_code(page: str) -> None:
    kinds = re.findall(r"^```(.*)$", TUTORIALS[page], re.MULTILINE)
    assert set(kinds) == {"python", "toml", ""}


def stands_in(passage: list[str], lines: list[str]) -> bool:
    """Return whether these lines are consecutive among the others, at any indentation."""
    wanted, first = dedented(passage), passage[0].strip()
    starts = (at for at, line in enumerate(lines) if line.strip() == first)
    return any(dedented(lines[at : at + len(passage)]) == wanted for at in starts)


def dedented(lines: list[str]) -> str:
    return textwrap.dedent("\n".join(lines))


def test_the_tutorial_lists_the_modules_that_are_promised() -> None:
    table = TUTORIALS["chapters"].split("| import from |", 1)[1].split("\n\n", 1)[0]
    assert set(re.findall(r"`(turncoat[\w.]*)`", table)) == {*PROMISED, "turncoat.games.resistance"}
