"""A Chromium, a server, and people who play with them, shared by all tests but isolated from one another."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.plugins.chromium import QUIET_FLAGS
from tests.support.galleries import serve_gallery
from tests.support.one_server import server as server
from tests.support.one_server import visitors_go_home as visitors_go_home
from tests.support.playing import Tab, close
from tests.support.recorded import PREPARED
from tests.support.serving import Server, serving
from tools.screens import Gallery


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for games from records."""
    with serving(tmp_path_factory.mktemp("prepared"), code=PREPARED) as running:
        yield running


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """Address of the fixtures' pages."""
    with serve_gallery(Gallery) as shown:
        yield shown


@pytest.fixture(scope="package")  # no longer, since nothing else may run an event loop while playwright runs
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        yield running
        running.close()


@pytest.fixture(autouse=True)
def _nothing_stays_open(browser: Browser) -> Iterator[None]:
    """Closes every page, since one left open would keep working beside later tests."""
    yield
    for context in browser.contexts:
        for page in context.pages[:1]:
            close(page)


@pytest.fixture
def tabs(browser: Browser, server: Server) -> Iterator[list[Tab]]:
    """The tabs that a test opens, each a browser of its own. None may have logged errors in its console."""
    opened: list[Tab] = []
    yield opened
    complaints = [complaint for tab in opened for complaint in tab.complaints]
    for tab in opened:
        tab.close()
    assert complaints == []
