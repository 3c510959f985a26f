"""The fixture pages in a real Chromium: holding the card, picking on the table's picture, the keyboard, no scripts."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, WebSocketRoute, expect

from tests.support.accessible import AXE, RUN_AXE
from tests.support.fixtures import all_states
from tests.support.fixtures.models import TablePage, draw_part
from tests.support.page_faults import CODES
from tests.support.playing import close
from tests.support.serving import serve_sockets
from turncoat.web.http.static_files import STATIC, content, static_url
from turncoat.web.updates.messages import Announcement, Changes, Update, encode, piece, raw

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


FOUR: Final = ("card-success", "card-fail", "card-crowned", "card-turned")
INKS: Final = ("rgb(29, 86, 143)", "rgb(171, 47, 28)", "rgb(171, 47, 28)", "rgb(93, 58, 125)")
SHOWN: Final = "all => all.map((one) => one.checkVisibility())"
TICKED: Final = "all => all.map((one) => getComputedStyle(one).backgroundImage !== 'none')"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A browser context for all pages of this module, which caches their files."""
    with browser.new_context(viewport=PHONE, reduced_motion="reduce") as context:
        yield context


@pytest.fixture
def tab(phone: BrowserContext) -> Iterator[Page]:
    page = phone.new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    yield page
    page.evaluate("() => localStorage.clear()")
    page.goto("about:blank")
    page.close()
    phone.clear_cookies()


def test_the_card_is_on_screen_only_while_it_is_held(tab: Page, address: str) -> None:
    tab.goto(address + "ballot")
    front, back = tab.locator("#card-front"), tab.locator(".hold")
    expect(front).to_be_hidden()
    back.hover()
    tab.mouse.down()
    expect(front).to_be_visible()
    tab.mouse.up()
    expect(front).to_be_hidden()
    back.focus()
    tab.keyboard.down(" ")
    expect(front).to_be_visible()
    tab.keyboard.up(" ")
    expect(front).to_be_hidden()


DEAL_BOXES: Final = """() => {
    const [about, back, front, ready] = [".dealing-about", ".hold", "#card-front", ".dealing-ready"]
        .map((one) => document.querySelector(one).getBoundingClientRect());
    const apart = (one, other) => one.bottom <= other.top + 1 || other.bottom <= one.top + 1
        || one.right <= other.left + 1 || other.right <= one.left + 1;
    const words = document.querySelector(".role-words");
    const label = document.querySelector(".hold-word").getBoundingClientRect();
    return {
        isApart: apart(about, back) && apart(ready, back) && apart(about, ready),
        isWhole: [about, back, ready].every((one) => one.top >= 0 && one.bottom <= innerHeight + 1
            && one.right <= innerWidth + 1),
        isTurnedOver: Math.abs(front.top - back.top) < 1 && Math.abs(front.height - back.height) < 1,
        isRead: words.scrollHeight <= words.clientHeight + 1 && words.getBoundingClientRect().bottom <= label.top + 1,
        share: (back.height * back.width) / (innerHeight * innerWidth),
        high: back.height / innerHeight,
    };
}"""


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.sweep), "pl"])
def test_during_the_deal_my_card_is_centered(tab: Page, address: str, language: str, sweep: bool) -> None:
    others = ((390, 844), (1024, 768), (2560, 1440)) if sweep else ()
    for width, height in ((320, 640), (844, 390), (640, 400), (1280, 800), *others):
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto(f"{address}deal?language={language}")
        expect(tab.locator(".hold-back")).to_be_visible()
        tab.locator(".hold").dispatch_event("pointerdown")
        expect(tab.locator("#card-front")).to_be_visible()
        boxes = tab.evaluate(DEAL_BOXES)
        fits = boxes["isApart"], boxes["isWhole"], boxes["isTurnedOver"], boxes["isRead"]
        assert fits == (True,) * 4, (width, boxes)
        assert boxes["high"] > (0.38 if height > 1000 else 0.45), (width, boxes)
        assert boxes["share"] > (0.3 if width < 600 else 0.05), (width, boxes)
        expect(tab.locator("#ready button")).to_be_in_viewport(ratio=1)
        expect(tab.locator("#public")).to_be_hidden()


