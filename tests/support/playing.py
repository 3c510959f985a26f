"""A person at a table in a real browser."""

import contextlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from playwright.sync_api import Error as PlaywrightError

from tests.support.accessible import axe_faults
from tests.support.serving import Address, Person, Server

POST = """fields => {
    const body = new URLSearchParams(fields);
    body.set("csrf", document.querySelector("input[name=csrf]").value);
    return fetch(location.pathname, { method: "POST", body, headers: { Accept: "application/json" } });
}"""

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}

expect.set_options(timeout=40_000)  # a machine that is busy with other tests is slow, not wrong

WHAT_NEXT = """last => {
    if (document.querySelector("main.ended")) return "over";
    const form = document.querySelector("form#answer-form");
    if (!form || form.closest("details") || document.querySelector(".on-stage")) return null;
    const asked = form.elements.prompt.value + " " + form.elements.command.value;
    return asked === last ? null : asked;
}"""
"""Returns the viewer's open unanswered prompt or "over", or null to make the caller wait."""

BOTS_WAIT = "() => document.querySelector('[value=end-talk]') !== null && document.querySelector('.on-stage') === null"
"""Returns whether there is time to talk that the viewer can end."""
NEXT_OR_TALK = f"last => ({WHAT_NEXT})(last) ?? (({BOTS_WAIT})() ? 'talk' : null)"

AWAIT_ANSWER = """() => {
    window.answered = new Promise((done) => document.addEventListener("sent", done, { once: true }));
}"""
WAS_REFUSED = "() => window.answered.then(() => document.querySelector('#own-seat .problem') !== null)"
"""Returns whether the choice just sent was refused, once it is answered."""
HAS_CHANGED = """asked => {
    const form = document.querySelector("form#answer-form");
    if (document.querySelector("main.ended, .on-stage")) return true;
    return !form || form.closest("details") || form.elements.prompt.value + " " + form.elements.command.value !== asked;
}"""
"""Returns whether the page has moved on from that question, with the update for the accepted choice in place."""


COMPLAINS_OF_FORMS = """{
    const complain = (form) => {
        if (form.action.endsWith("/choose")) console.error("a choice was sent without the page's scripts");
    };
    addEventListener("submit", (event) => event.defaultPrevented || complain(event.target));
    const submit = HTMLFormElement.prototype.submit;
    HTMLFormElement.prototype.submit = function () { complain(this); submit.call(this); };
}"""
"""Logs an error for a choice that leaves the page although its scripts run, which means they could not send it.

Listening to requests instead would cost a quarter of a page's load time, since a page makes fifty.
"""


class Tab:
    """One person's browser with a single tab. It reduces motion, since animation frames would cost more than a game."""

    def __init__(self, browser: Browser, address: str, size: ViewportSize, **context: Any) -> None:
        # Chromium may hang when a context is closed while its service worker starts, and few tests need one.
        given = {"service_workers": "block", "reduced_motion": "reduce", **context}
        self.page: Page = browser.new_context(viewport=size, base_url=address, **given).new_page()
        self.page.set_default_timeout(40_000)
        self.address = address
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.has_scripts = bool(given.get("java_script_enabled", True))
        self.page.add_init_script(COMPLAINS_OF_FORMS)
        self.last = ""

    def close(self) -> None:
        close(self.page)

    def open_table(self, name: str, **settings: str) -> str:
        """Open a table, load its page and return its code. Tests of the start page press the button there."""
        person = Person(Address(self.address), name).open()
        if settings:
            person.post(person.path, do="change-settings", **settings)
        take_over(self, person)
        self.page.goto(person.path)
        self.is_live()
        return person.code

    def sit(self, code: str, name: str) -> None:
        """Take a seat at a table and load its page. Tests of the way to a seat press the button there."""
        take_over(self, Person(Address(self.address), name, code).sit())
        self.page.goto(f"/t/{code}")
        expect(self.page.locator(".chair.mine")).to_contain_text(name)

    def is_live(self) -> None:
        """Wait until the page receives live updates."""
        expect(self.page.locator("body")).to_have_attribute("data-link", "live", timeout=30_000)

    def start(self) -> None:
        self.page.locator("#start button").click()
        expect(self.page.locator("#own-seat")).to_be_visible()
        if self.has_scripts:
            self.is_live()

    def menu(self, *sections: str) -> None:
        """Open the table menu, if it is closed, and these sections of it."""
        menu = self.page.locator("#table-menu")
        if menu.get_attribute("open") is None:
            menu.locator("> summary").click()
        for section in sections:
            part = menu.locator(f"#menu-{section}")
            if part.get_attribute("open") is None:
                part.locator("> summary").click()
        expect(menu.locator("#menu")).to_be_visible()

    def is_asked(self) -> bool:
        """Return whether there is an unanswered question."""
        return self.page.evaluate(WHAT_NEXT, self.last) is not None

    def _asked(self) -> str:
        """Wait for the next question or the end, and for the scripts that send answers. End any talk on the way."""
        asked = str(self.page.wait_for_function(NEXT_OR_TALK, arg=self.last, timeout=60_000).json_value())
        if asked == "talk":
            self.page.evaluate("document.querySelector('[value=end-talk]')?.click()")
            self.page.wait_for_function(f"() => !({BOTS_WAIT})()")
            return self._asked()
        if self.has_scripts:
            self.page.wait_for_selector("html.with-scripts", state="attached")
        return asked

    def answer(self) -> bool:
        """Wait for the next question and choose the first of everything. Return False if the game is over instead."""
        asked = self._asked()
        if asked == "over":
            return False
        form = self.page.locator("form#answer-form")
        for part in form.locator("[data-part]").all():
            come_to(form, part)
            choose(part)
        confirm(form)
        self.last = asked
        return True

    def insist(self) -> bool:
        """Try the possible answers in order until one is accepted. Return False if the game is over instead."""
        asked = self._asked()
        if asked == "over":
            return False
        for turn in range(30):
            form = self.page.locator("form#answer-form")
            back = form.locator("[data-back]")
            if back.count() and back.is_visible():
                back.click()
            for part in form.locator("[data-part]").all():
                come_to(form, part)
                choose(part, turn)
            for sure in form.locator("input[name=sure]").all():
                sure.check()
            self.page.evaluate(AWAIT_ANSWER)
            confirm(form)
            if not self.page.evaluate(WAS_REFUSED):
                self.page.wait_for_function(HAS_CHANGED, arg=asked)
                return True
        raise AssertionError(f"nothing is taken: {self.page.locator('#own-seat').inner_text()}")

    def make(self, choice: str, values: Mapping[str, Sequence[str]]) -> None:
        """Choose these values, by field, in the form with that id, and confirm it where a tick is needed."""
        form = self.page.locator(f"form#{choice}")
        flap = self.page.locator("details.offer", has=form)
        if flap.count():
            flap.locator("summary").click()
        expect(form).to_be_visible()
        for name, wanted in values.items():
            if form.locator(f"input[type=hidden][name='{name}']").count():
                continue  # there is one answer, and it is on the button
            part = form.locator(f"[data-part='{name}']")
            come_to(form, part)
            for index, value in enumerate(wanted):
                equal = wanted[:index].count(value)  # equal cards lie side by side
                pick(part, part.locator(f"input[value='{value}']").nth(equal))
        sure = form.locator("input[name=sure]")
        if sure.count():
            confirm(form)  # refused without the tick
            expect(form).to_be_visible()
            sure.check()
        confirm(form)

    def play(self) -> None:
        """Answer until the game is over."""
        while self.insist():
            pass
        expect(self.page.locator("#end")).to_be_visible()

    def votes(self) -> list[str]:
        """Return the proposals so far, as a screen reader reads them."""
        return [
            re.sub(r"\s+", " ", text)
            for text in self.page.locator("table.ballots th .visually-hidden").all_text_contents()
        ]


