"""The comparison with the kernel notices a fault in any line of the batch core."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.tests.batch.faults import FAULTS, ROOT, Planted

OFTEN = (0, 12, 18)
"""Faults that every run plants. The sweep plants all."""


def is_noticed(number: int) -> str:
    """Return the kernel's message about a planted fault."""
    done = subprocess.run(
        [sys.executable, "-m", "lab.tests.batch.faults", str(number)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 1, f"{FAULTS[number]}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=() if n in OFTEN else pytest.mark.sweep) for n in range(len(FAULTS))]
)
def test_a_planted_fault_is_noticed(number: int) -> None:
    assert is_noticed(number)


def test_a_planted_fault_stays_in_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would cache the faulty bytecode, and every later program would play with it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    fault = FAULTS[0]
    Planted("planted", str(ROOT / fault.file), fault).get_code("planted")
    assert list(tmp_path.rglob("*.pyc")) == []
