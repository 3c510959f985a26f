"""A game by keyboard alone, with every announcement recorded: nothing is missing or repeated."""

import re

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.support.announcements import announcements, happened, is_said, listen, of_region, spoken
from tests.support.keyboard import Keys
from tests.support.playing import PHONE, WHAT_NEXT, Tab
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

ANNOUNCED = """([events, remarks]) => {
    const said = heard.filter(([region]) => region === "log").map(([, text]) => text.includes(": “"));
    return said.filter((one) => !one).length >= events && said.filter((one) => one).length >= remarks;
}"""
"""Returns whether this many events and remarks have been announced."""


def play(keys: Keys, sockets: list[WebSocketRoute], turns: int) -> int:
    """Make this many choices, or play to the end. Every third time, the connection breaks just before sending."""
    last, turn = "", 0
    while last != "over" and turn < turns:
        if turn % 3 == 1:
            keys.page.wait_for_function(WHAT_NEXT, arg=last, timeout=60_000)
            expect(keys.page.locator("body")).to_have_attribute("data-link", "live", timeout=30_000)
            sockets[-1].close()
        last = keys.answer(last, turn)
        turn += 1
    return turn


def is_part_of(some: list[str], all_of_them: list[str]) -> bool:
    """Return whether the items are in the other list in this order, possibly with more between them."""
    rest = iter(all_of_them)
    return all(one in rest for one in some)


def check(keys: Keys) -> None:
    """Check that every event and remark was announced once and in order, and no turn of mine twice.

    A turn that is over before the preceding events could be heard is not announced.
    """
    page = keys.page
    events, remarks = happened(page), spoken(page)
    assert events
    page.wait_for_function(ANNOUNCED, arg=[len(events), len(remarks)])
    lines = announcements(page)
    logged = of_region(lines, "log")
    # Bots may say more meanwhile.
    assert [text for text in logged if not is_said(text)][: len(events)] == events
    assert [text for text in logged if is_said(text)][: len(remarks)] == remarks
    turns = of_region(lines, "turn")
    asked = [f"Your turn. {sentence}" for sentence in keys.turns.values()]
    assert is_part_of(turns, asked)
    assert keys.waited
    assert is_part_of([f"Your turn. {sentence}" for sentence in keys.waited], turns)
    assert all(re.search(r"[.!?…”]$", text) for text in events + turns), "a sentence ends as one"


def test_a_keyboard_game_survives_broken_connections_without_lost_or_repeated_lines(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    keys, sockets = begin(browser, server, tabs)
    assert play(keys, sockets, turns=4) == 4  # one of each kind, and one more without a break
    keys.page.wait_for_function(WHAT_NEXT, arg="")
    check(keys)


@pytest.mark.sweep
def test_a_whole_game_can_be_played_by_keyboard(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    keys, sockets = begin(browser, server, tabs)
    assert play(keys, sockets, turns=1000) > 2  # three missions at the least, a ballot each
    tabs[0].is_live()
    check(keys)
    keys.press(".end-actions button[value=again]")
    expect(keys.page.locator("#own-seat")).to_be_visible()


def begin(browser: Browser, server: Server, tabs: list[Tab]) -> tuple[Keys, list[WebSocketRoute]]:
    """Start a game by keyboard, and return it with its page's connections."""
    tab = Tab(browser, server.url, PHONE)
    tabs.append(tab)
    listen(tab.page)
    sockets: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        route.connect_to_server()
        sockets.append(route)

    tab.page.route_web_socket("**/updates**", through)
    keys = Keys(tab.page)
    keys.open_table("Ola")
    keys.press("#start button")
    expect(tab.page.locator("#own-seat")).to_be_visible()
    return keys, sockets
