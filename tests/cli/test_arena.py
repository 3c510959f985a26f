"""`turncoat arena`: reports as text and as JSON, bots from files, and resuming after an interruption."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import ENGLISH, TURNCOAT, own_process, refused, turncoat

ARGUMENTS = ("arena", "resistance", "--players", "5", "--bots", "sensible,random", "--seed", "x")
GAMES = ("--games", "20")
EXAMPLES = Path(__file__).parents[2] / "examples"
MYBOT = """
from turncoat import Bot, pick

class Loyal(Bot):
    def decide(self, prompt):
        return "approve" if prompt.question.name == "cast-ballot" else pick(prompt.option, self.rng)

class Wrong(Bot):
    def decide(self, prompt):
        raise KeyError("oh")
"""


@pytest.fixture
def cache(tmp_path: Path) -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(tmp_path / "cache")}


def test_the_arenas_json_report_does_not_depend_on_the_number_of_jobs(cache: dict[str, str]) -> None:
    one = turncoat(*ARGUMENTS, *GAMES, "--json", environ=cache)
    two = own_process(*ARGUMENTS, *GAMES, "--json", "--jobs", 2, environ=cache)
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    report = json.loads(one.stdout)
    assert list(report["bots"]) == ["sensible", "random"]
    for by_side in report["bots"].values():
        assert list(by_side) == ["resistance", "spies"]
        for wins in by_side.values():
            assert wins["low"] <= wins["wins"] / wins["games"] <= wins["high"]
    assert report["games"] == 20


def test_the_arenas_text_report_lists_the_best_bot_first(cache: dict[str, str]) -> None:
    done = turncoat(*ARGUMENTS, "--games", "60", "--with", "targeting", environ=cache)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "resistance, 5 players with targeting: 60 games, seed x"
    assert lines[1].startswith("sensible: rating +")
    assert lines[4].startswith("random: rating -")
    assert "  Spies: wins " in lines[3]


def test_the_arena_draws_a_chart(tmp_path: Path, cache: dict[str, str]) -> None:
    assert turncoat(*ARGUMENTS, *GAMES, "--plot", tmp_path / "arena.svg", environ=cache).returncode == 0
    assert (tmp_path / "arena.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "cannot write" in refused(*ARGUMENTS, *GAMES, "--plot", tmp_path / "no" / "arena.svg")


def test_the_arena_loads_bots_from_files_and_reports_misbehaving_ones(tmp_path: Path, cache: dict[str, str]) -> None:
    (tmp_path / "mybot.py").write_text(MYBOT, encoding="utf-8")
    bots = ("--bots", "./mybot.py:Loyal,./mybot.py:Wrong,random")
    done = own_process(*ARGUMENTS, *bots, *GAMES, "--jobs", 2, "--json", cwd=tmp_path, environ=cache)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    assert list(report["bots"]) == ["./mybot.py:Loyal", "./mybot.py:Wrong", "random"]
    assert list(report["faults"]) == ["./mybot.py:Wrong"]
    assert report["faults"]["./mybot.py:Wrong"]["first"]["message"].startswith("KeyError: 'oh' (")
    text = turncoat(*ARGUMENTS, *bots, *GAMES, cwd=tmp_path, environ=cache).stdout.splitlines()[-1]
    assert text.startswith("./mybot.py:Wrong forfeited ")
    assert "; first in game 0, seat " in text


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        ("clever", "unknown bot 'clever'"),
        ("random,random", "name each bot once"),
        ("", "name the bots"),
        ("./nowhere.py:Bot", "cannot read nowhere.py"),
        ("cmd:", "give a program with its command"),
    ],
)
def test_the_arena_refuses_unknown_bots(bots: str, reason: str) -> None:
    assert reason in refused("arena", "resistance", "--players", "5", "--bots", bots)


def test_the_arena_refuses_a_file_without_the_named_bot(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(MYBOT, encoding="utf-8")
    assert "has no bot Careful; known: Loyal, Wrong" in refused(*ARGUMENTS, "--bots", f"{file}:Careful")
    assert "has several bots" in refused(*ARGUMENTS, "--bots", str(file))
    (other := tmp_path / "other.py").write_text("x = 1", encoding="utf-8")
    assert "has no bot: a class" in refused(*ARGUMENTS, "--bots", str(other))


def test_the_example_bot_beats_random_in_the_arena(cache: dict[str, str]) -> None:
    """Wins on either side must be more frequent than those of `random`."""
    bot = f"{EXAMPLES / 'mybot.py'}:Grudging"
    done = turncoat(*ARGUMENTS, "--bots", f"{bot},random", "--games", 200, "--json", environ=cache)
    report = json.loads(done.stdout)
    assert report["faults"] == {}
    assert report["ratings"][bot]["points"] > 0


def test_a_program_can_play_in_the_arena(cache: dict[str, str]) -> None:
    bots = f"cmd:{sys.executable} {EXAMPLES / 'client.py'},random"
    done = turncoat(*ARGUMENTS, "--bots", bots, "--games", 2, "--json", "--time-limit", 30, environ=cache)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert sum(wins["games"] for wins in report["bots"][bots.removesuffix(",random")].values()) == 5
    assert report["faults"] == {}


NOSY = """
import json, os, runpy, sys
from pathlib import Path

