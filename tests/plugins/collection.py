"""Collection of tests, and the event loop that all async tests run on."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Backend of async tests (`@pytest.mark.anyio`): asyncio, as on the server."""
    return "asyncio"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Skip doctests in the tests' own modules, which have none and take seconds to search."""
    collected = yield
    return [one for one in collected if type(one) is pytest.Module] if "tests" in file_path.parts else collected


def pytest_collection_finish() -> None:
    """Freeze everything collected, which lives to the end and would cost seconds of garbage collection."""
    gc.collect()
    gc.freeze()
