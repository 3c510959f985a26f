"""Runs the real command: in its own process, or, for tests that need it often, in this one."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from turncoat.cli import main

TURNCOAT = Path(sys.executable).with_name("turncoat")
SECONDS = 60
ENGLISH = {**os.environ, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", "TURNCOAT_LANGUAGE": ""}
"""An environment in which the command speaks English, whatever language the machine is set to."""


def turncoat(
    *arguments: object, stdin: str = "", cwd: Path | None = None, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The finished command: its status, and what it said."""
    return subprocess.run(
        [TURNCOAT, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        cwd=cwd,
        env={**ENGLISH, **(environ or {})},
        check=False,
    )


def in_this_process(*arguments: object) -> tuple[int, str]:
    """What the command said, and its status. A process of its own takes a second to begin."""
    said = io.StringIO()
    with (
        patch.object(sys, "argv", [str(TURNCOAT), *map(str, arguments)]),
        patch.dict(os.environ, ENGLISH),
        redirect_stdout(said),
        redirect_stderr(said),
    ):
        try:
            main()
        except SystemExit as ended:
            return int(ended.code or 0), said.getvalue()
    raise AssertionError("a command ends with a status")


def refused(*arguments: object, status: int = 2) -> str:
    """The one line by which the command refuses."""
    done = turncoat(*arguments)
    assert done.returncode == status, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]
