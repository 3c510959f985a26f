"""Play by day in a browser: chosen in the menu with the device's time zone, and shown in the reader's."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible, sit_together, tab_of
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
WARSAW, ABROAD = "Europe/Warsaw", "America/New_York"
WRITTEN = """() => {
    const format = new Intl.DateTimeFormat("en-US", { weekday: "long", hour: "2-digit", minute: "2-digit" });
    return format.format(Date.parse(document.querySelector(".is-by-day time").getAttribute("datetime")));
}"""


def shown(tab: Tab) -> str:
    """Return the deadline on the page."""
    return tab.page.locator(".is-by-day time").inner_text()


def in_zone_of(tab: Tab) -> str:
    """Return the deadline as the tab's browser writes it in its own time zone."""
    written: str = tab.page.evaluate(WRITTEN)
    return written


def test_the_host_chooses_hours_and_everybody_reads_the_deadline_in_their_own_time_zone(
    browser: Browser, server: Server
) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    ola = tab_of(browser, host, PHONE, timezone_id=WARSAW)
    jan = tab_of(browser, guest, DESK, timezone_id=ABROAD)
    ola.page.goto(host.path)
    ola.is_live()
    ola.menu("time")
    ola.page.locator("#set-day_hours").select_option("24")
    expect(ola.page.locator("#set-time-zone")).to_have_value(WARSAW)
    expect(ola.page.locator("#nights-off")).to_be_checked()
    expect(ola.page.locator("#set-decision_time")).to_have_count(0)
    assert_accessible(ola.page)
    jan.page.goto(guest.path)
    jan.is_live()
    expect(jan.page.locator(".chosen")).to_contain_text("By day: 24 hours")
    ola.page.keyboard.press("Escape")
    ola.start()
    for tab in (ola, jan):
        expect(tab.page.locator(".is-by-day")).to_be_visible()
        expect(tab.page.locator(".is-by-day")).to_have_text(f"Until {in_zone_of(tab)}")
        assert_accessible(tab.page)
    assert shown(ola) != shown(jan)
    ola.menu("time")
    ola.page.locator("#nights-off").uncheck()  # the clock starts anew
    before = shown(ola)
    expect(ola.page.locator(".is-by-day time")).not_to_have_text(before)
    for tab in (ola, jan):
        expect(tab.page.locator(".is-by-day")).to_have_text(f"Until {in_zone_of(tab)}")
        assert tab.complaints == []


def test_without_scripts_the_deadline_is_in_the_hosts_time_zone(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.post(host.path, do="change-settings", day_hours="8", time_zone=WARSAW)
    host.start()
    jan = tab_of(browser, guest, PHONE, java_script_enabled=False, timezone_id=ABROAD)
    jan.page.goto(guest.path)
    expect(jan.page.locator(".is-by-day")).to_have_count(1)
    assert shown(jan).endswith("(Europe/Warsaw)")
