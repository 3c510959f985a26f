"""Fixtures of the lab's tests: the project's pytest plugins, and the compiled core, which is cached between runs."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.plugins import PLUGINS

pytest_plugins = PLUGINS
COMPILING = 1200
"""Timeout in seconds of a test with the core. On a busy machine, compiling takes minutes, which count as the test's."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if {"core", "lockstep"} & {*getattr(item, "fixturenames", ())} and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(COMPILING))


@pytest.fixture(scope="session")
def core() -> None:
    """Compile the core, or wait until another worker has: it takes minutes, and all workers share the result."""
    from turncoat.kernel.rulesets import Ruleset
    from turncoat_lab.batch.engine import logged_games, outcomes_of

    with one_at_a_time("lock"):
        ruleset = Ruleset.of("resistance", 5)
        outcomes_of(ruleset, "x", 0, 1)
        list(logged_games(ruleset, "x", 0, 1))


@pytest.fixture(scope="session")
def lockstep() -> None:
    """Compile the games in lock-step, in the same way."""
    from turncoat.kernel.rulesets import Ruleset
    from turncoat_lab.vector_env import BatchVectorEnv

    with one_at_a_time("lockstep"):
        BatchVectorEnv(Ruleset.of("resistance", 5), 1).reset(seed=1)


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Hold the lock of that name in the folder of compiled code."""
    from turncoat_lab.batch.compiler import FOLDER

    assert os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
    with (FOLDER / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