TORN: Final = """() => {
    const found = [];
    for (const link of document.querySelectorAll(".share-link")) {
        const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT), text = document.createRange();
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            text.selectNodeContents(node);
            if (text.getClientRects().length > 1) found.push(node.data);
        }
    }
    return found;
}"""
"""Returns the parts of an address, between its slashes, that wrap to several lines."""


@pytest.mark.sweep
def test_an_address_wraps_at_its_slashes_only(tab: Page, address: str) -> None:
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.goto(address + "setup-host")
    link = tab.locator(".share a.share-link")
    longest = link.evaluate("one => { one.style.width = 'min-content'; return one.offsetWidth; }")
    for room in (60, 110, 150, 320):
        link.evaluate("(one, room) => { one.style.width = `${room}px`; }", max(room, longest))
        assert tab.evaluate(TORN) == [], room
    assert link.text_content() == link.get_attribute("href")


def test_people_who_cannot_press_and_hold_can_keep_the_card_open_and_hear_it(tab: Page, address: str) -> None:
    tab.goto(address + "ballot")
    tab.locator(".keep-label").click()
    expect(tab.locator("#card-front")).to_be_visible()
    expect(tab.locator("#say-status")).to_contain_text("The other spies: Cleo and Farouk.")
    tab.locator(".keep-label").click()
    expect(tab.locator("#card-front")).to_be_hidden()


@pytest.mark.sweep
def test_the_cards_front_has_the_same_size_for_both_sides(tab: Page, address: str) -> None:
    boxes = []
    for state in ("card-spy", "name-team"):
        tab.goto(address + state)
        tab.locator(".hold").dispatch_event("pointerdown")
        box = tab.locator("#card-front").bounding_box()
        assert box is not None
        boxes.append((box["width"], box["height"]))
    assert boxes[0] == boxes[1]


@pytest.mark.parametrize("size", [(390, 844), pytest.param((1280, 800), marks=pytest.mark.sweep)])
def test_a_team_is_picked_on_the_picture_of_the_table(tab: Page, address: str, size: tuple[int, int]) -> None:
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab.goto(address + "name-team-5")
    confirm = tab.locator("[data-confirm]")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    expect(tab.locator("#seat-3 .me-mark")).to_be_visible()
    assert [tab.locator(f"#seat-{seat} .me-mark").is_visible() for seat in (0, 1, 2, 4)] == [False] * 4
    assert tab.locator(".seat .picked").evaluate_all(SHOWN) == [True] * 5
    tab.locator("#seat-0 .tile").click()
    expect(tab.locator("[data-count]")).to_have_text("1 of 2 chosen")
    assert tab.locator(".seat .picked").evaluate_all(TICKED) == [True] + [False] * 4
    tab.locator("#seat-4 .tile").click()
    expect(tab.locator("[data-count]")).to_have_text("2 of 2 chosen")
    expect(confirm).to_have_attribute("aria-disabled", "false")
    tab.locator("#seat-1 .tile").click()
    expect(tab.locator("[data-count]")).to_have_text("1 too many")
    expect(confirm).to_have_attribute("aria-disabled", "true")


@pytest.mark.sweep
def test_a_refusal_is_gone_once_something_else_is_chosen(tab: Page, address: str) -> None:
    tab.goto(address + "card-resistance")
    refusal = tab.locator("#own-seat .problem")
    expect(refusal).to_be_visible()
    tab.locator("#own-seat .choice label").first.click()
    expect(refusal).to_have_count(0)


