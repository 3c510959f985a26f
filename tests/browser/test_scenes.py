"""Scenes on stage: everything else waits for them, they reveal events before any text, and each is announced once."""

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.support.announcements import announcements, listen, of_region
from tests.support.playing import DESK, NEXT_OR_TALK, PHONE, WHAT_NEXT, Tab, assert_accessible
from tests.support.recorded import post
from tests.support.serving import SERVE, Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
STAGE: Final = 0.12
STAGED: Final = SERVE.replace("scenes=0", f"scenes={STAGE}")
WATCH: Final = """
window.seen = [];
const note = (what, text) => seen.push([
    what, text, document.querySelectorAll(".log > li").length, document.getElementById("headline")?.textContent ?? "",
    heard.filter(([region, text]) => region === "log" && !text.includes(": “")).length,
]);
new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, target } of changes) {
        const stage = (nodes) => [...nodes].find((node) => node.className === "on-stage");
        if (stage(addedNodes)) note("begins", stage(addedNodes).querySelector(".staged").className);
        if (stage(removedNodes)) note("ends", "");
        if (target.className === "scene-told is-open") note("told", target.textContent);
    }
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
"""
"""Records the beginning, the announcement and the end of each scene.

Each entry holds the length of the log, the headline, and the number of announcements apart from bots' remarks, which
don't wait.
"""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which scenes pass quickly."""
    with serving(tmp_path_factory.mktemp("staged"), pause=0.0, code=STAGED) as running:
        yield running


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which a scene lasts until somebody skips it."""
    with serving(tmp_path_factory.mktemp("slow"), pause=0.0, code=SERVE.replace("scenes=0", "scenes=30")) as running:
        yield running


def seen(tab: Tab) -> list[list[Any]]:
    found: list[list[Any]] = tab.page.evaluate("seen")
    return found


def opened(browser: Browser, staged: Server, tabs: list[Tab], **context: Any) -> Tab:
    tab = Tab(browser, staged.url, DESK, **context)
    tabs.append(tab)
    listen(tab.page)
    tab.page.add_init_script(WATCH)
    tab.open_table("Ola", bots_talk="false")  # bots' remarks are read aloud before events
    tab.start()
    tab.page.locator("#ready button").click()
    expect(tab.page.locator(".dealing")).to_have_count(0)
    return tab


@pytest.mark.sweep
def test_learning_by_playing_starts_with_the_card_and_explains_questions(
    browser: Browser, slow: Server, tabs: list[Tab]
) -> None:
    tab = Tab(browser, slow.url, PHONE)
    tabs.append(tab)
    tab.page.goto("/")
    door = tab.page.locator("form[action='/learn']")
    door.get_by_role("button", name="The Resistance").click()
    tab.page.wait_for_url("**/t/*")
    tab.is_live()
    tip = tab.page.locator("#tip")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Welcome!")
    card = tab.page.locator(".hold")
    box = card.bounding_box()
    assert box is not None
    assert box["height"] > 200, "the card is shown large"
    expect(tab.page.locator(".dealing:not([data-deal-ends])")).to_have_count(1)  # it has no end
    tab.page.locator("#ready button").click()
    expect(tab.page.locator(".dealing")).to_have_count(0)
    while not tab.page.locator("#own-seat.my-turn form#answer-form").count():
        # A bot leads, and waits until the tip about leaders is read.
        expect(tab.page.locator("#asked[data-awaits=go-on]")).to_be_visible()
        expect(tab.page.locator("#guide button[value=read]")).to_have_count(0)
        read = tab.page.locator("#asked").inner_text()
        tab.page.locator("#go-on").click()
        expect(tab.page.locator("#asked")).not_to_have_text(read)
        tab.page.wait_for_selector("#own-seat.my-turn form#answer-form")
    first = "You lead: pick the team|A team is proposed|Each round has a leader|In this first game"
    expect(tip).to_contain_text(re.compile(first))
    expect(tab.page.locator("#guide-explained li", has_text="Welcome!")).to_have_count(1)
    assert tab.complaints == []


