"""A Chromium, a server, and people who play with them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.playing import Tab
from tests.browser.recorded import PREPARED
from tests.plugins.chromium import QUIET_FLAGS
from tests.web.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), pause=0.0) as running:
        yield running


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for games from records."""
    with serving(tmp_path_factory.mktemp("prepared"), code=PREPARED) as running:
        yield running


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        yield running
        running.close()


@pytest.fixture
def tabs(browser: Browser, server: Server) -> Iterator[list[Tab]]:
    """The tabs that a test opens; each is a browser of its own. None may have complained in its console."""
    opened: list[Tab] = []
    yield opened
    complaints = [complaint for tab in opened for complaint in tab.complaints]
    for tab in opened:
        tab.close()
    assert complaints == []