@pytest.mark.parametrize("letters", [100, 200])
def test_seats_are_picked_within_the_question_where_large_letters_leave_no_board(
    tab: Page, address: str, letters: int
) -> None:
    tab.goto(address + "name-team")
    tab.evaluate("letters => { document.documentElement.style.fontSize = `${letters}%`; }", letters)
    chips = tab.locator("#answer-form .chip label")
    assert chips.count() >= 5
    if letters == 100:
        expect(tab.locator("#answer-form .chips")).to_have_css("clip-path", "inset(50%)")  # for screen readers alone
        return
    for chip in chips.all():
        chip.scroll_into_view_if_needed()
        expect(chip).to_be_in_viewport(ratio=0.9)
    tab.locator("#answer-form .chip input").last.check()


def test_the_tabs_title_marks_my_turn_once(tab: Page, address: str) -> None:
    def with_turn(route: Route) -> None:  # the server announces it too, for browsers without scripts
        page = route.fetch()
        route.fulfill(response=page, body=page.text().replace("<title>", "<title>Your turn · "))

    tab.route("**/name-team-5", with_turn)
    tab.goto(address + "name-team-5")
    expect(tab.locator("html")).to_have_class(re.compile("with-scripts"))
    assert tab.title() == "Your turn · KWFX · Turncoat"


def test_the_side_tabs_work_by_keyboard_and_count_news(tab: Page, address: str) -> None:
    lines: list[WebSocketRoute] = []
    tab.route_web_socket("**/live**", serve_sockets(lines))
    tab.goto(address + "ballot")
    names = ["table", "talk", "votes", "log"]
    every = tab.get_by_role("tab")
    assert every.evaluate_all("all => all.filter((one) => one.tabIndex === 0).length") == 1
    every.first.focus()
    for name in names[1:]:
        tab.keyboard.press("ArrowRight")
        expect(tab.locator(f"#tab-{name}")).to_be_focused()
        expect(tab.locator(f"#tab-{name}")).to_have_attribute("aria-selected", "true")
        expect(tab.locator(f"#side-{name}")).to_be_visible()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("#tab-table")).to_be_focused()
    expect(tab.locator(".panels")).to_be_hidden()
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("Escape")
    expect(tab.locator(".panels")).to_be_hidden()
    # An update neither opens nor closes a tab, and the closed tabs stay quiet about it.
    state = all_states()["ballots-shown"]
    assert isinstance(state, TablePage)
    before = tab.locator(".log > li").count()
    expect(tab.locator("body")).to_have_attribute("data-link", "live")
    part = draw_part(state, "log")
    lines[0].send(json.dumps({"version": 8, "parts": {"log": part}}))
    expect(tab.locator("body")).to_have_attribute("data-version", "8")
    assert tab.locator(".log > li").count() > before
    expect(tab.locator("#tab-log")).to_have_accessible_name("Log")
    tab.locator("#tab-log").click()


@pytest.mark.sweep
def test_a_skip_link_opens_the_tab_that_it_leads_to(tab: Page, address: str) -> None:
    tab.goto(address + "ballot")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    expect(tab.locator("#side-log")).to_be_visible()


def test_the_focus_goes_to_the_next_question_after_a_choice(tab: Page, address: str) -> None:
    state = all_states()["ballot"]
    assert isinstance(state, TablePage)
    assert state.own_seat.prompt is not None
    lines: list[WebSocketRoute] = []
    tab.route_web_socket("**/live**", serve_sockets(lines))
    tab.goto(address + "name-team-5")
    tab.locator("[data-confirm]").focus()
    expect(tab.locator("body")).to_have_attribute("data-link", "live")
    part = draw_part(state, "own_seat").replace('name="prompt" value="12"', 'name="prompt" value="13"')
    lines[0].send(json.dumps({"version": 8, "parts": {"own-seat": part}}))
    expect(tab.locator("#asked")).to_have_text("Shall this team go?")
    expect(tab.locator("#asked")).to_be_focused()


