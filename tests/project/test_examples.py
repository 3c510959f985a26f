"""The examples as users meet them: installed beside Turncoat, found by their entry points, and under the contract."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.installing import install

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = {"saboteur": 150, "lighthouse": 600}
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
    [("resistance", "--players", "7", "--with", "saboteur"), ("lighthouse", "--players", "5")],
    ids=list(LINES),
)
def test_each_example_is_found_and_played(beside: dict[str, str], ruleset: tuple[str, ...]) -> None:
    assert f'"{ruleset[-1] if "--with" in ruleset else ruleset[0]}"' in turncoat(beside, "games", "--json")
    report = json.loads(turncoat(beside, "simulate", *ruleset, "--games", "20", "--json"))
    assert report["games"] == 20


@pytest.mark.parametrize(
    "example", [pytest.param(one, marks=pytest.mark.sweep if one == "saboteur" else ()) for one in LINES]
)
def test_each_example_passes_its_tests_and_the_contract(beside: dict[str, str], example: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(EXAMPLES / example),
        "-c",
        os.devnull,
    ]
    tests = EXAMPLES / example / "tests"
    done = subprocess.run([*command, str(tests)], env=beside, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("example", LINES)
def test_each_example_package_is_short_enough_to_read(example: str) -> None:
    files = [path for path in (EXAMPLES / example).rglob("*.py") if path.parent.name != "tests"]
    assert 50 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < LINES[example]


def test_the_tutorial_quotes_the_example_game_exactly() -> None:
    """Every block of code in its part on a whole game is from the example, apart from line breaks."""
    page = (EXAMPLES.parent / "docs" / "chapters.md").read_text(encoding="utf-8")
    part = page.split("# A game of your own\n", 1)[1]
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", part, re.DOTALL)
    files = [*(EXAMPLES / "lighthouse").rglob("*.py"), EXAMPLES / "lighthouse" / "pyproject.toml"]
    sources = [without_blanks(file.read_text(encoding="utf-8")) for file in files]
    assert len(blocks) > 10
    assert [block for block in blocks if not any(without_blanks(block) in source for source in sources)] == []


def without_blanks(text: str) -> str:
    return re.sub(r"\s+", "", text)
