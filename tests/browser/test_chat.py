"""Two browsers chat: each reads the other's messages at once, and nobody loses half-typed text."""

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.support.playing import PHONE, Tab, assert_accessible, open_game, sit_together, tab_of
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def say(tab: Tab, text: str) -> None:
    """Send a message to everybody, and wait, since no other can be sent meanwhile."""
    field = tab.page.locator("#chat-form-table-text")
    field.fill(text)
    tab.page.keyboard.press("Enter")
    expect(field).to_have_value("")
    expect(tab.page.locator("form#chat-form-table")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.sweep
def test_two_browsers_chat(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    ola, jan = tab_of(browser, host), tab_of(browser, guest, PHONE)
    open_game((ola, host), (jan, guest))
    # On a phone the chat has a tab. Where there is room, it is open.
    expect(jan.page.locator("#chat-form-table-text")).to_be_hidden()
    # Messages appear anyway: in a line over the dock or beside the seat. The tab is marked when somebody is named.
    say(ola, "Good evening!")
    expect(jan.page.locator("#said")).to_have_text("Ola: Good evening!")
    expect(ola.page.locator(".bubble")).to_have_text("Good evening!")
    seat, bubble = (ola.page.locator(one).bounding_box() for one in ("#seat-0 .tile", ".bubble"))
    assert seat is not None
    assert bubble is not None
    assert min(abs(bubble["y"] + bubble["height"] - seat["y"]), abs(bubble["y"] - seat["y"] - seat["height"])) < 12
    expect(jan.page.get_by_role("tab", name="Talk")).to_have_accessible_name("Talk")
    say(ola, "What do you say, Jan?")
    expect(jan.page.get_by_role("tab", name="Talk")).to_have_accessible_name("Talk names you")
    jan.page.get_by_role("tab", name="Talk").click()
    expect(jan.page.get_by_role("tab", name="Talk")).to_have_accessible_name("Talk")
    half = jan.page.locator("#chat-form-table-text")
    half.fill("I am still typ")
    say(ola, "Who did <b>that</b>?")
    for tab in (ola, jan):
        expect(tab.page.locator("#chat-log li").last).to_have_text("Ola: Who did <b>that</b>?")
        expect(tab.page.locator("#say-log p", has_text="Ola: “Who did <b>that</b>?”")).to_have_count(1)
    expect(ola.page.locator("#chat-form-table-text")).to_have_value("")
    expect(ola.page.locator("#chat-form-table-text")).to_be_focused()
    expect(half).to_have_value("I am still typ")
    expect(half).to_be_focused()
    jan.page.keyboard.type("ing.")
    jan.page.keyboard.press("Enter")
    expect(ola.page.locator("#chat-log li").last).to_have_text("Jan: I am still typing.")
    expect(half).to_have_value("")
    expect(jan.page.get_by_role("tab", name="Talk")).to_have_attribute("aria-selected", "true")
    # A message that arrives while a scene covers the seats stays until it could be read.
    jan.page.get_by_role("tab", name="Board").click()
    expect(jan.page.locator("#said")).to_have_text("Jan: I am still typing.")
    ola.page.clock.install()
    ola.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div class=on-stage></div>')")
    jan.page.get_by_role("tab", name="Talk").click()
    say(jan, "Well played.")
    said = ola.page.locator(".bubble", has_text="Well played.")
    expect(said).to_have_count(1)
    ola.page.clock.run_for(20_000)
    expect(said).to_have_count(1)
    # Bots speak at the same time, and the number of bubbles is limited.
    ola.page.locator(".bubbles").evaluate(
        "one => one.insertAdjacentHTML('afterbegin', '<p class=bubble data-of=Aspen>Me too</p>'.repeat(6))"
    )
    say(jan, "Again?")
    assert ola.page.locator(".bubble").count() <= 5
    said = ola.page.locator(".bubble", has_text="Again?")
    expect(said).to_have_count(1)
    ola.page.locator(".on-stage").evaluate("one => one.remove()")
    ola.page.clock.run_for(20_000)
    expect(said).to_have_count(0)
    for tab in (ola, jan):
        assert_accessible(tab.page)
        assert tab.complaints == []
        wide = tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wide
    # After a game, no seat is there to speak.
    say(jan, "That was it.")
    expect(ola.page.locator(".bubble", has_text="That was it.")).to_have_count(1)
    ola.page.evaluate("document.querySelector('.tabs').remove()")
    say(jan, "Bye!")
    expect(ola.page.locator("#chat-log li").last).to_have_text("Jan: Bye!")
    expect(ola.page.locator(".bubble")).to_have_count(0)
    for tab in (ola, jan):
        tab.close()


@pytest.mark.sweep
def test_a_form_responses_events_are_announced_once_the_page_is_live(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    ola, jan = tab_of(browser, host), tab_of(browser, guest)
    sockets: list[WebSocketRoute] = []
    may_connect = True

    def through(route: WebSocketRoute) -> None:
        sockets.append(route)
        if may_connect:
            route.connect_to_server()
        else:
            route.close()

    ola.page.route_web_socket("**/updates**", through)
    open_game((ola, host), (jan, guest))
    may_connect = False
    sockets[-1].close()
    expect(ola.page.locator("body")).to_have_attribute("data-link", "lost")
    for tab, text in ((jan, "Is anybody there?"), (ola, "I am.")):
        tab.page.locator("#chat-form-table-text").fill(text)
        tab.page.keyboard.press("Enter")
        expect(tab.page.locator("#chat-log li").last).to_contain_text(text)
    expect(ola.page.locator("#chat-log li", has_text="Is anybody there?")).to_have_count(1)
    may_connect = True
    ola.is_live()
    announced = ola.page.locator("#say-log p", has_text="“")
    expect(announced).to_have_text(["Jan: “Is anybody there?”", "Ola: “I am.”"])
    assert ola.complaints == []
    for tab in (ola, jan):
        tab.close()