def test_screen_readers_get_a_list_of_seats_that_labels_the_boxes(tab: Page, address: str) -> None:
    tab.goto(address + "name-team-5")
    said = [text.strip() for text in tab.locator(".seat > .visually-hidden").all_text_contents()]
    assert said[3].endswith(": leader, is choosing.")
    boxes = [tab.get_by_role("checkbox", name=text, exact=True) for text in said]
    assert [box.get_attribute("id") for box in boxes] == [f"pick-{seat}" for seat in range(5)]


def test_a_team_can_be_picked_by_keyboard(tab: Page, address: str) -> None:
    tab.goto(address + "name-team-5")
    tab.locator("#pick-0").focus()
    tab.keyboard.press(" ")
    tab.keyboard.press("Tab")
    tab.keyboard.press(" ")
    expect(tab.locator("#pick-0")).to_be_checked()
    expect(tab.locator("#pick-1")).to_be_checked()
    assert tab.locator(".seat .picked").evaluate_all(TICKED) == [True, True, False, False, False]
    tiles = tab.locator(".seat .tile")
    assert (
        tiles.evaluate_all("all => all.map((one) => getComputedStyle(one).outlineStyle)")
        == ["none", "solid"] + ["none"] * 3
    )


def test_the_size_of_a_team_follows_the_mission_and_the_token_stays_outside(tab: Page, address: str) -> None:
    tab.goto(address + "targeting")
    tab.get_by_label("Mission 4").check(force=True)
    tab.locator("#seat-0 .tile").click()
    expect(tab.locator("[data-count]")).to_have_text("1 of 4 chosen")
    expect(tab.locator("#answer-form-token-0")).to_be_disabled()
    expect(tab.locator("#answer-form-token-1")).to_be_enabled()


def test_a_team_and_then_a_token_are_chosen_on_the_seats(tab: Page, address: str) -> None:
    tab.goto(address + "targeting")
    button, back = tab.locator("[data-confirm]"), tab.locator("[data-back]")
    tab.get_by_label("Mission 2").check(force=True)
    for seat in (0, 1):
        tab.locator(f"#seat-{seat} .tile").click()
    expect(button).to_have_attribute("aria-disabled", "true")
    tab.locator("#seat-2 .tile").click()
    expect(tab.locator("[data-part=team] [data-chosen]")).to_have_text("Ania, Bartek, Cleo")
    expect(button).to_have_text("Next: Who gets the Investigator token")
    expect(back).to_be_hidden()
    button.click()
    expect(button).to_have_text("Call the vote")
    expect(button).to_have_attribute("aria-disabled", "true")
    # A seat of the team cannot be picked now, and earlier picks stay.
    assert tab.locator(".seat .picked").evaluate_all(SHOWN) == [False] * 3 + [True] * 4
    tab.locator("#seat-0 .tile").click()
    expect(tab.locator("#pick-0")).to_be_checked()
    tab.locator("#seat-5 .tile").click()
    expect(tab.locator("#answer-form-token-5")).to_be_checked()
    expect(button).to_have_attribute("aria-disabled", "false")
    back.click()
    tab.locator("#seat-2 .tile").click()
    expect(tab.locator("#pick-2")).not_to_be_checked()
    expect(tab.locator("#answer-form-token-5")).to_be_checked()


CARDS: Final = """() => [...document.querySelectorAll(".mini.card:has(.card-art), .choice .card")].map((card) => {
    const word = card.querySelector(".card-word"), text = document.createRange();
    text.selectNodeContents(word);
    const within = card.getBoundingClientRect(), box = text.getBoundingClientRect();
    return {
        drawing: card.querySelector("use").getAttribute("href").split("#")[1],
        ink: getComputedStyle(word).color,
        paper: getComputedStyle(card).backgroundColor,
        over: Math.max(within.left - box.left, box.right - within.right, box.bottom - within.bottom),
    };
})"""
"""Returns the mission cards of a page: drawing, ink and paper, and how far the word sticks out."""
ON_THE_SIZE: Final = """all => all.filter((one) => {
    const sign = one.getBoundingClientRect();
    const size = one.parentElement.querySelector(".size").getBoundingClientRect();
    return sign.right - 1 > size.left && sign.bottom - 1 > size.top && sign.top < size.bottom - 1;
}).map((one) => one.outerHTML)"""
"""Returns the marks of reversed results that cover the team's size."""


