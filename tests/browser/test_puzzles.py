"""Find the Spy in a real browser: by keyboard, without scripts, at 320 pixels, with the streak and a solo game."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_no_faults
from tests.support.serving import Server
from turncoat.kernel.seats import SeatSet, seats_in
from turncoat.puzzles import Puzzle
from turncoat.puzzles.daily import puzzle_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
SMALLEST: ViewportSize = {"width": 320, "height": 640}
WIDER: str = "document.documentElement.scrollWidth - innerWidth"


def opened(browser: Browser, server: Server, tabs: list[Tab], size: ViewportSize, **context: Any) -> Page:
    tab = Tab(browser, server.url, size, **context)
    tabs.append(tab)
    tab.page.goto("/spy")
    return tab.page


def puzzle_on(page: Page) -> Puzzle:
    return puzzle_of(day_of(page))


def day_of(page: Page) -> date:
    return date.fromisoformat(page.locator("main").get_attribute("data-day") or "")


def wrong_for(puzzle: Puzzle) -> SeatSet:
    return next(mask for mask in range(1 << 5) if mask.bit_count() == puzzle.count and mask != puzzle.answer)


def choose(page: Page, seats: SeatSet) -> None:
    for seat in seats_in(seats):
        page.locator(f"#suspect-{seat}").check()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("main.is-answer")).to_be_visible()


@pytest.mark.parametrize(("size", "scheme"), [(SMALLEST, "light"), pytest.param(DESK, "dark", marks=pytest.mark.sweep)])
def test_a_puzzle_can_be_solved_by_keyboard(
    browser: Browser, server: Server, tabs: list[Tab], size: ViewportSize, scheme: str
) -> None:
    page = opened(browser, server, tabs, size, color_scheme=scheme)
    puzzle = puzzle_on(page)
    assert page.evaluate(WIDER) <= 0
    assert_no_faults(tabs[0])
    page.locator("#puzzle-log > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle-log li").first).to_be_visible()
    for seat in range(puzzle.ruleset.players):
        page.keyboard.press("Tab")
        expect(page.locator(f"#suspect-{seat}")).to_be_focused()
        if puzzle.answer >> seat & 1:
            page.keyboard.press(" ")
    expect(page.locator("[data-count]")).to_have_text(f"{puzzle.count} of {puzzle.count} chosen")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    result = page.get_by_role("alert")  # announced as soon as the page has loaded
    expect(result).to_contain_text("Right: it was")
    expect(result).to_contain_text("100 of 100 points")
    assert page.evaluate(WIDER) <= 0
    assert_no_faults(tabs[0])
    page.get_by_role("button", name="Watch it with all cards face up").click()
    expect(page.locator("#replay")).to_be_visible()


@pytest.mark.sweep
def test_without_scripts_a_puzzle_lacks_only_the_streak(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    page = opened(browser, server, tabs, PHONE, java_script_enabled=False)
    expect(page.locator("[data-streak]")).to_be_hidden()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Please choose")
    tabs[0].complaints.clear()  # the browser logs that the form was refused
    choose(page, puzzle_on(page).answer)
    expect(page.get_by_role("alert")).to_contain_text("Right: it was")
    expect(page.locator("[data-streak]")).to_be_hidden()


@pytest.mark.parametrize(
    ("before", "is_right", "streak", "best"),
    [
        pytest.param(None, True, 1, 1, marks=pytest.mark.sweep),
        ((1, 4, 6), True, 5, 6),
        pytest.param((1, 6, 6), True, 7, 7, marks=pytest.mark.sweep),
        pytest.param((2, 4, 6), True, 1, 6, marks=pytest.mark.sweep),  # a day was missed
        ((1, 4, 6), False, 0, 6),
        pytest.param("broken", True, 1, 1, marks=pytest.mark.sweep),
        pytest.param('{"day": 5}', True, 1, 1, marks=pytest.mark.sweep),
    ],
)
def test_the_streak_counts_days_in_a_row(
    browser: Browser, server: Server, tabs: list[Tab], before: Any, is_right: bool, streak: int, best: int
) -> None:
    page = opened(browser, server, tabs, PHONE)
    day, puzzle = day_of(page), puzzle_on(page)
    if isinstance(before, tuple):
        ago, was, most = before
        before = json.dumps({"day": str(day - timedelta(days=ago)), "streak": was, "best": most})
    if before is not None:
        page.evaluate("text => localStorage.setItem('turncoat.streak', text)", before)
    choose(page, puzzle.answer if is_right else wrong_for(puzzle))
    part = page.locator("[data-streak]")
    told = f"Days in a row: {streak}. Best: {best}."
    expect(part.get_by_role("status")).to_have_text(told)
    expect(part).to_contain_text("Clearing its data deletes it")
    page.goto("/spy")
    expect(part.get_by_role("status")).to_have_text(f"{told} You have answered this one.")
    choose(page, wrong_for(puzzle) if is_right else puzzle.answer)
    expect(part.get_by_role("status")).to_contain_text(told)
    expect(part.get_by_role("status")).to_contain_text("your first answer counts")


@pytest.mark.sweep
def test_a_browser_without_storage_has_no_streak(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, PHONE)
    tabs.append(tab)
    tab.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }")
    tab.page.goto("/spy")
    choose(tab.page, puzzle_on(tab.page).answer)
    expect(tab.page.locator("[data-streak]")).to_be_hidden()


@pytest.mark.sweep
@pytest.mark.parametrize(("language", "name"), [("en", "Guest"), ("pl", "Gość")])
def test_one_tap_starts_a_solo_game_and_the_name_can_be_changed(
    browser: Browser, server: Server, tabs: list[Tab], language: str, name: str
) -> None:
    tab = Tab(browser, server.url, PHONE)
    tabs.append(tab)
    tab.page.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    tab.page.goto("/")
    tab.page.locator("form[action='/learn'] button").first.click()
    tab.page.wait_for_url("**/t/*")
    tab.is_live()
    mine = tab.page.locator("#public .seat .name", has_text=name)
    expect(mine).to_have_count(1)
    tab.menu("me")
    tab.page.locator("#menu input[name=name]").fill("Ola")
    tab.page.locator("#menu input[name=name]").press("Enter")
    expect(mine).to_have_count(0)
    expect(tab.page.locator("#public .seat .name", has_text="Ola")).to_have_count(1)
