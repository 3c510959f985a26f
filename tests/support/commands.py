"""Runs of the real command, in this process or, where the process itself matters, in a separate one."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.support.forking import Forked
from turncoat.cli import language, main

TURNCOAT = Path(sys.executable).with_name("turncoat")
SECONDS = 60
LANGUAGE = {"PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "TURNCOAT_LANGUAGE": ""}
"""Environment that makes the command speak English, whatever the machine's language."""
ENGLISH = {**os.environ, **LANGUAGE}


def english(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the current environment, set to English, with additional variables."""
    return {**os.environ, **LANGUAGE, **(environ or {})}


class Memory(io.RawIOBase):
    """A binary stream that records everything written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        self.written.append(bytes(data))
        return len(data)


@contextmanager
def other_main() -> Iterator[None]:
    """Replace the main module for a while, since help would otherwise name pytest.

    Modules imported meanwhile stay imported, because processes pickle their classes.
    """
    before = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = before


def own_process(
    *arguments: object, stdin: str = "", cwd: Path | None = None, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in a new process, and return its status and output."""
    return subprocess.run(
        [TURNCOAT, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        cwd=cwd,
        env=english(environ),
        check=False,
    )


def forked(
    *arguments: object, stdin: str = "", cwd: Path | None = None, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process forked after importing the package.

    For commands whose effects outlive them, such as loaded chapters and card sets.
    """
    command = [str(TURNCOAT), *map(str, arguments)]
    code = "from turncoat.cli import main; main()"
    process = Forked(code, command, english(environ), stdin=stdin, folder=cwd)
    said, complained = process.communicate(timeout=SECONDS)
    return subprocess.CompletedProcess(command, process.returncode or 0, said, complained)


def turncoat(
    *arguments: object,
    stdin: str = "",
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
    stdin_encoding: str = "utf-8",
    out: io.TextIOWrapper | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, which saves half a second of startup. `out` replaces its standard output."""
    raw = Memory(), Memory()
    said, complained = (io.TextIOWrapper(io.BufferedWriter(one), encoding=encoding) for one in raw)
    command = [str(TURNCOAT), *map(str, arguments)]
    with (
        patch.object(sys, "argv", command),
        other_main(),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode(stdin_encoding)), encoding="utf-8")),
        patch.dict(os.environ, english(environ)),
        patch.object(language, "_chosen", "en"),  # the language chosen by a command doesn't leak into other tests
        chdir(cwd or Path.cwd()),
        redirect_stdout(out or said),
        redirect_stderr(complained),
    ):
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
            texts = (b"".join(one.written).decode(encoding) for one in raw)
            return subprocess.CompletedProcess(command, status, *texts)
    raise AssertionError("a command ends with a status")


def refused(*arguments: object, status: int = 2) -> str:
    """Check that the command refuses with this status and one line on stderr, and return the line."""
    done = turncoat(*arguments)
    assert done.returncode == status, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]
