"""Winter Soldier to each of its ends, from records: one person makes the choice that counts in a browser, the others
choose over HTTP."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, Tab
from tests.support.recorded import play_record
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
RECORDS = Path(__file__).parents[1] / "games" / "winter_soldier" / "records"
BY_HAND = ("!accuse", "last-guess", "name-fury")
"""The last of these choices is made in the browser; where there is none, the last of all."""

ENDS = {  # for whoever makes that choice: their end, who wins, why, and what is told of it
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
        "Gil names Dan as Nick Fury: Yes.",
    ),
    "assassination-wrong": (
        "You lost",
        "S.H.I.E.L.D. wins",
        "did not find Nick Fury",
        "Gil names Cyd as Nick Fury: No.",
    ),
    "winter-soldier-found": ("You won", "S.H.I.E.L.D. wins", "found the Winter Soldier", "Gil is Bucky Barnes again."),
    "nick-fury-lost": ("You lost", "HYDRA wins", "Nick Fury is lost.", "Hal shows a character card: "),
}


def test_to_the_end(browser: Browser, prepared: Server, tabs: list[Tab]) -> None:
    play_to_the_end(browser, prepared, tabs, "last-guess-right")


@pytest.mark.sweep
@pytest.mark.parametrize("name", ENDS)
def test_to_every_end(browser: Browser, prepared: Server, tabs: list[Tab], name: str) -> None:
    """With each choice that may end the game."""
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
