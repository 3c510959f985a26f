"""The table menu in a browser: opened and closed by keyboard, kept open over updates, in reach on a phone."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.playing import PHONE, WHAT_NEXT, Tab, assert_accessible, open_game, sit_together, tab_of
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

TIGHTENED = """() => {
    document.body.dataset.tight = '1 2 3 4';
    const heading = document.querySelector('h1'), style = getComputedStyle(heading);
    return [heading.getBoundingClientRect().height, style.display !== 'none' && style.visibility === 'visible'];
}"""
"""Returns the headline's height on the smallest phone, and whether screen readers read it.

It measures at once, before the page's own script fits the content.
"""


def test_the_menu_opens_by_key_survives_updates_and_closes_by_escape(browser: Browser, server: Server) -> None:
    (host,) = sit_together(server, "Ola")
    ola = tab_of(browser, host, PHONE)
    ola.page.goto(host.path)
    ola.is_live()
    button = ola.page.locator("#table-menu > summary")
    button.focus()
    ola.page.keyboard.press("Enter")
    menu = ola.page.locator("#menu")
    expect(menu).to_be_visible()
    guest = Person(server, "Jan", host.code).sit()
    expect(menu).to_contain_text("Jan")  # it arrived by itself, and the menu is still open
    assert_accessible(ola.page)
    assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ola.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()

    host.start()
    expect(ola.page.locator("main.in-play")).to_be_attached()  # the page went there by itself
    jan = tab_of(browser, guest)
    open_game((ola, host), (jan, guest))
    for tab in (ola, jan):
        tab.page.locator("#table-menu > summary").click()
        expect(tab.page.locator("#menu")).to_contain_text("Ola")
        assert_accessible(tab.page)
    jan.page.locator("#headline").click()
    expect(jan.page.locator("#menu")).to_be_hidden()
    for tab in (ola, jan):
        assert tab.complaints == []
        tab.close()


@pytest.mark.sweep
def test_the_menus_sections_fit_one_screen_and_survive_updates_and_a_reload(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    ola, jan = tab_of(browser, host, PHONE), tab_of(browser, guest)
    open_game((ola, host), (jan, guest))
    menu = ola.page.locator("#menu")
    ola.menu()
    expect(menu.locator(".menu-part > summary")).not_to_have_count(0)
    expect(menu.locator(".menu-inside:visible")).to_have_count(0)
    assert menu.evaluate("one => one.scrollHeight <= one.clientHeight")  # ten sections, without scrolling
    time = menu.locator("#menu-time > summary")
    time.focus()
    ola.page.keyboard.press("Enter")
    expect(menu.locator("#set-decision_time")).to_be_visible()
    ola.menu("me")
    ola.page.locator("#rename-name").fill("Aleks")
    jan.menu("me")
    jan.page.locator("#rename-name").fill("Jasiek")
    jan.page.locator("#rename button").click()
    expect(menu.locator("#menu-people")).to_contain_text("Jasiek")  # an update
    expect(menu.locator("#set-decision_time")).to_be_visible()
    expect(ola.page.locator("#rename-name")).to_have_value("Aleks")
    assert_accessible(ola.page)
    ola.page.reload()
    ola.is_live()
    ola.menu()
    for part in ("#set-decision_time", "#rename-name"):
        expect(menu.locator(part)).to_be_visible()
    expect(menu.locator("#menu-people .menu-inside")).to_be_hidden()
    for tab in (ola, jan):
        assert tab.complaints == []
        tab.close()


@pytest.mark.sweep
def test_a_heading_hidden_on_the_smallest_phone_is_still_read_aloud(browser: Browser, server: Server) -> None:
    """There the headline gives way to missions and seats, but remains for screen readers."""
    ola = Tab(browser, server.url, {"width": 320, "height": 640})
    ola.open_table("Ola")
    ola.start()
    ola.page.wait_for_function(WHAT_NEXT, arg="")  # until then updates come, which bring their own
    expect(ola.page.get_by_role("heading", level=1)).to_have_count(1)
    height, is_heard = ola.page.evaluate(TIGHTENED)
    assert height <= 1, "it takes no room"
    assert is_heard
    assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ola.close()


@pytest.mark.sweep
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_sounds_are_toggled_in_the_header(browser: Browser, server: Server, width: int) -> None:
    ola = Tab(browser, server.url, {"width": width, "height": 640})
    ola.open_table("Ola")
    switch, box = ola.page.get_by_role("checkbox", name="Sounds").first, ola.page.locator("#pref-sound")
    header = ola.page.locator("header.bar")
    expect(switch).not_to_be_checked()
    header.locator("label[for=sounds]").click()
    expect(switch).to_be_checked()
    expect(box).to_be_checked()
    ola.start()
    expect(switch).to_be_checked()  # on every page of this device
    bar = header.bounding_box()
    assert bar is not None
    assert bar["height"] < 60  # one line
    tools = header.locator(".tool:visible")
    boxes = tools.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])"
    )
    assert all(wide >= 44 and high >= 40 for wide, high in boxes), boxes
    assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    switch.focus()
    ola.page.keyboard.press("Space")
    expect(switch).not_to_be_checked()
    expect(box).not_to_be_checked()
    assert_accessible(ola.page)
    assert ola.complaints == []
    ola.close()


def test_a_choice_made_while_another_is_being_sent_is_not_lost(browser: Browser, server: Server) -> None:
    ola = Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    held: list[Route] = []

    def hold(route: Route) -> None:
        """Hold back the first choice, as a slow connection does."""
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.fallback()

    ola.page.route(f"**/t/{code}", hold)
    ola.page.locator("#game-winter-soldier").check()
    expect(ola.page.locator("form#choose[aria-busy]")).to_have_count(1)
    ola.page.locator("#players-8").check()
    held[0].continue_()
    expect(ola.page.locator(".chair")).to_have_count(8)
    expect(ola.page.locator("#game-winter-soldier")).to_be_checked()
    expect(ola.page.locator("#players-8")).to_be_checked()
    assert ola.complaints == []
    ola.close()
