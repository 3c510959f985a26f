"""The load driver plays whole games, and notices when a server loses or repeats an update, or leaks a secret."""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import MAX_WBITS, decompress

import msgspec
import pytest

from bench.load.drive import measure
from bench.load.play import Load
from bench.load.ratios import table
from bench.load.server import CannotMeasure, Cores, two_cores
from tests.bench.meddling import Meddle, meddling
from tests.plugins.postgres import Postgres
from turncoat.kernel.rulesets import Ruleset
from turncoat.web.updates.messages import Changes, piece, raw

ROOT = Path(__file__).parent.parent.parent
TWO = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1
needs_two_cores = pytest.mark.skipif(not TWO, reason="server and driver each need a core")


def load(tables: int = 1, *, pages: bool = False, game: str = "resistance", patience: float = 4.0) -> Load:
    """Configure a short run in which each table plays its current game to the end."""
    ruleset = Ruleset.of(game, 5)
    return Load(tables, 0.5, 0.0, ruleset, pages, warm=0.0, hold=0.02, settle=0.0, patience=patience)


def run(*arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", "--tables", "2", "--seconds", "1", "--warm", "0", "--json", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.sweep
@needs_two_cores
@pytest.mark.parametrize("arguments", [("--pause", "0.01", "--prefer", "approve=0.9"), ("--pages",)])
def test_a_run_reports_consistent_figures(arguments: tuple[str, ...]) -> None:
    found = run(*arguments)
    wanted = ("moves_per_second", "p50_ms", "p90_ms", "p99_ms", "max_ms", "cpu_ms_per_move", "memory_mb")
    assert all(found[key] > 0 for key in (*wanted, "bytes_per_update", "frames", "driver_busy", "server_busy")), found
    assert found["p50_ms"] <= found["p90_ms"] <= found["p99_ms"] <= found["max_ms"]
    assert found["faults"] == 0
    assert found["choices_checked"] >= found["moves"] > 0
    assert found["updates_checked"] >= found["choices_checked"]


@needs_two_cores
@pytest.mark.parametrize(
    ("game", "pages"),
    [
        *(pytest.param(game, False, marks=pytest.mark.sweep) for game in ("hail-hydra", "winter-soldier")),
        ("winter-soldier", True),
    ],
)
def test_the_load_driver_plays_whole_games_of_every_kind(game: str, pages: bool) -> None:
    plays_whole_games(game, pages=pages)


@needs_two_cores
@pytest.mark.sweep
def test_the_load_driver_plays_whole_games_on_the_largest_pages() -> None:
    plays_whole_games("hail-hydra", pages=True)


def plays_whole_games(game: str, *, pages: bool) -> None:
    found = measure(load(pages=pages, game=game, patience=60.0))
    assert found.faults == 0, found.examples
    assert found.choices_checked > 0


class Once:
    """Tampers with a single text: the first of a kind, after a number of others."""

    def __init__(self, is_meant: Callable[[bytes], bool], instead: Meddle, after: int = 8) -> None:
        self.is_meant, self.instead, self.left = is_meant, instead, after
        self.done = False

    def __call__(self, text: bytes) -> list[bytes]:
        if self.done or not self.is_meant(text):
            return [text]
        self.left -= 1
        if self.left > 0:
            return [text]
        self.done = True
        return self.instead(text)


def has_events(text: bytes) -> bool:
    return text.startswith(b'{"type":"update"') and b'"events":[]' not in text and b'"result":null' in text


def announces(text: bytes) -> bool:
    return is_update(text) and any(one.id.startswith("e") for one in piece_of(text).announcements)


def is_update(text: bytes) -> bool:
    """Return whether the text is an update for a seat, with public parts and private ones."""
    return b'"packed":[' in text and len(msgspec.json.decode(text)["packed"]) == 2


def piece_of(text: bytes, number: int = 0) -> Changes:
    packed = msgspec.json.decode(text)["packed"][number]
    return msgspec.json.decode(decompress(b64decode(packed), wbits=-MAX_WBITS), type=Changes)


def with_piece(text: bytes, number: int, changes: Changes) -> list[bytes]:
    message = msgspec.json.decode(text)
    message["packed"][number] = msgspec.json.decode(piece(changes, packs=True))
    return [msgspec.json.encode(message)]


def lose(text: bytes) -> list[bytes]:
    return []


def lose_events(text: bytes) -> list[bytes]:
    message = msgspec.json.decode(text)
    message["events"] = []
    return [msgspec.json.encode(message)]


def lose_announcements(text: bytes) -> list[bytes]:
    return with_piece(text, 0, msgspec.structs.replace(piece_of(text), announcements=()))


def repeat(text: bytes) -> list[bytes]:
    return [text, text]


def tell_a_role(text: bytes) -> list[bytes]:
    told = text.replace(b'"events":[', b'"events":[{"event":"RoleDealt","seat":4,"role":"spy"},', 1)
    return [told.replace(b"." * (len(told) - len(text)), b"", 1)]


def swell(text: bytes) -> list[bytes]:
    return [text.replace(b'"pad":"', b'"pad":".', 1)]


def tell_on_the_page(text: bytes) -> list[bytes]:
    own = piece_of(text, -1)
    mine = msgspec.json.decode(own.parts["own-seat"], type=str) + "<!-- seat 4: spy -->"
    return with_piece(text, -1, msgspec.structs.replace(own, parts=own.parts | {"own-seat": raw(mine)}))


def noticed(load: Load, once: Once, fault: str) -> None:
    found = measure(load, lambda server: meddling(server, once))
    assert once.done, "nothing was meddled with"
    assert found.faults >= 1
    assert any(fault in example for example in found.examples), found.examples


NOT_SEEN = "is not what the seat could see next"


@needs_two_cores
@pytest.mark.parametrize(
    ("instead", "fault"),
    [
        # a client that waits for it waits forever
        pytest.param(lose, "the last update did not come", marks=pytest.mark.sweep),
        (lose_events, NOT_SEEN),
        pytest.param(repeat, NOT_SEEN, marks=pytest.mark.sweep),
        pytest.param(tell_a_role, NOT_SEEN, marks=pytest.mark.sweep),
        (swell, "updates of different sizes"),
    ],
)
def test_wrong_updates_to_programs_are_noticed(instead: Meddle, fault: str) -> None:
    noticed(load(), Once(has_events, instead), fault)


@pytest.mark.sweep
@needs_two_cores
@pytest.mark.parametrize("instead", [lose_announcements, repeat])
def test_wrong_announcements_on_pages_are_noticed(instead: Meddle) -> None:
    noticed(load(pages=True), Once(announces, instead), "things were announced")


@needs_two_cores
def test_a_secret_on_a_page_is_noticed() -> None:
    def every(text: bytes) -> list[bytes]:
        return tell_on_the_page(text) if is_update(text) else [text]

    found = measure(load(pages=True), lambda server: meddling(server, every))
    assert any("not what its seat may see" in example for example in found.examples), found.examples


@needs_two_cores
@pytest.mark.sweep
def test_a_choice_applied_twice_is_noticed() -> None:
    noticed(load(), Once(lambda text: text.startswith(b'{"type":"accepted"'), repeat), "was taken twice")


@pytest.mark.sweep
@needs_two_cores
def test_a_missing_update_is_noticed() -> None:
    def every(text: bytes) -> list[bytes]:
        return [] if b'"result":{' in text else [text]

    found = measure(load(), lambda server: meddling(server, every))
    assert any("the last update did not come" in example for example in found.examples), found.examples
    assert any("nothing happens any more" in example for example in found.examples), found.examples


def test_measurements_need_two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {5}, raising=False)
    with pytest.raises(CannotMeasure, match="each need a core"):
        two_cores()
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {7, 2, 5}, raising=False)
    assert two_cores() == Cores(2, 5)


