"""A page recovers from a broken connection by itself: nothing is missed or repeated, and half-made choices stay."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.playing import DESK, PHONE, POST, Tab, open_game, sit_together, tab_of
from tests.support.serving import Person, Server
from tests.support.wire import Wire

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LISTEN = """() => {
    window.samePage = true;
    window.heard = [];
    new MutationObserver((changes) => {
        for (const change of changes) for (const line of change.addedNodes) window.heard.push(line.textContent);
    }).observe(document.getElementById("say-log"), { childList: true });
}"""
"""Records every announced line, and marks the page, so that a reloaded one is recognized."""


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    with Wire(server.port) as running:
        yield running


def two(browser: Browser, server: Server, wire: Wire) -> tuple[Tab, Tab, Person]:
    """Start a game of Ola, the host, Jan with an unreliable connection, and bots. Return Ola's HTTP client too."""
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    ola, jan = tab_of(browser, host), tab_of(browser, guest, PHONE, wire.url)
    open_game((ola, host), (jan, guest))
    return ola, jan, host


def told(tab: Tab) -> list[str]:
    """Return the events of the game as the page lists them, oldest first."""
    lines = tab.page.locator(".log li").all()
    texts = [re.sub(r"\s+", " ", line.inner_text()).strip() for line in lines]
    return texts[::-1]


def events_of(tab: Tab) -> list[str]:
    """Return these events without the links to rules."""
    return [str(text).strip() for text in tab.page.evaluate(
        "() => [...document.querySelectorAll('.log li')].reverse().map((line) => line.childNodes[0].textContent.trim())"
    )]  # fmt: skip


HEARD: Final = """() => {
    const said = [...document.querySelectorAll("ol.chat-log > li")].map(
        (line) => `${line.querySelector("b bdi").textContent}: “${line.querySelector("q bdi").textContent}”`);
    return window.heard.filter((text) => !said.includes(text));
}"""


def heard(tab: Tab) -> list[str]:
    """Return the announcements since the test began to listen, without bots' remarks."""
    return [str(text) for text in tab.page.evaluate(HEARD)]


def is_lost(tab: Tab) -> None:
    expect(tab.page.locator("body")).to_have_attribute("data-link", "lost", timeout=20_000)


def caught_up(tab: Tab, like: Tab) -> None:
    """Wait until the page is as recent as the other."""
    tab.is_live()
    tab.page.wait_for_function(
        "version => Number(document.body.dataset.version) >= version",
        arg=int(like.page.locator("body").get_attribute("data-version") or 0),
    )


def nothing_missed_or_twice(tab: Tab, like: Tab, before: int, *, after: str = "") -> None:
    """Check that the page was not reloaded, equals the other, and announced every line once.

    `after` matches an announcement that follows the last line.
    """
    assert tab.page.evaluate("window.samePage === true")
    events = events_of(like)
    assert events_of(tab) == events
    new = [text for text in events[before:] if text]
    if new:
        tab.page.wait_for_function(
            f"([text, after]) => {{ const heard = ({HEARD})(); if (!after) return heard.at(-1) === text;"
            " return heard.at(-2) === text && heard.at(-1).match(after) !== null; }",
            arg=[new[-1], after],
        )
    # An announcement may come a little later than its line, so the first may be older than the break.
    lines, told = heard(tab), [text for text in events if text]
    lines = lines[:-1] if after else lines
    assert len(lines) >= len(new)
    assert lines == told[len(told) - len(lines) :]


def let_bots_play_for_jan(ola: Tab) -> None:
    ola.page.get_by_role("button", name="Let a bot play for Jan").click()
    expect(ola.page.locator("#seat-1 .state")).to_contain_text("A bot plays")


def pick_something(tab: Tab) -> str:
    """Begin a choice without sending it, and return the id of its input."""
    expect(tab.page.locator("form#answer-form")).to_be_visible()
    box = tab.page.locator("form#answer-form [data-part] input").first
    tab.page.evaluate("box => { box.checked = true; }", box.element_handle())
    return str(box.get_attribute("id"))


def test_the_page_catches_up_after_a_network_loss_even_past_the_end(
    browser: Browser, server: Server, wire: Wire
) -> None:
    ola, jan, host = two(browser, server, wire)
    jan.page.get_by_role("tab", name="Talk").click()
    jan.page.locator("#chat-form-table-text").fill("I was about to say")
    jan.page.evaluate(LISTEN)
    ola.page.evaluate(POST, {"do": "pause"})
    expect(jan.page.locator("#clock .paused")).to_be_visible()
    before = len(events_of(jan))
    wire.cut()
    is_lost(jan)
    ola.page.evaluate(POST, {"do": "resume"})
    let_bots_play_for_jan(ola)
    for _ in range(2):  # three votes could end the game
        ola.insist()
    wire.heal()
    caught_up(jan, ola)
    ola.page.evaluate(POST, {"do": "pause"})
    expect(jan.page.locator("#clock .paused")).to_be_visible()
    caught_up(jan, ola)
    nothing_missed_or_twice(jan, ola, before)
    expect(jan.page.locator("#chat-form-table-text")).to_have_value("I was about to say")
    expect(ola.page.locator("#seat-1 .state")).not_to_contain_text("A bot plays")
    # The rest of the game is played while the network is gone again.
    before = len(events_of(jan))
    jan.page.evaluate("() => { window.heard = []; }")
    wire.cut()
    is_lost(jan)
    ola.page.evaluate(POST, {"do": "resume"})
    let_bots_play_for_jan(ola)
    host.play()
    wire.heal()
    for tab in (ola, jan):  # the other's page has to be there, too
        expect(tab.page.locator("#end")).to_be_visible(timeout=30_000)
    nothing_missed_or_twice(jan, ola, before, after=r"^Ola: \w+\. Jan: \w+\.")
    for tab in (ola, jan):
        tab.close()