def tab_of(browser: Browser, person: Person, size: ViewportSize = DESK, address: str = "", **context: Any) -> Tab:
    """Open a browser with the person's cookies, at the server or at the proxy given by `address`."""
    tab = Tab(browser, address or person.server.url, size, **context)
    take_over(tab, person)
    return tab


def assert_accessible(page: Page) -> None:
    """Check that axe finds no violation, except of contrast, which takes most of its time: see `test_every_state`."""
    assert axe_faults(page, contrast=False) == []


def take_over(tab: Tab, person: Person) -> None:
    """Give the tab the person's cookies."""
    for cookie in person.client.cookies.jar:
        tab.page.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": person.server.url}])


def sit_together(server: Server, *names: str) -> list[Person]:
    """Seat people at a new table, the first as its host, through forms alone, since this setup is not under test."""
    host = Person(server, names[0]).open()
    return [host, *(Person(server, name, host.code).sit() for name in names[1:])]


def open_game(*opened: tuple[Tab, Person]) -> None:
    """Open the running game in everybody's tab."""
    for tab, person in opened:
        tab.page.goto(person.path)
    for tab, _ in opened:
        expect(tab.page.locator("#own-seat .my-card")).to_be_visible()
        tab.is_live()


def close(page: Page) -> None:
    """Close a page and its browser context. Chromium may hang on a page that is still navigating."""
    for _ in range(5):
        with contextlib.suppress(PlaywrightError):  # it was navigating and has arrived there instead
            page.goto("about:blank")
            break
    page.context.close()


def choose(part: Locator, turn: int = 0) -> None:
    """Choose the first inputs, or with `turn` those after them."""
    inputs = part.locator("input:enabled")
    for index in range(int(part.get_attribute("data-least") or 1)):
        pick(part, inputs.nth((index + turn) % inputs.count()))


def come_to(form: Locator, part: Locator) -> None:
    """Go to the step of the form that asks for this part."""
    if "is-later" in (part.get_attribute("class") or ""):
        form.locator("[data-confirm]").click()


def confirm(form: Locator) -> None:
    """Press the button that confirms the choice, or the one for nobody if nobody is picked."""
    nobody = form.locator("[data-pass]")
    (nobody if nobody.is_visible() else form.locator("[data-confirm]")).click()


def pick(part: Locator, box: Locator) -> None:
    """Tick a box, or pick a seat on the picture of the table as a person would."""
    if "seats-part" not in (part.get_attribute("class") or ""):
        box.check()
    elif not box.is_checked():
        part.page.locator(f"#seat-{box.get_attribute('value')} > .tile").click()
        expect(box).to_be_checked()


def assert_no_faults(tab: Tab) -> None:
    """Check that the tab's page is accessible, fits its width and has logged no errors."""
    assert_accessible(tab.page)
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [said for said in tab.complaints if "422" not in said and "404" not in said] == []
