"""Hail Hydra until Red Skull falls, from a record. `test_hail_hydra_before_all_eyes` plays to the other end."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab
from tests.support.recorded import play_record
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
RECORDS = Path(__file__).parents[1] / "games" / "hail_hydra" / "records"


@pytest.mark.sweep
def test_red_skull_falls_with_the_city_standing_and_shield_wins(
    browser: Browser, prepared: Server, tabs: list[Tab]
) -> None:
    tab = Tab(browser, prepared.url, PHONE)
    tabs.append(tab)
    play_record(tab, prepared, (RECORDS / "red-skull-defeated.txt").read_text("utf-8"))
    expect(tab.page.locator("#end h1")).to_have_text("You won")  # the player of the last choice is no agent
    expect(tab.page.locator(".verdict p")).to_have_text("S.H.I.E.L.D. wins. Red Skull is defeated and the city stands.")
    expect(tab.page.locator(".scene li").last).to_have_text("Red Skull is defeated.")
    last = tab.page.locator(".end-mission").last
    expect(last.locator(".end-result")).to_contain_text("Red Skull")
    expect(last.locator(".end-result")).to_contain_text("New York City: 26 of 27")
    expect(last.locator(".end-attacks > li")).to_have_count(1)
    expect(tab.page.locator(".unmasked .role.won")).to_have_count(3)
    expect(tab.page.get_by_role("heading", name="All votes so far")).to_have_count(0)  # no teams are voted on
    assert tab.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.sweep
def test_on_a_desktop_the_heroes_stay_in_their_panel(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, DESK)
    tabs.append(tab)
    tab.open_table("Ola")
    tab.page.locator("#game-hail-hydra").check()
    expect(tab.page.locator("#game-hail-hydra[checked]")).to_have_count(1)
    tab.start()
    expect(tab.page.locator("form#answer-form .hand .choice")).not_to_have_count(0)
    # However many there are: the question scrolls within itself, and the last hero is clear of the button.
    last = tab.page.locator("form#answer-form .hand .choice").last
    last.hover()
    parts = ("#own-seat", ".asked", "form#answer-form [data-confirm]")
    panel, asked, button, hero = (one.bounding_box() for one in (*map(tab.page.locator, parts), last))
    assert panel is not None
    assert asked is not None
    assert button is not None
    assert hero is not None
    assert asked["y"] + asked["height"] <= panel["y"] + panel["height"] <= DESK["height"]
    assert hero["y"] + hero["height"] <= button["y"] + 1
    expect(tab.page.locator("form#answer-form [data-confirm]")).to_be_in_viewport(ratio=1)


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_rules_fit_a_phone(browser: Browser, server: Server, tabs: list[Tab], language: str) -> None:
    """The table of villains is wider than the phone, and scrolls sideways on its own."""
    tab = Tab(browser, server.url, PHONE, locale=language)
    tabs.append(tab)
    tab.page.goto("/rules/hail-hydra")
    expect(tab.page.locator("html")).to_have_attribute("lang", language)
    assert tab.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(tab.page.locator(".scroll table")).to_have_count(1)


@pytest.mark.sweep
def test_a_button_says_what_is_missing_and_an_open_section_covers_nothing(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    tab = Tab(browser, server.url, PHONE)
    tabs.append(tab)
    tab.open_table("Ola")
    tab.page.locator("#game-hail-hydra").check()
    expect(tab.page.locator("#game-hail-hydra[checked]")).to_have_count(1)
    tab.start()
    confirm = tab.page.locator("form#answer-form [data-confirm]")
    expect(confirm).to_have_attribute("data-note", "First choose: a card")
    any_time = tab.page.locator("#any-time > summary")
    any_time.click()
    expect(any_time).to_be_in_viewport(ratio=1)
    section, button = any_time.bounding_box(), confirm.bounding_box()
    assert section is not None
    assert button is not None
    assert button["y"] + button["height"] <= section["y"]
    any_time.click()
    tab.page.locator("form#answer-form .hand input").first.check()
    expect(confirm).not_to_have_attribute("data-note", "First choose: a card")
