"""`turncoat lab`: the page of `balance`, its cache and its refusals, and the choice of workers."""

import json
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from lab.tests.cli.kept import files, resumed
from tests.support.commands import own_process, refused, turncoat
from tests.support.recorded_people import people
from turncoat.cli.app import app
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.cli.app import commands as commands_of_lab
from turncoat_lab.recorded import read_games

pytestmark = pytest.mark.usefixtures("kept")

GRUDGING = f"{Path(__file__).parents[3] / 'examples' / 'mybot.py'}:Grudging"
SHORT = ("lab", "balance", "resistance", "--players", "5", "--games", "3")


@pytest.mark.parametrize("game", BOOKS)
def test_balance_can_be_measured_for_every_game(game: str) -> None:
    low = BOOKS[game].players[0]
    done = turncoat("lab", "balance", game, "--games", "2", "--players", low, "--players", low + 1)
    assert done.stderr == ""
    assert done.stdout.startswith(f"# The balance of {BOOKS[game].title}\n\n2 games at each player count")
    for players in (low, low + 1):
        assert f"\n| {players} | " in done.stdout


def test_the_printed_balance_command_reproduces_its_page() -> None:
    page = turncoat(*SHORT, "--with", "hunter", "--seed", "a seed", "--bots", "spies=random").stdout
    line = next(line for line in page.splitlines() if line.startswith("    turncoat lab balance "))
    assert "--bots resistance=sensible,spies=random" in line
    assert turncoat(*shlex.split(line)[1:]).stdout == page


def test_balance_replays_no_counted_game(kept: Path) -> None:
    page = turncoat(*SHORT).stdout
    [file] = files(kept)
    before = file.stat().st_mtime_ns
    assert turncoat(*SHORT).stdout == page
    assert [file] == files(kept)
    assert file.stat().st_mtime_ns == before
    assert turncoat(*SHORT, "--seed", "other").stdout != page
    assert len(files(kept)) == 2


@pytest.mark.parametrize(
    "damage", [b"", b"no result", lambda data: data[:-1], lambda data: data[:40] + b"!" + data[41:]]
)
def test_a_damaged_cache_file_is_recomputed(kept: Path, damage: object) -> None:
    page = turncoat(*SHORT).stdout
    [file] = files(kept)
    whole = file.read_bytes()
    file.write_bytes(damage(whole) if callable(damage) else damage)  # type: ignore[arg-type]
    assert turncoat(*SHORT).stdout == page
    assert file.read_bytes() == whole


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.sweep), 2])
def test_a_killed_balance_resumes_with_the_same_page(kept: Path, jobs: int) -> None:
    page = resumed(("lab", "balance", "resistance", "--players", "5", "--games", "600"), kept, jobs)
    assert "600 games at each player count" in page


def test_clean_removes_cached_results(kept: Path) -> None:
    turncoat(*SHORT)
    assert turncoat("lab", "clean").stdout.startswith(f"removed {kept}: ")
    assert not kept.exists()
    assert turncoat("lab", "clean").stdout == f"removed {kept}: 0 kB\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "unknown game 'chess'; known: "),
        (["resistance", "--players", "4"], "resistance is for 5 to 10 players, not 4"),
        (["resistance", "--with", "nonsense"], "resistance has no module 'nonsense'"),
        (["resistance", "--bots", "spies=clever"], "unknown bot 'clever'"),
        (["resistance", "--bots", "hydra=random"], "bots by side need one for each of resistance, spies"),
        (["resistance", "--bots", "random"], "bots must be SIDE=NAME,SIDE=NAME…, not 'random'"),
        (["resistance", "--option", "x"], "an option must be NAME=VALUE, not 'x'"),
    ],
)
def test_an_impossible_balance_is_refused(arguments: Sequence[str], reason: str) -> None:
    done = turncoat("lab", "balance", *arguments)
    assert done.returncode == 2
    assert reason in done.stderr


LONG = [
    ("simulate", "resistance", "--players", "5"),
    ("arena", "resistance", "--players", "5", "--bots", "random"),
    SHORT,
    ("lab", "cross", "resistance"),
    ("lab", "worth"),
    ("lab", "ask", "experiment.toml"),
    ("lab", "exploit", "resistance", "--players", "5", "--against", "random", "--side", "spies"),
    ("lab", "fit", "games.jsonl"),
    ("lab", "deduction", "games.jsonl"),
    ("lab", "likeness", "games.jsonl", "--bots", "random"),
    ("lab", "tells", "resistance", "--players", "5"),
]
"""Commands with a long computation."""


