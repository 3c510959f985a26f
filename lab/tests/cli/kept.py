"""What commands of the laboratory keep between runs."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.commands import TURNCOAT, english, own_process


def files(kept: Path) -> list[Path]:
    """The files with results; those that are being written have names that begin with a dot."""
    return sorted(file for file in kept.rglob("*") if file.is_file() and not file.name.startswith("."))


def times(kept: Path) -> dict[Path, int]:
    """The files with results, and when each was written."""
    return {file: file.stat().st_mtime_ns for file in files(kept)}


def resumed(command: Sequence[str], kept: Path, jobs: int) -> str:
    """What a command prints that goes on after it was killed: it takes what was kept as it is, and prints the same as
    one process that finds nothing."""
    process = subprocess.Popen(
        [TURNCOAT, *command, "--jobs", str(jobs)], stdout=subprocess.DEVNULL, start_new_session=True, env=english()
    )
    try:
        while not files(kept):
            assert process.poll() is None
            time.sleep(0.01)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    before = times(kept)
    done = own_process(*command, "--jobs", jobs)
    after = times(kept)
    assert after.items() >= before.items()
    for file in after:
        file.unlink()
    assert own_process(*command, "--jobs", 1).stdout == done.stdout
    return done.stdout
