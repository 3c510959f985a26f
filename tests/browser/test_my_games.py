"""The browser alone keeps a list of the games that were played in it, and forgets them when it is told to."""

import json
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import PHONE, Tab, assert_accessible
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

KEPT: Final = "() => JSON.parse(localStorage.getItem('turncoat.games') ?? '[]')"
KEEP: Final = "games => localStorage.setItem('turncoat.games', JSON.stringify(games))"
GAMES: Final = [
    {"url": "/t/KWFX/games/2", "game": "Hail Hydra", "result": "You lost", "at": 1_790_000_000_000},
    {"url": "/t/KWFX/games/1", "game": "The Resistance", "result": "You won", "at": 1_780_000_000_000},
]


def test_a_game_is_listed_once_when_it_has_ended_and_never_before(browser: Browser, address: str) -> None:
    tab = Tab(browser, address, PHONE)
    tab.page.goto("/ballot")
    assert tab.page.evaluate("localStorage.length") == 0
    for _ in range(2):
        tab.page.goto("/end")
        tab.page.wait_for_function("() => localStorage.getItem('turncoat.games') !== null")
    (game,) = tab.page.evaluate(KEPT)
    assert sorted(game) == ["at", "game", "result", "url"]
    assert (game["url"], game["game"]) == ("/t/KWFX/games/1", "The Resistance")
    assert game["result"] == tab.page.locator("#headline").text_content()
    tab.close()


def test_the_list_can_be_watched_and_forgotten(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, PHONE, locale="en")
    page = tab.page
    page.goto("/")
    link = page.get_by_role("link", name="My games")
    expect(link).to_be_hidden()
    # A value that somebody has edited leads nowhere else.
    page.evaluate(KEEP, [*GAMES, {"url": "https://elsewhere.example/", "game": "?", "result": "?", "at": 1}])
    page.reload()
    link.click()
    rows = page.locator(".games-list li")
    expect(rows.locator("b")).to_have_text(["Hail Hydra", "The Resistance"])
    expect(rows.first.locator("a")).to_have_attribute("href", "/t/KWFX/games/2")
    expect(rows.first).to_contain_text("You lost")
    assert_accessible(page)
    rows.first.get_by_role("button").click()
    expect(rows.locator("b")).to_have_text(["The Resistance"])
    expect(page.locator("#finished")).to_be_focused()
    assert page.evaluate(KEPT) == GAMES[1:]
    page.get_by_role("button", name="Forget all").click()
    expect(rows).to_have_count(0)
    expect(page.locator("[data-no-games]")).to_be_visible()
    assert "turncoat.games" not in json.dumps(page.evaluate("Object.keys(localStorage)"))
    tab.close()


def test_without_scripts_the_list_is_not_there(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, PHONE, java_script_enabled=False)
    tab.page.goto("/")
    expect(tab.page.locator("[data-my-games]")).to_be_hidden()
    tab.page.goto("/my-games")
    expect(tab.page.locator("[data-kept-games]")).to_be_hidden()
    tab.close()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_on_a_phone_a_newcomer_sees_the_games_to_play_alone_at_once(
    browser: Browser, server: Server, language: str
) -> None:
    tab = Tab(browser, server.url, PHONE, locale=language)
    tab.page.goto("/")
    for tile in tab.page.locator(".learn-game").all():
        expect(tile).to_be_in_viewport(ratio=1)
    expect(tab.page.locator(".learn .door-link a")).to_be_in_viewport(ratio=1)
    tab.close()
