"""The finale: all cards turn over before the winner is announced, the turning point loads itself, a sheet shares it."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute, expect

from tests.support.accessible import axe_faults
from tests.support.announcements import announcements, listen, of_region
from tests.support.fixtures.pieces import people_at_end
from tests.support.galleries import SHOW
from tests.support.playing import DESK, PHONE, Tab, assert_accessible, close, tab_of
from tests.support.serving import Person, Server, serve_sockets
from turncoat.web.board.model import ScenePart, UnmaskedCard
from turncoat.web.http.languages import renderer

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TOLD: Final = 7.0
"""Seconds until the last card is face up."""
LONG: Final = 6.0
"""Seconds for which it then stays."""
CARDS: Final = 7
SPIES: Final = (2, 3, 5)
WON: Final = "The spies win."
OPEN: Final = """() => [...document.querySelectorAll(".scene-unmasked li")]
    .filter((one) => one.querySelector(".scene-card.is-open")).map((one) => one.querySelector("b").textContent)"""
"""Returns the names of the players whose cards are face up."""


def finale() -> dict[str, Any]:
    """Build a game's final scene as the server sends it."""
    people = people_at_end()
    order = sorted(range(CARDS), key=lambda seat: (seat in SPIES, seat))
    cards = tuple(UnmaskedCard(p.name, p.role, p.side, p.portrait, order.index(p.number)) for p in people)
    html = renderer("en").draw("board/scene.html", scene=ScenePart("finale", WON, unmasked=cards), figures=())
    return {"id": "1-9", "kind": "finale", "html": html, "seconds": TOLD + LONG, "told": TOLD, "says": ["e1-9"]}


class Show:
    """A phone on which the last choice of a game was made."""

    def __init__(
        self, browser: Browser, address: str, motion: str = "no-preference", size: ViewportSize = PHONE
    ) -> None:
        self.address, self.lines, self.version = address, list[WebSocketRoute](), 100
        context = browser.new_context(viewport=size, reduced_motion=motion)  # type: ignore[arg-type]
        self.page: Page = context.new_page()
        listen(self.page)
        self.page.clock.install()
        self.page.route_web_socket("**/live**", serve_sockets(self.lines))
        self.fetched: list[str] = []
        self.page.route("**/games/1?show=turning", self._turning)
        self.page.goto(address + "ballot")
        expect(self.page.locator("body")).to_have_attribute("data-link", "live")
        # From now on, time passes only when a test advances it, however busy the machine is.
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 5000)

    def _turning(self, route: Any) -> None:
        self.fetched.append(route.request.url)
        route.fulfill(body='<p class="turning-point">It turned.</p>', content_type="text/html")

    def send(self, state: str, *parts: str, **more: Any) -> None:
        self.version += 1
        shown = self.page.evaluate(SHOW, [self.address + state, list(parts), ""])
        self.lines[-1].send(json.dumps({"version": self.version, "parts": shown, **more}))

    def end(self) -> None:
        """End the game."""
        self.send("end", "main", scenes=[finale()], announcements=[{"id": "e1-9", "kind": "log", "text": WON}])
        expect(self.page.locator(".scene-unmasked")).to_be_visible()

    def open_cards(self) -> list[str]:
        found: list[str] = self.page.evaluate(OPEN)
        return found

    def announcements(self) -> list[str]:
        """Return everything announced so far, including announcements in progress."""
        self.page.clock.run_for(5000)
        return of_region(announcements(self.page), "log")


@pytest.fixture
def names() -> list[str]:
    return [person.name for person in people_at_end()]


@pytest.mark.parametrize("motion", [pytest.param("no-preference", marks=pytest.mark.sweep), "reduce"])
def test_all_cards_turn_over_one_by_one_before_the_winner_is_announced(
    browser: Browser, address: str, names: list[str], motion: str
) -> None:
    show = Show(browser, address, motion)
    show.end()
    order = [*(n for s, n in enumerate(names) if s not in SPIES), *(n for s, n in enumerate(names) if s in SPIES)]
    assert show.open_cards() == []
    for count in range(1, CARDS):
        show.page.clock.run_for(round(TOLD * 1000 / CARDS))
        assert sorted(show.open_cards()) == sorted(order[:count]), "those of the traitors last"
        assert show.page.locator(".scene-told.is-open").count() == 0
    assert of_region(announcements(show.page), "log") == [], "nothing is told before it is shown"
    moves = show.page.locator(".is-open .scene-back").first.evaluate("one => getComputedStyle(one).transitionDuration")
    assert (moves == "0s") == (motion == "reduce")
    show.page.clock.run_for(round(TOLD * 1000 / CARDS) + 10)
    assert len(show.open_cards()) == CARDS
    expect(show.page.locator(".scene-told")).to_have_text(WON)
    show.page.clock.run_for(round(LONG * 1000))
    expect(show.page.locator(".on-stage")).to_have_count(0)
    expect(show.page.locator("#end h1")).to_have_text("You won")
    who = " ".join(f"{one.name}: {one.role}." for one in people_at_end())
    assert show.announcements() == [WON, who], "then who was who, each once"
    close(show.page)


