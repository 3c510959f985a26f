"""People who talk at a table, and what of it can be seen."""

from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.playing import Tab, tab_of
from tests.support.serving import AskForm, Person

TALL: ViewportSize = {"width": 412, "height": 915}
KEYBOARD = 300
"""How high a phone's keyboard is."""
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
"""No browser without a screen has a keyboard: this says that one covers so much of the page."""

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
    """A browser with the person's cookies, whose page a keyboard may cover."""
    tab = tab_of(browser, person, size, **context)
    tab.page.add_init_script(f"({COVERED})()")
    return tab


def cover(page: Page, pixels: int) -> None:
    """A keyboard comes up, or goes."""
    page.evaluate("pixels => cover(pixels)", pixels)


def say_in_turn(people: list[Person], count: int, first: int = 0) -> int:
    """They say so many short things, one after another; gives how many were said by now."""
    for number in range(first, first + count):
        speaker = people[number % len(people)]
        answer = speaker.post(speaker.path, do="say", text=SAYINGS[number % len(SAYINGS)], channel="table")
        assert answer.status_code == 200
    return first + count


def has_come(page: Page, number: int) -> None:
    """Wait until the message of that number is on the page."""
    expect(page.locator(f"#chat-log-{number}")).to_be_attached()


def visible_messages(page: Page) -> int:
    """How many messages can be seen whole: in their box, above a keyboard, and under nothing else."""
    return int(page.evaluate(VISIBLE, page.evaluate("visualViewport.height")))


def choose_once(people: list[Person]) -> bool:
    """Everybody who is asked something chooses once; False when the game is over."""
    pages = [person.look() for person in people]
    if any('id="end"' in page for page in pages):
        return False
    for person in people:
        form = AskForm(person.look())
        if form.is_open:
            person.choose(form)
    return True
