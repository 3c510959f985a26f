"""The chart of a finished game and the thinking aid of a running one, in a real browser, on phone and desktop."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.accessible import axe_faults
from tests.support.playing import DESK, PHONE, Tab, assert_accessible, tab_of
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def assert_no_faults(tab: Tab) -> None:
    """Check that the tab's page is accessible, including contrast, fits its width and has logged no errors."""
    assert axe_faults(tab.page) == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert tab.complaints == []


def seen(size: ViewportSize, scheme: str) -> pytest.MarkDecorator:
    """Run a test with this window and color scheme, and with all others in the sweep."""
    ways = [(window, colours) for window in (PHONE, DESK) for colours in ("dark", "light")]
    others = [way for way in ways if way != (size, scheme)]
    return pytest.mark.parametrize(
        ("size", "scheme"), [(size, scheme), *(pytest.param(*way, marks=pytest.mark.sweep) for way in others)]
    )


SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".seat")].map(seat => [
    seat.id, getComputedStyle(seat.querySelector(".own-mark"), "::after").content.split(" / ")[0].replaceAll('"', ""),
]).filter(([, says]) => says !== "none" && says !== "normal"))"""
"""Returns the marks at the seats, as they are on screen."""
OVERLAPS = """() => {
    const names = [...document.querySelectorAll(".chart .seat-line > text")];
    const boxes = names.map(name => name.getBoundingClientRect()).filter(box => box.width);
    const inside = boxes.every(box => box.right <= innerWidth && box.left >= 0);
    const above = (one, other) => one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    const apart = boxes.every((one, k) => boxes.slice(k + 1).every(other => above(one, other)));
    return inside && apart ? boxes.length : 0;
}"""
"""Returns the number of names at the chart's lines, or none when two overlap or one is cut off."""


@pytest.fixture(scope="module")
def ola(server: Server) -> Person:
    """Plays games until one has a failed mission, which changes beliefs."""
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    number = 1
    while 'id="beliefs-marks"' not in ola.client.get(f"{ola.path}/games/{number}?show=beliefs").text:
        ola.post(ola.path, do="again")
        number += 1
        ola.play(f"game-{number}")
    ola.code += f"/games/{number}"
    return ola


@pytest.fixture(autouse=True, scope="module")
def record(ola: Person) -> str:
    """The record of that game, requested before the browsers of the first test are closed."""
    return ola.client.get(f"{ola.path}/record").text


@pytest.mark.sweep
@seen(PHONE, "light")
def test_the_chart_can_be_read_from_a_seats_view(
    browser: Browser, ola: Person, size: ViewportSize, scheme: str
) -> None:
    tab = tab_of(browser, ola, size, color_scheme=scheme)
    page = tab.page
    page.goto(ola.path)
    page.get_by_role("link", name="Suspicion chart").click()
    expect(page.get_by_role("heading", name="Suspicion chart")).to_be_visible()
    page.wait_for_load_state()  # before its styles load, the charts for phone and desktop are both on the page
    assert page.evaluate(OVERLAPS) == 5
    assert_accessible(page)
    page.locator("#beliefs-as").select_option("0")
    expect(page.locator("#beliefs-about")).to_contain_text("judging by what Ola saw")
    page.locator("#beliefs-numbers summary").click()
    expect(page.get_by_role("row")).to_have_count(6)
    page.locator("#why-1 > summary").click()
    expect(page.locator("#why-1 .beliefs-why, #why-1 .muted").first).to_be_visible()
    assert_no_faults(tab)
    page.locator("#beliefs-as").select_option("all")
    expect(page.locator("#beliefs-about")).to_contain_text("what everybody saw")
    first = page.locator(".beliefs-marks a").first
    told = first.inner_text()
    first.click()
    expect(page.locator("#moment")).to_contain_text(told)  # the moment in which it happened


@pytest.mark.sweep
def test_an_uploaded_record_has_a_chart(browser: Browser, ola: Person, record: str) -> None:
    tab = tab_of(browser, ola)
    page = tab.page
    page.goto("/replay")
    page.locator("textarea[name=record]").fill(record)
    page.get_by_role("button", name="Watch the game").click()
    page.get_by_role("button", name="Suspicion chart").click()
    expect(page.locator("#beliefs-swing")).to_be_visible()
    page.locator("#beliefs-as").select_option("2")
    expect(page.locator("#beliefs-about")).to_contain_text("judging by what Seat 3 saw")
    assert_no_faults(tab)


@seen(DESK, "dark")
def test_the_aid_opens_with_marks_and_closes(browser: Browser, server: Server, size: ViewportSize, scheme: str) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="change-settings", thinking_aid="true", scene_pace="instant")
    tab = tab_of(browser, ola, size, color_scheme=scheme)
    page = tab.page
    page.goto(ola.path)
    expect(page.locator("#set-thinking_aid")).to_be_checked()
    tab.is_live()
    tab.start()
    expect(page.locator(".facts").first).to_contain_text("Thinking aid")
    flap = page.locator("#aid > summary")
    expect(flap).to_be_visible()
    assert page.evaluate(SHOWN) == {}
    flap.click()
    expect(page.locator(".aid-seats > li")).to_have_count(4)
    one = page.locator(".aid-seats details").first
    one.locator("summary").click()
    expect(one.locator(".aid-why").first).to_be_visible()
    certain = page.locator(".aid-says").all_inner_texts()
    marked = sum(text != "not certain" for text in certain)
    page.wait_for_function(f"() => (document.body.dataset.known ?? '').split(' ').filter(Boolean).length === {marked}")
    assert len(page.evaluate(SHOWN)) == marked
    assert_no_faults(tab)
    # It stays open over an update, and closes when nobody looks at the page any more.
    ola.post(ola.path, do="say", text="hello")
    expect(page.locator("#chat-log")).to_contain_text("hello")
    expect(one.locator(".aid-why").first).to_be_visible()
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    expect(page.locator("#aid")).not_to_have_attribute("open", "")
    assert page.evaluate(SHOWN) == {}


@pytest.mark.sweep
def test_a_spectator_sees_that_there_is_an_aid_but_not_its_content(browser: Browser, server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="change-settings", thinking_aid="true")
    ola.start()
    tab = Tab(browser, server.url, DESK)
    for path in (ola.path, f"{ola.path}/screen"):
        tab.page.goto(path)
        expect(tab.page.locator("body")).to_contain_text("Thinking aid")
        expect(tab.page.locator("#aid")).to_have_count(0)
    assert_accessible(tab.page)
