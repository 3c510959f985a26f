"""Nothing on a table's page moves while tips, questions and messages come and go, nor when the game ends."""

from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.support.page_faults import NEXT_FRAME
from tests.support.playing import BOTS_WAIT, DESK, PHONE, Tab
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MOST: Final = 0.05
"""Largest sum of layout shifts in a whole game. The score of a shift is the share of the window that moves, times the
distance as a share of the window's longer side."""
WATCH: Final = """{
    window.shifts = [];
    const name = (node) => node?.id || node?.className || node?.parentElement?.className || "an element that is gone";
    let said = "", from = Infinity, until = Infinity;
    new MutationObserver(() => {
        const says = document.getElementById("asked")?.textContent ?? "";
        if (says === said) return;
        said = says;
        requestAnimationFrame((now) => {
            [from, until] = [now, Infinity];
            requestAnimationFrame((next) => { until = next; });
        });
    }).observe(document, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
            const isNewSentence = startTime >= from && startTime < until
                && sources.every(({ node }) => (node?.closest ? node : node?.parentElement)?.closest(".asked"));
            if (hadRecentInput || isNewSentence) continue;
            window.shifts.push([value, sources.map(({ node }) => name(node)).join(", ")]);
        }
    }).observe({ type: "layout-shift", buffered: true });
}"""
"""Records every layout shift that does not follow a tap, with the elements that moved.

A question whose sentence is another in the same frame has not moved: the next one stands in a place of its own, such as
below a tip.
"""
NEXT: Final = f"""() => document.querySelector("#guide .tip") ? "tip"
    : document.querySelector("#own-seat.my-turn form#answer-form") ? "asked"
    : document.querySelector("main.ended") ? "over" : ({BOTS_WAIT})() ? "talk" : null"""
"""Returns the next thing to do in a guided game."""
READ: Final = "#go-on[value=guide], #guide-read"
"""Button of the tip: with the question while the bots wait for it, otherwise in the guide."""
FIRST: Final = "() => document.querySelector('#guide .tip')?.textContent ?? ''"


def shifts(tab: Tab) -> list[tuple[float, str]]:
    """Return the layout shifts so far, once the last update is on the screen."""
    tab.page.evaluate(NEXT_FRAME)
    return [(value, moved) for value, moved in tab.page.evaluate("window.shifts")]


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.sweep)]
)
def test_the_page_keeps_still_through_a_guided_game(browser: Browser, server: Server, size: ViewportSize) -> None:
    """Tips are read and talk is ended without a tap, so that what follows counts."""
    ola = Tab(browser, server.url, size)
    ola.page.add_init_script(WATCH)
    ola.page.goto("/")
    ola.page.locator("form[action='/learn'] button[value=resistance]").click()
    ola.page.wait_for_url("**/t/*")
    ola.is_live()
    ola.page.evaluate("document.fonts.ready.then(() => { window.shifts = []; })")
    tips = 0
    while (following := ola.page.wait_for_function(NEXT).json_value()) != "over":
        if following == "tip":
            tips += 1
            tip = ola.page.evaluate(FIRST)
            ola.page.evaluate(f"document.querySelector({READ!r}).click()")
            ola.page.wait_for_function(f"tip => ({FIRST})() !== tip", arg=tip)
        elif following == "talk":
            ola.page.evaluate("document.querySelector('[value=end-talk]')?.click()")
            ola.page.wait_for_function(f"() => !({BOTS_WAIT})()")
        else:
            ola.insist()
    found = shifts(ola)
    assert tips > 5
    assert sum(value for value, _ in found) <= MOST, found
    assert ola.complaints == []
    ola.close()


def test_a_dock_that_pushes_the_board_is_noticed(browser: Browser, server: Server) -> None:
    ola = Tab(browser, server.url, PHONE, bypass_csp=True)
    ola.page.add_init_script(WATCH)
    ola.page.goto("/")
    ola.page.locator("form[action='/learn'] button[value=resistance]").click()
    ola.page.wait_for_url("**/t/*")
    ola.is_live()
    ola.page.wait_for_function(f"() => ({FIRST})()")
    ola.page.evaluate("document.fonts.ready.then(() => { window.shifts = []; })")
    ola.page.add_style_tag(content=".in-play { --dock: 10rem }")
    assert sum(value for value, _ in shifts(ola)) > MOST
    ola.close()
