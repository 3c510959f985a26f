"""Every state of the fixtures is loaded once and measured in every way."""

from collections.abc import Iterator
from itertools import cycle, pairwise
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.support.accessible import AXE, RUN_AXE
from tests.support.fixtures import NAMES, all_states
from tests.support.page_faults import CLIPPED, CODES, LENGTHEN, LEVELS, PHONE, SIZES, SMALL, faults
from tests.support.playing import close
from tests.support.serving import serve_sockets
from tools.screens import STILL

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PAIRS: Final = tuple((SIZES[k % 4], SIZES[4 + k % 4]) for k in range(12))
"""A small and a large size for each state. Every size recurs."""


def faults_under_fingers(tab: Page, device: CDPSession) -> list[str]:
    """Return the controls that a finger would miss, on a phone with a touch screen."""
    tab.set_viewport_size(PHONE)
    device.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    assert tab.evaluate("matchMedia('(pointer: coarse)').matches")
    found = [f"too small for a finger: {one}" for one in tab.evaluate(SMALL)]
    device.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert not tab.evaluate("matchMedia('(pointer: coarse)').matches")
    return found


def faults_of_headings(tab: Page) -> list[str]:
    """Check that the only first-level heading comes first, and that no level is skipped."""
    levels = tab.evaluate(LEVELS)
    is_well = levels.count(1) == 1 and levels[0] == 1 and all(b - a <= 1 for a, b in pairwise(levels))
    return [] if is_well else [f"headings: {levels}"]


def faults_that_axe_names(tab: Page, width: int, theme: Literal["dark", "light"]) -> list[str]:
    tab.set_viewport_size({"width": width, "height": 844})
    if not tab.locator("main.in-play").count():  # a page that scrolls as a whole, where a fixed bar covers some of it
        high = int(tab.evaluate("document.documentElement.scrollHeight"))
        tab.set_viewport_size({"width": width, "height": max(high, 844)})
    tab.emulate_media(color_scheme=theme)
    tab.evaluate(STILL)
    return [
        f"axe, {theme}: {fault['id']}: {node['html'][:120]}"
        for fault in tab.evaluate(RUN_AXE)["violations"]
        for node in fault["nodes"]
    ]


def faults_of_long_texts(tab: Page) -> Iterator[str]:
    """Yield faults with every text 40% longer: text cut off or pushed aside. The page stays lengthened."""
    tab.set_viewport_size({"width": 320, "height": 844})
    tab.evaluate(LENGTHEN, list(NAMES))
    tab.evaluate(STILL)
    assert "⟦" in tab.locator("body").inner_text()
    for width in (320, 390, 1280):
        tab.set_viewport_size({"width": width, "height": 844})
        yield from (f"longer texts, {width} px: {one}" for one in tab.evaluate(CLIPPED))
        extra = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        if extra > 0:
            yield f"longer texts: {extra} px wider than a window of {width} px"


@pytest.mark.parametrize(("turn", "width", "theme", "other"), [(0, 390, "dark", "light"), (7, 1280, "light", "dark")])
def test_every_seventh_state_is_laid_out_without_faults(
    browser: Browser,
    address: str,
    turn: int,
    width: int,
    theme: Literal["dark", "light"],
    other: Literal["dark", "light"],
) -> None:
    """Nothing covers or clips anything, fingers hit everything, headings have no gap, and axe finds nothing.

    Between them, the two windows check every seventh state, and the sweep all of them in each. axe, which takes most of
    the time, checks every second of those, and some of them in the other theme and language too.
    """
    every_state(browser, address, width, theme, other, number=turn, of=14, axe_at=2)


@pytest.mark.sweep
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("width", "theme", "other"), [(390, "dark", "light"), (1280, "light", "dark")])
def test_every_state_is_laid_out_without_faults_in_each_window(
    browser: Browser, address: str, width: int, theme: Literal["dark", "light"], other: Literal["dark", "light"]
) -> None:
    every_state(browser, address, width, theme, other)


def every_state(
    browser: Browser,
    address: str,
    width: int,
    theme: Literal["dark", "light"],
    other: Literal["dark", "light"],
    *,
    number: int = 0,
    of: int = 1,
    axe_at: int = 1,
) -> None:
    """Check every state, or each `of`-th from `number` on, with axe at each `axe_at`-th of those."""
    context = browser.new_context(
        viewport=PHONE,
        reduced_motion="reduce",
        bypass_csp=True,  # axe is injected into the page as a script of the tests
    )
    context.add_init_script(AXE.read_text("utf-8"))
    tab = context.new_page()
    tab.route_web_socket("**/live**", serve_sockets([]))
    device = context.new_cdp_session(tab)
    found: dict[str, list[str]] = {}
    measured = [*zip(all_states(), cycle(PAIRS), strict=False)]
    for turn, (name, sizes) in enumerate(measured[number::of]):
        tab.set_viewport_size(SIZES[0])  # where it is wide, a tab is open that would cover a narrow board
        tab.goto(f"{address}{name}?language=en")
        tab.evaluate(STILL)
        wrong = [f"{size['width']} px: {fault}" for size in sizes for fault in faults(tab, size)]
        wrong += faults_under_fingers(tab, device) + faults_of_headings(tab)
        if turn % axe_at == 0:
            wrong += faults_that_axe_names(tab, width, theme)
        wrong += faults_of_long_texts(tab)
        if turn % (3 * axe_at) == 0:
            tab.goto(f"{address}{name}?language={CODES[-1]}")
            wrong += faults_that_axe_names(tab, width, other)
        if wrong:
            found[name] = wrong
    close(tab)
    assert found == {}
