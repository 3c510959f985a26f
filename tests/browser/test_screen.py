"""The shared screen in a Chromium follows the game, reads events aloud on request, and fits entirely."""

import re
from collections.abc import Iterable
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.accessible import axe_faults
from tests.support.galleries import serve_gallery
from tests.support.playing import PHONE, WHAT_NEXT, Tab
from tests.support.serving import Person, Server
from tools.screens import STILL
from tools.shared_screens import SIZES, ScreenGallery, complaints

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LINES = 6
"""Minimum number of events while the screen speaks."""
IN_PLAY = re.compile("^screen is-game of-5( is-vote)? ?$")
"""Classes of the screen during a game. By then the bots may have voted."""
TV: ViewportSize = {"width": 1920, "height": 1080}
VOICE = """
window.spoken = [];
const voice = { lang: "en-GB", name: "far away", localService: false };
const voices = [voice, { ...voice, name: "here", localService: true }];
class SpeechSynthesisUtterance { constructor(text) { this.text = text; } }
const speechSynthesis = {
    getVoices: () => voices,
    speak(said) { spoken.push([said.text, said.voice.name]); setTimeout(() => said.onend(), 5); },
    cancel() {},
};
Object.defineProperty(window, "SpeechSynthesisUtterance", { value: SpeechSynthesisUtterance });
Object.defineProperty(window, "speechSynthesis", { value: speechSynthesis });
"""


def sound(page: Page) -> None:
    """Check that axe finds no violation and nothing is off screen."""
    page.mouse.move(5, 5)  # the corner appears for people who use the mouse
    page.evaluate(STILL)  # half faded in, its contrast would be too low
    assert axe_faults(page) == []
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_screen(browser: Browser, at: Tab, size: ViewportSize, script: str = "") -> Tab:
    """Open the screen of a table from the table menu, and pass it on to a device without a seat."""
    at.menu("screen")
    with at.page.context.expect_page() as opened:
        at.page.locator("#menu a", has_text="Shared screen").click()
    opened.value.wait_for_url("**/screen?key=*")
    address = opened.value.url
    opened.value.close()
    at.page.keyboard.press("Escape")
    screen = Tab(browser, "", size, locale="en", reduced_motion="reduce")
    if script:
        screen.page.add_init_script(script)
    screen.page.goto(address)
    screen.is_live()
    return screen


def says(tv: Tab, ola: Tab) -> int:
    """Make the device read events aloud from now on. Return the number of the last line before that."""
    button = tv.page.locator("[data-speak]")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert tv.page.evaluate("spoken.length") == 0
    # The bots have done what they can, and it is on the screen.
    ola.page.wait_for_function(WHAT_NEXT, arg="")
    version = int(ola.page.locator("body").get_attribute("data-version") or 0)
    tv.page.wait_for_function("version => Number(document.body.dataset.version) >= version", arg=version)
    before = int(tv.page.locator(".news [data-line]").first.get_attribute("data-line") or 0)
    button.focus()
    tv.page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    return before


