"""Single-key commands work on keyboards without Latin letters, and follow the letter on those that have them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.playing import close
from tests.support.serving import serve_sockets

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

Layout = Mapping[str, tuple[str, str]]
"""For each command, the letter that its key types, and the key's position."""


def by_place(letters: str) -> Layout:
    """Build a keyboard with other letters in the positions of the Latin ones, given for `COMMANDS` in order."""
    codes = ("Slash" if command in "/?" else f"Key{command.upper()}" for command in COMMANDS)
    return dict(zip(COMMANDS, zip(letters, codes, strict=True), strict=True))


def by_letter(codes: str) -> Layout:
    """Build a keyboard with Latin letters in other positions, given as codes for `COMMANDS` in order."""
    return dict(zip(COMMANDS, zip(COMMANDS, codes.split(), strict=True), strict=True))


COMMANDS: Final = "qarswtlecv/?"
KEYBOARDS: Final[Mapping[str, tuple[str, Layout]]] = {
    "Russian": ("en", by_place("йфкыцедусм.,")),
    "Ukrainian": ("uk", by_place("йфкіцедусм.,")),
    "Greek": ("el", by_place(";αρσςτλεψω/?")),
    "Hebrew": ("he", by_place("/שרד'אךקבה.?")),
    "Polish": ("pl", by_place("qarswtlecv/?")),
    "AZERTY": ("fr", by_letter("KeyA KeyQ KeyR KeyS KeyZ KeyT KeyL KeyE KeyC KeyV Period KeyM")),
    "Dvorak": (
        "en",
        by_letter("KeyX KeyA KeyO Semicolon Comma KeyK KeyP KeyD KeyI Period BracketLeft BracketLeft"),
    ),
}
QUICK: Final = ("Hebrew", "AZERTY")
PRESS: Final = """([key, code, shiftKey]) => !document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }))"""
CLICK: Final = "command => document.querySelector(`[data-command='${command}']`).click()"
RESET: Final = """() => {
    document.querySelectorAll("dialog[open]").forEach((one) => one.close());
    document.querySelectorAll("#queries").forEach((one) => { one.hidden = true; });
    document.querySelectorAll("#answer-form input").forEach((one) => { one.checked = false; });
    document.activeElement?.blur();
}"""
SEEN: Final = """() => [
    document.activeElement?.id || document.activeElement?.className, document.querySelector("dialog[open]")?.id ?? "",
    document.querySelector("#answer-form input:checked")?.value ?? "",
    document.querySelector("#queries:not([hidden])") !== null,
].join("|")"""
NOTE_SAID: Final = """() => {
    window.said = [];
    new MutationObserver(() => {
        const text = document.getElementById("say-status").textContent;
        if (text) window.said.push(text);
    }).observe(document.getElementById("say-status"), { childList: true });
}"""


@pytest.fixture
def opened(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """The page of a person who is asked for a ballot, in a browser of that language."""
    context = browser.new_context(locale=request.param, reduced_motion="reduce")
    page = context.new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    page.route("**/queries?*", lambda route: route.fulfill(body="<div id=queries hidden><input id=query></div>"))
    page.goto(address + "ballot")
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    page.evaluate(NOTE_SAID)
    yield page
    close(page)


def outcome(page: Page, script: str, argument: Any) -> str:
    """Run the script, and return the changes on the page and the announcement that follow."""
    page.evaluate(RESET)
    page.evaluate("window.said = []")
    page.evaluate(script, argument)
    page.wait_for_function("() => window.said.length || document.querySelector('dialog[open], #queries:not([hidden])')")
    said = page.evaluate("() => window.said[0] ?? ''")
    return f"{page.evaluate(SEEN)}|{said}"


CASES: Final = [
    pytest.param(*keyboard, id=name, marks=[] if name in QUICK else pytest.mark.sweep)
    for name, keyboard in KEYBOARDS.items()
]


@pytest.mark.parametrize(("opened", "layout"), CASES, indirect=["opened"])
def test_every_command_has_its_key_on_every_keyboard(opened: Page, layout: Layout) -> None:
    declared = opened.locator("[data-command]").evaluate_all("all => all.map((one) => one.dataset.command)")
    assert {*declared, "?"} == set(COMMANDS)
    seen = set[str]()
    for command, (letter, code) in layout.items():
        pressed = outcome(opened, PRESS, [letter, code, command == "?"])
        seen.add(pressed)
        if command != "?":
            assert pressed == outcome(opened, CLICK, command), command
        else:
            assert "|help|" in pressed
    assert len(seen) >= 8


@pytest.mark.parametrize("opened", ["en"], indirect=True)
@pytest.mark.parametrize(
    ("key", "code"), [("'", "KeyQ"), (",", "KeyW"), (".", "KeyE"), ("é", "KeyA"), ("z", "KeyW"), ("1", "Digit1")]
)
def test_commands_follow_the_letters_of_a_latin_keyboard(opened: Page, key: str, code: str) -> None:
    assert opened.evaluate(PRESS, [key, code, False]) is False
