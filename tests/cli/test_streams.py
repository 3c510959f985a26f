"""Commands work in every encoding, and even if no output can be written."""

import codecs
import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import typer

from tests.support.commands import ENGLISH, TURNCOAT, turncoat
from tests.support.deal_proofs import proof_of
from tests.support.paths import GAME, HOUSE
from tests.support.serving import free_port, serving
from turncoat.cli.app import app
from turncoat.cli.streams import CLOSEST
from turncoat.kernel.rulesets import Ruleset

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="streams are closed as a shell does it")
ENCODINGS: Final = ("cp1252", "cp437", "ascii")
COMMANDS: Final[dict[str, tuple[object, ...]]] = {
    "serve": ("--show-settings", "--data", "{data}"),
    "backup": ("{new}/żółw.backup", "--data", "{data}", "--replace"),
    "restore": ("{new}/żółw.backup", "--data", "{data}", "--replace"),
    "move-store": ("{data}", "{data}"),
    "reset-key": ("--data", "{data}"),
    "play": ("--seed", "1", "--name", "Żółw"),
    "games": (),
    "script": ("resistance", "--players", 7),
    "kit": ("resistance", "--players", 5, "--out", "{data}"),
    "simulate": ("resistance", "--players", 5, "--games", 2, "--json"),
    "arena": ("resistance", "--players", 5, "--bots", "żółw"),
    "fair": ("{new}/proof.json",),
    "record check": (GAME,),
    "record show": (GAME,),
    "record explain": (GAME,),
    "cards check": (HOUSE,),
    "lab": ("value", "--players", 5),
}
"""Every command, with arguments for which it soon prints a result or an error."""
CHANGING: Final = ("restore", "simulate")
"""Commands whose output varies."""


def leaves(group: Any, names: tuple[str, ...] = ()) -> Iterator[str]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, (*names, name))
        else:
            yield " ".join((*names, name))


def test_output_is_tested_for_every_command() -> None:
    assert sorted(leaves(typer.main.get_command(app))) == sorted(COMMANDS)


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data directory of a stopped server."""
    folder = tmp_path_factory.mktemp("left") / "data"
    with serving(folder):
        pass
    return folder


@pytest.fixture
def folders(left: Path, tmp_path: Path) -> dict[str, Path]:
    data = tmp_path / "data"
    shutil.copytree(left, data)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "proof.json").write_text(json.dumps(proof_of(Ruleset.of("resistance", 5))), encoding="utf-8")
    assert turncoat("backup", tmp_path / "new" / "żółw.backup", "--data", data).returncode == 0
    return {"data": data, "new": tmp_path / "new"}


def called(name: str, folders: dict[str, Path]) -> list[str]:
    return [*name.split(), *(str(one).format(**folders) for one in COMMANDS[name])]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", COMMANDS)
def test_unencodable_characters_are_replaced(name: str, language: str, folders: dict[str, Path]) -> None:
    arguments, environ = called(name, folders), {"TURNCOAT_LANGUAGE": language}
    whole = turncoat(*arguments, stdin="l\nq\n", environ=environ)
    assert whole.stdout or whole.stderr
    for encoding in ENCODINGS:
        done = turncoat(*arguments, stdin="l\nq\n", environ=environ, encoding=encoding)
        assert done.returncode == whole.returncode
        assert len(done.stdout.splitlines()) == len(whole.stdout.splitlines())
        if name not in CHANGING:
            assert done.stdout == whole.stdout.encode(encoding, CLOSEST).decode(encoding)
            assert done.stderr == whole.stderr.encode(encoding, "backslashreplace").decode(encoding)


class Failing(io.RawIOBase):
    """A file that cannot be written to."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        raise OSError(self.code, os.strerror(self.code))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_works_even_if_its_output_cannot_be_written(name: str, folders: dict[str, Path]) -> None:
    arguments = called(name, folders)
    whole = turncoat(*arguments, stdin="q\n")
    for code in (errno.ENOSPC, errno.EPIPE, errno.EIO):
        out = io.TextIOWrapper(io.BufferedWriter(Failing(code)), encoding="utf-8")
        before = {file: file.stat().st_mtime_ns for file in folders["new"].iterdir()}
        done = turncoat(*arguments, stdin="q\n", out=out)
        lost = [f"turncoat: not all of the output could be written: {os.strerror(code)}"] * (code != errno.EPIPE)
        if whole.stdout:
            assert done.returncode == (whole.returncode or 1)
            assert done.stderr.splitlines() == [*whole.stderr.splitlines(), *lost]
        else:
            assert (done.returncode, done.stderr) == (whole.returncode, whole.stderr)
        if name == "backup":
            assert {file: file.stat().st_mtime_ns for file in folders["new"].iterdir()} != before


def test_replacements_are_the_closest_ascii_characters() -> None:
    assert "„Zażółć” – 2 × ±3 → …".encode("ascii", CLOSEST) == b'"Zazolc" - 2 x +-3 -> ...'
    assert "🩷 \udcff é".encode("ascii", CLOSEST) == b"? ? e"
    with pytest.raises(UnicodeDecodeError):
        codecs.decode(b"\xff", "ascii", CLOSEST)


def shell(command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    line = f'exec "{TURNCOAT}" {command}'
    return subprocess.run(
        ["/bin/sh", "-c", line],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
        check=False,
        env={**ENGLISH, "PYTHONUTF8": "0", **environ},
    )


def test_commands_work_with_closed_or_full_streams(tmp_path: Path) -> None:
    for streams, status in ((">&-", 0), (">/dev/full", 1), (">&- 2>&- <&-", 0), ("2>&-", 0), ("2>/dev/full", 0)):
        done = shell(f"games {streams}")
        assert (done.returncode, "Traceback" in done.stderr) == (status, False), streams
    assert shell("games >/dev/full", PYTHONUNBUFFERED="1").returncode == 1
    assert shell("record show nothing 2>/dev/full").returncode == 1
    done = shell("play <&-")
    assert (done.returncode, done.stderr) == (0, "")
    for encoding, command in (("cp1252", f"record show {GAME}"), ("cp437", "play </dev/null")):
        done = shell(command, PYTHONIOENCODING=encoding, TURNCOAT_LANGUAGE="pl")
        assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "typed").write_bytes(b"\xff\nq\n")
    done = shell(f'play <"{tmp_path / "typed"}"', PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("streams", "encoding"),
    [(">&-", "utf-8"), (">/dev/full", "utf-8"), (">&- 2>&- <&-", "utf-8"), (">/dev/full 2>/dev/full", "cp437")],
)
def test_a_server_runs_even_if_its_output_is_lost(tmp_path: Path, streams: str, encoding: str) -> None:
    port = free_port()
    command = f'exec "{TURNCOAT}" serve --port {port} --data "{tmp_path}" --lan {streams}'
    process = subprocess.Popen(
        ["/bin/sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**ENGLISH, "PYTHONIOENCODING": encoding, "TURNCOAT_LANGUAGE": "pl"},
    )
    try:
        client = httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=60, follow_redirects=True)
        with client:
            assert client.get(f"http://127.0.0.1:{port}/healthz").json()["status"] == "ok"
            answer = client.post(f"http://127.0.0.1:{port}/api/v1/tables", json={"name": "Robot"})
            assert answer.status_code == 201, "its files and sockets are not standard streams"
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
