"""The compiled core for these tests: compiled once for all workers, and kept between runs."""

import fcntl
import os

import pytest


@pytest.fixture(scope="session")
def core() -> None:
    """Compile the core, or wait until another worker has: it takes a minute, and what is compiled is found by all."""
    from turncoat.kernel.rulesets import Ruleset
    from turncoat.lab.batch.compiler import FOLDER
    from turncoat.lab.batch.engine import outcomes_of, told_games

    assert os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ruleset = Ruleset.of("resistance", 5)
        outcomes_of(ruleset, "x", 0, 1)
        list(told_games(ruleset, "x", 0, 1))
