"""A host keeps somebody out of all their tables, and lets them back, by keyboard on a phone and on a desk."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, assert_accessible, sit_together, tab_of
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_player_is_kept_out_of_all_tables_of_their_host(browser: Browser, server: Server, size: ViewportSize) -> None:
    host, guest = sit_together(server, "Ola", "Max")
    host.name += " again"
    first = host.code
    guest.code = host.open().code
    guest.sit()
    guest.code = host.code = first
    ola, max_ = tab_of(browser, host, size), tab_of(browser, guest, PHONE)
    for tab in (ola, max_):
        tab.page.goto(f"/t/{first}")
        tab.is_live()
    ola.menu("people")
    ola.page.locator("#manage-1 > summary").focus()
    ola.page.keyboard.press("Enter")
    ola.page.locator("#remove-1-sure").focus()
    ola.page.keyboard.press("Space")
    ola.page.keyboard.press("Tab")
    expect(ola.page.locator("#remove-1-everywhere")).to_be_focused()
    ola.page.keyboard.press("Space")
    ola.page.keyboard.press("Tab")
    assert_accessible(ola.page)
    ola.page.keyboard.press("Enter")
    expect(max_.page.get_by_text("The host has removed you")).to_be_visible()
    expect(ola.page.get_by_role("button", name="Let back in")).to_have_count(0)  # that is on a page of its own
    link = ola.page.get_by_role("link", name="People I keep out of all my tables")
    link.focus()
    ola.page.keyboard.press("Enter")
    ola.page.wait_for_url("**/blocked")
    assert_accessible(ola.page)
    assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ola.page.get_by_role("button", name="Let back in Max").focus()
    ola.page.keyboard.press("Enter")
    expect(ola.page.get_by_text("You have blocked nobody")).to_be_visible()
    expect(max_.page.locator("#sit button").first).to_be_visible()  # without a reload
    for tab in (ola, max_):
        assert tab.complaints == []
        tab.close()