@pytest.mark.parametrize("motion", ["no-preference", pytest.param("reduce", marks=pytest.mark.sweep)])
def test_the_board_the_log_and_the_voice_wait_for_the_stage(
    browser: Browser, staged: Server, tabs: list[Tab], motion: str, sweep: bool
) -> None:
    """Until two missions have been staged, and in the sweep to the end."""
    tab = opened(browser, staged, tabs, reduced_motion=motion)
    if sweep:
        tab.play()
    else:
        while sum(step == "ends" for step, *_ in seen(tab)) < 4:
            assert tab.insist()
    moments = seen(tab)
    moments = moments[: len(moments) // 3 * 3]
    assert len(moments) >= 3 * (7 if sweep else 4)  # a vote or more, a mission, and the end
    for begins, told, ends in zip(moments[::3], moments[1::3], moments[2::3], strict=True):
        assert [begins[0], told[0], ends[0]] == ["begins", "told", "ends"], "one after another"
        assert begins[2:4] == told[2:4] == ends[2:4], "neither the log nor the headline moved meanwhile"
        assert begins[4] == told[4] < ends[4], "heard when it was shown, and not before"
    kinds = [what for step, what, *_ in moments if step == "begins"]
    assert {kind.split("is-")[1] for kind in kinds} == {"vote", "mission", *(["finale"] if sweep else [])}
    assert kinds[-1].endswith("is-finale") or not sweep
    lines = of_region(announcements(tab.page), "log")
    missions = [line for line in lines if line.startswith("Mission ")]
    assert len(missions) == len(set(missions)) >= (3 if sweep else 1), "each was said once"


@pytest.mark.sweep
def test_a_person_may_skip_a_scene_and_chat_does_not_wait_for_it(
    browser: Browser, tabs: list[Tab], slow: Server
) -> None:
    ola = opened(browser, slow, tabs)
    stage = ola.page.locator(".on-stage")
    ola.insist()
    next_is = f"() => document.querySelector('.on-stage') ? 'staged' : ({WHAT_NEXT})('')"
    if ola.page.wait_for_function(next_is).json_value() != "staged":
        ola.insist()  # earlier, the team was theirs to name
    expect(stage).to_be_visible()
    assert not ola.is_asked()
    ola.page.evaluate("""() => {
        const form = document.querySelector("#chat-form .chat-form");
        form.elements.text.value = "What a vote!";
        form.requestSubmit(form.querySelector("button"));
    }""")
    expect(ola.page.locator("#chat-log-lines")).to_contain_text("What a vote!")
    expect(stage).to_be_visible()
    ola.page.keyboard.press("Escape")
    expect(stage).to_have_count(0)
    before = ola.page.locator("#headline").text_content()
    ola.page.reload()
    ola.is_live()
    expect(stage).to_have_count(0)
    expect(ola.page.locator("#headline")).to_have_text(before or "")


@pytest.mark.sweep
def test_bots_wait_for_a_lone_person_who_may_skip_ahead(
    browser: Browser, staged: Server, tabs: list[Tab], sweep: bool
) -> None:
    tab = opened(browser, staged, tabs)
    post(tab, urlsplit(tab.page.url).path, {"do": "change-settings", "bots_patience": "3"})  # as in learning mode
    waits = tab.page.get_by_text("Time to talk. The bots wait for you.")
    go_on = tab.page.get_by_role("button", name="Continue")
    while not waits.count():  # after the first mission, unless it is theirs to continue
        assert tab.answer()
        tab.page.wait_for_function(NEXT_OR_TALK, arg=tab.last)
    version = tab.page.evaluate("document.querySelector('#headline').textContent")
    expect(go_on).to_be_in_viewport()
    assert_accessible(tab.page)
    assert tab.page.evaluate("document.querySelector('#headline').textContent") == version, "and nothing goes on"
    tab.page.get_by_role("button", name="Play fast").click()
    expect(waits).to_have_count(0)
    expect(tab.page.locator("#set-scene_pace")).to_have_value("brisk")
    expect(tab.page.locator("#bots-patience")).to_have_value("1")
    if sweep:
        tab.play()
        expect(waits).to_have_count(0)


@pytest.mark.sweep
def test_hail_hydra_stages_the_heroes_the_deal_and_the_villain_in_order(
    browser: Browser, slow: Server, tabs: list[Tab]
) -> None:
    tab = Tab(browser, slow.url, PHONE)
    tabs.append(tab)
    listen(tab.page)
    page = tab.page
    tab.open_table("Ola", bots_talk="false")
    page.locator("#game-hail-hydra").check()
    expect(page.locator("#game-hail-hydra[checked]")).to_have_count(1)
    tab.start()
    stage, deal, card = page.locator(".on-stage"), page.locator(".dealing"), page.locator("#own-seat .my-card")
    assert tab.insist()  # a hero
    expect(stage.locator(".staged.is-opening .scene-figure")).to_have_count(5)
    expect(stage.locator(".scene-figure").first).to_contain_text("Ola")
    expect(deal).to_have_count(0)
    expect(card).to_have_count(0)
    page.keyboard.press("Escape")
    expect(stage).to_have_count(0)
    expect(page.get_by_role("heading", name="The cards are dealt")).to_be_focused()
    assert_accessible(page)
    expect(page.locator("#headline")).not_to_be_visible()
    page.locator(".hold").dispatch_event("pointerdown")
    expect(page.locator("#card-front h3")).to_have_text(re.compile("^(S.H.I.E.L.D.|HYDRA)"))
    page.locator(".hold").dispatch_event("pointerup")
    page.wait_for_function("() => heard.some(([, text]) => text.startsWith('The cards are dealt.'))")
    assert not [line for line in of_region(announcements(page), "log") if line.startswith("Mission 1")]
    assert of_region(announcements(page), "turn")[1:] == [], "nothing but the hero was asked"
    page.locator("#ready button").click()
    villain = stage.locator(".staged.is-entrance")
    expect(villain).to_be_visible()
    expect(deal).to_have_count(0)
    expect(villain.locator(".scene-revealed .portrait")).to_be_in_viewport(ratio=1)
    expect(villain.locator(".scene-numbers li")).to_have_text([re.compile(word) for word in ("Health", "Def", "Dam")])
    page.wait_for_function("() => heard.some(([region, text]) => region === 'log' && text.startsWith('Mission 1'))")
    page.keyboard.press("Escape")
    expect(stage).to_have_count(0)
    expect(page.locator("#headline")).to_be_visible()
    expect(card).to_be_visible()
    assert tab.complaints == []


def test_nothing_is_displayed_or_announced_before_everybody_has_seen_their_card(
    browser: Browser, slow: Server, tabs: list[Tab]
) -> None:
    ola, jan = Tab(browser, slow.url, DESK), Tab(browser, slow.url, DESK)
    tabs += [ola, jan]
    for tab in (ola, jan):
        listen(tab.page)
    code = ola.open_table("Ola")
    jan.sit(code, "Jan")
    ola.start()
    for tab in (ola, jan):
        expect(tab.page.get_by_role("button", name="I'm ready")).to_be_visible()
        tab.is_live()
        expect(tab.page.locator("#headline")).not_to_be_visible()
        expect(tab.page.locator(".hold")).to_be_visible()
        tab.page.locator(".hold").dispatch_event("pointerdown")
        expect(tab.page.locator("#card-front h3")).to_be_visible()
        tab.page.locator(".hold").dispatch_event("pointerup")
    ola.page.get_by_role("button", name="I'm ready").click()
    for tab in (ola, jan):
        expect(tab.page.locator("#deal")).to_contain_text("Ready: 1 of 2")
        assert of_region(announcements(tab.page), "turn") == []
        expect(tab.page.locator("#headline")).not_to_be_visible()
    expect(ola.page.get_by_role("button", name="I'm ready")).to_have_count(0)
    jan.page.get_by_role("button", name="I'm ready").click()
    for tab in (ola, jan):
        expect(tab.page.locator("#headline")).to_be_visible()
        tab.page.wait_for_function("() => heard.some(([region]) => region === 'status' || region === 'turn')")
