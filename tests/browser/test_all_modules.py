"""The Resistance with plot cards, Hunter, Inquisitor and Reverser at ten seats, through the page."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, Tab
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
MODULES = ("plot-thickens", "hunter", "inquisitor", "reverser")


@pytest.mark.sweep
def test_a_mission_with_all_modules_works_at_ten_seats(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab, posted = begin(browser, server, tabs)
    log = tab.page.locator(".log")
    while "Mission 1: " not in (log.text_content() or "") and tab.insist():
        pass  # the bots may also reject five teams, which ends the game
    assert tab.votes()
    assert posted == []  # every choice went up the socket


@pytest.mark.sweep
def test_a_game_with_all_modules_works_at_ten_seats(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab, posted = begin(browser, server, tabs)
    page = tab.page
    while tab.insist():
        pass
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator(".unmasked .role")).to_have_count(10)
    assert tab.votes()
    assert posted == []
    roles = page.locator(".unmasked .side").all_inner_texts()
    assert {"Inquisitor"}.isdisjoint(roles)  # a token, no role
    assert any("Hunter" in role for role in roles)
    assert any("Reverser" in role for role in roles)

    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#own-seat")).to_be_visible()
    expect(page.locator("#end")).to_have_count(0)


def begin(browser: Browser, server: Server, tabs: list[Tab]) -> tuple[Tab, list[str]]:
    """Start a game with these modules, set up on the page. Return its tab, and the addresses of posted forms."""
    tab = Tab(browser, server.url, DESK)
    tabs.append(tab)
    page = tab.page
    tab.open_table("Ola")
    page.locator("#players-10").check()
    expect(page.locator(".chair")).to_have_count(10)
    page.locator("#extras > summary").click()
    for module in MODULES:
        page.locator(f"#module-{module}").check()
        # The host's form submits itself, and the response shows the tick.
        expect(page.locator(f"#module-{module}[checked]")).to_have_count(1)
    page.locator("#bots > summary").click()
    page.locator("#bots-by-name > summary").click()
    page.locator("#bot-random").check()
    expect(page.locator("#bot-random[checked]")).to_have_count(1)
    tab.start()
    expect(page.locator("#public .seat")).to_have_count(10)
    tab.is_live()

    token = page.locator("details.badges", has_text="Inquisitor")
    expect(token).to_have_count(1)
    token.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(token.locator(".badge-about")).to_contain_text("sees a player's side")
    page.keyboard.press("Escape")
    expect(token.locator(".badge-about")).to_be_hidden()
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.url.endswith("/choose") else None)
    return tab, posted
