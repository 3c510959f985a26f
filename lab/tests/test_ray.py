"""Work on a Ray cluster: the same bytes as from one process, even when a worker is killed during a piece.

Ray takes seconds to start, so a single cluster of two workers serves all checks, in one test, and only in `make
test-all`.
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
    # Nobody else can join, and the token is not stored.
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


def test_a_cluster_gives_what_one_process_gives_also_when_workers_are_killed(tmp_path: Path) -> None:
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
    assert times == [1, 1, 1, 2, *[1] * 8], "how often each piece was begun"

    assert found["error"] == ["piece 7", 1], "an error of our own ends the work when it is first raised"

    # Both workers had endless pieces, and more were waiting. They do not block the work after them.
    assert found["stopped"] == [0, 0, 10, 20]

    assert found["kept"] == [[[10, 20], 2], [[10, 20], 2]], "what was computed is kept here and not computed again"

    refusal, done = found["other"]
    assert "of the Ray cluster has different code" in refusal
    assert "turncoat of another day here; install the same Turncoat" in refusal
    assert done == 0


def check_bots_from_files(address: str, folder: Path) -> None:
    """The arena sends the file, and again after a bot in it has killed the first worker."""
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


def test_programs_of_this_machine_do_not_play_in_a_cluster() -> None:
    done = own_process("arena", "resistance", "--players", 5, "--bots", "cmd:./client,random", "--ray", "nowhere:1")
    assert done.returncode == 2
    assert "cmd:./client runs only on this machine" in done.stderr


def test_where_nothing_answers_is_said() -> None:
    done = own_process("simulate", "resistance", "--players", 5, "--games", 1, "--ray", "127.0.0.1:1")
    assert done.returncode == 1
    assert done.stderr.startswith("turncoat: cannot join the Ray cluster at 127.0.0.1:1: ")
    assert len(done.stderr.splitlines()) == 1


@contextmanager
def ray_of_two_workers() -> Iterator[str]:
    """Start a cluster in another folder than that of the commands that join it, and provide its address."""
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
    """Return a program's output, without Ray's messages about killed workers."""
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
