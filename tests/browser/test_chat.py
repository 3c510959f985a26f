"""Two browsers chat: what one says the other reads at once, and nobody loses half-typed text."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.playing import DESK, PHONE, Tab
from tests.web.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_two_browsers_talk(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    jan.sit(code, "Jan")
    ola.start()
    for tab in (ola, jan):
        expect(tab.page.locator("#own-seat .my-card")).to_be_visible()
        tab.is_live()
    # On a phone the chat has a tab; where there is room it is open.
    expect(jan.page.locator("#chat-form-table-text")).to_be_hidden()
    # What is said shows all the same: at the seat for a while, and as a number on the tab.
    ola.page.locator("#chat-form-table-text").fill("Good evening!")
    ola.page.keyboard.press("Enter")
    expect(jan.page.locator(".bubble")).to_have_text("Good evening!")
    seat, bubble = (jan.page.locator(one).bounding_box() for one in ("#seat-0", ".bubble"))
    assert seat is not None
    assert bubble is not None
    assert min(abs(bubble["y"] + bubble["height"] - seat["y"]), abs(bubble["y"] - seat["y"] - seat["height"])) < 12
    expect(jan.page.get_by_role("tab", name="Talk")).to_have_accessible_name("Talk 1 new")
    jan.page.get_by_role("tab", name="Talk").click()
    expect(jan.page.locator("#tab-talk .unread")).to_be_hidden()
    half = jan.page.locator("#chat-form-table-text")
    half.fill("I am still typ")
    ola.page.locator("#chat-form-table-text").fill("Who did <b>that</b>?")
    ola.page.keyboard.press("Enter")
    for tab in (ola, jan):
        expect(tab.page.locator("#chat-log li").first).to_have_text("Ola: Who did <b>that</b>?")
        expect(tab.page.locator("#say-log p", has_text="Ola: “Who did <b>that</b>?”")).to_have_count(1)
    expect(ola.page.locator("#chat-form-table-text")).to_have_value("")
    expect(ola.page.locator("#chat-form-table-text")).to_be_focused()
    expect(half).to_have_value("I am still typ")
    expect(half).to_be_focused()
    jan.page.keyboard.type("ing.")
    jan.page.keyboard.press("Enter")
    expect(ola.page.locator("#chat-log li").first).to_have_text("Jan: I am still typing.")
    expect(half).to_have_value("")
    expect(jan.page.get_by_role("tab", name="Talk")).to_have_attribute("aria-selected", "true")
    # What is said while a great moment covers the seats stays until it could be read.
    jan.page.get_by_role("tab", name="Board").click()
    jan.page.clock.install()
    jan.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div class=on-stage></div>')")
    ola.page.locator("#chat-form-table-text").fill("Well played.")
    ola.page.keyboard.press("Enter")
    said = jan.page.locator(".bubble", has_text="Well played.")
    expect(said).to_have_count(1)
    jan.page.clock.run_for(20_000)
    expect(said).to_have_count(1)
    # Bots speak at the same time: a phone has room for two bubbles.
    jan.page.locator(".bubbles").evaluate(
        "one => one.insertAdjacentHTML('beforeend', '<p class=bubble>Me too</p>'.repeat(3))"
    )
    ola.page.locator("#chat-form-table-text").fill("Again?")
    ola.page.keyboard.press("Enter")
    expect(jan.page.locator(".bubble")).to_have_text(["Me too", "Again?"])
    jan.page.locator(".bubble").first.evaluate("one => one.remove()")
    said = jan.page.locator(".bubble", has_text="Again?")
    jan.page.locator(".on-stage").evaluate("one => one.remove()")
    jan.page.clock.run_for(20_000)
    expect(said).to_have_count(0)
    for tab in (ola, jan):
        found = Axe().run(tab.page)
        assert found.violations_count == 0, found.generate_report()
        assert tab.complaints == []
        wide = tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wide
    # After a game no seat is there to speak.
    ola.page.locator("#chat-form-table-text").fill("That was it.")
    ola.page.keyboard.press("Enter")
    expect(jan.page.locator(".bubble")).to_have_text(["That was it."])
    jan.page.evaluate("document.querySelector('.tabs').remove()")
    ola.page.locator("#chat-form-table-text").fill("Bye!")
    ola.page.keyboard.press("Enter")
    expect(jan.page.locator("#chat-log li").first).to_have_text("Ola: Bye!")
    expect(jan.page.locator(".bubble")).to_have_count(0)
    for tab in (ola, jan):
        tab.close()


def test_what_the_answer_to_a_form_shows_is_announced_once_the_page_is_live_again(
    browser: Browser, server: Server
) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, DESK)
    sockets: list[WebSocketRoute] = []
    may_connect = True

    def through(route: WebSocketRoute) -> None:
        sockets.append(route)
        if may_connect:
            route.connect_to_server()
        else:
            route.close()

    ola.page.route_web_socket("**/updates**", through)
    code = ola.open_table("Ola")
    jan.sit(code, "Jan")
    ola.start()
    ola.is_live()
    may_connect = False
    sockets[-1].close()
    expect(ola.page.locator("body")).to_have_attribute("data-link", "lost")
    for tab, text in ((jan, "Is anybody there?"), (ola, "I am.")):
        tab.page.locator("#chat-form-table-text").fill(text)
        tab.page.keyboard.press("Enter")
        expect(tab.page.locator("#chat-log li").first).to_contain_text(text)
    expect(ola.page.locator("#chat-log li", has_text="Is anybody there?")).to_have_count(1)
    may_connect = True
    ola.is_live()
    announced = ola.page.locator("#say-log p", has_text="“")
    expect(announced).to_have_text(["Jan: “Is anybody there?”", "Ola: “I am.”"])
    assert ola.complaints == []
    for tab in (ola, jan):
        tab.close()
