"""Screen reader output of a page: everything that its live regions announce, in order."""

import json
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.support.playing import close
from tests.support.serving import serve_sockets

Send = Callable[..., None]
"""Sends announcements to the page, each an id, a kind and a text. Keyword arguments add other fields to the message."""

LISTEN: Final = """() => {
    window.heard = [];
    window.turns = [];
    window.there = 0;
    addEventListener("DOMContentLoaded", () => {
        window.there = document.querySelectorAll(".log > li").length;
        const log = document.getElementById("say-log");
        if (!log) return;
        new MutationObserver((changes) => {
            for (const change of changes) for (const line of change.addedNodes) heard.push(["log", line.textContent]);
        }).observe(log, { childList: true });
        for (const region of ["status", "turn"]) {
            const node = document.getElementById(`say-${region}`);
            new MutationObserver(() => {
                if (!node.textContent) return;
                heard.push([region, node.textContent]);
                if (region === "turn") turns.push(node.dataset.line);
            })
                .observe(node, { childList: true, characterData: true, subtree: true });
        }
    });
}"""


class Announcement(NamedTuple):
    """An announcement: the region that made it, and its text."""

    region: str
    text: str


def listen(page: Page) -> None:
    """Record everything that pages announce from now on."""
    page.add_init_script(f"({LISTEN})()")


def announcements(page: Page) -> list[Announcement]:
    """Return the announcements on the open page, oldest first."""
    return [Announcement(*line) for line in page.evaluate("() => window.heard")]


def wait_for(page: Page, region: str, count: int) -> None:
    """Wait until a region has made this many announcements, since simultaneous ones are made one after another."""
    page.wait_for_function(
        "([name, count]) => heard.filter(([one]) => one === name).length >= count", arg=[region, count]
    )


def wait_for_turn(page: Page, game: int, prompt: str) -> None:
    """Wait until this question was announced."""
    page.wait_for_function("id => turns.includes(id)", arg=f"t{game}-{prompt}")


def of_region(lines: list[Announcement], region: str) -> list[str]:
    return [line.text for line in lines if line.region == region]


def happened(page: Page) -> list[str]:
    """Return the events since the page was opened, as its own log describes them, oldest first."""
    told = page.locator(".log > li > .told").all_text_contents()
    there: int = page.evaluate("() => window.there")
    return list(reversed(told))[there:]


def spoken(page: Page) -> list[str]:
    """Return the chat messages as the page lists them and as they are announced, oldest first."""
    lines: list[list[str]] = page.locator("ol.chat-log > li").evaluate_all(
        "all => all.map((one) => ['b bdi', 'q bdi'].map((part) => one.querySelector(part).textContent))"
    )
    return [f"{name}: “{text}”" for name, text in lines]


def is_said(text: str) -> bool:
    """Return whether an announcement is a chat message."""
    return ": “" in text


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    opened = context.new_page()
    listen(opened)
    yield opened
    close(opened)


@pytest.fixture
def send(page: Page, address: str) -> Send:
    """Sender of messages to the open page of a spy who is asked for a ballot."""
    lines: list[WebSocketRoute] = []
    page.route_web_socket("**/live**", serve_sockets(lines))
    page.goto(address + "ballot")
    expect(page.locator("body")).to_have_attribute("data-link", "live")

    def message(*sayings: tuple[str, str, str], **more: object) -> None:
        say = [{"id": id, "kind": kind, "text": text} for id, kind, text in sayings]
        lines[-1].send(json.dumps({"version": 100, "announcements": say, **more}))

    return message
