"""The kit page: choices by keyboard alone, on a phone and on a desktop, fully accessible."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.accessible import axe_faults
from tests.support.playing import DESK, PHONE, Tab
from tests.support.serving import Server

pytestmark = pytest.mark.browser


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("size", "language"),
    [pytest.param(PHONE, "pl", id="phone"), pytest.param(DESK, "en", id="desk")],
)
def test_a_kit_can_be_chosen_by_keyboard(browser: Browser, server: Server, size: ViewportSize, language: str) -> None:
    tab = Tab(browser, server.url, size, locale=language)
    page = tab.page
    page.goto("/kit?game=resistance&players=5")
    command = page.locator(".command")
    expect(command).to_contain_text("--players 5")
    page.locator("#players-5").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#module-reverser").focus()
    page.keyboard.press("Space")
    page.locator(".chooser button").focus()
    page.keyboard.press("Enter")
    expect(command).to_contain_text(f"--players 6 --with reverser --language {language}")
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tab.complaints == []
    tab.close()
