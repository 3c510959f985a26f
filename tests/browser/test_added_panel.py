"""A panel that somebody adds: one value and its templates, and people reach it by a tab, on every screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, assert_accessible, open_game, sit_together, tab_of
from tests.support.serving import SERVE, Person, Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

TEMPLATES = {
    "weather": '<div id="weather"><h2>Weather</h2><ol data-items>{{ items | join }}</ol></div>',
    "hour": '<li id="{{ id }}">It rains: {{ hour.text }}</li>',
}
ADDED = f"""
import sys
from pathlib import Path
from turncoat.web.http.assets import add_folder
from turncoat.web.table.page_parts import Items, PagePart, Tab, register
from turncoat.web.table.public import public_of

def by_id(log):
    return {{f"hour-{{line.number}}": line for line in log}}

def weather(at):
    return public_of(at).log if at.seat is not None else None

add_folder("outside", Path(sys.argv[1]) / "outside")
register(
    PagePart(
        id="weather",
        template="outside/weather",
        audience="viewer",
        model=weather,
        place=Tab("Weather", "eye"),
        items=Items(by_id, "outside/hour"),
    )
)
{SERVE}"""
"""A server with one more panel, which spectators do not have."""


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("added")
    folder = data / "outside" / "templates"
    folder.mkdir(parents=True)
    for name, text in TEMPLATES.items():
        (folder / f"{name}.html").write_text(text, "utf-8")
    with serving(data, code=ADDED) as running:
        yield running


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_tab_leads_to_it_by_keys(browser: Browser, added: Server, size: ViewportSize) -> None:
    (host,) = sit_together(added, "Ola")
    host.start()
    ola = tab_of(browser, host, size)
    open_game((ola, host))
    page = ola.page
    tab, panel = page.get_by_role("tab", name="Weather"), page.locator("#side-weather")
    expect(panel).to_be_hidden()
    page.locator(".tabs [aria-selected=true]").focus()
    page.keyboard.press("End")
    expect(tab).to_be_focused()
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    expect(page.get_by_role("tabpanel", name="Weather")).to_contain_text("It rains: ")
    page.keyboard.press("Tab")
    expect(panel).to_be_focused()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for word in page.get_by_role("tab").all():
        assert word.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Home")
    expect(panel).to_be_hidden()
    assert ola.insist()
    tab.click()
    expect(panel).to_be_visible()
    assert ola.complaints == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_tab_is_a_link_without_scripts_and_there_for_whom_the_panel_is(
    browser: Browser, added: Server, size: ViewportSize
) -> None:
    (host,) = sit_together(added, "Ola")
    host.start()
    page = tab_of(browser, host, size, java_script_enabled=False).page
    page.goto(host.path)
    expect(page.locator("#side-weather")).to_be_hidden()
    page.get_by_role("tab", name="Weather").click()
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    expect(page.get_by_role("tabpanel", name="Weather")).to_contain_text("It rains: ")
    assert 'id="tab-weather"' not in Person(added, "Eve", host.code).look()
