"""The kit page: choices by keyboard alone, on a phone and on a desktop, fully accessible; and its PDF."""

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

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


def test_the_button_says_that_the_pdf_is_being_made_and_what_came(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, PHONE)
    page, waiting = tab.page, list[Route]()
    page.route("**/kit.pdf?*", lambda route: waiting.append(route))
    page.goto("/kit?game=resistance&players=5")
    status = page.locator("#kit-status")
    page.locator("#print-large").focus()
    page.keyboard.press("Space")
    with page.expect_request("**/kit.pdf?*") as asked:
        page.get_by_role("button", name="Make the PDF (US Letter)").press("Enter")
    assert "&print=large&paper=letter" in asked.value.url
    expect(status).to_contain_text("is being made")
    page.get_by_role("button", name="Make the PDF (A4)").press("Enter")
    headers = {"Content-Disposition": 'attachment; filename="some.pdf"', "Content-Type": "application/pdf"}
    with page.expect_download() as download:
        (only,) = waiting
        only.fulfill(body="%PDF", headers=headers)
    assert download.value.suggested_filename == "some.pdf"
    expect(status).to_have_text("Here it is: some.pdf")
    page.unroute_all()
    busy = "Please try again in a minute."
    page.route("**/kit.pdf?*", lambda route: route.fulfill(status=503, content_type="text/plain", body=busy))
    page.get_by_role("button", name="Make the PDF (A4)").press("Enter")
    expect(status).to_have_text(busy)
    assert axe_faults(page) == []
    tab.close()
