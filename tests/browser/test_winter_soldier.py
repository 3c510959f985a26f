"""Winter Soldier to each of its ends, from records. A browser makes the decisive choice, HTTP clients the others."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, Tab
from tests.support.recorded import play_record
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
RECORDS = Path(__file__).parents[1] / "games" / "winter_soldier" / "records"
BY_HAND = ("!accuse", "last-guess", "name-fury")
"""Choices of which the last is made in the browser. Without any, the very last choice is."""

ENDS = {  # for the person with that choice: their headline, the winner, the reason, and a line of the log
    "three-failures": ("You won", "HYDRA wins", "Three missions failed.", ""),
    "last-guess-right": (
        "You won",
        "S.H.I.E.L.D. wins",
        "last guess was right",
        "Bo guesses that Gil is the Winter Soldier: Yes.",
    ),
    "assassination-right": (
        "You won",
        "HYDRA wins",
        "Nick Fury was assassinated.",
        "Gil names Dan as Nick Fury, and is right.",
    ),
    "assassination-wrong": (
        "You lost",
        "S.H.I.E.L.D. wins",
        "did not find Nick Fury",
        "Gil names Cyd as Nick Fury, and is wrong.",
    ),
    "winter-soldier-found": ("You won", "S.H.I.E.L.D. wins", "found the Winter Soldier", "Gil is Bucky Barnes again."),
    "nick-fury-lost": ("You lost", "HYDRA wins", "Nick Fury is lost.", "Hal shows a character card: "),
}


def test_one_decisive_choice_ends_winter_soldier(browser: Browser, prepared: Server, tabs: list[Tab]) -> None:
    play_to_the_end(browser, prepared, tabs, "last-guess-right")


@pytest.mark.sweep
@pytest.mark.parametrize("name", ENDS)
def test_every_decisive_choice_ends_winter_soldier(
    browser: Browser, prepared: Server, tabs: list[Tab], name: str
) -> None:
    """Covers each choice that may end the game."""
    play_to_the_end(browser, prepared, tabs, name)


def play_to_the_end(browser: Browser, prepared: Server, tabs: list[Tab], name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text("utf-8")
    tab = Tab(browser, prepared.url, DESK)
    tabs.append(tab)
    play_record(tab, prepared, text, BY_HAND)

    verdict, winner, reason, scene = ENDS[name]
    expect(tab.page.locator("#end h1")).to_have_text(verdict)
    expect(tab.page.locator(".verdict p b")).to_have_text(f"{winner}.")
    expect(tab.page.locator(".verdict p")).to_contain_text(reason)
    if scene:
        expect(tab.page.locator(".scene")).to_contain_text(scene)
    expect(tab.page.locator(".unmasked .role")).to_have_count(8)
