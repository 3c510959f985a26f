"""Layouts hold: nothing covers anything in whole games, and covered controls are noticed."""

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Final

import msgspec
import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.fixtures import all_states
from tests.support.fixtures.models import TablePage
from tests.support.fixtures.played import played_states
from tests.support.galleries import serve_gallery
from tests.support.page_faults import NEXT_FRAME, PHONE, SIZES, faults
from tests.support.playing import close
from tests.support.serving import serve_sockets
from tools.screens import STILL, Gallery
from turncoat.web.board.model import Portrait, SceneBallot, SceneCard, ScenePart
from turncoat.web.http.languages import languages, renderer
from turncoat.web.http.page import Page as PageOfSite
from turncoat.web.table.scenes import DrawnFigure

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


NARROW: Final = (SIZES[0], SIZES[5])
"""The phone and desktop sizes with the least room, where the longer words of another language are measured."""


COVER: Final = """one => {
    const over = document.createElement("div"), css = new CSSStyleSheet();
    css.replaceSync("#over { position: absolute; inset: 0; z-index: 99 } :has(> #over) { position: relative }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, css];
    over.id = "over";
    one.parentElement.append(over);
}"""
"""Covers a control."""


STAGE: Final = """html => {
    const stage = Object.assign(document.createElement("div"), { className: "on-stage", innerHTML: html });
    document.body.append(stage);
}"""
CUT_NAMES: Final = """() => [...document.querySelectorAll(".scene-ballot span")].filter((name) => {
    const card = name.parentElement.getBoundingClientRect(), text = document.createRange();
    text.selectNodeContents(name);
    const isOut = (line) => line.left < card.left || line.right > card.right || line.bottom > card.bottom;
    return [...text.getClientRects()].some(isOut);
}).map((name) => name.textContent)"""


def faults_of_states(
    browser: Browser, address: str, language: str, measured: Iterable[tuple[str, Sequence[ViewportSize]]]
) -> dict[tuple[str, int], list[str]]:
    """Return the layout faults of pages in a language, by name and width."""
    context = browser.new_context(reduced_motion="reduce", viewport=PHONE)
    tab = context.new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    found: dict[tuple[str, int], list[str]] = {}
    for name, sizes in measured:
        tab.set_viewport_size(SIZES[0])  # where it is wide, a tab is open that would cover a narrow board
        tab.goto(f"{address}{name}?language={language}")
        tab.evaluate(STILL)
        for size in sizes:
            if wrong := faults(tab, size):
                found[name, size["width"]] = wrong
    close(tab)
    return found


def test_nothing_overlaps_at_any_size_in_whole_games(browser: Browser, address: str) -> None:
    """Some states of every game: at a small and a large size in English, others at a narrow one in Polish."""
    pairs = [(SIZES[k], SIZES[4 + k]) for k in range(4)]
    for game in ("resistance", "winter-soldier", "hail-hydra"):
        names = [name for name in played_states() if name.startswith(f"played-{game}-")]
        for language, some, sizes in (("en", names[::48], pairs), ("pl", names[4::96], [NARROW[:1], NARROW[1:]])):
            assert some
            measured = zip(some, cycle(sizes), strict=False)
            assert faults_of_states(browser, address, language, measured) == {}


@pytest.mark.sweep
@pytest.mark.parametrize("language", [language.code for language in languages()])
def test_no_state_has_overlapping_controls_at_any_size(browser: Browser, address: str, language: str) -> None:
    names = [*all_states(), *played_states()]
    assert faults_of_states(browser, address, language, [(name, SIZES) for name in names]) == {}


@pytest.mark.parametrize(
    ("state", "control"),
    [
        ("ballot", "form#answer-form [data-confirm]"),
        pytest.param("setup-host", "#start button", marks=pytest.mark.sweep),
    ],
)
def test_a_covered_control_is_noticed(browser: Browser, address: str, state: str, control: str) -> None:
    context = browser.new_context(reduced_motion="reduce", viewport=PHONE)
    tab = context.new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    tab.goto(address + state)
    tab.evaluate(STILL)
    assert faults(tab, PHONE) == []
    tab.locator(control).evaluate(COVER)
    assert any("is covered by over" in fault for fault in faults(tab, PHONE))
    close(tab)


LONG: Final = ("Wilhelmina Konstantynopo", "Donaudampfschifffahrtsge", "陈" * 24, "Aleksandra", "Ola")


@pytest.mark.sweep
def test_names_in_a_vote_scene_are_complete(browser: Browser, address: str) -> None:
    ballots = tuple(SceneBallot(name, "approve") for name in LONG * 2)
    scene = ScenePart("vote", "The team is approved", ballots=ballots, stamp="approved", stamp_word="Approved")
    html = renderer("en").draw("board/scene.html", scene=scene, figures=())
    tab = browser.new_context(reduced_motion="reduce").new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    tab.goto(address + "ballot")
    tab.evaluate(STILL)
    tab.evaluate(STAGE, html)
    for size in SIZES:
        tab.set_viewport_size(size)
        assert tab.evaluate(CUT_NAMES) == [], size
    close(tab)


TOO_WIDE: Final = """() => [...document.querySelectorAll(".on-stage :is(p, b, span)")]
    .filter((one) => one.textContent.trim() && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
        const place = one.closest(".scene-figure, .on-stage");
        const box = one.getBoundingClientRect(), frame = place.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1;
    }).map((one) => one.textContent)"""
"""Returns the texts of a scene that overlap or overflow."""