@pytest.mark.sweep
def test_a_connection_that_only_looks_alive_is_replaced(browser: Browser, server: Server, wire: Wire) -> None:
    """A phone after an hour of sleep, or on another network: its socket seems open, but delivers nothing."""
    ola, jan, _ = two(browser, server, wire)
    jan.page.evaluate(LISTEN)
    ola.page.evaluate(POST, {"do": "pause"})
    expect(jan.page.locator("#clock .paused")).to_be_visible()
    before = len(events_of(jan))
    wire.freeze()
    ola.page.evaluate(POST, {"do": "resume"})
    for _ in range(2):
        if ola.is_asked():
            ola.insist()
    expect(jan.page.locator("body")).to_have_attribute("data-link", "live")  # it knows no better
    expect(jan.page.locator("#clock .paused")).to_be_visible()
    jan.page.evaluate("window.dispatchEvent(new Event('online'))")  # the phone wakes up
    expect(jan.page.locator("#clock .paused")).to_have_count(0, timeout=20_000)
    ola.page.evaluate(POST, {"do": "pause"})
    expect(jan.page.locator("#clock .paused")).to_be_visible()
    caught_up(jan, ola)
    nothing_missed_or_twice(jan, ola, before)
    for tab in (ola, jan):
        tab.close()


def test_the_page_catches_up_after_a_server_restart(browser: Browser, tmp_path: Path) -> None:
    data, server = tmp_path / "data", Server(tmp_path / "data", 0.0)
    port = server.port
    try:
        ola = Tab(browser, server.url, DESK)
        ola.open_table("Ola")
        ola.start()
        ola.is_live()
        picked = pick_something(ola)
        ola.page.evaluate(LISTEN)
        before = events_of(ola)
        server.kill()
        is_lost(ola)
        server = Server(data, 0.0, port)
        ola.is_live()
        assert ola.page.evaluate("window.samePage === true")
        expect(ola.page.locator(f"#{picked}")).to_be_checked()
        assert events_of(ola)[: len(before)] == before
        assert not set(before) & set(heard(ola))
        ola.page.evaluate("window.samePage = true")
        ola.insist()
        assert ola.page.evaluate("window.samePage === true")
        ola.close()
    finally:
        server.kill()


@pytest.mark.sweep
def test_a_restored_connection_is_not_reported_as_lost(browser: Browser, server: Server) -> None:
    """A form could not be sent, but the socket has noticed nothing."""
    ola = Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    lost = ola.page.locator(".link-lost")
    ola.page.clock.install()
    for sends_again in (True, False):
        ola.page.route(f"**/t/{code}", refuse)
        ola.page.locator("#players-6" if sends_again else "#players-7").click()
        expect(lost).to_be_visible()
        ola.page.unroute(f"**/t/{code}", refuse)
        if sends_again:
            # An empty name is invalid: the response says so, and the socket brings nothing.
            ola.page.evaluate("document.querySelector('#rename-name').value = ' '")
            ola.page.evaluate(
                "document.querySelector('#rename').requestSubmit(document.querySelector('#rename button'))"
            )
        else:
            ola.page.clock.run_for(4000)
        expect(lost).to_be_hidden()
        assert ola.page.locator("body").get_attribute("data-link") == "live"
    ola.close()


def refuse(route: Route) -> None:
    """Block every form."""
    if route.request.method == "POST":
        route.abort()
    else:
        route.fallback()


STOPS = {
    "en": "The server is stopping. Nothing is lost: the table is saved, and play continues when the server is back.",
    "pl": "Serwer się zatrzymuje. Nic nie przepadło: stół jest zapisany, a gra potoczy się dalej, gdy serwer wróci.",
}


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_page_reports_a_stopping_server_and_returns_with_it(browser: Browser, tmp_path: Path, language: str) -> None:
    data, server = tmp_path / "data", Server(tmp_path / "data", 0.0)
    port = server.port
    try:
        ola = Tab(browser, server.url, PHONE)
        ola.page.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
        ola.open_table("Ola")
        ola.is_live()
        usual = ola.page.locator(".link-lost").text_content()
        ola.page.evaluate("window.samePage = true")
        server.stop()
        expect(ola.page.locator(".link-lost")).to_have_text(STOPS[language])
        expect(ola.page.locator(".link-lost")).to_be_visible()
        expect(ola.page.locator("#say-status")).to_have_text(STOPS[language])
        box = ola.page.locator(".link-lost").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= ola.page.evaluate("innerWidth")
        server = Server(data, 0.0, port)
        ola.is_live()
        expect(ola.page.locator(".link-lost")).to_be_hidden()
        assert ola.page.locator(".link-lost").text_content() == usual
        assert ola.page.evaluate("window.samePage === true")
        ola.close()
    finally:
        server.kill()


@pytest.mark.sweep
def test_a_page_that_slept_through_a_new_deal_loads_the_new_game(browser: Browser, server: Server, wire: Wire) -> None:
    ola, jan, host = two(browser, server, wire)
    wire.cut()
    is_lost(jan)
    ola.close()
    for _ in range(2):
        host.post(host.path, do="give-up", sure="yes")
        host.start()
    wire.heal()
    expect(jan.page.locator("body")).to_have_attribute("data-link", "live", timeout=30_000)
    expect(jan.page.locator("body")).to_have_attribute("data-socket", re.compile("page=game-3"))
    expect(jan.page.locator("#own-seat")).to_have_attribute("data-me", "1")
    jan.close()
