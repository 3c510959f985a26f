"""A game on one phone that is passed round: one seat at a time, covered at once, and nothing left of it afterwards."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.playing import (
    HAS_CHANGED,
    PHONE,
    WHAT_NEXT,
    Tab,
    assert_accessible,
    choose,
    come_to,
    confirm,
    tab_of,
)
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

OTHERS = ("Bo", "Cy", "Di", "Ed")
HELD = 600
"""Milliseconds for which a thumb holds the cover."""
ARRIVED = "#cover-hold, #hand-on, #hand-to a, #hand-the-phone-to a, main.ended"


def set_up(browser: Browser, server: Server, tabs: list[Tab], *names: str) -> Tab:
    """Open a table where Ola's phone is passed round among these people, too."""
    ola = Person(server, "Ola").open()
    for name in names:
        ola.post(ola.path, do="seat-companion", name=name)
    tab = tab_of(browser, ola, PHONE, has_touch=True)
    tabs.append(tab)
    tab.page.goto(ola.path)
    tab.is_live()
    return tab


def deal(tab: Tab) -> Page:
    tab.page.locator("#start button").click()
    arrived(tab.page)
    return tab.page


def arrived(page: Page) -> str:
    """Wait for the next page, and return which it is."""
    page.wait_for_selector("html.with-scripts", state="attached")
    page.wait_for_selector(ARRIVED, state="attached")
    kinds = {"#cover-hold": "cover", "#hand-on": "seat", "main.ended": "over"}
    return next((kind for selector, kind in kinds.items() if page.locator(selector).count()), "table")


def take(page: Page) -> str:
    """Take the phone as the next person whom the table waits for, by holding the cover. Return the seat."""
    if not page.locator("#cover-hold").count():
        page.locator("#hand-the-phone-to > a, #hand-to > a").locator("visible=true").first.click()
    page.locator("#cover-hold").click(delay=HELD)
    page.wait_for_selector("#own-seat[data-me]", state="attached")
    return page.locator("#own-seat").get_attribute("data-me") or ""


def hand_on(page: Page) -> None:
    page.evaluate("window.isBefore = true")
    page.locator("#hand-on button").click()
    page.wait_for_function("() => !window.isBefore")
    arrived(page)


def answer(page: Page) -> None:
    """Choose the first of everything."""
    form = page.locator("form#answer-form")
    asked = page.evaluate(WHAT_NEXT, "")
    for part in form.locator("[data-part]").all():
        come_to(form, part)
        choose(part)
    confirm(form)
    page.wait_for_function(HAS_CHANGED, arg=asked)


