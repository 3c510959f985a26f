"""Who is in this game: one tap from the board, and from the name of a card in the log."""

import re

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.accessible import axe_faults
from tests.support.playing import DESK, PHONE, close, tab_of
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
def test_everything_in_the_game_is_explained_above_the_board(
    browser: Browser, server: Server, size: ViewportSize
) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="resistance", players=7, module=["plot-thickens", "hunter"])
    ola.start()
    tab = tab_of(browser, ola, size)
    page = tab.page
    page.goto(server.url + ola.path)
    tab.is_live()
    dialog, button = page.locator("#explained-dialog"), page.locator(".bar a.explains")
    expect(button).to_be_in_viewport()
    button.focus()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("heading", name="Spy Hunter")).to_be_visible()
    assert axe_faults(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()

    page.locator("#tab-log").click()
    link = page.locator(".log a.explains").first  # the leader draws plot cards first of all
    link.click()
    expect(dialog).to_be_visible()
    named = dialog.locator("h3:focus")
    expect(named).to_contain_text(link.text_content() or "-")
    expect(named).to_have_accessible_description(re.compile(r"\w+"))
    expect(named).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    assert len(page.context.pages) == 1
    assert not tab.complaints
    close(page)


def test_without_scripts_the_button_leads_to_a_page_with_a_way_back(browser: Browser, server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    tab = tab_of(browser, ola, PHONE, java_script_enabled=False)
    page = tab.page
    page.goto(server.url + ola.path)
    with page.context.expect_page() as opened:
        page.locator(".bar a.explains").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Who is in this game")
    opened.value.locator(f"a[href='{ola.path}']").click()
    expect(opened.value.locator("#own-seat")).to_be_visible()
    close(page)
