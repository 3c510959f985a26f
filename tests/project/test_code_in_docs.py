"""Code in the documentation: every block is run, read by its program, or named here with the reason why not.

Commands in sentences and tables are read by test_commands_in_docs.py.
"""

import doctest
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import msgspec
import pytest
import yaml  # type: ignore[import-untyped]

from tests.support.code_blocks import Block, Command, blocks
from tests.support.commands import TURNCOAT, english, forked, own_process, turncoat
from tests.support.deal_proofs import proof_of
from tests.support.installing import install
from tests.support.paths import HOUSE, ROOT
from tests.support.recorded_people import people
from tests.support.serving import serving
from turncoat.extensions import BOTS, CHAPTERS, GAMES, LOCALES, WEB_GAMES
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.past.proof import DealProof, mark_of

BLOCKS = list(blocks())
TUTORIALS = ("docs/chapters.md", "docs/games.md")
"""Pages whose Python blocks are quotes of `examples`."""

NOT_RUN = {
    "docker": "Tests have no containers; tests/project/test_deployment.py runs these with a Docker of its own.",
    "for image in": "tests/project/test_deployment.py runs it with a Docker of its own.",
    "digest=": "A line of that loop.",
    "sed ": "A line of that loop.",
    "done": "A line of that loop.",
    "grep '^FROM'": "It shows what that loop has changed.",
    "useradd": "It changes the machine: a user of the system.",
    "python3 -m venv /opt": "It changes the machine: a program for all users.",
    "/opt/turncoat/bin/": "The program of that installation.",
    "install ": "It changes the machine: the files of a service.",
    "systemctl": "There is no service manager in tests.",
    "runuser": "It needs the user of that installation.",
    "pip install": "tests/packaging installs both packages with all that they need.",
    "python examples/train_resistance.py": "It trains for minutes; lab/tests/test_trained_example.py has its parts.",
    "ray ": "It starts a cluster of machines; lab/tests/test_ray.py has one on this machine.",
    "turncoat lab balance hail-hydra --games 200000 --ray": "It needs that cluster.",
    "bench/compare.sh": "It needs a second checkout to compare with.",
    "turncoat move-store": "It needs the database of others; tests/cli/test_move_store.py has one.",
    "turncoat serve --store": "It needs the database of others; tests/table/test_many_servers.py has one.",
}
"""Commands that cannot be run in a test, by their beginning."""

LONG = ("ask", "balance --out", "collect", "cross", "deduction", "exploit", "fit", "likeness", "tells", "worth")
TAKES_LONG = (
    *(f"turncoat lab {name}" for name in LONG),
    "turncoat simulate resistance --players 5 --games 1000000 --engine batch",
)
"""Commands that need minutes, or files that are not here. lab/tests runs them in small, and
tests/project/test_commands_in_docs.py reads the options that the pages give them."""

SHOWN = {
    "kernel <- {missions, characters}": "The layers, which tests/project/test_layers.py compares.",
    "browser  ": "A picture of how a choice travels.",
    "commitment = SHA-256": "Formulas; tests/project/test_examples.py runs examples/fair_deal.py, which computes them.",
    "POST /api/v1/tables": "A request and its answer, which tests/web/test_programs.py sends.",
    "mine.toml: villain": "A line of output, which tests/cli/test_cards.py has with another card.",
    "game.toml: line": "A line of output, which tests/project/test_records_page.py makes.",
    "The largest swing:": "A line of output, which tests/project/test_records_page.py makes.",
    "timestamp=": "Lines of a log, whose form tests/table/test_server_log.py checks.",
    "turncoat.example.org {": "A file for Caddy; tests/project/test_deployment.py reads the same in deploy/.",
    "[result]": "The end of a record, which tests/project/test_records_page.py checks.",
    "# anything after a hash": "A record, which tests/project/test_records_page.py checks.",
}
"""Blocks that are neither commands nor code, by their beginning."""

GROUPS = {GAMES, CHAPTERS, BOTS, WEB_GAMES, LOCALES}