@pytest.mark.sweep
def test_five_people_play_a_whole_game_on_one_phone(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = set_up(browser, server, tabs, *OTHERS)
    page = deal(tab)
    turns = 0
    while arrived(page) != "over" and turns < 200:
        turns += 1
        take(page)
        if page.locator(".my-turn form#answer-form").count():
            answer(page)
        if page.locator("main.ended").count():
            break
        hand_on(page)
    expect(page.locator("main.ended")).to_be_visible()
    expect(page.locator("#end")).to_contain_text("Ed")
    assert turns >= 3 * 6  # at least three missions: a leader, and five ballots each
    assert not page.locator("#hand-on").count()
    assert_accessible(page)


def test_nothing_is_seen_between_two_people(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    page = deal(set_up(browser, server, tabs, "Bo"))
    assert not page.locator("#card-front").count()
    assert_accessible(page)
    seat = take(page)
    assert page.locator("#card-front").count()
    assert_accessible(page)
    hand_on(page)
    for _ in range(3):  # nothing of it comes back from the history
        page.go_back()
        arrived(page) if page.url.startswith("http") else None
        assert not page.locator(f"#own-seat[data-me='{seat}']").count()
        if "/t/" not in page.url:
            break


def test_one_tap_does_not_open_the_cover_but_a_key_does(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    page = deal(set_up(browser, server, tabs, "Bo"))
    page.locator("#hand-the-phone-to > a, #hand-to > a").locator("visible=true").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#cover-hold")).to_be_focused()
    assert_accessible(page)
    page.locator("#cover-hold").click()
    expect(page.locator("#cover-hint")).to_have_text("Hold a little longer, or tap again.")
    page.locator("#cover-hold").press("Enter")
    expect(page.locator("#hand-on")).to_be_visible()
    page.locator("#hand-on button").press("Enter")
    expect(page.locator("#hand-on")).to_have_count(0)


def test_a_second_tap_opens_the_cover(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    page = deal(set_up(browser, server, tabs, "Bo"))
    page.locator("#hand-the-phone-to > a, #hand-to > a").locator("visible=true").first.click()
    page.wait_for_selector("html.with-scripts", state="attached")
    page.locator("#cover-hold").click()
    expect(page.locator("#cover-hint")).not_to_be_empty()
    page.locator("#cover-hold").click()
    expect(page.locator("#hand-on")).to_be_visible()


def test_a_seat_that_cannot_be_closed_stays_covered_until_it_can(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    tab = set_up(browser, server, tabs, "Bo")
    page = deal(tab)
    take(page)
    answers: list[Callable[[Route], None]] = [
        lambda route: route.fulfill(status=503, body="busy"),
        lambda route: route.abort(),
    ]
    page.route("**/pass", lambda route: answers.pop(0)(route) if answers else route.continue_())
    page.locator("#hand-on button").click()
    expect(page.locator(".link-lost")).to_be_visible()
    assert page.locator("#own-seat").is_hidden()
    expect(page.locator("#hand-on")).to_have_count(0)
    assert not answers
    assert not page.locator("#own-seat[data-me]").count()
    tab.complaints.clear()  # the answers above


def test_a_cover_that_cannot_be_opened_says_so_and_does_not_open_later(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    tab = set_up(browser, server, tabs, "Bo")
    tab.page.clock.install()
    page = deal(tab)
    page.locator("#hand-the-phone-to > a, #hand-to > a").locator("visible=true").first.click()
    page.wait_for_selector("html.with-scripts", state="attached")
    tries: list[str] = []

    def lose(route: Route) -> None:
        tries.append(route.request.url)
        route.abort()

    page.route("**/pass/*", lose)
    page.locator("#cover-hold").press("Enter")
    expect(page.locator(".link-lost")).to_be_visible()
    page.clock.run_for(10_000)
    assert len(tries) == 1
    page.unroute("**/pass/*")
    page.locator("#cover-hold").press("Enter")
    expect(page.locator("#hand-on")).to_be_visible()
    tab.complaints.clear()  # the try that failed


def test_a_seat_is_closed_when_its_page_is_left(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    page = deal(set_up(browser, server, tabs, "Bo"))
    take(page)
    path = page.url
    page.goto("/rules")
    page.goto(path)
    expect(page.locator("#own-seat[data-me]")).to_have_count(0)
    assert page.locator("#hand-to a, #hand-the-phone-to a").count()


def test_a_seat_is_covered_when_the_page_goes_to_the_background(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    page = deal(set_up(browser, server, tabs, "Bo"))
    take(page)
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));
        window.covered = document.documentElement.classList.contains("is-covered");
        sessionStorage.setItem("covered", window.covered);
    }""")
    expect(page.locator("#hand-on")).to_have_count(0)
    arrived(page)
    assert page.evaluate("sessionStorage.getItem('covered')") == "true"


def test_a_seat_is_covered_after_a_while_without_a_touch(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = set_up(browser, server, tabs, "Bo")
    tab.page.clock.install()
    page = deal(tab)
    take_with_clock(page)
    page.clock.run_for(44_000)
    assert page.locator("#hand-on").count()
    page.keyboard.press("Shift")  # still somebody here
    page.clock.run_for(44_000)
    assert page.locator("#hand-on").count()
    page.clock.run_for(2_000)
    expect(page.locator("#hand-on")).to_have_count(0)


def take_with_clock(page: Page) -> None:
    page.locator("#hand-the-phone-to > a, #hand-to > a").locator("visible=true").first.click()
    page.locator("#cover-hold").press("Enter")
    page.wait_for_selector("#hand-on")
    page.wait_for_selector("html.with-scripts", state="attached")


def test_a_phone_is_passed_round_without_scripts(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="seat-companion", name="Bo")
    ola.start()
    tab = tab_of(browser, ola, PHONE, java_script_enabled=False)
    tabs.append(tab)
    page = tab.page
    page.goto(ola.path)
    page.locator("#hand-the-phone-to").locator("a, summary").first.click()
    if not page.locator("#cover-hold").count():
        page.locator("#hand-the-phone-to details a").first.click()
    page.locator("#cover-hold").click()
    expect(page.locator("#card-front")).to_be_attached()
    page.locator("#hand-on button").click()
    expect(page.locator("#card-front")).to_have_count(0)


def test_the_host_adds_and_removes_people_on_the_phone(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = set_up(browser, server, tabs)
    page = tab.page
    page.locator("#on-my-phone > summary").click()
    page.locator("#companion-name").fill("Bo")
    page.locator("#companion button").click()
    expect(page.locator(".chair .on-phone")).to_have_count(1)
    expect(page.locator("#companion-name")).to_have_value("")
    assert_accessible(page)
    page.locator("button.chair-clear", has_text=re.compile("Bo")).click()
    expect(page.locator(".chair .on-phone")).to_have_count(0)
    assert tab.complaints == []
