"""Pages stay current where a network blocks WebSockets, and announce updates even if a script is missing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible, sit_together, tab_of
from tests.support.serving import Server, serving
from tests.support.wire import Wire

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

BLOCKED: Final = {
    "en": "This network blocks live updates: the page updates every few seconds.",
    "pl": "Ta sieć blokuje aktualizacje na żywo: strona odświeża się co kilka sekund.",
}
QUICK: Final = """
import sys
from pathlib import Path
import turncoat.table.runtime.clocks as clocks
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
clocks.MINUTE = 2.0
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3]), bot_pause=float(sys.argv[2]), scenes=0, hold=0.05))
"""
"""A server where a bot takes over after four seconds."""
STAYS: Final = 25_000
"""Milliseconds during which a person who polls must not count as away."""


@pytest.fixture(params=["refuse", *(pytest.param(how, marks=pytest.mark.sweep) for how in ("swallow", "mute"))])
def wire(request: pytest.FixtureRequest, server: Server) -> Iterator[Wire]:
    """A network without WebSockets: a proxy refuses them, swallows the request, or forwards nothing."""
    with Wire(server.port) as running:
        running.upgrades = request.param
        yield running


def says_so(page: Page, language: str = "en") -> None:
    """Wait until the page reports that its network blocks the socket."""
    expect(page.locator("body")).to_have_attribute("data-link", "polling")
    expect(page.locator(".link-polls")).to_have_text(BLOCKED[language])
    expect(page.locator(".link-polls")).to_be_visible()
    expect(page.locator(".look-again")).to_be_visible()
    expect(page.locator(".link-lost")).to_be_hidden()


def is_live(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    for part in (".link-state", ".link-lost"):
        expect(page.locator(part)).to_be_hidden()


@pytest.mark.sweep
@pytest.mark.parametrize("language", BLOCKED)
def test_every_page_stays_current_by_polling(browser: Browser, server: Server, language: str) -> None:
    """The setup, a game, a spectator, a page that may not be seen yet and a shared screen."""
    with Wire(server.port) as wire:
        wire.upgrades = "refuse"
        host, guest = sit_together(server, "Ola", "Jan")
        speaks = {"locale": language}
        jan = tab_of(browser, guest, DESK, wire.url, **speaks).page
        eve, tv = (Tab(browser, wire.url, PHONE, **speaks).page for _ in range(2))
        for page, path in ((jan, ""), (eve, ""), (tv, "/screen")):
            page.goto(host.path + path)
        for page in (jan, eve, tv):
            says_so(page, language)
            assert overlaps(page) == []
        host.post(host.path, do="change-settings", spectators="false")
        host.start()
        expect(jan.locator("#own-seat .my-card")).to_be_visible()
        expect(eve.locator("main.error")).to_be_visible()
        host.post(host.path, do="change-settings", spectators="true")
        expect(eve.locator("main.in-play")).to_be_visible()
        for page in (jan, eve, tv):
            expect(page.locator("main:is(.in-play, .screen)")).to_be_visible()
            says_so(page, language)
            assert overlaps(page) == []
        wire.upgrades = "pass"
        for page in (jan, eve, tv):
            is_live(page)


def overlaps(page: Page) -> list[str]:
    """Return the elements that the line covers, or a note if it is out of sight."""
    found: list[str] = page.evaluate("""() => {
        const line = document.querySelector(".link-state").getBoundingClientRect();
        const wrong = ["main", ".bar"].filter((name) => {
            const box = document.querySelector(name)?.getBoundingClientRect();
            return box && box.top < line.bottom - 1 && box.bottom > line.top + 1;
        });
        const isInSight = line.top >= 0 && line.bottom <= innerHeight && line.left >= 0 && line.right <= innerWidth;
        if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the window");
        return isInSight ? wrong : [...wrong, "out of sight"];
    }""")
    return found


@pytest.mark.sweep
def test_a_person_who_polls_keeps_their_seat(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "data", code=QUICK) as quick, Wire(quick.port) as wire:
        wire.upgrades = "refuse"
        host, guest = sit_together(quick, "Ola", "Jan")
        host.start()
        ola, jan = tab_of(browser, host), tab_of(browser, guest, PHONE, wire.url)
        ola.page.goto(host.path)
        jan.page.goto(guest.path)
        stands_in = ola.page.locator("#seat-1 .state", has_text="A bot plays")
        says_so(jan.page)
        jan.page.wait_for_timeout(STAYS)
        expect(stands_in).to_have_count(0)
        jan.page.goto("about:blank")
        expect(stands_in).to_have_count(1)
        jan.page.goto(guest.path)
        expect(stands_in).to_have_count(0)


def scripts_of(page: Page, path: str) -> list[str]:
    """Return the scripts that a page loads before any interaction."""
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url) if ".js?" in request.url else None)
    page.goto(path)
    is_live(page)
    return sorted({re.sub(r"^.*/static/|\?.*$", "", url) for url in requested})


@pytest.mark.parametrize("kind", [pytest.param("table", marks=pytest.mark.sweep), "screen"])
def test_a_page_announces_updates_with_any_script_missing(browser: Browser, server: Server, kind: str) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    path = guest.path if kind == "table" else f"{guest.path}/screen"
    all_scripts = scripts_of(tab_of(browser, guest).page, path)
    assert len(all_scripts) > (30 if kind == "table" else 8)
    dead: list[str] = []
    for start in range(0, len(all_scripts), 6):
        opened: dict[str, Page] = {}
        for name in all_scripts[start : start + 6]:
            page = opened[name] = tab_of(browser, guest).page
            page.route(re.compile(rf"/static/{re.escape(name)}\?"), lambda route: route.abort())
            page.goto(path)
        is_settled = "() => document.body.dataset.link === 'live' || !document.querySelector('.with-scripts')"
        for name, page in opened.items():
            page.wait_for_function(is_settled)
            if page.locator("body").get_attribute("data-link") != "live":
                dead.append(name)
                expect(page.locator(".look-again")).to_be_visible()
        host.post(host.path, do="pause")
        paused = page_text(host.path, kind)
        for name, page in opened.items():
            if name in dead and kind == "table":
                expect(page.locator(".link-news"), name).to_be_visible()
                expect(page.locator("#say-status"), name).to_have_text("There is something new.")
                page.locator(".look-again").click()
            expect(page.locator(paused).first, name).to_be_visible()
        host.post(host.path, do="resume")
        for page in opened.values():
            page.context.close()
    assert {f"js/{kind}.js", "js/socket.js", "vendor/idiomorph-0.8.0.min.js"} <= set(dead)
    assert "js/fallback.js" not in dead


def page_text(path: str, kind: str) -> str:
    """Return the selector of the notice that the game is paused."""
    return "#clock .paused" if kind == "table" else ".time.is-paused"


def test_a_game_is_played_by_polling_and_returns_to_the_socket(browser: Browser, server: Server, wire: Wire) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    ola, jan = tab_of(browser, host), tab_of(browser, guest, PHONE, wire.url)
    jan.page.goto(guest.path)
    jan.page.evaluate("window.samePage = true")
    says_so(jan.page)
    expect(jan.page.locator("#say-status")).to_have_text(BLOCKED["en"])
    assert_accessible(jan.page)
    ola.page.goto(host.path)
    ola.start()
    expect(jan.page.locator("#own-seat .my-card")).to_be_visible()  # the deal has led it to the page of the game
    says_so(jan.page)
    assert_accessible(jan.page)
    jan.page.evaluate("window.samePage = true")
    host.post(host.path, do="say", channel="table", text="Good evening, Jan")
    expect(jan.page.locator("#say-log")).to_contain_text("Good evening, Jan")
    while not jan.is_asked():
        if ola.is_asked():
            ola.insist()
        jan.page.wait_for_timeout(200)
    jan.insist()  # as a form, whose response has all parts
    wire.upgrades = "pass"
    is_live(jan.page)
    assert jan.page.evaluate("window.samePage === true")
    ola.close()
    jan.close()


def test_consecutive_form_responses_update_the_page_without_polls(browser: Browser, server: Server, wire: Wire) -> None:
    host, _ = sit_together(server, "Ola", "Jan")
    host.start()
    page = tab_of(browser, host, DESK, wire.url).page
    page.goto(host.path)
    says_so(page)
    page.route("**/updates?*", lambda poll: poll.abort())  # none comes in between
    paused = page.locator("#clock .paused")
    for command, count in (("pause", 1), ("resume", 0)):
        page.evaluate("what => document.querySelector(`[data-send] [value=${what}]`).click()", command)
        expect(paused).to_have_count(count)
    page.context.close()
