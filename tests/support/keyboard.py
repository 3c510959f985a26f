"""A player who uses nothing but the keyboard."""

from playwright.sync_api import Page, expect

from tests.support.announcements import wait_for_turn
from tests.support.playing import WHAT_NEXT

MOST_TABS = 120
"""Maximum number of Tab steps to get around the page."""


FOCUS = "selector => document.activeElement !== null && document.activeElement.matches(selector)"


class Keys:
    """A player who uses nothing but the keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.turns: dict[str, str] = {}
        """The questions by prompt number."""
        self.waited: list[str] = []
        """The questions that were answered only after their announcement."""

    def go_to(self, selector: str) -> None:
        """Press Tab until the element has the focus."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(FOCUS, selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} with Tab")

    def press(self, selector: str, key: str = "Enter") -> None:
        self.go_to(selector)
        self.page.keyboard.press(key)

    def open_table(self, name: str) -> None:
        self.page.goto("/")
        self.go_to("form[action='/new'] input[name=name]")
        self.page.keyboard.type(name)
        self.press("form[action='/new'] button")
        self.page.wait_for_url("**/t/*")
        expect(self.page.locator("body")).to_have_attribute("data-link", "live")

    def answer(self, last: str, turn: int = 0) -> str:
        """Wait for the next question and choose the first answer. Return the question, or "over" after the game."""
        asked = str(self.page.wait_for_function(WHAT_NEXT, arg=last, timeout=60_000).json_value())
        if asked == "over":
            return asked
        sentence = self.turns[asked.split()[0]] = self.page.locator("#asked").inner_text()
        if turn % 3 == 0:  # someone who listens first; the other turns are quicker than the announcer
            wait_for_turn(self.page, 1, asked.split()[0])
            self.waited.append(sentence)
        parts = self.page.locator("form#answer-form [data-part]")
        for number in range(parts.count()):
            part = parts.nth(number)
            name, least = part.get_attribute("data-part"), int(part.get_attribute("data-least") or 1)
            field = f"form#answer-form [data-part='{name}'] input"
            if part.locator("input[type=radio]").count():
                self.press(field, " ")
                if turn % 3 == 2 and part.locator("input[value=approve]").count():  # occasionally the other ballot
                    self.page.keyboard.press("ArrowRight")
                continue
            boxes = [box.get_attribute("id") for box in part.locator("input:enabled").all()]
            for box in boxes[:least]:
                self.press(f"[id='{box}']", " ")
        nobody = self.page.locator("form#answer-form [data-pass]")
        self.press(f"form#answer-form [data-{'pass' if nobody.is_visible() else 'confirm'}]")
        self.page.wait_for_function(f"asked => ({WHAT_NEXT})('') !== asked", arg=asked)
        return asked
