"""Cards narrow while they turn, and however many there are, the way on stays in sight."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.playing import close
from tests.support.serving import serve_sockets
from turncoat.table.values.avatars import AVATARS
from turncoat.web.board.model import Portrait, SceneCard, ScenePart, UnmaskedCard
from turncoat.web.http.languages import renderer
from turncoat.web.table.scenes import DrawnFigure

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SHOW: Final = """([html, told]) => {
    const stage = Object.assign(document.createElement("div"), { className: "on-stage", innerHTML: html });
    document.body.append(stage);
    if (told) for (const one of stage.querySelectorAll(".scene-card, .scene-told")) one.classList.add("is-open");
}"""
"""Puts a scene on the page as the director does, before its cards turn or after everything is told."""
IN_MID_TURN: Final = """(card, [of, mark]) => {
    const marked = of ? card.closest(of) : card;
    marked.classList.remove(mark);
    card.getBoundingClientRect(); // the turn begins anew
    marked.classList.add(mark);
    const turns = card.getAnimations().find((one) => one.animationName === "turn-over");
    for (const one of card.getAnimations()) one === turns ? one.pause() : one.finish();
    const { delay, duration } = turns.effect.getTiming();
    turns.currentTime = delay + duration / 2;
    return card.getBoundingClientRect().width;
}"""
"""Turns a card anew by a class of its own or around it, and returns its width half-way."""


def finale(seats: int) -> str:
    """Return the last scene of a game in which one person has named another."""
    portrait = Portrait("uniform-winter-soldier", "games/winter-soldier/roles.svg", "fox")
    cards = tuple(
        UnmaskedCard(f"Magdalena {seat}", "S.H.I.E.L.D. agent", "jagged" if seat % 2 else "shield", portrait, seat)
        for seat in range(seats)
    )
    names = [
        DrawnFigure(name, caption, SceneCard(Portrait(avatar, "avatars.svg"), ""), None)
        for name, caption, avatar in zip(("Magda", "Piotr"), ("Winter Soldier", ""), AVATARS, strict=False)
    ]
    scene = ScenePart(
        "finale",
        "Magda names Piotr as Nick Fury, and is wrong.",
        ("S.H.I.E.L.D. wins. The Winter Soldier did not find Nick Fury.",),
        unmasked=cards,
        intro="Is Piotr Nick Fury?",
    )
    return renderer("en").draw("board/scene.html", scene=scene, figures=names)


def opened(browser: Browser, address: str, size: ViewportSize, **context: str) -> Page:
    tab = browser.new_context(viewport=size, **context).new_page()  # type: ignore[arg-type]
    tab.route_web_socket(re.compile("/(live|updates)"), serve_sockets([]))
    tab.goto(address)
    return tab


@pytest.mark.parametrize("seats", [5, 10, 12])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
def test_all_cards_and_the_outcome_and_the_way_on_are_in_sight(
    browser: Browser, address: str, seats: int, width: int, height: int
) -> None:
    tab = opened(browser, f"{address}mission-failed", {"width": width, "height": height}, reduced_motion="reduce")
    tab.evaluate(SHOW, [finale(seats), True])
    expect(tab.locator(".scene-skip")).to_be_in_viewport(ratio=1)
    expect(tab.locator(".scene-line")).to_be_in_viewport(ratio=1)
    for card in tab.locator(".scene-unmasked > li").all():
        expect(card).to_be_in_viewport(ratio=1)
    assert tab.evaluate(
        "document.querySelector('.staged').scrollHeight <= document.querySelector('.staged').clientHeight"
    )
    close(tab)


def test_a_scene_that_does_not_fit_scrolls_above_the_way_on(browser: Browser, address: str) -> None:
    tab = opened(browser, f"{address}mission-failed", {"width": 320, "height": 480}, reduced_motion="reduce")
    tab.evaluate(SHOW, [finale(12), True])
    expect(tab.locator(".scene-skip")).to_be_in_viewport(ratio=1)
    tab.locator(".scene-line").scroll_into_view_if_needed()
    expect(tab.locator(".scene-line")).to_be_in_viewport(ratio=1)
    expect(tab.locator(".scene-skip")).to_be_in_viewport(ratio=1)
    close(tab)


def test_a_card_is_a_line_in_the_middle_of_its_turn(browser: Browser, address: str) -> None:
    """On the stage and on the board alike, its face never shows beside its narrowing back."""
    tab = opened(browser, f"{address}mission-failed", {"width": 390, "height": 844}, reduced_motion="no-preference")
    assert tab.locator(".fresh > .mini").first.evaluate(IN_MID_TURN, [".stage-cards", "fresh"]) < 1
    tab.evaluate(SHOW, [finale(5), False])
    card = tab.locator(".scene-card").first
    assert card.evaluate("card => card.getBoundingClientRect().width") > 40
    assert card.evaluate(IN_MID_TURN, ["", "is-open"]) < 1
    close(tab)
