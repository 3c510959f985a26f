"""The list of open tables in a browser: a host opens a table to anybody, and a stranger sits down."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible
from tests.support.serving import SERVE, Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
QUICK = "from turncoat.table.runtime import open_tables\nopen_tables.INTERVAL = open_tables.READ_AFTER = 0.05\n" + SERVE
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
"""Makes the page look at the list at once, as if somebody came back to it."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that looks at its tables more often."""
    with serving(tmp_path_factory.mktemp("data"), code=QUICK) as server:
        yield server


def until_listed(tab: Tab, count: int) -> None:
    """Let the page look at the list until it has that many tables."""
    tables = tab.page.locator(".open-table")
    for _ in range(400):
        if tables.count() == count:
            break
        tab.page.evaluate(LOOK)
        tab.page.wait_for_timeout(100)
    expect(tables).to_have_count(count)


def test_a_stranger_finds_an_open_table_and_sits_down(browser: Browser, quick: Server) -> None:
    ola, max_ = Tab(browser, quick.url, DESK), Tab(browser, quick.url, PHONE)
    max_.page.goto("/")
    max_.page.get_by_role("link", name="Open tables").click()
    expect(max_.page.get_by_text("No table is open right now")).to_be_visible()
    assert_accessible(max_.page)
    code = ola.open_table("Ola")
    ola.is_live()
    ola.page.locator("#anybody > summary").click()
    ola.page.locator("#set-open").check()
    until_listed(max_, 1)
    expect(max_.page.locator("#say-status")).to_have_text("The list has changed.")
    table = max_.page.locator(".open-table")
    expect(table).to_contain_text("Ola")
    expect(table).to_contain_text("You can take a seat")
    assert_accessible(max_.page)
    assert max_.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Whoever is on the list with the keyboard stays there when it changes.
    table.focus()
    ola.page.locator("#players-7").check()
    for _ in range(400):
        if "7 players" in table.inner_text():
            break
        max_.page.evaluate(LOOK)
        max_.page.wait_for_timeout(100)
    expect(table).to_be_focused()
    max_.page.keyboard.press("Enter")
    max_.page.wait_for_url(f"**/t/{code}")
    max_.is_live()
    max_.page.locator("#sit-name").fill("Max")
    max_.page.get_by_role("button", name="Sit down").click()
    expect(max_.page.get_by_text("Open to anybody: this table is on the list")).to_be_visible()
    ola.page.locator("#set-open").uncheck()
    expect(max_.page.get_by_text("Open to anybody: this table is on the list")).to_have_count(0)
    eve = Tab(browser, quick.url, PHONE)
    eve.page.goto("/open")
    until_listed(eve, 0)
    for tab in (ola, max_, eve):
        assert tab.complaints == []
        tab.close()


def test_a_table_is_opened_from_the_list_without_scripts(browser: Browser, quick: Server) -> None:
    ola = Tab(browser, quick.url, PHONE, java_script_enabled=False)
    ola.page.goto("/open")
    expect(ola.page.get_by_role("link", name="Look again")).to_be_visible()
    ola.page.get_by_label("Your name").fill("Ola")
    ola.page.get_by_role("button", name="Open a table").click()
    expect(ola.page.locator("#set-open")).to_be_checked()
    ola.close()
