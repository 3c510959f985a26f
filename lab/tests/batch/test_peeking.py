"""No policy of the batch core gets anything that its seat may not know, and a peek at one role is noticed."""

import os
import subprocess
import sys

import pytest

from lab.tests.batch.peeking import PEEKS

PARTS = 24
"""Into how many parts the rulesets are cut."""
OFTEN = (7,)
"""The part that is looked at in every run; the sweep looks at all."""
FOUND_SOON = (0, 2)
"""The peeks that are planted in every run: of a seat that knows too much, and of a secret on the table."""


def look(*arguments: int) -> subprocess.CompletedProcess[str]:
    """Look at every ruleset of a part, with a peek planted or without."""
    return subprocess.run(
        [sys.executable, "-m", "lab.tests.batch.peeking", *map(str, arguments)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


@pytest.mark.parametrize("part", [pytest.param(n, marks=() if n in OFTEN else pytest.mark.sweep) for n in range(PARTS)])
def test_deals_that_look_alike_give_a_policy_the_same(part: int) -> None:
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