def long_commands(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the commands that take --ray."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from long_commands(command, (*words, name))
        elif any("--ray" in parameter.opts for parameter in command.params):
            yield (*words, name)


def test_every_long_computation_is_tested_and_documented() -> None:
    commands = set(long_commands(get_command(app))) | {
        ("lab", *words) for words in long_commands(get_command(commands_of_lab))
    }
    assert commands == {words[: 1 + (words[0] == "lab")] for words in LONG}
    docs = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
    (named,) = re.findall(r"^(.*) take `--jobs J`", docs, re.MULTILINE)
    assert {tuple(name.split()) for name in re.findall(r"`(.+?)`", named)} == commands


@pytest.mark.parametrize("words", LONG, ids=" ".join)
def test_jobs_and_ray_exclude_each_other(words: Sequence[str]) -> None:
    assert refused(*words, "--jobs", "1", "--ray", "local") == (
        "turncoat: --jobs uses processes of this machine, --ray the machines of a cluster; give only one of them"
    )


def test_a_missing_ray_is_reported_with_what_to_install(tmp_path: Path) -> None:
    missing = "raise ModuleNotFoundError(\"No module named 'ray'\", name='ray')"
    (tmp_path / "ray.py").write_text(missing, encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = own_process(*SHORT, "--ray", "local", environ={"PYTHONPATH": paths})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "turncoat: --ray needs Ray; in a clone of Turncoat, run: pip install './lab[ray]'\n"


@pytest.mark.parametrize("command", ["fit", pytest.param("deduction", marks=pytest.mark.sweep)])
def test_several_processes_print_the_same_as_one(command: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(people(number)) + "\n" for number in range(20)), encoding="utf-8")
    done = own_process("lab", command, file, "--jobs", 2)
    assert done.stderr == ""
    assert done.stdout == turncoat("lab", command, file).stdout


def test_records_become_recorded_games_and_those_are_the_same_games(tmp_path: Path) -> None:
    games = [rulebook("resistance").play_recorded(people(number)) for number in range(4)]
    files = [tmp_path / f"{number}.toml" for number in range(4)]
    for file, game in zip(files, games, strict=True):
        file.write_text(print_record(record_of(game)), encoding="utf-8")
    done = turncoat("lab", "collect", *files)
    assert (done.returncode, done.stderr) == (0, "")
    (collected := tmp_path / "games.jsonl").write_text(done.stdout, encoding="utf-8")
    assert [game.events for game in read_games(collected)] == [game.events for game in games]
    first = json.loads(done.stdout.splitlines()[0])
    assert {key: first[key] for key in people(0) if key != "rounds"} == {
        key: value for key, value in people(0).items() if key != "rounds"
    }


@pytest.mark.parametrize(
    ("ruleset", "why"),
    [
        (Ruleset.of("resistance", 5), "a collection has only finished games without modules and options"),
        (Ruleset.of("hail-hydra", 5), "no collection of recorded games of hail-hydra is known"),
    ],
    ids=["unfinished", "another game"],
)
def test_a_record_that_no_collection_can_hold_is_refused(tmp_path: Path, ruleset: Ruleset, why: str) -> None:
    game: Game[Any] = Game(ruleset, ruleset.deal(b"collect"))
    (file := tmp_path / "game.toml").write_text(print_record(record_of(game)), encoding="utf-8")
    assert refused("lab", "collect", file) == f"turncoat: {file}: {why}"


@pytest.mark.parametrize(
    "words",
    [
        ("tells", "resistance", "--players", 5, "--bots", GRUDGING, "--games", 2),
        ("balance", "resistance", "--players", 5, "--bots", f"resistance={GRUDGING},spies=random", "--games", 2),
    ],
    ids=lambda words: words[0],
)
def test_a_bot_in_a_file_is_measured(words: Sequence[object]) -> None:
    done = turncoat("lab", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"`{GRUDGING}`" in done.stdout


def test_fit_needs_a_known_subject_and_a_file(tmp_path: Path) -> None:
    done = turncoat("lab", "fit", "nothing", tmp_path / "games.jsonl")
    assert (done.returncode, done.stderr) == (
        2,
        "turncoat: the model must be one of deduction | play | merlin, not 'nothing'\n",
    )
    done = turncoat("lab", "fit", "play", tmp_path / "games.jsonl")
    assert done.returncode == 2
    assert "games.jsonl: no such file" in done.stderr