def test_alternating_runs_are_compared_by_ratio() -> None:
    ours = {
        "moves_per_second": 30.0, "cpu_ms_per_move": 0.5, "p50_ms": 2.0, "p99_ms": 8.0, "max_ms": 9.0,
        "memory_mb": 100.0, "bytes_per_update": 4000, "faults": 0,
    }  # fmt: skip
    theirs = {
        "movesPerSec": 60.0, "serverCpu": 0.06, "p50": 1.0, "p99": 4.0, "max": 9.0, "serverRssMB": 100.0,
        "meanUpdateBytes": 1000,
    }  # fmt: skip
    said = table([f"turncoat {json.dumps(ours)}", f"peer {json.dumps(theirs)}"])
    quotients = {line.split()[0]: float(line.split()[3]) for line in said[1:]}
    assert quotients["moves_per_second"] == 0.5
    assert quotients["cpu_ms_per_move"] == 0.5
    assert quotients["bytes_per_update"] == 4.0


def test_a_comparison_without_node_says_so(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text("exit 1\n", encoding="utf-8")
    (tmp_path / "bin").mkdir()
    for name in ("bash", "dirname"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    done = subprocess.run(
        ["bench/compare.sh", str(tmp_path)],
        cwd=ROOT,
        env={"PATH": str(tmp_path / "bin")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "needs Node" in done.stderr


@pytest.mark.sweep
@needs_two_cores
def test_tables_are_spread_over_servers_of_one_store(postgres: Postgres) -> None:
    shared = msgspec.structs.replace(load(2), store=postgres.database(), servers=2)
    found = measure(shared)
    assert (found.faults, found.examples) == (0, ())
    assert found.games + found.moves > 0
