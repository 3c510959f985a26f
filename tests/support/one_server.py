"""Session-wide server for tests that don't need one of their own. Each test opens its own tables on it."""

from collections.abc import Iterator

import pytest

from tests.support.serving import VISITORS, Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(autouse=True)
def visitors_go_home() -> Iterator[None]:
    yield
    while VISITORS:
        VISITORS.pop().close()
