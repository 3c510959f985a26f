"""People at a table with two browsers: joined in two taps, moved, removed, and admitted in place of a bot."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible, open_game, sit_together, tab_of
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def assert_no_faults(*tabs: Tab) -> None:
    """Check the last tab with axe, and the width and console of all, then close them."""
    assert_accessible(tabs[-1].page)
    for tab in tabs:
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert [said for said in tab.complaints if "422" not in said] == []
        tab.close()


def test_a_link_leads_to_a_seat_in_two_taps(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    jan.page.goto(f"/t/{code}")
    name = jan.page.locator("#sit-name")
    expect(name).to_be_in_viewport()
    name.click()  # the first tap
    jan.page.keyboard.type("Jan")
    seat = jan.page.locator("#chair-3 button")
    expect(seat).to_be_in_viewport()
    seat.click()  # the second tap
    expect(jan.page.locator("#chair-3.mine")).to_contain_text("Jan")
    expect(ola.page.locator("#chair-3")).to_contain_text("Jan")
    expect(ola.page.locator("#say-log p")).to_have_text(["Jan has sat down."])
    expect(jan.page.locator("#say-log p")).to_have_count(0)

    # Moving to another seat, even a bot's, before the game. At a second table the name is known, so one tap is enough.
    jan.page.locator("#chair-1 button").click()
    expect(ola.page.locator("#chair-1")).to_contain_text("Jan")
    jan.page.goto(Person(server, "Eve").open().path)
    jan.page.get_by_role("button", name="Sit down").click()
    expect(jan.page.locator(".chair.mine")).to_contain_text("Jan")
    assert_no_faults(ola, jan)


@pytest.mark.sweep
def test_the_host_manages_people(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    ola, jan = tab_of(browser, host, PHONE), tab_of(browser, guest, PHONE)
    for tab in (ola, jan):
        tab.page.goto(host.path)
        tab.is_live()
    ola.menu("people")
    ola.page.locator("#swap-seats > summary").click()
    ola.page.locator("#swap-seat").select_option("1")
    ola.page.locator("#swap-other").select_option("4")
    ola.page.locator("#swap button").click()
    expect(jan.page.locator("#chair-4.mine")).to_be_visible()

    # Without the tick, nobody is removed.
    ola.page.locator("#manage-4 > summary").click()
    ola.page.locator("#remove-4 button").click()
    expect(ola.page.locator("#manage-4")).to_be_visible()
    ola.page.locator("#remove-4-sure").check()
    ola.page.locator("#remove-4 button").click()
    expect(jan.page.get_by_text("The host has removed you")).to_be_visible()
    expect(jan.page.locator("#sit")).to_have_count(0)
    ola.page.get_by_role("button", name="Let back in").click()
    jan.page.locator("#sit button").first.click()
    expect(jan.page.locator(".chair.mine")).to_contain_text("Jan")

    ola.page.locator("#manage-1 > summary").click()
    ola.page.get_by_role("button", name="Make Jan the host").click()
    expect(jan.page.locator("#start button")).to_be_visible()
    expect(ola.page.locator("#start button")).to_have_count(0)
    jan.menu("door")
    jan.page.locator("#set-locked").check()
    expect(jan.page.locator("#set-locked")).to_be_checked()
    eve = Tab(browser, server.url, PHONE)
    eve.page.goto(host.path)
    expect(eve.page.get_by_text("This table is locked")).to_be_visible()
    assert_no_faults(ola, jan, eve)


@pytest.mark.sweep
def test_a_player_leaves_and_returns_and_a_newcomer_replaces_a_bot(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    ola, jan, zoe = tab_of(browser, host), tab_of(browser, guest, PHONE), Tab(browser, server.url, PHONE)
    open_game((ola, host), (jan, guest))
    zoe.page.goto(host.path)
    expect(zoe.page.locator("#asked")).to_contain_text("You are watching")
    jan.menu("me")
    jan.page.locator("#get-up > summary").click()
    jan.page.locator("#get-up button").click()
    expect(jan.page.locator(".my-card")).to_have_count(0)
    jan.page.keyboard.press("Escape")
    jan.page.get_by_role("button", name="Take my seat back").click()
    expect(jan.page.locator(".my-card")).to_be_visible()

    zoe.is_live()
    zoe.page.locator("#play-for-bot > summary").click()
    zoe.page.locator("#join-name").fill("Zoe")
    zoe.page.locator("#join-seat").select_option("3")
    zoe.page.locator("#join button").click()
    expect(zoe.page.get_by_text("You have asked to play for the bot")).to_be_visible()
    expect(ola.page.locator("#say-log")).to_contain_text("Zoe asks to play for the bot")
    expect(jan.page.locator("#say-log")).not_to_contain_text("Zoe asks")
    ola.menu()
    expect(ola.page.locator("#menu")).to_contain_text("Zoe would like to play")
    ola.page.get_by_role("button", name="Let Zoe play").click()
    expect(zoe.page.locator(".my-card")).to_be_visible()
    expect(jan.page.locator("#seat-3")).to_contain_text("Zoe")
    assert_no_faults(ola, jan, zoe)


@pytest.mark.sweep
def test_a_new_name_reaches_everybody_without_losing_typed_text(browser: Browser, server: Server) -> None:
    host, guest = sit_together(server, "Ola", "Jan")
    host.start()
    ola, jan = tab_of(browser, host), tab_of(browser, guest, PHONE)
    open_game((ola, host), (jan, guest))
    for tab in (ola, jan):
        tab.menu("people", "me")
    jan.page.locator("#fair > summary").click()
    jan.page.locator("#entropy-text").fill("clov")
    ola.page.locator("#rename-name").fill("jan")
    ola.page.locator("#rename button").click()
    expect(ola.page.locator("#menu .problem")).to_contain_text("looks just like it")
    ola.page.locator("#rename-name").fill("Aleksandra")
    ola.page.locator("#rename button").click()
    expect(jan.page.locator("#menu")).to_contain_text("Aleksandra")
    expect(jan.page.locator("#entropy-text")).to_have_value("clov")
    expect(ola.page.locator("#menu .problem")).to_have_count(0)
    jan.page.locator("#entropy button").click()
    expect(jan.page.locator("#entropy-text")).to_have_value("clov")
    assert_no_faults(ola, jan)


@pytest.mark.sweep
def test_a_seat_can_be_used_on_two_devices(browser: Browser, server: Server) -> None:
    (host,) = sit_together(server, "Ola")
    ola, tablet = tab_of(browser, host, PHONE), Tab(browser, server.url, DESK)
    ola.page.goto(host.path)
    ola.is_live()
    ola.menu("me")
    ola.page.get_by_role("link", name="My seat on another device").click()
    expect(ola.page.locator(".share-link")).to_be_visible()
    assert_accessible(ola.page)
    link = str(ola.page.locator(".share-link").get_attribute("href"))
    ola.page.goto(host.path)
    tablet.page.goto(link)
    assert_accessible(tablet.page)
    tablet.page.get_by_role("button", name="Open the seat here").click()
    expect(tablet.page.locator(".chair.mine")).to_contain_text("Ola")
    tablet.is_live()
    ola.start()
    for tab in (ola, tablet):
        expect(tab.page.locator("#own-seat .my-card")).to_be_visible()
        tab.is_live()
    assert tablet.page.locator("#card-front").text_content() == ola.page.locator("#card-front").text_content()
    # A name changed on one device appears on the other, and either can close the seat on the other.
    tablet.menu("me")
    tablet.page.locator("#rename-name").fill("Aleksandra")
    tablet.page.locator("#rename button").click()
    expect(ola.page.locator(".seat").first).to_contain_text("Aleksandra")
    ola.page.goto(f"{host.path}/device")
    with ola.page.expect_navigation():
        ola.page.get_by_role("button", name="Close it on all other devices").click()
    expect(tablet.page.locator("#asked")).to_contain_text("You are watching")
    assert_no_faults(ola, tablet)


@pytest.mark.sweep
def test_spectators_can_be_delayed_or_shut_out(browser: Browser, server: Server) -> None:
    (host,) = sit_together(server, "Ola")
    ola, zoe = tab_of(browser, host), Tab(browser, server.url, PHONE)
    for tab in (ola, zoe):
        tab.page.goto(host.path)
        tab.is_live()
    ola.menu("people", "door")
    expect(ola.page.locator("#menu")).to_contain_text("1 person is watching.")
    ola.page.locator("#set-behind").select_option("300")
    ola.page.keyboard.press("Escape")
    ola.start()
    expect(ola.page.locator("#own-seat .my-card")).to_be_visible()
    expect(zoe.page.get_by_role("heading", name="At the table")).to_be_visible()  # five minutes ago it was the setup
    zoe.page.reload()
    expect(zoe.page.get_by_role("heading", name="At the table")).to_be_visible()

    ola.is_live()
    ola.menu("door")
    ola.page.locator("#set-behind").select_option("0")
    expect(zoe.page.locator("#asked")).to_contain_text("You are watching")
    ola.page.locator("#set-spectators").uncheck()
    expect(zoe.page.get_by_role("heading", name="This table is private")).to_be_visible()
    ola.page.locator("#set-spectators").check()
    expect(zoe.page.locator("#asked")).to_contain_text("You are watching")
    ola.page.locator("#set-spectators").uncheck()
    expect(zoe.page.get_by_role("heading", name="This table is private")).to_be_visible()
    zoe.is_live()
    zoe.page.locator("#play-for-bot > summary").click()
    zoe.page.locator("#join-name").fill("Zoe")
    zoe.page.locator("#join button").click()
    expect(zoe.page.get_by_text("You have asked to play for the bot")).to_be_visible()
    ola.page.get_by_role("button", name="Let Zoe play").click()
    expect(zoe.page.locator("#own-seat .my-card")).to_be_visible()
    assert_no_faults(ola, zoe)


REMOVING = {
    "en": ("Remove a spectator", "Remove this spectator", "The host has removed you from this table"),
    "pl": ("Usuń widza", "Usuń tego widza", "Gospodarz usunął cię od tego stołu"),
}


@pytest.mark.sweep
@pytest.mark.parametrize("language", REMOVING)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_spectator_can_be_removed_by_keyboard(
    browser: Browser, server: Server, language: str, size: ViewportSize
) -> None:
    summary, button, told = REMOVING[language]
    (host,) = sit_together(server, "Ola")
    host.post(host.path, do="change-settings", spectators_talk="true")
    host.start()
    ola = tab_of(browser, host, size, locale=language)
    eve, max_ = (Tab(browser, server.url, PHONE, locale=language) for _ in range(2))
    for tab in (ola, max_, eve):
        tab.page.goto(host.path)
        tab.is_live()
    eve.page.get_by_role("tab").nth(1).click()
    eve.page.locator("#chat-form-spectators-name").fill("Eve")
    eve.page.locator("#chat-form-spectators-text").fill("Boo")
    eve.page.locator("#chat-form-spectators-text").press("Enter")
    ola.menu("people")
    opens = ola.page.locator("summary", has_text=summary)
    expect(opens).to_be_visible()
    opens.focus()
    ola.page.keyboard.press("Enter")
    ola.page.keyboard.press("Tab")
    expect(ola.page.locator("#remove-spectator-who")).to_be_focused()
    ola.page.keyboard.type("Eve")
    ola.page.keyboard.press("Tab")
    ola.page.keyboard.press("Space")
    ola.page.keyboard.press("Tab")
    expect(ola.page.locator("#remove-spectator-everywhere")).to_be_focused()
    ola.page.keyboard.press("Tab")
    expect(ola.page.get_by_role("button", name=button)).to_be_focused()
    assert_accessible(ola.page)
    ola.page.keyboard.press("Enter")
    expect(eve.page.locator("main.error")).to_contain_text(told)
    assert_accessible(eve.page)
    expect(max_.page.locator("main.in-play")).to_be_visible()
    expect(ola.page.locator("#menu-people")).to_contain_text("Eve")
    for tab in (ola, eve, max_):
        assert tab.complaints == []
