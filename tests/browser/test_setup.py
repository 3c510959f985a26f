"""The setup in a real browser: choices save themselves, the button waits for conflicts, and no tap is lost."""

import re

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible, close, tab_of
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def host_of(browser: Browser, server: Server, size: ViewportSize) -> tuple[Person, Tab]:
    ola = Person(server, "Ola").open()
    tab = tab_of(browser, ola, size)
    tab.page.set_default_timeout(15_000)
    tab.page.goto(server.url + ola.path)
    expect(tab.page.locator("body")).to_have_attribute("data-link", "live")
    return ola, tab


@pytest.mark.sweep
@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
def test_a_conflict_is_explained_as_it_is_ticked_and_disables_the_button(
    browser: Browser, server: Server, size: ViewportSize
) -> None:
    ola, tab = host_of(browser, server, size)
    page = tab.page
    page.locator("#extras > summary").click()
    dummy, deal = page.locator("#module-dummy-agent"), page.locator("#deal")
    expect(dummy).to_be_hidden()  # it is listed below Hunter, which is not chosen
    page.locator("#module-hunter").click()
    page.locator("#module-dummy-agent").click()
    expect(page.locator("#extras > summary")).to_contain_text("Dummy Agent")
    expect(deal).not_to_have_attribute("aria-disabled", "true")
    page.locator("#module-hunter").click()
    expect(page.locator("#misfit-dummy-agent")).to_contain_text("Dummy Agent needs Hunter")
    expect(page.locator("#why-not")).to_contain_text("Dummy Agent needs Hunter")
    expect(deal).to_have_attribute("aria-disabled", "true")
    expect(dummy).to_be_checked()
    deal.click(force=True)
    page.locator("#module-dummy-agent").click()
    expect(deal).not_to_have_attribute("aria-disabled", "true")
    assert 'id="module-dummy-agent" name="module" value="dummy-agent">' in ola.look()
    assert not tab.complaints
    close(page)


def test_a_tap_on_the_deal_button_during_a_save_is_not_lost(browser: Browser, server: Server) -> None:
    _, tab = host_of(browser, server, DESK)
    page = tab.page
    held: list[Route] = []
    page.route(re.compile(r"/t/[A-Z]+$"), lambda route: held.append(route) if not held else route.continue_())
    page.locator("#game-winter-soldier").click()
    expect(page.locator("#choose")).to_have_attribute("aria-busy", "true")
    page.locator("#deal").click()
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("#own-seat")).to_be_visible(timeout=30_000)
    expect(page.locator(".bar .where")).to_contain_text("Winter Soldier")
    close(page)


ENDS = """bar => [...bar.querySelectorAll("rect")].filter((one) => !one.closest("defs")).map((one) => {
    const [whole, part] = [bar.getBoundingClientRect(), one.getBoundingClientRect()];
    return [part.left, part.right].map((at) => Math.round((at - whole.left) / whole.width * 100));
})"""
"""Returns where the sides of the bar begin and end, and its mark, in percent of its width."""


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.sweep), pytest.param(PHONE, id="phone")]
)
def test_balance_is_a_verdict_and_one_bar_with_its_figures_folded(
    browser: Browser, server: Server, size: ViewportSize
) -> None:
    _, tab = host_of(browser, server, size)
    page = tab.page
    summary, figures = page.locator("#fairness > summary"), page.locator("#fairness li")
    expect(summary).to_contain_text("About even · 252 games of people")
    expect(figures.first).to_be_hidden()
    loyal, hiding, mark = page.locator(".fair-bar").evaluate(ENDS)
    assert (loyal, hiding, mark[0]) == ([0, 56], [56, 100], 50)
    assert_accessible(page)
    summary.focus()
    page.keyboard.press("Enter")
    expect(figures).to_have_count(4)
    expect(figures.first).to_be_visible()
    page.locator("#players-9").click()
    expect(summary).to_contain_text("Too few games to say · 26 games of people")
    expect(page.locator(".fair-bar")).to_have_count(0)
    expect(figures.first).to_be_visible()  # it stays open
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not tab.complaints
    close(page)


