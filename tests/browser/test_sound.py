"""Sounds and vibration: off until enabled, triggered by public events, in order, and independent of a player's role."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.support.galleries import SHOW, serve_gallery
from tests.support.playing import DESK, Tab, close
from tests.support.serving import Server, serve_sockets
from tools.shared_screens import ScreenGallery
from turncoat.web.http.static_files import squeezed

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

COUNTING = """() => {
    window.contexts = window.sources = window.buzzes = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
        constructor() { super(); contexts += 1; }
        createOscillator() { sources += 1; return super.createOscillator(); }
        createBufferSource() { sources += 1; return super.createBufferSource(); }
    };
    navigator.vibrate = () => { buzzes += 1; return true; };
}"""
"""Counts audio sources and vibrations."""
COUNTS = "() => [contexts, sources, buzzes]"
RECORDER = """
window.played = [];
export const play = (kind) => played.push(kind);
export const startSound = () => {};
"""
"""Stand-in for the sound module, which records the requested sounds in order."""


def record(route: Route) -> None:
    """Serve the recorder in place of the sound module."""
    route.fulfill(body=RECORDER, content_type="text/javascript")


class Listener:
    """A phone at a table, which receives whatever a test sends."""

    def __init__(self, browser: Browser, address: str, *, recorded: bool) -> None:
        self.address, self.version, self.lines = address, 100, list[WebSocketRoute]()
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        self.page: Page = context.new_page()
        self.page.add_init_script(f"({COUNTING})()")
        if recorded:
            self.page.route("**/js/sound.js*", record)
        self.page.clock.install()
        self.page.route_web_socket("**/live**", serve_sockets(self.lines))
        self.page.goto(address + "ballot")
        expect(self.page.locator("body")).to_have_attribute("data-link", "live")

    def show(self, state: str, *parts: str, mine: str = "", turn: bool = False) -> None:
        """Bring the table into this state of the gallery."""
        self.version += 1
        shown = self.page.evaluate(SHOW, [self.address + state, list(parts), mine and self.address + mine])
        say = [{"id": f"t{self.version}", "kind": "turn", "text": "Your turn."}] if turn else []
        self.lines[-1].send(json.dumps({"version": self.version, "parts": shown, "announcements": say}))
        self.page.wait_for_function("now => document.body.dataset.version === now", arg=str(self.version))

    def play(self, mine: str = "", end: str = "end-watched") -> None:
        """Play a vote, a mission and the end."""
        self.show("ballots-shown", "public", mine=mine)
        self.show("ballots-shown", "public", mine=mine)  # somebody has said something: nothing new on the table
        self.show("mission-failed", "public", mine=mine, turn=True)
        self.show(end, "main")

    def close(self) -> None:
        close(self.page)


@pytest.mark.sweep
def test_sounds_are_off_by_default(browser: Browser, address: str) -> None:
    phone = Listener(browser, address, recorded=False)
    phone.page.locator("#headline").tap()
    phone.play()
    phone.page.clock.run_for(10_000)  # requested sounds have had their time by then
    assert phone.page.evaluate(COUNTS) == [0, 0, 0]
    phone.close()


@pytest.mark.sweep
def test_enabled_sounds_and_vibrations_work_and_stay_enabled(browser: Browser, address: str) -> None:
    phone = Listener(browser, address, recorded=False)
    for name in ("sound", "vibrate"):
        expect(phone.page.locator(f"#pref-{name}")).not_to_be_checked()
    phone.page.evaluate("() => document.querySelector('#help').showModal()")
    phone.page.locator("#pref-vibrate").tap()
    phone.show("ballots-shown", "public")
    phone.page.wait_for_function("() => buzzes === 2")  # the ballots, and the stamp
    assert phone.page.evaluate(COUNTS) == [0, 0, 2]
    phone.page.locator("#pref-sound").tap()
    phone.page.locator("#pref-vibrate").tap()
    phone.page.wait_for_function("() => contexts === 1")
    phone.show("mission-failed", "public", turn=True)
    phone.page.wait_for_function("() => sources >= 10")
    assert phone.page.evaluate("() => [contexts, buzzes]") == [1, 2]
    phone.page.reload()
    expect(phone.page.locator("#pref-sound")).to_be_checked()
    expect(phone.page.locator("#pref-vibrate")).not_to_be_checked()
    assert phone.page.evaluate(COUNTS) == [0, 0, 0]
    phone.close()


@pytest.mark.sweep
def test_the_headers_loudspeaker_enables_sounds_and_plays_one(browser: Browser, address: str) -> None:
    phone = Listener(browser, address, recorded=False)
    switch = phone.page.locator("label[for=sounds]")
    switch.tap()
    phone.page.wait_for_function("() => contexts === 1 && sources === 2")
    expect(phone.page.locator("#pref-sound")).to_be_checked()
    switch.tap()
    expect(phone.page.locator("#pref-sound")).not_to_be_checked()
    phone.show("ballots-shown", "public")
    phone.page.clock.run_for(10_000)
    assert phone.page.evaluate(COUNTS) == [1, 2, 0]
    phone.close()


def test_each_event_plays_its_sound_once_for_any_role(browser: Browser, address: str) -> None:
    calls = []
    for mine in ("card-resistance", "card-spy"):
        phone = Listener(browser, address, recorded=True)
        phone.play(mine)
        phone.page.wait_for_function("() => played.includes('finale')")
        calls.append(phone.page.evaluate("() => played"))
        phone.close()
    assert calls[0] == calls[1] == ["ballots", "stamp", "cards", "stamp", "turn", "finale"]


def test_the_viewers_turn_sounds_while_they_look_at_another_tab(browser: Browser, address: str) -> None:
    phone = Listener(browser, address, recorded=True)
    phone.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    phone.show("ballots-shown", "public", mine="card-spy")
    phone.show("mission-failed", "public", mine="card-spy", turn=True)
    phone.page.wait_for_function("() => played.includes('turn')")
    phone.close()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("end", "music"),
    [("end", "won"), ("end-lost", "lost"), ("end-watched", "finale")],
)
def test_the_final_music_tells_players_whether_they_won(browser: Browser, address: str, end: str, music: str) -> None:
    phone = Listener(browser, address, recorded=True)
    phone.show(end, "main")
    phone.page.wait_for_function("() => played.length > 0")
    phone.show(end, "main")
    phone.page.clock.run_for(10_000)
    assert phone.page.evaluate("() => played") == [music]
    phone.close()


@pytest.mark.sweep
def test_a_shared_screen_plays_sounds_only_if_enabled_there(browser: Browser) -> None:
    """The choice for one's own seat, in the same browser, is a separate one."""
    lines: list[WebSocketRoute] = []
    with serve_gallery(ScreenGallery) as address:
        page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
        page.add_init_script(f"({COUNTING})(); localStorage.setItem('turncoat.sound', 'on')")
        page.route_web_socket(re.compile("/(live|updates)"), serve_sockets(lines))
        page.clock.install()
        page.goto(address + "ballot")
        expect(page.locator("body")).to_have_attribute("data-link", "live")

        def show(state: str, version: int) -> None:
            parts = page.evaluate(SHOW, [address + state, ["screen"], ""])
            lines[-1].send(json.dumps({"version": version, "parts": parts}))
            page.wait_for_function("now => document.body.dataset.version === now", arg=str(version))
            page.clock.run_for(10_000)  # requested sounds have had their time by then

        button = page.locator("[data-sound]")
        expect(button).to_have_attribute("aria-pressed", "false")
        page.locator("#headline").click()
        show("ballots-shown", 100)
        assert page.evaluate(COUNTS) == [0, 0, 0]
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        page.wait_for_function("() => contexts === 1")
        show("mission-failed", 101)
        page.wait_for_function("() => sources >= 6")
        before = page.evaluate("() => sources")
        show("end-5", 102)
        page.wait_for_function("before => sources === before + 5", arg=before)  # the five tones of the finale
        button.click()
        expect(button).to_have_attribute("aria-pressed", "false")
        counts = page.evaluate(COUNTS)
        show("ballots-shown", 103)
        assert page.evaluate(COUNTS) == counts
        assert counts[2] == 0  # nobody holds a screen
        close(page)


@pytest.mark.sweep
def test_a_whole_game_plays_its_sounds_in_order(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, DESK)
    tab.page.route("**/js/sound.js*", record)
    tab.open_table("Ola")
    tab.start()
    tab.play()
    tab.page.wait_for_function("() => played.includes('won') || played.includes('lost')", timeout=60_000)
    verdict = tab.page.locator("#end").get_attribute("data-verdict")
    played = [kind for kind in tab.page.evaluate("() => played") if kind != "turn"]
    tab.close()
    assert tab.complaints == []
    assert played[-1] == verdict
    assert sum(kind in ("won", "lost", "finale") for kind in played) == 1
    assert {"ballots", "cards", "stamp"} <= set(played)
    # Every vote and every mission ends with a stamp.
    assert all(then in ("stamp", verdict) for kind, then in pairwise(played) if kind in ("ballots", "cards")), played
    assert all(before in ("ballots", "cards") for before, kind in pairwise(played) if kind == "stamp"), played


def test_the_sound_scripts_are_small() -> None:
    assert len(squeezed("js/sound.js")) + len(squeezed("js/sound_cues.js")) < 6000
