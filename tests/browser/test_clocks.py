"""Clocks, pauses, bots that play for absent people, and giving up, with two people in two browsers."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, POST, WHAT_NEXT, Tab, assert_accessible, open_game, sit_together, tab_of
from tests.support.serving import SERVE, Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

HURRIED = f"""
from turncoat.table.runtime import clocks, room_clock
room_clock.HOST_AWAY, clocks.MINUTE = 1.0, 0.5
{SERVE}"""
"""A server with short times, so that no test waits for minutes."""

LISTEN = """() => {
    const status = document.getElementById("say-status");
    window.statuses = [];
    window.alarms = 0;
    new MutationObserver(() => window.alarms += 1).observe(document.body, { attributeFilter: ["data-alarm"] });
    new MutationObserver(() => window.statuses.push(status.textContent)).observe(status, { childList: true });
}"""
"""Records every text of the status region, which the next may replace at once, and every alarm, which is brief."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("clocks"), pause=0.0, code=HURRIED) as running:
        yield running


def two(browser: Browser, server: Server, tabs: list[Tab]) -> tuple[Tab, Tab]:
    """Open a game of Ola, the host, on a desktop, Jan on a phone, and three bots.

    Automatic stand-ins are off: with a minute this short, one would come before anybody can ask for it.
    """
    host, guest = sit_together(server, "Ola", "Jan")
    host.post(host.path, do="change-settings", stand_in_after="0")
    host.start()
    ola, jan = tab_of(browser, host), tab_of(browser, guest, PHONE)
    tabs += [ola, jan]
    open_game((ola, host), (jan, guest))
    for tab in (ola, jan):
        tab.page.evaluate(LISTEN)
    return ola, jan


def hears(tab: Tab, text: str) -> None:
    """Wait until the status region has announced this text."""
    tab.page.wait_for_function("text => window.statuses.includes(text)", arg=text, timeout=60_000)


def assert_no_faults(*tabs: Tab) -> None:
    for tab in tabs:
        assert_accessible(tab.page)
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_clock_counts_down_and_announces_the_time_left_and_its_end(
    browser: Browser, server: Server, tabs: list[Tab]
) -> None:
    ola, jan = two(browser, server, tabs)
    asked = next((tab for tab in (ola, jan) if tab.is_asked()), ola)
    expect(asked.page.locator("#own-seat.my-turn")).to_be_visible()
    other = jan if asked is ola else ola
    waits = asked.page.locator(f"#seat-{int(other is jan)}.is-asked").count() == 0
    ola.menu("time")
    ola.page.locator("#set-decision_time").select_option("30")
    for tab in (ola, jan):
        expect(tab.page.locator("#clock .count-text")).to_have_text("Time for this choice: 30 seconds")
    # No message brings that. A busy machine may miss any single second.
    expect(jan.page.locator("#clock .digits")).to_have_text(re.compile(r"^0:(2[0-8]|[01]\d)$"))
    ola.page.keyboard.press("Escape")
    # The person who is asked hears of the halfway point and the last ten seconds, which are far enough apart for a
    # machine that is busy for a second.
    hears(asked, "15 seconds left.")
    hears(asked, "10 seconds left.")
    asked.page.wait_for_function("() => alarms > 0")
    if waits:
        assert other.page.evaluate("alarms") == 0
        assert not any("left." in text for text in other.page.evaluate("window.statuses"))
    assert ola.page.evaluate(POST, {"do": "change-settings", "decision_time": "2"}) is not None
    for tab in (ola, jan):
        expect(tab.page.locator("#clock .notice", has_text="ran out of time").first).to_be_visible()
        expect(tab.page.locator("#say-status")).not_to_be_empty()


