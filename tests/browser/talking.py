"""People who chat at a table, and measurements of their visible messages."""

from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.playing import Tab, tab_of
from tests.support.serving import AskForm, Person

TALL: ViewportSize = {"width": 412, "height": 915}
KEYBOARD = 300
"""Height of a phone's keyboard in pixels."""
SAYINGS = (
    "Good evening, everybody!",
    "I think it is Aspen again, honestly.",
    "No way, I was on both of the teams!",
    "Then who has failed our first mission?",
    "Look at the votes: Birch approved all.",
    "Let us see Jan on the next one, please.",
    "Forty letters, and not one of them more.",
    "Because Mia was on it, simple as that.",
    "That is no reason, that is a grudge.",
    "ok",
)

COVERED = """() => {
    let covered = 0;
    Object.defineProperty(VisualViewport.prototype, "height", { get: () => innerHeight - covered });
    window.cover = (pixels) => { covered = pixels; visualViewport.dispatchEvent(new Event("resize")); };
}"""
"""Simulates an on-screen keyboard that covers this many pixels, since no headless browser has one."""

VISIBLE = """bottom => {
    const box = document.getElementById("chat-scroll").getBoundingClientRect();
    const isSeen = (line) => {
        const { left, top, bottom: end, height } = line.getBoundingClientRect();
        const isInside = height > 0 && top >= box.top - 1 && end <= Math.min(box.bottom, bottom) + 1;
        const hit = (y) => document.elementFromPoint(left + 12, y)?.closest("li") === line;
        return isInside && hit(top + 3) && hit(end - 3);
    };
    return [...document.querySelectorAll("#chat-log-lines > li")].filter(isSeen).length;
}"""


def talks(browser: Browser, person: Person, size: ViewportSize, **context: Any) -> Tab:
    """Open a browser with the person's cookies, whose page a keyboard may cover."""
    tab = tab_of(browser, person, size, **context)
    tab.page.add_init_script(f"({COVERED})()")
    return tab


def cover(page: Page, pixels: int) -> None:
    """Show a keyboard of this height, or hide it."""
    page.evaluate("pixels => cover(pixels)", pixels)


def say_in_turn(people: list[Person], count: int, first: int = 0) -> int:
    """Let people send this many short messages in turn. Return the number sent so far."""
    for number in range(first, first + count):
        speaker = people[number % len(people)]
        answer = speaker.post(speaker.path, do="say", text=SAYINGS[number % len(SAYINGS)], channel="table")
        assert answer.status_code == 200
    return first + count


def has_come(page: Page, number: int) -> None:
    """Wait until the message of that number is on the page."""
    expect(page.locator(f"#chat-log-{number}")).to_be_attached()


def visible_messages(page: Page) -> int:
    """Count the messages that are entirely visible: inside their box, above a keyboard, and not covered."""
    return int(page.evaluate(VISIBLE, page.evaluate("visualViewport.height")))


def choose_once(people: list[Person]) -> bool:
    """Let everybody who is asked choose once. Return False if the game is over."""
    pages = [person.look() for person in people]
    if any('id="end"' in page for page in pages):
        return False
    for person in people:
        form = AskForm(person.look())
        if form.is_open:
            person.choose(form)
    return True
