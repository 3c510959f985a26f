"""A short soak test: tables come and go, nothing goes wrong, and memory stays within bounds."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux what a process uses")
def test_a_server_with_changing_tables_does_not_grow() -> None:
    arguments = ["--tables", "6", "--seconds", "5", "--pause", "0.05", "--growth", "30"]
    command = [sys.executable, "-m", "bench.soak", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["faults"] == {}
    assert figures["games"] > 0
