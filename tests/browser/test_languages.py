"""Everybody reads the table in their own language: a whole game in Polish and English."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

from tests.browser.playing import DESK, PHONE, Tab
from tests.web.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_a_game_in_polish_and_english_at_one_table(browser: Browser, server: Server, tabs: list[Tab]) -> None:
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
    over = {ola: False, jan: False}
    while not all(over.values()):
        for tab in (ola, jan):
            if not over[tab] and tab.is_asked():
                over[tab] = not tab.answer()
        ola.page.evaluate("() => new Promise(requestAnimationFrame)")
        assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(ola.page.locator("#headline")).to_have_text(re.compile("^(Wygrana|Przegrana)$"))
    expect(jan.page.locator("#headline")).to_have_text(re.compile("^You (won|lost)$"))
    expect(ola.page.locator(".reason")).to_have_text(re.compile("^Wygrywają (Bojownicy|Agenci)\\."))
    expect(jan.page.locator(".reason")).to_have_text(re.compile("^The (Resistance wins|spies win)\\."))
    votes = [tab.page.locator("table.ballots tbody th .visually-hidden").all_text_contents() for tab in (ola, jan)]
    assert len(votes[0]) == len(votes[1]) > 0
    assert all(vote.startswith("Misja ") for vote in votes[0])
    assert all(vote.startswith("Mission ") for vote in votes[1])
    # Updates from the socket are in each viewer's language, too.
    assert Axe().run(ola.page).violations_count == 0
    heard = " ".join(ola.page.locator("#say-log p").all_text_contents())
    assert "proponuje na misję" in heard or "Wygrywają" in heard
    assert "proposes for mission" not in heard


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
