"""A fault in one line of the batch core is noticed by the comparison with the kernel."""

import os
import subprocess
import sys

import pytest

from tests.lab.batch.faults import FAULTS

OFTEN = (0, 12, 18)
"""What is planted in every run; the sweep plants all."""


def is_noticed(number: int) -> str:
    """What the kernel says of a planted fault."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.batch.faults", str(number)],
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