starter = Path(f"/proc/{os.getppid()}/cmdline")
seen = {"given": [*sys.argv, *os.environ.values()], "starter": starter.read_text() if starter.exists() else ""}
Path(sys.argv[0]).with_name("seen").write_text(json.dumps(seen), encoding="utf-8")
sys.argv = ["client.py", *sys.argv[1:]]
runpy.run_path("CLIENT", run_name="__main__")
"""


@pytest.mark.parametrize("from_file", [pytest.param(False, marks=pytest.mark.sweep), True])
def test_a_program_cannot_see_the_seed(tmp_path: Path, cache: dict[str, str], from_file: bool) -> None:
    """Neither the program's arguments and environment nor, with a seed file, those of the arena may have the seed."""
    program = tmp_path / "nosy.py"
    program.write_text(NOSY.replace("CLIENT", str(EXAMPLES / "client.py")), encoding="utf-8")
    arguments = ("arena", "resistance", "--players", "5", "--bots", f"cmd:{sys.executable} {program},random")
    seed = ("--seed-file", "-") if from_file else ("--seed", "telling")
    options = ("--games", 1, "--json", "--time-limit", 30)
    done = own_process(*arguments, *options, *seed, stdin="telling\n", environ=cache)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["seed"], report["faults"]) == ("telling", {})
    seen = json.loads((tmp_path / "seen").read_text(encoding="utf-8"))
    for text in (*seen["given"], *([seen["starter"]] if from_file else ())):
        assert "telling" not in text
        assert b"telling".hex() not in text


def test_a_seed_file_without_a_seed_is_refused(tmp_path: Path) -> None:
    assert "cannot read the seed from nowhere" in refused(*ARGUMENTS, "--seed-file", "nowhere")
    (tmp_path / "empty").write_text(" \n", encoding="utf-8")
    assert "there is no seed in" in refused("simulate", *ARGUMENTS[1:], "--seed-file", tmp_path / "empty")


def heed_interruptions() -> None:
    """Restore the default handling of SIGINT, which the background jobs of a shell and their children ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.sweep
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_arena_resumes(tmp_path: Path, cache: dict[str, str], jobs: int) -> None:
    command = (*ARGUMENTS, "--games", "300", "--json")
    running = subprocess.Popen(
        [TURNCOAT, *command, "--jobs", str(jobs)],
        env={**ENGLISH, **cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interruptions,
    )
    folder = tmp_path / "cache" / "turncoat" / "arena"
    while not (folder.exists() and any(file.stat().st_size > 2000 for file in folder.iterdir())):
        assert running.poll() is None, running.communicate()
        os.sched_yield()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, "")
    kept = int(err.split()[0])
    assert f"{kept} games are saved; the same command resumes from there" in err
    again = turncoat(*command, environ=cache)
    assert f"resuming after {kept} games" in again.stderr
    assert not list(folder.iterdir()), "the state of a finished run is deleted"
    whole = turncoat(*command, environ=cache)
    assert whole.stderr == ""
    assert again.stdout == whole.stdout
