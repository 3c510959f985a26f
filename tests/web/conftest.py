"""One server for the tests of a file, which change nothing of each other's."""

from collections.abc import Iterator

import pytest

from tests.web.serving import VISITORS, Server, serving
from tests.web.worlds import worlds as worlds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(autouse=True)
def _visitors_go_home() -> Iterator[None]:
    yield
    while VISITORS:
        VISITORS.pop().close()
