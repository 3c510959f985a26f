"""An invitation with a time: chosen by the host in their own time zone, read by each guest in theirs."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import PHONE, Tab, assert_accessible
from tests.support.serving import Address, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def test_each_reads_the_time_in_their_own_zone(browser: Browser, server: Server) -> None:
    host = Tab(browser, server.url, PHONE, timezone_id="America/New_York", locale="en-GB")
    code = host.open_table("Ola")
    page = host.page
    opens = page.locator("#meeting summary")
    opens.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#meeting-zone")).to_have_value("America/New_York")
    day = datetime.now(UTC) + timedelta(days=4)
    page.fill("#meeting-when", f"{day:%Y-%m-%d}T20:00")
    Person(Address(server.url), "Jan", code).sit()  # what is half chosen stays
    expect(page.locator(".chairs")).to_contain_text("Jan")
    expect(page.locator("#meeting-when")).to_have_value(f"{day:%Y-%m-%d}T20:00")
    page.locator("[value=arrange-meeting]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".meeting-when time")).to_have_text(f"{day:%A} {day.day} {day:%B} at 20:00")
    expect(page.locator("#meeting-when")).to_be_hidden()
    expect(page.locator("#say-log")).to_contain_text("(America/New_York)")
    expect(page.locator(".share [data-copy]")).to_have_attribute(
        "data-copy",
        f"Come and join my table: {day:%A}, {day:%B} {day.day}, 20:00 (America/New_York). {server.url}/t/{code}",
    )
    assert_accessible(page)

    guest = Tab(browser, server.url, PHONE, timezone_id="Europe/Warsaw", locale="pl")
    guest.page.goto(f"/t/{code}")
    next_day = day + timedelta(days=1)
    expect(guest.page.locator(".meeting-when time")).to_contain_text(f"{next_day.day} ")
    expect(guest.page.locator(".meeting-when time")).to_contain_text("2:00")
    expect(guest.page.locator(".meeting-when")).to_be_in_viewport(ratio=1)
    assert_accessible(guest.page)
    with guest.page.expect_download() as download:
        guest.page.locator("#meeting a").click()
    assert download.value.suggested_filename == f"turncoat-{code.lower()}.ics"
    guest.close()

    opens.click()
    page.locator("[value=call-off-meeting]").click()
    expect(page.locator(".meeting-when")).to_have_count(0)
    host.close()


def test_a_time_is_arranged_without_scripts(browser: Browser, server: Server) -> None:
    host = Tab(browser, server.url, PHONE, java_script_enabled=False)
    ola = Person(server, "Ola").open()
    host.page.context.add_cookies(
        [{"name": one.name, "value": one.value or "", "url": server.url} for one in ola.client.cookies.jar]
    )
    host.page.goto(ola.path)
    host.page.locator("#meeting summary").click()
    day = datetime.now(UTC) + timedelta(days=4)
    host.page.fill("#meeting-when", f"{day:%Y-%m-%d}T20:00")
    host.page.fill("#meeting-zone", "Mars")
    host.page.locator("[value=arrange-meeting]").click()
    expect(host.page.locator("#main").get_by_role("alert")).to_contain_text("There is no such time zone")
    host.page.locator("#meeting summary").click()
    host.page.fill("#meeting-when", f"{day:%Y-%m-%d}T20:00")
    host.page.fill("#meeting-zone", "Asia/Tokyo")
    host.page.locator("[value=arrange-meeting]").click()
    expect(host.page.locator(".meeting-when time")).to_contain_text("20:00 (Asia/Tokyo)")
    host.close()
