"""A page without scripts, and a page while others act.

Whole games are played in `test_all_modules` and `test_languages`, and `test_reconnect` kills the server.
"""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import PHONE, Tab, choose
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_the_page_works_without_scripts(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, PHONE, java_script_enabled=False)
    tabs.append(tab)
    page = tab.page
    page.goto("/")
    page.locator("form[action='/new'] input[name=name]").fill("Ola")
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    page.locator("#players-7").check()
    page.locator("#choose").get_by_role("button", name="Save settings").click()
    expect(page.locator(".chair")).to_have_count(7)
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("#own-seat")).to_be_visible()
    form = page.locator("form#answer-form")
    while not form.count():
        page.reload()
    prompt = form.locator("input[name=prompt]").get_attribute("value")
    for part in form.locator("[data-part]").all():
        choose(part)
    form.locator("[data-confirm]").click()
    expect(page.locator("#own-seat")).to_be_visible()
    assert not page.locator(".problem").count()
    assert (
        not form.count()
        or form.locator("input[name=prompt]").get_attribute("value") != prompt
        or (page.locator("details.change").count())
    )


def test_typed_text_and_focus_stay_while_others_act(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola, jan, ewa = (Tab(browser, server.url, PHONE) for _ in range(3))
    tabs += [ola, jan, ewa]
    code = ola.open_table("Ola")
    jan.page.goto(f"/t/{code}")
    jan.is_live()
    name = jan.page.locator("#sit input[name=name]")
    name.press_sequentially("Jan K")
    ewa.sit(code, "Ewa")
    expect(jan.page.locator(".chairs")).to_contain_text("Ewa")
    expect(name).to_have_value("Jan K")
    expect(name).to_be_focused()