def has_said_once_what_happened(tv: Tab, ola: Tab, before: int) -> None:
    log = {
        int((line.get_attribute("id") or "")[4:]): line.locator(".told").inner_text()
        for line in ola.page.locator(".log > li").all()
    }
    new = [text for number, text in sorted(log.items()) if number > before]
    tv.page.wait_for_function("known => spoken.length >= known", arg=len(new) // 2)
    spoken = tv.page.evaluate("spoken")
    assert {voice for _, voice in spoken} == {"here"}
    said = [text for text, _ in spoken]
    # The end is on the screen, but no longer in the log. Until then nothing is missing or repeated.
    assert said == new[: len(said)]
    assert len(said) >= len(new) // 2 >= LINES // 2
    button = tv.page.locator("[data-speak]")
    button.focus()
    tv.page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_screen_follows_a_game_and_reads_each_event_once(browser: Browser, server: Server) -> None:
    ola, tv, before = follow(browser, server)
    while ola.page.locator(".log > li").count() < 2 * LINES:
        assert ola.insist()
    ola.page.wait_for_function(WHAT_NEXT, arg="")
    has_said_once_what_happened(tv, ola, before)
    assert tv.page.evaluate("performance.getEntriesByType('navigation').length") == 1
    for tab in (ola, tv):
        assert tab.complaints == []
        tab.close()


@pytest.mark.sweep
def test_a_screen_follows_a_whole_game_and_the_next(browser: Browser, server: Server) -> None:
    ola, tv, before = follow(browser, server)
    main = tv.page.locator("#screen")
    ola.play()
    expect(main).to_have_class("screen is-over of-5")
    has_said_once_what_happened(tv, ola, before)
    side_that_won = ola.page.locator(".verdict .reason b").inner_text().removesuffix(".")
    expect(main.locator("#headline")).to_have_text(side_that_won)
    expect(main.locator(".unmasked h3")).to_have_text(ola.page.locator(".unmasked h3").all_inner_texts())
    results = [mission.get_attribute("class") or "" for mission in ola.page.locator(".end-mission").all()]
    assert len(results) >= 3
    expect(main.locator(".ticket .stamp")).to_have_class(
        [re.compile(result.removeprefix("end-mission ")) for result in results]
    )
    sound(tv.page)
    ola.page.get_by_role("button", name="Play again").click()
    expect(main).to_have_class(IN_PLAY)
    assert tv.page.evaluate("performance.getEntriesByType('navigation').length") == 1
    for tab in (ola, tv):
        assert tab.complaints == []
        tab.close()


def follow(browser: Browser, server: Server) -> tuple[Tab, Tab, int]:
    """Start a game of Ola's with the table's screen, which has followed since the setup and speaks from now on.

    Return both tabs and the number of the last line before that.
    """
    ola = Tab(browser, server.url, PHONE, locale="en")
    code = ola.open_table("Ola")
    tv = open_screen(browser, ola, TV, VOICE)
    main = tv.page.locator("#screen")
    expect(tv.page.locator(".letter")).to_have_text(list(code))
    expect(main.locator(".chair.person .name")).to_have_text(["Ola"])
    sound(tv.page)
    jan = Person(server, "Jan", code).sit()
    expect(main.locator(".chair.person .name")).to_have_text(["Ola", "Jan"])
    with jan.line(page="setup-0") as line:
        line.recv(timeout=20)
    expect(main.locator(".chair", has_text="Jan")).to_contain_text("Away")
    jan.post(jan.path, do="leave")
    expect(main.locator(".chair.person .name")).to_have_text(["Ola"])
    ola.start()
    expect(main).to_have_class(IN_PLAY)
    sound(tv.page)
    before = says(tv, ola)
    return ola, tv, before


@pytest.mark.sweep
def test_a_device_without_a_voice_has_no_switch_for_it(browser: Browser, server: Server) -> None:
    ola = Tab(browser, server.url, PHONE)
    ola.open_table("Ola")
    tv = open_screen(browser, ola, TV, VOICE.replace("localService: true", "localService: false"))
    tv.page.wait_for_function("() => document.body.dataset.voices === 'none'")
    expect(tv.page.locator("[data-speak]")).to_be_hidden()
    tv.close()
    ola.close()


def what_does_not_fit(browser: Browser, states: Iterable[tuple[str, str]]) -> list[str]:
    """Return the faults of states, each at a size. A TV has the same picture as a laptop, only larger."""
    wrong: list[str] = []
    with serve_gallery(ScreenGallery) as address:
        tab = Tab(browser, address, SIZES["laptop"], reduced_motion="reduce")
        tab.page.route_web_socket(re.compile("/(live|updates)"), lambda socket: None)
        for name, size in states:
            tab.page.set_viewport_size(SIZES[size])
            tab.page.goto(f"/{name}")
            wrong += complaints(tab.page, name)
        tab.close()
    return wrong


FULLEST = ("crowded", "end", "lobby", "polish")
"""States with the longest texts and the most badges per seat, which leave the least room."""


@pytest.mark.sweep
def test_the_screen_fits_with_any_font(browser: Browser) -> None:
    """Even with the longest names, with more badges per seat than in any game, and in the fonts of other machines."""
    sized = zip(ScreenGallery.states(), cycle(["laptop", "tablet"]), strict=False)
    fullest = [(name, size) for name, size in sized if name.startswith(FULLEST)]
    assert len(fullest) > 20
    assert what_does_not_fit(browser, fullest[::3]) == []  # an odd number: both sizes come up


@pytest.mark.sweep
@pytest.mark.parametrize("size", ["laptop", "tablet"])
def test_the_screen_fits_at_every_size_with_any_font(browser: Browser, size: str) -> None:
    assert what_does_not_fit(browser, [(name, size) for name in ScreenGallery.states()]) == []