@pytest.mark.parametrize("state", [pytest.param("four-cards", marks=pytest.mark.sweep), "four-cards-in-polish"])
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.sweep)])
def test_mission_cards_are_distinguishable_and_labeled(
    tab: Page, address: str, state: str, theme: Literal["light", "dark"]
) -> None:
    tab.emulate_media(color_scheme=theme)
    tab.goto(address + state)
    for width in (320, 390, 1280):
        tab.set_viewport_size({"width": width, "height": 844})
        cards = tab.evaluate(CARDS)
        assert [card["drawing"] for card in cards] == [*FOUR, FOUR[0], *FOUR]
        assert {card["drawing"]: card["ink"] for card in cards} == dict(zip(FOUR, INKS, strict=True))
        assert {card["paper"] for card in cards} == {"rgb(242, 232, 208)"}
        assert [card["over"] for card in cards if card["over"] > 0] == [], f"{width} px"
        assert tab.locator(".turns").count() == 2
        assert tab.locator(".turns").evaluate_all(ON_THE_SIZE) == [], f"{width} px"


def test_a_choice_is_posted_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    posted: list[str] = []

    def refuse(route: Route) -> None:
        posted.append(route.request.post_data or "")
        route.abort()

    page.route("**/t/KWFX/choose", refuse)
    page.goto(address + "ballot")
    page.get_by_label("Reject").check()
    with page.expect_event("requestfailed"):
        page.locator("[data-confirm]").click()
    assert posted == ["csrf=csrf&prompt=12&command=c-81f2&ballot=reject"]
    close(page)


def test_my_unfinished_team_stays_while_others_act(tab: Page, address: str) -> None:
    state = all_states()["name-team-5"]
    assert isinstance(state, TablePage)
    down = draw_part(state, "own_seat").replace("Tap the seats.", "Tap any seats.")
    lines: list[WebSocketRoute] = []
    tab.route_web_socket("**/live**", serve_sockets(lines))
    tab.goto(address + "name-team-5")
    tab.locator("#seat-2 .tile").click()
    tab.locator("#pick-4").focus()
    expect(tab.locator("body")).to_have_attribute("data-link", "live")
    socket = lines[0]
    socket.send(
        json.dumps(
            {
                "version": 8,
                "parts": {"own-seat": down},
                "announcements": [{"id": "8", "text": "Ewa is away.", "kind": "log"}],
            }
        )
    )
    expect(tab.locator(".hint")).to_contain_text("Tap any seats.")
    expect(tab.locator("#pick-2")).to_be_checked()
    expect(tab.locator("#pick-4")).to_be_focused()
    expect(tab.locator("[data-count]")).to_have_text("1 of 2 chosen")
    expect(tab.locator("#say-log")).to_have_text("Ewa is away.")
    expect(tab.locator("body")).to_have_attribute("data-version", "8")


def test_the_script_unpacks_the_servers_messages(tab: Page, address: str) -> None:
    tab.goto(address + "ballot")
    changes = Changes({"a": raw("<p>Ełk \U0001f9d9")}, {"a": "x"}, (Announcement("e1", "Ola"),), code="stale")
    for packs in (True, False):
        sent = Update(version=3, now=5.5, parts={"b": raw("<li>")}, packed=(piece(changes, packs=packs),))
        script = "async ([url, sent]) => (await import(url)).whole(JSON.parse(sent))"
        got = tab.evaluate(script, [static_url("js/parts.js"), encode(sent).decode()])
        assert got == {
            "version": 3,
            "now": 5.5,
            "code": "stale",
            "parts": {"a": "<p>Ełk \U0001f9d9", "b": "<li>"},
            "digests": {"a": "x"},
            "announcements": [{"id": "e1", "text": "Ola", "kind": "log"}],
            "scenes": [],
        }


