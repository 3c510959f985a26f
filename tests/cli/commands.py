"""Runs the real command in its own process."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

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


def refused(*arguments: object, status: int = 2) -> str:
    """The one line by which the command refuses."""
    done = turncoat(*arguments)
    assert done.returncode == status, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]