@pytest.mark.sweep
def test_the_host_pauses_on_request_and_times_discussions(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola, jan = two(browser, server, tabs)
    pauses_for_all(ola, jan)
    asks_for_a_pause_that_is_granted(ola, jan)
    discusses(ola, jan)


def pauses_for_all(ola: Tab, jan: Tab) -> None:
    """Pause the game, and check that it stops for everybody and names the person responsible."""
    ola.menu("time")
    ola.page.get_by_role("button", name="Pause the game").click()
    ola.page.keyboard.press("Escape")
    for tab in (ola, jan):
        expect(tab.page.locator("#clock .paused")).to_contain_text("Ola has paused the game. You can keep talking.")
    hears(jan, "Ola has paused the game. You can keep talking.")
    expect(jan.page.locator("#clock button")).to_have_count(0)
    asked = ola if ola.is_asked() else jan if jan.is_asked() else None
    if asked is not None:
        asked.answer()
        expect(asked.page.locator("#own-seat .problem")).to_contain_text("The game is paused")
        asked.last = ""
    ola.page.locator("#clock").get_by_role("button", name="Resume").click()
    for tab in (ola, jan):
        expect(tab.page.locator("#clock .paused")).to_have_count(0)
    hears(jan, "The game continues.")
    for tab in (ola, jan):
        assert "422" in str(tab.complaints) or not tab.complaints
        tab.complaints.clear()


def asks_for_a_pause_that_is_granted(ola: Tab, jan: Tab) -> None:
    """Request a pause and grant it with one tap, and end it likewise."""
    jan.menu("pause")
    jan.page.get_by_role("button", name="Ask for a pause").click()
    jan.page.keyboard.press("Escape")
    hears(ola, "Jan would like a pause.")
    expect(jan.page.locator("#clock").get_by_role("button", name="Withdraw")).to_be_visible()
    assert_no_faults(ola)
    ola.page.locator("#clock").get_by_role("button", name="Pause the game").click()
    for tab in (ola, jan):
        expect(tab.page.locator("#clock .paused")).to_contain_text("Ola has paused the game. You can keep talking.")
    jan.menu("pause")
    jan.page.get_by_role("button", name="Ask to continue").click()
    hears(ola, "Jan would like to resume.")
    ola.page.locator("#clock").get_by_role("button", name="Resume").click()
    for tab in (ola, jan):
        expect(tab.page.locator("#clock .paused")).to_have_count(0)


def discusses(ola: Tab, jan: Tab) -> None:
    """Start a discussion, and check that it counts down and announces only its end."""
    ola.menu("time")
    ola.page.locator("#discuss").get_by_role("button", name="3 minutes").click()
    ola.page.keyboard.press("Escape")
    for tab in (ola, jan):
        expect(tab.page.locator(".discussed .count-text")).to_have_text("Discussion: 3 minutes")
    ola.page.evaluate(POST, {"do": "start-discussion", "seconds": "2"})
    over = "Discussion time is over. Continue when you are ready."
    for tab in (ola, jan):
        hears(tab, over)


WHERE = """() => [...document.querySelectorAll("#seat-0 .tile, #seat-3 .tile, #asked, #answer-form [data-confirm]")]
    .map((one) => Math.round(one.getBoundingClientRect().top))"""
"""Returns the vertical positions of seats, the question and its button."""


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.sweep)])
def test_the_end_of_a_talk_break_does_not_move_the_page(
    browser: Browser, server: Server, tabs: list[Tab], size: ViewportSize
) -> None:
    (person,) = sit_together(server, "Ola")
    person.start()
    ola = tab_of(browser, person, size)
    tabs.append(ola)
    open_game((ola, person))
    ola.page.wait_for_function(WHAT_NEXT, arg="")
    talking = ola.page.locator("#clock .discussed")
    ola.page.evaluate(POST, {"do": "start-discussion", "seconds": "60"})
    expect(talking).to_be_visible()
    before = ola.page.evaluate(WHERE)
    assert len(before) == 4
    ola.page.evaluate(POST, {"do": "start-discussion", "seconds": "0"})
    expect(talking).to_have_count(0)
    assert ola.page.evaluate(WHERE) == before


@pytest.mark.sweep
def test_a_bot_stands_in_until_the_absent_person_returns(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola, jan = two(browser, server, tabs)
    address = jan.page.url
    jan.page.goto("about:blank")
    expect(ola.page.locator("#clock .notice")).to_contain_text("Jan is away.")
    assert_no_faults(ola)
    ola.page.get_by_role("button", name="Let a bot play for Jan").click()
    expect(ola.page.locator("#seat-1 .state")).to_contain_text("A bot plays")
    for _ in range(2):  # no more, since three missions may be the whole game
        ola.insist()
    expect(ola.page.locator("#side-log .log")).to_contain_text("Ballots.")  # one of them Jan's, by the bot
    jan.page.goto(address)
    expect(ola.page.locator("#seat-1 .state")).not_to_contain_text("A bot plays")
    expect(jan.page.locator("#own-seat")).to_have_attribute("data-me", "1")
    told = jan.page.locator("#card-front .looks li").filter(has_text="A bot chose for you:")
    expect(told).not_to_have_count(0)
    assert "A bot chose for you:" not in str(ola.page.content())
    jan.is_live()
    assert ola.page.evaluate(POST, {"do": "change-settings", "stand_in_after": "1"}) is not None
    jan.page.goto("about:blank")
    expect(ola.page.locator("#seat-1 .state")).to_contain_text("A bot plays")  # automatically


@pytest.mark.sweep
def test_people_may_take_over_from_an_absent_host(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola, jan = two(browser, server, tabs)
    ola.page.goto("about:blank")
    take = jan.page.get_by_role("button", name="Become the host")
    take.click()
    expect(take).to_have_count(0)
    jan.menu("time")
    expect(jan.page.get_by_role("button", name="Pause the game")).to_be_visible()
    expect(jan.page.locator("#clock .notice")).to_contain_text("Ola is away.")


@pytest.mark.sweep
def test_a_game_is_given_up_when_both_people_agree(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    ola, jan = two(browser, server, tabs)
    jan.menu("give-up")
    jan.page.get_by_role("button", name="I want to give up").click()
    jan.page.keyboard.press("Escape")
    for tab in (ola, jan):
        expect(tab.page.locator("#clock")).to_contain_text("1 wants to abandon this game; 2 are needed.")
    assert_no_faults(jan)
    ola.page.get_by_role("button", name="I want to give up too").click()
    for tab in (ola, jan):
        expect(tab.page.locator("#main.setup .problem")).to_contain_text("The game was abandoned.")
        expect(tab.page.locator(".chair.mine")).to_be_visible()
    ola.is_live()
    ola.start()
    ola.menu("give-up")
    ola.page.locator("#give-up-sure").check()
    ola.page.get_by_role("button", name="End the game").click()
    expect(jan.page.locator("#main.setup .problem")).to_contain_text("The game was abandoned.")
