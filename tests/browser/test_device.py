"""The device stays awake during a game, and vibrates when it is my turn."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.support.playing import close
from tests.support.serving import serve_sockets

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

DEVICE = """() => {
    window.locks = 0;
    window.buzzes = 0;
    Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
        locks += 1;
        return { released: false, release() { this.released = true; locks -= 1; return Promise.resolve(); } };
    } } });
    navigator.vibrate = () => { buzzes += 1; return true; };
}"""
"""Counts the wake locks that are held, and the vibrations."""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.add_init_script(f"({DEVICE})()")
    yield page
    close(page)


@pytest.mark.sweep
def test_the_device_stays_awake_only_during_a_game(phone: Page, address: str) -> None:
    phone.route_web_socket("**/live**", serve_sockets([]))
    held = "count => window.locks === count"
    phone.goto(address + "ballot")
    phone.wait_for_function(held, arg=1)
    phone.evaluate("() => document.querySelector('#pref-awake').click()")
    phone.wait_for_function(held, arg=0)
    phone.reload()
    expect(phone.locator("#pref-awake")).not_to_be_checked()
    assert phone.evaluate("() => locks") == 0
    phone.evaluate("() => document.querySelector('#pref-awake').click()")
    phone.wait_for_function(held, arg=1)
    for over in ("setup-guest", "end"):
        phone.goto(address + over)
        expect(phone.locator("html")).to_have_class(
            re.compile(r"with-scripts.* can-awake")
        )  # not every build has a voice
        assert phone.evaluate("() => locks") == 0


def test_the_device_vibrates_once_per_turn_if_enabled(phone: Page, address: str) -> None:
    lines: list[WebSocketRoute] = []
    phone.clock.install()
    phone.route_web_socket("**/live**", serve_sockets(lines))
    phone.goto(address + "ballot")
    expect(phone.locator("body")).to_have_attribute("data-link", "live")

    def turn(number: int) -> None:
        say = [{"id": f"t{number}", "kind": "turn", "text": f"Your turn. {number}."}]
        lines[-1].send(json.dumps({"version": 100 + number, "announcements": say}))
        phone.wait_for_function("version => document.body.dataset.version === version", arg=str(100 + number))
        phone.clock.run_for(2000)  # each vibration waits for the previous one

    phone.locator("#headline").tap()
    turn(1)
    assert phone.evaluate("() => buzzes") == 0  # nobody has asked for it yet
    phone.evaluate("() => document.querySelector('#pref-vibrate').click()")
    turn(2)
    assert phone.evaluate("() => buzzes") == 1
    lines[-1].send(
        json.dumps({"version": 103, "announcements": [{"id": "t2", "kind": "turn", "text": "Your turn. 2."}]})
    )
    phone.wait_for_function("() => document.body.dataset.version === '103'")
    phone.clock.run_for(2000)
    assert phone.evaluate("() => buzzes") == 1
    phone.evaluate("() => document.querySelector('#pref-vibrate').click()")
    turn(4)
    assert phone.evaluate("() => buzzes") == 1
