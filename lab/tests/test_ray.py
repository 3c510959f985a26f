"""Computations on a Ray cluster: the same bytes as from one process, even if a worker is killed in the middle of one.

Ray takes seconds to start, so all checks that need a cluster share one of two workers, in one test. All of this file
runs only in `make test-all`.
"""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from lab.tests.computations import COMPUTATIONS
from tests.support.commands import ENGLISH, TURNCOAT, own_process
from turncoat.kernel.rulebooks import BOOKS

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: there is none for this machine"),
]

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "turncoat" / "games" / "hail_hydra" / "house.toml"
ENVIRON = {
    **ENGLISH,
    "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
    # A new token for each run, so that nobody else can join the cluster. It is not stored.
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
}
ONCE = """
import os, signal
from turncoat.bots.bot import RandomBot

class Once(RandomBot):
    def __init__(self, *given):
        super().__init__(*given)
        try:
            os.close(os.open({marker!r}, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)
"""
CHAPTER = """
from turncoat.kernel.chapters import Chapter

class Other(Chapter):
    game, name, title = "hail-hydra", "other", "Other"
"""


def test_a_cluster_computes_the_same_even_if_workers_die(tmp_path: Path) -> None:
    with ray_of_two_workers() as address:
        (session := tmp_path / "session").mkdir()
        said = output([sys.executable, "-m", "lab.tests.ray_session", address, session], session)
        check_session(json.loads(said))
        check_bots_from_files(address, tmp_path)
        check_chapters_and_cards_from_files(address, tmp_path)


def check_session(found: Mapping[str, Any]) -> None:
    assert {name: found[name] for name in COMPUTATIONS} == dict.fromkeys(COMPUTATIONS, True)

    same, times = found["killed"]
    assert same
    assert times == [1, 1, 1, 2, *[1] * 8], "number of starts of each piece"

    assert found["error"] == ["piece 7", 1], "our own error ends the work when first raised"

    # Both workers were busy with endless pieces, and more were queued. None of them blocks later work.
    assert found["stopped"] == [0, 0, 10, 20]

    assert found["kept"] == [[[10, 20], 2], [[10, 20], 2]], "results are kept here and not recomputed"

    refusal, done = found["other"]
    assert "of the Ray cluster has different code" in refusal
    assert "turncoat of another day here; install the same Turncoat" in refusal
    assert done == 0


def check_bots_from_files(address: str, folder: Path) -> None:
    """Check that the cluster gets the bot's file, and gets it again after the bot has killed a worker."""
    marker = folder / "killed"
    (folder / "mine.py").write_text(ONCE.format(marker=str(marker)), encoding="utf-8")
    words = [
        TURNCOAT,
        "arena",
        "resistance",
        "--players",
        5,
        "--bots",
        "./mine.py:Once,random",
        "--games",
        40,
        "--json",
    ]
    there = output([*words, "--ray", address], folder)
    assert marker.exists()
    assert there == output(words, folder)


def check_chapters_and_cards_from_files(address: str, folder: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8").replace('name = "house"', 'name = "mine"')
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    (folder / "other.py").write_text(CHAPTER, encoding="utf-8")
    words = [TURNCOAT, "--cards", "mine.toml", "lab", "balance", "hail-hydra", "--players", 5, "--option", "cards=mine"]
    words += ["--with", "other", "--chapter", "other.py", "--games", 20]
    there = output([*words, "--ray", address], folder)
    assert there.startswith(f"# The balance of {BOOKS['hail-hydra'].title}\n")
    kept = folder / "cache" / "turncoat" / "lab"
    assert len([file for file in kept.rglob("*") if file.is_file()]) == 1
    kept.rename(folder / "kept there")
    assert there == output(words, folder)


def test_local_programs_cannot_play_in_a_cluster() -> None:
    done = own_process("arena", "resistance", "--players", 5, "--bots", "cmd:./client,random", "--ray", "nowhere:1")
    assert done.returncode == 2
    assert "cmd:./client runs only on this machine" in done.stderr


def test_an_unreachable_cluster_is_reported() -> None:
    done = own_process("simulate", "resistance", "--players", 5, "--games", 1, "--ray", "127.0.0.1:1")
    assert done.returncode == 1
    assert done.stderr.startswith("turncoat: cannot join the Ray cluster at 127.0.0.1:1: ")
    assert len(done.stderr.splitlines()) == 1


@contextmanager
def ray_of_two_workers() -> Iterator[str]:
    """Start a cluster, not in the folder of the commands that join it, and yield its address."""
    host = subprocess.Popen(
        [sys.executable, "-m", "lab.tests.ray_host"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRON,
        cwd=ROOT,
    )
    assert host.stdin is not None
    assert host.stdout is not None
    try:
        yield host.stdout.readline().strip()
    finally:
        host.stdin.close()
        host.wait()
        host.stdout.close()


def output(command: list[object], folder: Path) -> str:
    """Return a program's standard output, which excludes Ray's messages about killed workers."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**ENVIRON, "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done
    return done.stdout
