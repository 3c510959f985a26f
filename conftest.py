"""What all tests share: the project's pytest plugins, and the event loop that async tests run on."""

import gc
from collections.abc import Generator

import pytest

pytest_plugins = [
    "pytester",
    "tests.plugins.bots",
    "tests.plugins.caddy",
    "tests.plugins.chance",
    "tests.plugins.chromium",
    "tests.plugins.core",
    "tests.plugins.clauses",
    "tests.plugins.postgres",
    "tests.plugins.sweep",
]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests (`@pytest.mark.anyio`) run on asyncio, which is what the server runs on."""
    return "asyncio"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """No test has an example in its docstrings, and to look for them takes seconds."""
    return [one for one in (yield) if type(one) is pytest.Module]


def pytest_collection_finish() -> None:
    """What was collected stays to the end: to look for garbage among it again and again would take seconds."""
    gc.collect()
    gc.freeze()
