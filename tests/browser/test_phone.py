"""The table on a small phone: the question leaves half of the window to the table, and hides nothing."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.playing import WHAT_NEXT, Tab, close, tab_of
from tests.support.recorded import post
from tests.support.serving import Person, Server, serve_sockets
from turncoat.web.http.languages import languages

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SMALL: ViewportSize = {"width": 320, "height": 640}
SHARE = 0.56
"""Maximum share of a low window that the question takes up: half, and its frame."""
HIDDEN = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return "";
    // A seat that can be picked is seen on the board, and not where its box is.
    const seen = one.closest(".seats-part") ? document.querySelector(`#seat-${one.value} > .tile`) : one;
    const box = seen.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) return "";
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isSeen = top && (seen.contains(top) || top.contains(seen) || top.closest("label")?.control === one);
    return isSeen ? "" : one.outerHTML.slice(0, 80);
}"""
"""Returns the focused element if something covers it or it is outside the window."""

ABROAD = "Asia/Tokyo"
TOLD = f"""(at) => new Intl.DateTimeFormat(
    navigator.languages.find((one) => one.startsWith(document.documentElement.lang)) ?? document.documentElement.lang,
    {{ dateStyle: "medium", timeStyle: "short", timeZone: "{ABROAD}" }},
).format(Date.parse(at))"""


def check_bar(page: Page) -> None:
    """Check that the question takes no more than its share, and that its button is entirely visible."""
    bar = page.locator("#own-seat").bounding_box()
    assert bar is not None
    assert bar["height"] <= SMALL["height"] * SHARE, page.locator("#asked").inner_text()
    assert bar["y"] + bar["height"] <= SMALL["height"] + 1
    button = page.locator("form#answer-form [data-confirm]").bounding_box()
    assert button is not None
    assert button["y"] >= bar["y"]
    assert button["y"] + button["height"] <= SMALL["height"]


def check_hand(page: Page) -> None:
    """Check that numbers have a real minus sign and are read as words, and that the page limits the number of cards."""
    for card in page.locator("form#answer-form .has-number").all():
        sign = card.locator(".card-word").inner_text()
        assert sign[0] in "+−"
        expect(card.locator(".visually-hidden")).to_have_text(f"{'plus' if sign[0] == '+' else 'minus'} {sign[1:]}")
    expect(page.locator("form#answer-form [data-count]").first).to_have_text(
        re.compile(r"^0 (chosen; pick 1 to \d|of 1 chosen)$")
    )


@pytest.mark.sweep
def test_hail_hydra_fits_a_small_phone(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, SMALL, has_touch=True, is_mobile=True)
    tabs.append(tab)
    page = tab.page
    code = tab.open_table("Ola")
    # A game starts without scrolling, whatever settings there are.
    expect(page.locator("#start button")).to_be_in_viewport(ratio=1)
    post(tab, f"/t/{code}", {"do": "change-settings", "talk_time": "0", "ability_time": "0"})  # nothing ends by itself
    page.locator("#game-hail-hydra").check()
    expect(page.locator("#game-hail-hydra[checked]")).to_have_count(1)
    tab.start()
    laid, gone_on = False, False
    for _ in range(40):
        page.wait_for_function(WHAT_NEXT, arg=tab.last)
        check_bar(page)
        # The person who is asked reads "you" and the others read the name, in the same text. Where a long question
        # leaves the table too little room, the whole line is omitted.
        expect(page.locator(".stage-line .for-me")).not_to_have_css("display", "none")
        expect(page.locator(".stage-line .for-others")).to_have_css("display", "none")
        expect(page.locator(".stage-line .for-me")).to_contain_text("Waiting for you")
        if page.locator("form#answer-form input[type=hidden][value=go-on]").count():
            gone_on = True
            expect(page.locator("form#answer-form input:not([type=hidden])")).to_have_count(0)
            expect(page.locator("form#answer-form [data-confirm]")).to_have_text(re.compile("Continue|Ready to vote"))
        if page.locator("form#answer-form .has-number").count():
            laid = True
            check_hand(page)
        # The questions before and after cards are laid depend on the heroes that are dealt.
        if (laid and gone_on) or not tab.insist():
            break
    assert laid
    assert gone_on


def test_the_focused_element_is_never_behind_the_bar(browser: Browser, address: str) -> None:
    """While a team is named, since that offers the most choices."""
    page = browser.new_context(viewport=SMALL, reduced_motion="reduce").new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    page.goto(address + "name-team")
    page.wait_for_selector("html.with-scripts", state="attached")
    expect(page.locator("form#answer-form .seats-part")).to_have_count(1)
    hidden, moved = [], []
    for _ in range(60):
        before = page.evaluate("() => scrollY")
        page.keyboard.press("Tab")
        if behind := page.evaluate(HIDDEN):
            hidden.append(behind)
        if page.evaluate("() => document.querySelector('#own-seat').contains(document.activeElement)"):
            moved += [page.evaluate("() => document.activeElement.outerHTML")] * (
                page.evaluate("() => scrollY") != before
            )
    assert hidden == []
    assert moved == []  # everything in the bar is in sight already
    close(page)


@pytest.mark.sweep
def test_the_pages_after_a_game_fit_a_small_phone_in_every_language(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    tab = tab_of(browser, ola, SMALL, has_touch=True, is_mobile=True, timezone_id=ABROAD)
    tabs.append(tab)
    page, path = tab.page, ola.path
    for language in languages():
        page.context.add_cookies([{"name": "language", "value": language.code, "url": server.url}])
        for rest in ("", "/games", "/games/1"):
            page.goto(path + rest)
            assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], (language.code, rest)
        # Tables fit too, since people easily miss content that requires scrolling sideways.
        page.goto(f"{path}/games")
        wide = (
            "() => [...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length"
        )
        assert page.evaluate(wide) == 0
        # Times are in the reader's time zone, not the server's.
        told = page.locator("time[data-local]").inner_text()
        assert told == page.evaluate(TOLD, page.locator("time").get_attribute("datetime"))