def faults_that_axe_finds(
    browser: Browser, address: str, width: int, theme: str, pages: Iterable[tuple[str, str]]
) -> dict[tuple[str, str, str], list[str]]:
    """Return the elements at fault, by state, language and rule. The pages are pairs of a state and a language."""
    context = browser.new_context(
        viewport={"width": width, "height": 844},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        bypass_csp=True,  # axe is injected into the page as a script of the tests
    )
    context.add_init_script(AXE.read_text("utf-8"))
    page = context.new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    found = {}
    for name, language in pages:
        page.goto(f"{address}{name}?language={language}")
        for fault in page.evaluate(RUN_AXE)["violations"]:
            found[name, language, fault["id"]] = [node["html"][:120] for node in fault["nodes"]]
    close(page)
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language", CODES)
def test_every_language_is_accessible(browser: Browser, address: str, width: int, theme: str, language: str) -> None:
    pages = [(name, language) for name in all_states()]
    assert faults_that_axe_finds(browser, address, width, theme, pages) == {}


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.sweep)])
def test_dialogs_are_accessible(browser: Browser, address: str, theme: str) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme="dark" if theme == "dark" else "light", bypass_csp=True)
    context.add_init_script(AXE.read_text("utf-8"))
    page = context.new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    page.goto(address + "ballot")
    for key in ("?", "s"):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_have_count(1)
        assert [fault["id"] for fault in page.evaluate(RUN_AXE)["violations"]] == []
        page.keyboard.press("Escape")
    close(page)


def test_each_seat_is_read_as_one_sentence(tab: Page, address: str) -> None:
    tab.goto(address + "ballot")
    said = tab.locator(".seat > .visually-hidden").all_inner_texts()
    assert said[0] == "Ania: on the team, is choosing."
    assert said[1] == "Bartek: a bot, is choosing."
    assert said[4] == "Ewa: leader, on the team."
    tab.goto(address + "name-team-5")
    # A leader who picks a team hears each seat's attributes.
    expect(tab.get_by_role("checkbox", name="Dmitri: leader, is choosing.", exact=True)).to_have_count(1)


@pytest.mark.sweep
def test_picked_seats_and_cards_are_visible_with_forced_colours(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, forced_colors="active", reduced_motion="reduce")
    page = context.new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    page.goto(address + "ballot")
    page.get_by_label("Approve", exact=True).check()
    outlines = page.evaluate(
        "() => [...document.querySelectorAll('.word')].map((one) => getComputedStyle(one).outlineStyle)"
    )
    assert outlines == ["solid", "none"]
    page.goto(address + "setup-host")
    grounds = page.evaluate(
        """() => [...document.querySelectorAll("#choose [name=players]")].map((one) =>
            [one.checked, getComputedStyle(one.nextElementSibling).backgroundColor])"""
    )
    assert {ground for checked, ground in grounds if checked}.isdisjoint(
        ground for checked, ground in grounds if not checked
    )
    close(page)


def test_stripping_comments_does_not_change_style_sheets(browser: Browser) -> None:
    read = (
        "text => { const s = new CSSStyleSheet(); s.replaceSync(text); return [...s.cssRules].map((r) => r.cssText); }"
    )
    tab = browser.new_page()
    sheets = sorted(STATIC.rglob("*.css"))
    assert len(sheets) > 20
    for sheet in sheets:
        sent, written = (re.sub(r"url\([^)]*\)", "url()", text) for text in (_sent(sheet), sheet.read_text("utf-8")))
        assert "/*" not in sent
        assert tab.evaluate(read, sent) == tab.evaluate(read, written), sheet
    close(tab)


def _sent(sheet: Path) -> str:
    return content(sheet.relative_to(STATIC).as_posix()).decode()
