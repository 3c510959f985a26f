"""On a phone, every seat keeps its place and its avatar through a whole game, whatever the question or the cards."""

from statistics import median
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.fixtures.models import TablePage
from tests.support.fixtures.played import GAMES, played_states
from tests.support.page_faults import NEXT_FRAME
from tests.support.playing import close
from tests.support.serving import serve_sockets
from tools.screens import STILL

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SIZES: Final[tuple[ViewportSize, ...]] = ({"width": 390, "height": 844}, {"width": 320, "height": 568})
MORE_SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 360, "height": 640},
    {"width": 375, "height": 667},
    {"width": 430, "height": 932},
    {"width": 844, "height": 390},
    {"width": 640, "height": 400},
)
NUDGE: Final = 4
"""Pixels that all seats may move together, because of smaller fonts in a headline."""
LOWER: Final = 75
"""Pixels that missions may lose in height above a tall question."""
AVATAR: Final = 20
"""Minimum width and height of an avatar in pixels."""
PLACES: Final = """() => {
    const list = document.querySelector(".seats").getBoundingClientRect();
    return [...document.querySelectorAll(".seats > .seat")].map((seat) => {
        const tile = seat.querySelector(".tile").getBoundingClientRect();
        const avatar = seat.querySelector(".emblem"), its = avatar.getBoundingClientRect();
        const shown = avatar.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
        const placed = ({ left, top, width, height }) => [left - list.left, top - list.top, width, height];
        const places = [tile, its].flatMap(placed);
        return [...places, shown ? Math.min(its.width, its.height) : 0];
    });
}"""
"""Returns each seat's position in the list and its size, the same of its avatar, and the visible part of the avatar."""
TOP: Final = "document.querySelector('.seats').getBoundingClientRect().top"
"""Vertical position of the seats in the window."""
Places = list[list[float]]


def phases(name: str) -> list[str]:
    """Return the states of the games with that ruleset, from the first question to the last."""
    found = [state for state, page in played_states().items() if state.startswith(f"played-{name}-")]
    return [state for state in found if isinstance(page := played_states()[state], TablePage) and page.end is None]


def faults_of(places: dict[str, Places]) -> list[str]:
    """Return the seats that are displaced from the first state by more than a pixel, or whose avatar is missing."""
    first, *_ = places.values()
    wrong = []
    for state, now in places.items():
        for seat, (is_now, was) in enumerate(zip(now, first, strict=True)):
            if any(abs(one - other) > 1 for one, other in zip(is_now, was, strict=True)):
                wrong.append(f"{state}: seat {seat} is at {is_now}, and was at {was}")
            if is_now[-1] < AVATAR:
                wrong.append(f"{state}: seat {seat} has no avatar")
    return wrong


def places_in(
    browser: Browser, address: str, states: list[str], sizes: tuple[ViewportSize, ...]
) -> list[dict[str, Places]]:
    """Return the positions of the seats in each state, at each size."""
    tab = browser.new_context(reduced_motion="reduce", viewport=sizes[0]).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    found: list[dict[str, Places]] = [{} for _ in sizes]
    for state in states:
        tab.set_viewport_size(sizes[0])
        tab.goto(f"{address}{state}?language=en")
        tab.evaluate(STILL)
        for size, places in zip(sizes, found, strict=True):
            places[state] = places_at(tab, size)
    close(tab)
    return found


def places_at(tab: Page, size: ViewportSize) -> Places:
    tab.set_viewport_size(size)
    tab.evaluate(NEXT_FRAME)  # a script has fitted the board to its new size by then
    places: Places = tab.evaluate(PLACES)
    return places


@pytest.mark.parametrize("name", ["resistance-10", pytest.param("hail-hydra-8", marks=pytest.mark.sweep)])
def test_every_seat_keeps_its_place_and_its_avatar_in_every_phase(browser: Browser, address: str, name: str) -> None:
    states = phases(name)[::2]  # the sweep checks all
    assert len(states) > 5
    for size, places in zip(SIZES, places_in(browser, address, states, SIZES), strict=True):
        assert faults_of(places) == [], size


@pytest.mark.parametrize(
    "name", [name if name == "resistance-7" else pytest.param(name, marks=pytest.mark.sweep) for name in GAMES]
)
def test_the_seats_stay_in_place_for_a_question_of_any_height(browser: Browser, address: str, name: str) -> None:
    """Only a headline of two lines moves them, or a question so tall that the missions must shrink."""
    tab = browser.new_context(reduced_motion="reduce", viewport=SIZES[0]).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    tops: dict[str, float] = {}
    for state in phases(name):
        tab.goto(f"{address}{state}?language=en")
        tab.evaluate(STILL)
        tab.evaluate(NEXT_FRAME)
        tops[state] = tab.evaluate(TOP)
    close(tab)
    moved = {state: top - median(tops.values()) for state, top in tops.items()}
    assert sum(abs(by) <= NUDGE for by in moved.values()) > len(moved) / 2, moved
    assert max(abs(by) for by in moved.values()) <= LOWER, moved


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
def test_every_seat_keeps_its_place_on_other_phones(browser: Browser, address: str, name: str) -> None:
    sizes = SIZES + MORE_SIZES
    for size, places in zip(sizes, places_in(browser, address, phases(name), sizes), strict=True):
        assert faults_of(places) == [], size


@pytest.mark.parametrize(
    "fault",
    [
        ".seats { grid-template-columns: 1fr 1fr }",
        pytest.param(".on-team .emblem { display: none }", marks=pytest.mark.sweep),
        pytest.param(".is-leader .emblem { width: 12px }", marks=pytest.mark.sweep),
    ],
)
def test_a_seat_that_moves_or_loses_its_avatar_is_noticed(browser: Browser, address: str, fault: str) -> None:
    state = next(state for state in phases("resistance-7") if "cast-ballot" in state)
    tab = browser.new_context(reduced_motion="reduce", viewport=SIZES[0], bypass_csp=True).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    tab.goto(f"{address}{state}?language=en")
    tab.evaluate(STILL)
    before = places_at(tab, SIZES[0])
    tab.add_style_tag(content=f".board {{ {fault} }}")
    after = places_at(tab, SIZES[0])
    close(tab)
    assert faults_of({"before": before}) == []
    assert faults_of({"before": before, "after": after}) != []
