"""A rule mentioned on a page opens over the page."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.accessible import axe_faults
from tests.support.playing import DESK, PHONE, close, tab_of
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.mark.sweep
@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
def test_a_rule_opens_over_the_page_and_closes_again(browser: Browser, server: Server, size: ViewportSize) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    tab = tab_of(browser, ola, size)
    page = tab.page
    page.goto(server.url + ola.path)
    dialog = page.locator("#rule-dialog")
    expect(dialog).to_be_hidden()
    link = page.locator(".turn-line a.rule")  # somebody is asked soon: to lead, or to vote
    expect(link).to_be_visible(timeout=30_000)
    link.focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    clause = (link.get_attribute("href") or "").partition("#")[2]
    expect(dialog.locator("dt")).to_have_text(clause)
    assert dialog.locator("dd").inner_text().strip()
    assert len(page.context.pages) == 1
    assert axe_faults(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert link.evaluate("(link) => document.activeElement === link")
    assert not tab.complaints
    close(page)
