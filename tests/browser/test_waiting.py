"""The title, the icon and the badge count the games that wait, and a game can be dealt with one key."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible, take_over
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

RECORDS_BADGES: Final = """
window.badges = [];
navigator.setAppBadge = async (count) => { badges.push(count); };
navigator.clearAppBadge = async () => { badges.push(0); };
"""
HIDES: Final = """
Object.defineProperty(document, "hidden", { value: true, configurable: true });
document.dispatchEvent(new Event("visibilitychange"));
"""
ICON: Final = "document.querySelector('link[rel=icon]').getAttribute('href').includes('favicon-waits.svg')"


class Answers:
    """The server's answers to pages that ask which tables wait. None stands for a server out of reach."""

    def __init__(self, page: Page, *waiting: str, again: int = 30) -> None:
        self.asked: list[str] = []
        self.now: dict[str, Any] | None = {"waiting": waiting, "again": again}
        page.route("**/waiting?*", self._answer)

    def _answer(self, route: Route) -> None:
        self.asked.append(route.request.url.partition("at=")[2])
        if self.now is None:
            route.abort()
        else:
            route.fulfill(body=json.dumps(self.now), content_type="application/json")


def at_two_tables(browser: Browser, server: Server) -> tuple[Tab, Person]:
    """Return a browser whose person has seats at two tables, and its person at the first of them."""
    ola = Person(server, "Ola").open()
    other = Person(server, "Ola again")
    other.client = ola.client
    other.open()
    tab = Tab(browser, server.url, PHONE)
    tab.page.add_init_script(RECORDS_BADGES)
    take_over(tab, ola)
    return tab, ola


def test_the_page_of_a_table_counts_other_tables_that_wait(browser: Browser, server: Server) -> None:
    tab, ola = at_two_tables(browser, server)
    page = tab.page
    page.clock.install()
    answers = Answers(page, "BCDF", "GHJK")
    page.goto(ola.path)
    plain = f"Table {ola.code} · Turncoat"
    expect(page).to_have_title(f"(2) {plain}")
    assert page.evaluate("badges") == [2]
    assert page.evaluate(ICON)
    answers.now = None
    page.clock.fast_forward(30_000)
    expect(page).to_have_title(f"(2) {plain}")
    answers.now = {"waiting": [], "again": 0}
    page.clock.fast_forward(31_000)
    expect(page).to_have_title(plain)
    assert page.evaluate("badges") == [2, 0]
    assert not page.evaluate(ICON)
    seen = len(answers.asked)
    page.clock.fast_forward(600_000)  # nothing is left to ask about
    assert answers.asked == [ola.code] * seen
    tab.close()


def test_a_page_without_other_tables_asks_nothing_until_nobody_looks(browser: Browser, address: str) -> None:
    tab = Tab(browser, address, PHONE)
    tab.page.add_init_script(RECORDS_BADGES)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    tab.page.on("request", note)
    tab.page.goto("/ballot")
    expect(tab.page).to_have_title(re.compile("^Your turn · "))
    tab.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "waiting" in url]
    tab.page.evaluate(HIDES)
    tab.page.wait_for_function("() => badges.length")
    assert tab.page.evaluate("badges") == [1]
    assert tab.page.evaluate(ICON)
    expect(tab.page).to_have_title(re.compile("^Your turn · "))
    assert not [url for url in asked if "/waiting" in url.replace("js/waiting.js", "")]
    tab.close()


def test_the_list_of_tables_marks_a_game_that_begins_to_wait(browser: Browser, server: Server) -> None:
    tab, ola = at_two_tables(browser, server)
    page = tab.page
    page.clock.install()
    answers = Answers(page, ola.code)
    page.goto("/")
    marks = page.locator(".waits-mark:visible")
    expect(marks).to_have_count(0)
    assert answers.asked == []
    page.clock.fast_forward(31_000)
    expect(page.locator(f"[data-table={ola.code}] .waits-mark")).to_be_visible()
    expect(marks).to_have_count(1)
    expect(page.locator("#say-status")).to_have_text(f"{ola.code}: waits for you")
    expect(page).to_have_title("(1) Turncoat")
    assert_accessible(page)
    answers.now = {"waiting": [], "again": 30}
    page.clock.fast_forward(31_000)
    expect(marks).to_have_count(0)
    expect(page).to_have_title("Turncoat")
    tab.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_one_key_deals_a_game_as_last_time(browser: Browser, server: Server, scripts: bool) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="hail-hydra", players=7)
    ola.start()
    tab = Tab(browser, server.url, DESK, java_script_enabled=scripts)
    take_over(tab, ola)
    tab.page.goto("/")
    button = tab.page.get_by_role("button", name="Play now")
    expect(button).to_have_accessible_description("As last time: Hail Hydra, 7 players · bots: Normal")
    button.focus()
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator("#own-seat")).to_be_attached()
    expect(tab.page.locator("#public .seat")).to_have_count(7)
    assert not tab.page.url.endswith(ola.path)
    tab.close()