WIDEST = "code => code.lastChild.data = 'WWWWW'"
"""Widest possible code of five letters, which a server uses from its 14th table on."""
ROWS = """code => {
    const text = document.createRange();
    text.selectNodeContents(code.lastChild);
    return text.getClientRects().length;
}"""
IN_HEIGHTS = "() => document.documentElement.scrollHeight / innerHeight"
HIDDEN = """() => [...document.querySelectorAll(":is(.setup-choice, .setup-people, .setup-game) [name]")]
    .filter((one) => one.type !== "hidden" && !one.checkVisibility())
    .filter((one) => !one.closest(".module-extras, .without-scripts"))
    .map((one) => one.id || one.value)"""
"""Returns the hidden settings, except for modules that appear with the one they require."""


@pytest.mark.parametrize(
    ("size", "heights"),
    [
        pytest.param(PHONE, 1.7, id="phone"),
        pytest.param({"width": 320, "height": 640}, 2.85, id="small", marks=pytest.mark.sweep),
        pytest.param(DESK, 1.4, id="desk", marks=pytest.mark.sweep),
    ],
)
def test_a_newcomer_can_start_at_once_without_a_wall_of_settings(
    browser: Browser, server: Server, size: ViewportSize, heights: float
) -> None:
    _, tab = host_of(browser, server, size)
    page = tab.page
    deal, folds = page.locator("#deal"), page.locator(".setup-game .fold")
    expect(deal).to_be_in_viewport(ratio=1)
    expect(page.locator(".game-tile:has(:checked) .tile-facts")).to_be_in_viewport(ratio=1)
    page.locator("#players-7").click()
    expect(page.locator(".sides")).to_contain_text("Resistance 4, Spies 3")
    assert folds.count() == 3
    assert page.locator(".setup-game .fold[open]").count() == 0
    page.locator(".big-code").evaluate(WIDEST)
    assert page.locator(".big-code").evaluate(ROWS) == 1
    assert page.evaluate(IN_HEIGHTS) <= heights  # everything, and the bar with the button
    # Everything else is one tap away, and the button stays in sight.
    for fold in page.locator("#main details.fold:not([open])").evaluate_all("all => all.map((one) => one.id)"):
        page.locator(f"#{fold} > summary").click()
    for flap in ("avatars", "on-my-phone", "bots-by-name"):
        page.locator(f"#{flap} > summary").click()
    assert page.evaluate(HIDDEN) == []
    expect(deal).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not tab.complaints
    close(page)


def test_ready_sets_and_the_boxes_of_their_modules_stay_in_step(browser: Browser, server: Server) -> None:
    ola, tab = host_of(browser, server, PHONE)
    page = tab.page
    page.locator("#game-round-table").click()
    page.locator("#players-7").click()
    extras = page.locator("#extras > summary")
    page.locator("[name=ready][value='morgana+oberon+percival']").click()
    expect(extras).to_contain_text("Percival, Morgana, Oberon")
    page.locator("#module-mordred").evaluate("box => box.click()")
    expect(extras).to_contain_text("Percival, Morgana, Mordred, Oberon")
    expect(page.locator("[name=ready][value='mordred+morgana+oberon+percival']")).to_be_checked()
    page.locator("#module-morgana").evaluate("box => box.click()")
    expect(extras).to_contain_text("Percival, Mordred, Oberon")
    expect(page.locator("[name=ready]:checked")).to_have_count(0)
    expect(page.locator(".sides")).to_contain_text("Merlin, Percival, 2 × Knight")
    expect(page.locator(".sides")).to_contain_text("Assassin, Mordred, Oberon")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")  # there the bar with the button covers nothing
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ' id="module-morgana" name="module" value="morgana">' in ola.look()
    assert not tab.complaints
    close(page)
