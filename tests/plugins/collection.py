"""What is collected, and what all tests share: the event loop that async tests run on."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests (`@pytest.mark.anyio`) run on asyncio, which is what the server runs on."""
    return "asyncio"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """No test has an example in its docstrings, and to look for them takes seconds."""
    collected = yield
    return [one for one in collected if type(one) is pytest.Module] if "tests" in file_path.parts else collected


def pytest_collection_finish() -> None:
    """What was collected stays to the end: to look for garbage among it again and again would take seconds."""
    gc.collect()
    gc.freeze()
