"""Results that commands of the laboratory cache between runs."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.support.commands import TURNCOAT, english, own_process


def files(kept: Path) -> list[Path]:
    """Return the result files. Names that begin with a dot are of files still being written."""
    return sorted(file for file in kept.rglob("*") if file.is_file() and not file.name.startswith("."))


def times(kept: Path) -> dict[Path, int]:
    """Return the result files with their modification times."""
    return {file: file.stat().st_mtime_ns for file in files(kept)}


def resumed(command: Sequence[str], kept: Path, jobs: int) -> str:
    """Kill a command, resume it, and return its output.

    The resumed run must use the cached results unchanged, and print the same as one process without a cache.
    """
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