@pytest.mark.parametrize("way", [pytest.param("Escape", marks=pytest.mark.sweep), "tap"])
def test_one_tap_or_escape_skips_to_the_end_page(browser: Browser, address: str, way: str) -> None:
    show = Show(browser, address)
    show.end()
    if way == "tap":
        show.page.locator(".scene-skip").click()
    else:
        show.page.keyboard.press(way)
    expect(show.page.locator(".on-stage")).to_have_count(0)
    expect(show.page.locator("#end h1")).to_have_text("You won")
    said = show.announcements()
    assert said[0] == WON
    assert len(said) == 2
    close(show.page)


def test_after_the_game_the_first_link_leads_to_the_result(browser: Browser, address: str) -> None:
    show = Show(browser, address, "reduce")
    first = show.page.locator("a.skip").first
    expect(first).to_have_text("Skip to my question")
    show.send("end", "main")
    expect(first).to_have_text("Skip to the result")
    first.focus()
    show.page.keyboard.press("Enter")
    expect(show.page.locator("main.ended h1#headline")).to_be_focused()
    close(show.page)


@pytest.mark.sweep
def test_the_turning_point_is_fetched_once_and_stays(browser: Browser, address: str) -> None:
    show = Show(browser, address)
    show.send("end", "main")
    turning = show.page.locator("#turning")
    expect(turning.locator(".turning-point")).to_have_text("It turned.")
    show.send("end-lost", "end")
    expect(show.page.locator("#end h1")).to_have_text("You lost")
    expect(turning.locator(".turning-point")).to_have_text("It turned.")
    assert len(show.fetched) == 1
    close(show.page)


SEATS: Final = """(count) => {
    const people = document.querySelector(".unmasked");
    const longest = people.querySelector(".role:nth-child(3)");
    longest.querySelector(".side").lastChild.data = "Chief of the spies";
    while (people.children.length < count) people.append(longest.cloneNode(true));
    while (people.children.length > count) people.lastElementChild.remove();
}"""
"""Deals this many seats to the end page, with a role that takes two lines."""
UNSEEN: Final = """() => {
    const line = document.querySelector(".end-talk").getBoundingClientRect().top;
    return [...document.querySelectorAll("#headline, .reason, .unmasked h3, .unmasked .side")]
        .filter((one) => one.getBoundingClientRect().bottom > Math.min(line, innerHeight))
        .map((one) => one.textContent);
}"""
"""Returns the words about who won and who was who that the first screen does not show."""


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}], ids=["upright", "lying"])
@pytest.mark.parametrize("state", ["end", "end-lost", pytest.param("end-watched", marks=pytest.mark.sweep)])
def test_the_first_screen_of_a_phone_says_who_won_and_who_was_who(
    browser: Browser, address: str, size: Any, state: str
) -> None:
    page = browser.new_context(viewport=size).new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    page.goto(address + state)
    for count in (5, 10, 12):
        page.evaluate(SEATS, count)
        assert page.evaluate(UNSEEN) == [], count
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    close(page)


def test_after_the_game_the_talk_is_one_line_except_beside_the_story(browser: Browser, address: str) -> None:
    for size, is_open in ((PHONE, False), ({"width": 844, "height": 390}, False), (DESK, True)):
        page = browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
        page.route_web_socket("**/live**", serve_sockets([]))
        page.goto(address + "end")
        log = page.locator("#talk #chat-log")
        expect(log).to_be_visible(visible=is_open)
        if not is_open:
            box = page.locator(".end-talk").bounding_box()
            assert box is not None
            assert box["height"] <= 48
            page.locator("#talk > summary").click()
            expect(log).to_be_visible()
        close(page)


def test_a_game_that_ends_opens_the_talk_beside_the_story_once(browser: Browser, address: str) -> None:
    show = Show(browser, address, "reduce")
    show.send("end", "main")
    expect(show.page.locator("#talk")).not_to_have_attribute("open", "")
    close(show.page)
    desk = Show(browser, address, "reduce", DESK)
    desk.send("end", "main")
    talk = desk.page.locator("#talk")
    expect(talk).to_have_attribute("open", "")
    talk.locator("summary").first.click()
    desk.send("end-lost", "main")
    expect(desk.page.locator("#end h1")).to_have_text("You lost")
    expect(talk).not_to_have_attribute("open", "")
    close(desk.page)


