"""A card's knowledge of others appears at their seats while the card is held or kept open, and nowhere else."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible
from tests.support.recorded import Recorded
from tests.support.serving import Server
from turncoat.games.winter_soldier.events import HydraSeen
from turncoat.kernel.game import Game
from turncoat.kernel.records import parse_record
from turncoat.kernel.seats import seats_in

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
TEXT = (Path(__file__).parents[1] / "games" / "winter_soldier" / "records" / "three-failures.txt").read_text("utf-8")
RECORD = parse_record(TEXT)
WITH_HYDRA = next(event.lookers for event in Game(RECORD.ruleset, RECORD.deal).events if isinstance(event, HydraSeen))
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".seat")].map(seat => [
    seat.id, getComputedStyle(seat.querySelector(".own-mark"), "::after").content.split(" / ")[0].replaceAll('"', ""),
]).filter(([, says]) => says !== "none" && says !== "normal"))"""
"""Returns the marks at the seats, as they are on screen."""
COVERED = """() => [...document.querySelectorAll(".seat")].filter(seat => {
    const box = seat.querySelector(".name").getBoundingClientRect();
    return !seat.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map(seat => seat.id)"""
"""Returns the seats that something covers."""


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(DESK, "light", id="desk-light", marks=pytest.mark.sweep),
        pytest.param(PHONE, "light", id="phone-light", marks=pytest.mark.sweep),
        pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.sweep),
    ],
)
def test_an_ally_is_marked_while_the_card_is_open(
    browser: Browser, prepared: Server, tabs: list[Tab], size: ViewportSize, scheme: str
) -> None:
    *others, own = seats_in(WITH_HYDRA)
    fellows = {f"seat-{seat}": "HYDRA" for seat in others}
    assert fellows
    tab = Tab(browser, prepared.url, size, color_scheme=scheme)
    tabs.append(tab)
    Recorded(tab, prepared, TEXT, own).open()
    page, back = tab.page, tab.page.locator(".hold")
    expect(back).to_be_visible()
    assert page.evaluate(SHOWN) == {}
    back.dispatch_event("pointerdown")
    page.wait_for_function("() => document.body.dataset.known")
    assert page.evaluate(SHOWN) == fellows
    back.dispatch_event("pointerup")
    page.wait_for_function("() => !document.body.dataset.known")
    assert page.evaluate(SHOWN) == {}
    back.focus()
    page.keyboard.down("Space")
    page.wait_for_function("() => document.body.dataset.known")
    page.keyboard.up("Space")
    page.wait_for_function("() => !document.body.dataset.known")
    # Kept open over an update until it is closed. A screen reader gets the same from the card.
    page.locator(".keep-label").click()
    page.wait_for_function("() => document.body.dataset.known")
    expect(page.locator("#card-front")).to_contain_text("Eyes opened with HYDRA:")
    assert_accessible(page)
    assert page.evaluate(SHOWN) == fellows
    assert page.evaluate(COVERED) == []
    page.locator(".keep-label").click()
    page.wait_for_function("() => !document.body.dataset.known")
    assert page.evaluate(SHOWN) == {}
    assert not page.locator("body").get_attribute("style"), "nothing of it stays in the page"


@pytest.mark.sweep
def test_a_player_without_knowledge_sees_no_marks(browser: Browser, prepared: Server, tabs: list[Tab]) -> None:
    own = RECORD.deal.roles.index("shield-agent", 1)
    tab = Tab(browser, prepared.url, PHONE)
    tabs.append(tab)
    Recorded(tab, prepared, TEXT, own).open()
    tab.page.locator(".hold").dispatch_event("pointerdown")
    expect(tab.page.locator("#card-front")).to_be_visible()
    assert tab.page.evaluate(SHOWN) == {}
    assert "data-known" not in tab.page.content()