@pytest.mark.sweep
def test_people_in_scenes_fit_side_by_side(browser: Browser, address: str) -> None:
    avatar, card = SceneCard(Portrait("fox", "avatars.svg"), ""), SceneCard(Portrait("side-shield"), "shield")
    names = (*LONG, *LONG[:3])
    heroes = tuple(DrawnFigure(name, "The Night Librarian", card, None) for name in names)
    accused = DrawnFigure(LONG[0], "Captain America", card, None), DrawnFigure(LONG[1], "", avatar, card)
    said = f"{LONG[0]} accuses {LONG[1]} of being the Winter Soldier."
    scenes = (
        (ScenePart("opening", "", intro="The heroes"), heroes),
        (ScenePart("accusation", said, (said,), intro=said), accused),
    )
    tab = browser.new_context(reduced_motion="reduce").new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    tab.goto(address + "ballot")
    tab.evaluate(STILL)
    for scene, figures in scenes:
        tab.evaluate(STAGE, renderer("en").draw("board/scene.html", scene=scene, figures=figures))
        for size in SIZES:
            tab.set_viewport_size(size)
            assert tab.evaluate(TOO_WIDE) == [], (scene.kind, size)
        tab.evaluate("document.querySelector('.on-stage').remove()")
    close(tab)


@pytest.mark.sweep
def test_requested_seats_can_be_reached_from_every_tab(browser: Browser, address: str) -> None:
    tab = browser.new_context(reduced_motion="reduce", viewport=PHONE).new_page()
    tab.route_web_socket("**/updates**", lambda socket: socket.send("{}"))
    tab.goto(address + "name-team")
    tab.wait_for_selector("html.with-scripts", state="attached")
    seats, way = tab.locator("#seat-0"), tab.get_by_role("link", name="Show the seats")
    expect(way).to_be_hidden()
    others = tab.locator(".tabs [role=tab]:not([data-side=table]):visible").all()
    assert len(others) > 2
    for other in others:
        other.click()
        if (line := tab.locator("#dock-line")).is_visible():  # while the chat is open, the question is a single line
            line.click()
        expect(way).to_be_visible()
        expect(tab.locator(".own-seat .hint")).to_be_hidden()
        way.click()
        expect(way).to_be_hidden()
        box = seats.bounding_box()
        assert box is not None
        over = tab.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('.seat')?.id", [box["x"] + 9, box["y"] + 9]
        )
        assert over == "seat-0"
    close(tab)


OFF_CARD: Final = """() => [...document.querySelectorAll(".stage-cards .mini .card-word")].filter((word) => {
    const card = word.closest(".mini").getBoundingClientRect(), text = document.createRange();
    text.selectNodeContents(word);
    const { left, right } = text.getBoundingClientRect();
    return left < card.left || right > card.right || Math.abs(left + right - card.left - card.right) > 2;
}).map((word) => word.textContent)"""
"""Returns the words on small cards that are not centered."""


@pytest.mark.sweep
def test_words_are_centered_on_cards_on_the_table(browser: Browser, address: str) -> None:
    tab = browser.new_context(reduced_motion="reduce", viewport=PHONE).new_page()
    tab.route_web_socket("**/updates**", serve_sockets([]))
    for state in ("played-resistance-7-shows-fail-cards", "played-winter-soldier-8-shows-fail-cards"):
        tab.goto(address + state)
        tab.evaluate(STILL)
        assert tab.locator(".stage-cards .mini .card-word").count() > 2
        for size in (PHONE, SIZES[5], SIZES[6]):
            tab.set_viewport_size(size)
            tab.evaluate(NEXT_FRAME)
            assert tab.evaluate(OFF_CARD) == [], (state, size)
    close(tab)


HIDDEN_ROLES: Final = """() => [...document.querySelectorAll(".seat:has(.side)")].filter((seat) => {
    const side = seat.querySelector(".side"), { left, right, top, bottom } = side.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const badge = [...seat.querySelectorAll(".badge")].map((one) => one.getBoundingClientRect());
    const covered = badge.some((box) => box.width && box.left < right && left < box.right && box.top < bottom);
    return covered || side.scrollWidth > side.clientWidth || !over?.closest(".tile") || bottom - top > 20;
}).map((seat) => seat.dataset.name)"""
"""Returns the seats whose public role is not readable on a single line."""


@pytest.mark.sweep
@pytest.mark.parametrize("role", ["Captain America", "Kapitan Ameryka"])
def test_a_bots_public_role_is_readable_on_a_phone(browser: Browser, role: str) -> None:
    page = all_states()["name-team-5"]
    assert isinstance(page, TablePage)
    known = {"side": "shield", "role": role, "kind": "bot", "character": "Quiet", "character_about": "Says little."}
    seats = tuple(msgspec.structs.replace(seat, **known, badges=()) for seat in page.public.seats)
    shown = msgspec.structs.replace(page, public=msgspec.structs.replace(page.public, seats=seats))

    class WithRoles(Gallery):
        @classmethod
        def states(cls) -> dict[str, PageOfSite]:
            return {"roles": shown}

    with serve_gallery(WithRoles) as address:
        tab = browser.new_context(reduced_motion="reduce", viewport=PHONE).new_page()
        tab.route_web_socket("**/updates**", serve_sockets([]))
        tab.goto(address + "roles")
        tab.evaluate(STILL)
        assert tab.locator(".seat .side:visible").count() == len(seats)
        assert tab.evaluate(HIDDEN_ROLES) == []
        close(tab)
