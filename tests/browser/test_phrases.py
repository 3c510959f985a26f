"""Quick phrases and muting, in two real browsers."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.mark.sweep
def test_phrases_are_sent_with_one_tap_and_voices_can_be_muted(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    jan.sit(code, "Jan")
    jan.is_live()
    jan.page.locator("#talk > summary").click()
    jan.page.get_by_role("button", name="Hello, everybody!").click()
    expect(ola.page.locator("#chat-log li")).to_have_text("Jan: Hello, everybody!")
    expect(ola.page.locator("#say-log p", has_text="Jan: “Hello, everybody!”")).to_have_count(1)
    ola.start()
    for tab in (ola, jan):
        expect(tab.page.locator("#own-seat .my-card")).to_be_visible()
        tab.is_live()
    jan.page.get_by_role("tab", name="Talk").click()
    # They are one row, which scrolls sideways without the page.
    tops = "() => new Set([...document.querySelectorAll('.phrase')].map((one) => one.getBoundingClientRect().top)).size"
    assert jan.page.evaluate(tops) == 1
    assert jan.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # A phrase about somebody, without anybody chosen: the page says what is missing, and leads there.
    jan.page.get_by_role("button", name="I trust").click()
    expect(jan.page.locator(".missing")).to_have_text("First choose here whom you mean.")
    expect(jan.page.locator("#phrase-about")).to_be_focused()
    # By keyboard alone: first the person, then the phrase.
    jan.page.locator("#phrase-about").focus()
    jan.page.keyboard.press("O")  # on a busy machine, slow letters count as two searches
    expect(jan.page.locator("#phrase-about option:checked")).to_have_text("Ola")
    jan.page.get_by_role("button", name="I trust").focus()
    jan.page.keyboard.press("Enter")
    expect(ola.page.locator("#chat-log li").last).to_have_text("Jan: I trust Ola.")
    expect(jan.page.locator("#chat-log li").last).to_have_text("Jan: I trust Ola.")
    ola.menu("talk")
    ola.page.get_by_role("button", name="Mute Jan").click()
    expect(ola.page.get_by_role("button", name="Unmute Jan")).to_be_visible()
    expect(ola.page.locator("#chat-log li")).to_have_count(0)
    expect(jan.page.locator("#chat-log li")).to_have_count(2)
    ola.page.reload()
    expect(ola.page.locator("#chat-log li")).to_have_count(0)
    for tab in (ola, jan):
        assert tab.complaints == []
        tab.close()