FEWER = {"--games": "2", "--jobs": "1"}
"""Values that make a command quick. The pages have others."""


def ids(block: Block) -> str:
    return str(block)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of the examples, installed."""
    target = tmp_path_factory.mktemp("installed")
    for example in ("saboteur", "lighthouse"):
        install(ROOT / "examples" / example, target)
    return target


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that a command in the documentation names, and the data of a server."""
    desk = tmp_path_factory.mktemp("files")
    (desk / "bench" / "results").mkdir(parents=True)
    (desk / "examples").symlink_to(ROOT / "examples")
    house = HOUSE.read_text("utf-8")
    (desk / "mine.toml").write_text(house.replace('name = "house"', 'name = "mine"'), "utf-8")
    (desk / "KWFX-deal.json").write_text(json.dumps(proof_of(Ruleset.of("resistance", 5), sealed=True)), "utf-8")
    games = "".join(json.dumps(people(number)) + "\n" for number in range(20))
    (desk / "recorded-games.jsonl.gz").write_bytes(gzip.compress(games.encode()))
    with serving(desk / "data"):
        pass
    return desk


@pytest.fixture
def desk(tmp_path: Path, files: Path) -> Path:
    """Those files, to work with."""
    return shutil.copytree(files, tmp_path / "desk", symlinks=True)


def reason_in(table: dict[str, str], text: str) -> str:
    return next((reason for start, reason in table.items() if text.startswith(start)), "")


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.is_shell], ids=ids)
def test_commands_run(block: Block, desk: Path, beside: Path) -> None:
    for command in block.commands():
        if not reason_in(NOT_RUN, command.line.strip()):
            run(command, desk, beside)


def run(command: Command, desk: Path, beside: Path) -> None:
    program, *arguments = command.words
    if program == "make":
        targets = [word for word in arguments if "=" not in word]
        assert subprocess.run(["make", "-n", *targets], cwd=ROOT, capture_output=True, check=False).returncode == 0
    elif program in ("python", "python3") and arguments[:1] == ["-m"]:
        known = said(sys.executable, "-m", arguments[1], "--help")
        assert [word for word in arguments[2:] if word.startswith("--") and word not in known] == []
    elif program == ".venv/bin/pytest":
        paths = [word for word in arguments if word.startswith("tests")]
        assert paths
        assert [path for path in paths if not (ROOT / path).exists()] == []
    else:
        assert program == "turncoat", f"no test runs this: {command.line}; add it to NOT_RUN with the reason"
        run_turncoat(command, arguments, desk, beside)