@pytest.mark.sweep
def test_winning_and_losing_look_different(browser: Browser, address: str) -> None:
    """The drawing, the paper and the frame differ, and not only the words."""
    page = browser.new_context(viewport=PHONE).new_page()
    page.route_web_socket("**/live**", serve_sockets([]))
    looks = set()
    for state in ("end", "end-lost", "end-watched"):
        page.goto(address + state)
        looks.add(
            tuple(
                page.locator(".verdict").evaluate(
                    """one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).outlineStyle,
                    one.querySelector("use").getAttribute("href").split("#")[1]]"""
                )
            )
        )
        box = page.locator(".poster").bounding_box()
        assert box is not None
        assert box["height"] > 120
    assert len({look[0] for look in looks}) == 2
    assert len(looks) == 3
    close(page)


@pytest.fixture(scope="module")
def ola(server: Server) -> Person:
    """A person who has played a game with bots."""
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    return ola


@pytest.fixture(autouse=True, scope="module")
def _stay(ola: Person) -> None:
    """Keeps Ola's browser open for the module."""


@pytest.mark.sweep
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_the_turning_points_chart_is_on_the_end_page(browser: Browser, ola: Person, size: Any, scheme: Any) -> None:
    tab = tab_of(browser, ola, size, color_scheme=scheme)
    tab.page.goto(ola.path)
    turning = tab.page.locator("#turning")
    expect(turning.locator(".turning-point")).to_contain_text("%")
    expect(turning.locator(".chart:visible")).to_have_count(1)
    expect(turning.locator(".chart:visible .seat-line")).to_have_count(5)
    expect(turning.locator(".chart:visible .mark.is-swing")).to_have_count(1)
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_faults(tab.page) == []
    tab.close()
    assert tab.complaints == []


def test_without_scripts_the_end_page_has_a_chart_link_and_a_share_form(browser: Browser, ola: Person) -> None:
    tab = tab_of(browser, ola, PHONE, java_script_enabled=False)
    tab.page.goto(ola.path)
    link = tab.page.locator("#turning").get_by_role("link", name="Suspicion chart")
    expect(link).to_be_visible()
    expect(tab.page.locator("form[data-share-game] .tells-result")).to_be_visible()
    link.click()
    expect(tab.page.locator("#beliefs-swing")).to_be_visible()
    tab.close()


def test_the_share_sheet_creates_the_link_and_has_the_picture(browser: Browser, server: Server) -> None:
    jan = Person(server, "Jan").open()
    jan.start()
    jan.play()
    tab = tab_of(browser, jan, PHONE)
    tab.page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.page.goto(jan.path)
    tab.is_live()
    button = tab.page.get_by_role("button", name="Share this game")
    button.click()
    sheet = tab.page.get_by_role("dialog", name="Share this game")
    picture = sheet.get_by_role("img")
    expect(picture).to_have_accessible_name("The picture, without the winner")
    tab.page.wait_for_function("() => document.querySelector('.share-sheet .tells-nothing').naturalWidth === 1200")
    assert_accessible(tab.page)
    sheet.get_by_role("checkbox").check()
    expect(picture).to_have_accessible_name("The picture, with the winner")
    with tab.page.expect_download() as saving:
        sheet.get_by_role("link", name="Save the picture").click()
    assert "tells_result=yes" in saving.value.url
    sheet.get_by_role("button", name="Copy the link").click()
    expect(sheet.get_by_role("button", name="The link is copied")).to_be_visible()
    url = tab.page.evaluate("navigator.clipboard.readText()")
    assert url.startswith(f"{server.url}/r/")
    expect(sheet.locator(".share-link")).to_have_text(url)
    expect(sheet.get_by_role("checkbox")).to_be_disabled()
    sheet.get_by_role("button", name="Send").click()
    tab.page.wait_for_function("() => window.shared !== undefined")
    assert tab.page.evaluate("window.shared.url") == url
    assert jan.client.get(f"{url}/picture/wide-en.svg").text.count("Somebody at this table was lying.") == 0
    tab.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(button).to_be_focused()
    tab.close()
    assert tab.complaints == []


@pytest.mark.sweep
def test_a_failed_share_link_is_reported(browser: Browser, ola: Person) -> None:
    tab: Tab = tab_of(browser, ola, PHONE)
    tab.page.route("**/games/1/share", lambda route: route.abort())
    tab.page.goto(ola.path)
    tab.page.get_by_role("button", name="Share this game").click()
    sheet = tab.page.get_by_role("dialog", name="Share this game")
    expect(sheet.get_by_role("button", name="Send")).to_have_count(0)
    sheet.get_by_role("button", name="Copy the link").click()
    expect(sheet.get_by_role("alert")).to_have_text("That didn't work. Please try again.")
    tab.page.keyboard.press("Escape")
    tab.close()
