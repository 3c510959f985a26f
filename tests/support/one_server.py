"""One server for all tests that need no more than one: each has tables of its own there."""

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
