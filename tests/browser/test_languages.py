"""Everybody reads the table in their own language: a game in Polish and English."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.mark.sweep
def test_a_table_is_played_in_polish_and_english(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola, jan = begin(browser, server, tabs)
    while any(go_on(ola, jan)):
        pass
    expect(ola.page.locator("#headline")).to_have_text(re.compile("^(Wygrana|Przegrana)$"))
    expect(jan.page.locator("#headline")).to_have_text(re.compile("^You (won|lost)$"))
    expect(ola.page.locator(".reason")).to_have_text(re.compile("^Wygrywają (Bojownicy|Agenci)\\."))
    expect(jan.page.locator(".reason")).to_have_text(re.compile("^The (Resistance wins|spies win)\\."))
    check(ola, jan)


def begin(browser: Browser, server: Server, tabs: list[Tab]) -> tuple[Tab, Tab]:
    """Start a game of Ola, who reads Polish on a phone, and Jan, who reads English."""
    ola = Tab(browser, server.url, PHONE, locale="pl-PL")
    jan = Tab(browser, server.url, DESK, locale="en-GB")
    tabs += [ola, jan]
    code = ola.open_table("Ola")
    expect(ola.page.locator("html")).to_have_attribute("lang", "pl")
    expect(ola.page.locator("#start button")).to_have_text("Rozdaj karty")
    jan.sit(code, "Jan")
    expect(jan.page.locator("html")).to_have_attribute("lang", "en")
    expect(ola.page.locator(".chairs")).to_contain_text("Jan")
    jan.is_live()
    ola.start()
    expect(jan.page.locator("#own-seat")).to_be_visible()
    return ola, jan


def go_on(*tabs: Tab) -> list[bool]:
    """Answer in each tab that is asked, and return whether each game continues."""
    goes_on = [tab.answer() if tab.is_asked() else not tab.page.locator("main.ended").count() for tab in tabs]
    tabs[0].page.evaluate("() => new Promise(requestAnimationFrame)")
    assert tabs[0].page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return goes_on


def check(ola: Tab, jan: Tab) -> None:
    """Check that votes and announcements are in each viewer's language."""
    votes = [tab.page.locator("table.ballots tbody th .visually-hidden").all_text_contents() for tab in (ola, jan)]
    assert len(votes[0]) == len(votes[1]) > 0
    assert all(vote.startswith("Misja ") for vote in votes[0])
    assert all(vote.startswith("Mission ") for vote in votes[1])
    # Updates from the socket are in each viewer's language too.
    assert_accessible(ola.page)
    heard = ola.page.locator("#say-log")
    expect(heard).to_contain_text(re.compile("Misja 1: |Wygrywają "))
    expect(heard).not_to_contain_text(re.compile("Mission 1: |wins?\\."))


def test_a_language_is_chosen_on_any_page_and_kept(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, PHONE, locale="en-GB")
    tabs.append(tab)
    code = tab.open_table("Ola")
    switch = tab.page.locator("button[name=language]")
    expect(switch).to_have_attribute("lang", "pl")
    switch.click()
    expect(tab.page.locator("html")).to_have_attribute("lang", "pl")
    assert tab.page.url.endswith(f"/t/{code}")
    tab.is_live()
    tab.page.locator("#players-6").check()
    expect(tab.page.locator(".setup h1")).to_have_text("The Resistance, 6 graczy")  # an update, in Polish
    tab.page.goto("/rules")
    expect(tab.page.locator("html")).to_have_attribute("lang", "pl")
    tab.page.locator("button[name=language]").click()
    expect(tab.page.locator("html")).to_have_attribute("lang", "en")
    assert tab.page.url.endswith("/rules")
