"""What all tests share: the project's pytest plugins, and the event loop that async tests run on."""

import pytest

pytest_plugins = [
    "pytester",
    "tests.plugins.chance",
    "tests.plugins.chromium",
    "tests.plugins.clauses",
    "tests.plugins.sweep",
]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests (`@pytest.mark.anyio`) run on asyncio, which is what the server runs on."""
    return "asyncio"