def said(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_turncoat(command: Command, arguments: list[str], desk: Path, beside: Path) -> None:
    if command.line.startswith(TAKES_LONG):
        return
    for option, value in FEWER.items():
        if option in arguments:
            arguments[arguments.index(option) + 1] = value
    stand_ins = stand_ins_in(desk)
    arguments = [stand_ins.get(word, word) for word in arguments]
    environ = {
        "PATH": f"{TURNCOAT.parent}{os.pathsep}{os.environ['PATH']}",
        "TURNCOAT_DATA": str(desk / "data"),
        "XDG_CACHE_HOME": str(desk / "cache"),
    }
    if command.block.page in TUTORIALS:
        environ["PYTHONPATH"] = os.pathsep.join([str(beside), *sys.path])
    if "serve" in arguments and "--show-settings" not in arguments:
        serve(arguments, desk, english(environ))
        return
    runs = own_process if "PYTHONPATH" in environ else forked
    done = runs(*arguments, cwd=desk, environ=environ)
    assert "Traceback" not in done.stderr
    assert done.returncode == (2 if command.output.startswith("turncoat: ") else 0), done.stderr
    for line in command.output.splitlines():
        assert re.search(pattern_of(line), done.stdout + done.stderr, re.MULTILINE), (line, done.stdout, done.stderr)


def stand_ins_in(desk: Path) -> dict[str, str]:
    """Return the values of the proof on the desk that pages leave open."""
    proof = msgspec.json.decode((desk / "KWFX-deal.json").read_bytes(), type=DealProof)
    assert proof.deal is not None
    return {"7e03…": mark_of(proof.deal, Ruleset.of("resistance", 5)), "2:90ab…": f"2:{proof.deal.hashes[1]}"}


def pattern_of(line: str) -> str:
    """Return the pattern for a line of output. Numbers may differ, and … stands for any text."""
    parts = re.split(r"(\w*…|\d+)", line)
    return "^" + "".join(".*" if "…" in part else r"\d+" if part.isdigit() else re.escape(part) for part in parts) + "$"


def serve(arguments: list[str], desk: Path, environ: dict[str, str]) -> None:
    """Start the server, ask it for its health, and stop it."""
    command = [str(TURNCOAT), *arguments, "--port", "0"]
    with subprocess.Popen(
        command, cwd=desk, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout is not None
        try:
            lines: list[str] = []
            while not (found := re.search(r"http://\S+:\d+", lines[-1] if lines else "")):
                lines.append(server.stdout.readline())
                assert lines[-1], "".join(lines)
            assert httpx.get(f"http://127.0.0.1:{found[0].rpartition(':')[2]}/healthz").status_code == 200
        finally:
            server.terminate()
            server.communicate(timeout=20)


@pytest.mark.timeout(1200)  # the lab's core compiles when it is first used
@pytest.mark.parametrize("page", sorted({block.page for block in BLOCKS if ">>> " in block.text}))
def test_examples_in_python_give_what_the_page_says(page: str) -> None:
    assert doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if block.is_python and block.page not in TUTORIALS], ids=ids
)
def test_code_in_python_runs(block: Block, tmp_path: Path) -> None:
    """tests/project/test_examples.py compares the blocks of the tutorial with the examples."""
    file = tmp_path / "block.py"
    file.write_text(block.text, "utf-8")
    subprocess.run([sys.executable, "-W", "error", file], check=True, timeout=60)


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.is_toml], ids=ids)
def test_toml_is_what_its_reader_takes(block: Block, tmp_path: Path) -> None:
    found = tomllib.loads(block.text)
    if "project" in found:
        assert set(found["project"]["entry-points"]) <= GROUPS
    elif found.get("game") == "hail-hydra":
        house = tomllib.loads(HOUSE.read_text("utf-8"))
        for kind in ("hero", "villain"):
            known = {key for card in house[kind] for key in card}
            assert [card for card in found[kind] if not known >= set(card)] == []
        assert set(found) <= set(house)
    else:
        file = tmp_path / "turncoat.toml"
        file.write_text(block.text, "utf-8")
        done = turncoat("serve", "--config", file, "--show-settings")
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language in ("json", "yaml")], ids=ids)
def test_data_can_be_read(block: Block) -> None:
    assert yaml.safe_load(block.text)  # JSON is YAML too


def is_tree(block: Block) -> bool:
    return block.text.splitlines()[0].endswith("/")


@pytest.mark.parametrize("block", [block for block in BLOCKS if is_tree(block)], ids=ids)
def test_a_tree_of_files_is_the_one_in_the_repository(block: Block) -> None:
    top = ROOT / "lab" if block.page.startswith("lab/") else ROOT
    folders: list[tuple[int, Path]] = []
    for line in block.text.splitlines():
        depth, name = len(line) - len(line.lstrip()), line.split()[0]
        folders = [(at, folder) for at, folder in folders if at < depth]
        path = (folders[-1][1] if folders else top) / name.rstrip("/")
        assert list(path.parent.glob(path.name)), line
        folders.append((depth, path))


def test_every_block_is_looked_at() -> None:
    left = [
        str(block)
        for block in BLOCKS
        if not (block.is_shell or block.is_python or block.is_toml or is_tree(block))
        and block.language not in ("json", "yaml")
        and ">>> " not in block.text
        and not reason_in(SHOWN, block.text)
    ]
    assert left == [], "run it in a test, or add it to SHOWN with the reason"
