"""Find the Spy in a real browser: by keyboard, without scripts, at 320 pixels, with days, sharing and a solo game."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_no_faults
from tests.support.serving import Server
from turncoat.kernel.seats import SeatSet, seats_in
from turncoat.puzzles import Puzzle
from turncoat.puzzles.daily import number_of, puzzle_of

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
    masks = (mask for mask in range(1 << puzzle.ruleset.players) if mask.bit_count() == puzzle.count)
    return next(mask for mask in masks if mask != puzzle.answer and not mask & ~puzzle.suspects)


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
    for seat in seats_in(puzzle.suspects):
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
    for fold in ("#puzzle-people", "#why-0", "#puzzle-points"):
        page.locator(f"{fold} > summary").press("Enter")
    expect(page.locator("#why-0 .beliefs-why")).to_be_visible()
    assert page.evaluate(WIDER) <= 0
    assert_no_faults(tabs[0])
    page.get_by_role("button", name="Watch it with all cards face up").click()
    expect(page.locator("#replay")).to_be_visible()


@pytest.mark.sweep
def test_without_scripts_a_puzzle_lacks_only_the_days_and_sharing(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    page = opened(browser, server, tabs, PHONE, java_script_enabled=False)
    expect(page.locator("[data-days]")).to_be_hidden()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Please choose")
    tabs[0].complaints.clear()  # the browser logs that the form was refused
    choose(page, puzzle_on(page).answer)
    expect(page.get_by_role("alert")).to_contain_text("Right: it was")
    expect(page.locator("[data-days], .puzzle-share")).to_have_count(2)
    for part in page.locator("[data-days], .puzzle-share").all():
        expect(part).to_be_hidden()


def days_before(day: date, points: dict[int, int]) -> str:
    """Return what the browser stores of days so long ago, with their points."""
    return json.dumps({str(day - timedelta(days=ago)): number for ago, number in points.items()})


def figures(page: Page) -> dict[str, int]:
    places = page.locator("[data-figure]")
    expect(places.first).to_have_text(re.compile(r"\d"))
    return {one.get_attribute("data-figure") or "": int(one.inner_text()) for one in places.all()}


@pytest.mark.parametrize(
    ("before", "is_right", "streak", "best"),
    [
        pytest.param(None, True, 1, 1, marks=pytest.mark.sweep),
        ({1: 100, 2: 100, 3: 67, 4: 100, 5: 100, 6: 100}, True, 3, 3),
        pytest.param({2: 100, 3: 100}, True, 1, 2, marks=pytest.mark.sweep),  # a day was missed
        ({1: 100, 2: 100}, False, 0, 2),
        pytest.param("broken", True, 1, 1, marks=pytest.mark.sweep),
        pytest.param('{"day": 5, "2026-01-01": "x"}', True, 1, 1, marks=pytest.mark.sweep),
    ],
)
def test_the_browser_counts_the_days_and_deletes_them(
    browser: Browser, server: Server, tabs: list[Tab], before: Any, is_right: bool, streak: int, best: int
) -> None:
    page = opened(browser, server, tabs, PHONE)
    day, puzzle = day_of(page), puzzle_on(page)
    known = before if isinstance(before, dict) else {}
    if before is not None:
        text = days_before(day, before) if isinstance(before, dict) else before
        page.evaluate("text => localStorage.setItem('turncoat.puzzles', text)", text)
    guess = puzzle.answer if is_right else wrong_for(puzzle)
    choose(page, guess)
    points = [*known.values(), puzzle.points(guess)]
    told = {
        "played": len(points),
        "average": round(sum(points) / len(points)),
        "streak": streak,
        "best": best,
        "all": points.count(100),
        "some": len(points) - points.count(100) - points.count(0),
        "none": points.count(0),
    }
    assert figures(page) == told
    page.goto("/spy")
    says = page.locator("[data-days]").get_by_role("status")
    expect(says).to_have_text("You have answered this one.")
    assert figures(page) == told
    choose(page, wrong_for(puzzle) if is_right else puzzle.answer)
    expect(says).to_contain_text("your first answer counts")
    assert figures(page) == told
    assert_no_faults(tabs[0])
    page.locator("#puzzle-delete > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(says).to_contain_text("Deleted.")
    expect(page.locator("#puzzle-days")).to_be_focused()
    assert page.evaluate("localStorage.getItem('turncoat.puzzles')") is None
    page.goto("/spy")
    expect(page.locator("[data-days]")).to_be_hidden()


def test_the_days_stay_in_the_browser(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    page = opened(browser, server, tabs, PHONE)
    sent: list[str] = []
    choose(page, puzzle_on(page).answer)
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''} {request.all_headers()}"))
    page.reload()
    page.locator("#puzzle-delete > summary").click()
    page.get_by_role("button", name="Delete my days").click()
    expect(page.locator("[data-days]").get_by_role("status")).to_contain_text("Deleted.")
    assert sent
    assert not any("turncoat.puzzles" in one for one in sent)


def test_a_result_is_copied_or_given_to_the_device_without_names(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    tab = Tab(browser, server.url, PHONE)
    tabs.append(tab)
    page = tab.page
    page.add_init_script("navigator.share = async (data) => { window.shared = data }")
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', "
        "{ value: { writeText: async (text) => { window.copiedText = text } } })"
    )
    page.goto("/spy")
    puzzle, day = puzzle_on(page), day_of(page)
    choose(page, puzzle.answer)
    result = f"{'🎯' * puzzle.count} {puzzle.count} of {puzzle.count}"
    line = f"Turncoat, Find the spy, Puzzle {number_of(day)}, {day}: {result}"
    link = f"{server.url}/spy/{day}"
    page.get_by_role("button", name="Share the result").press("Enter")
    assert page.evaluate("window.shared") == {"title": "Turncoat", "text": line, "url": link}
    page.get_by_role("button", name="Copy the result").press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copiedText") == f"{line} {link}"
    page.goto(link)
    assert day_of(page) == day


@pytest.mark.sweep
def test_a_browser_without_storage_has_no_days(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, PHONE)
    tabs.append(tab)
    tab.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }")
    tab.page.goto("/spy")
    choose(tab.page, puzzle_on(tab.page).answer)
    expect(tab.page.locator("[data-days]")).to_be_hidden()


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
