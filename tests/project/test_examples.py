"""The example chapter as a user meets it: installed beside Turncoat, found by its entry point, under the contract."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.extensions.installing import install

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "saboteur"


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the example is installed."""
    target = tmp_path_factory.mktemp("installed")
    install(EXAMPLE, target)
    return {**os.environ, "PYTHONPATH": str(target)}


def turncoat(env: dict[str, str], *words: str) -> str:
    command = [str(Path(sys.executable).with_name("turncoat")), *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


@pytest.mark.xdist_group("example")
def test_the_chapter_is_found_and_played(beside: dict[str, str]) -> None:
    games = json.loads(turncoat(beside, "games", "--json"))
    assert "saboteur" in json.dumps(games)
    report = json.loads(
        turncoat(beside, "simulate", "resistance", "--players", "7", "--with", "saboteur", "--games", "20", "--json")
    )
    assert report["games"] == 20


@pytest.mark.xdist_group("example")
def test_the_chapter_passes_the_contract(beside: dict[str, str]) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(EXAMPLE),
        "-c",
        os.devnull,
    ]
    done = subprocess.run([*command, str(EXAMPLE / "tests")], env=beside, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_example_is_short_enough_to_read() -> None:
    assert len((EXAMPLE / "saboteur.py").read_text(encoding="utf-8").splitlines()) < 150
