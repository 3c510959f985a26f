"""No policy of the batch core gets anything that its seat may not know, and any single peek is noticed."""

import os
import subprocess
import sys

import pytest

from lab.tests.batch.peeking import PEEKS

PARTS = 24
"""Number of parts into which the rulesets are split."""
OFTEN = (7,)
"""The part that every run checks. The sweep checks all."""
FOUND_SOON = (0, 2)
"""Peeks that every run plants: a seat that knows too much, and a secret in the public record."""


def look(*arguments: int) -> subprocess.CompletedProcess[str]:
    """Check every ruleset of a part, with or without a planted peek."""
    return subprocess.run(
        [sys.executable, "-m", "lab.tests.batch.peeking", *map(str, arguments)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


@pytest.mark.parametrize("part", [pytest.param(n, marks=() if n in OFTEN else pytest.mark.sweep) for n in range(PARTS)])
def test_policies_act_alike_on_indistinguishable_deals(part: int) -> None:
    done = look(part, PARTS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.split()[0]) > 50


@pytest.mark.parametrize(
    "peek", [pytest.param(n, marks=() if n in FOUND_SOON else pytest.mark.sweep) for n in range(len(PEEKS))]
)
def test_a_planted_peek_is_noticed(peek: int) -> None:
    done = look(0, 3, peek)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "differs with" in done.stdout
