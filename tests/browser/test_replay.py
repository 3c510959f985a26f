"""Finished games, watched in a real browser: by slider and keys, on a phone, by a link, from a record."""

import re

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_no_faults, close, tab_of
from tests.support.serving import Person, Server
from turncoat.web.http.languages import languages

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def ola(server: Server) -> Person:
    """A person who has played a game with bots."""
    return has_played(server)


@pytest.fixture(autouse=True, scope="module")
def record(ola: Person) -> str:
    """The record of that game, requested before the browsers of the first test are closed."""
    return ola.client.get(f"{ola.path}/games/1/record").text


def has_played(server: Server) -> Person:
    person = Person(server, "Ola").open()
    person.start()
    person.play()
    return person


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.sweep), pytest.param(PHONE, id="phone")]
)
def test_a_game_can_be_watched_by_keys_slider_and_buttons(browser: Browser, ola: Person, size: ViewportSize) -> None:
    tab = tab_of(browser, ola, size)
    page = tab.page
    page.goto(f"{ola.path}/games/1")
    title, slide = page.locator("#moment-title"), page.locator("#slide")
    last = int(slide.get_attribute("max") or "0")
    expect(title).to_have_text(f"Moment 0 of {last}")

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text(f"Moment 2 of {last}")
    expect(page.locator("#say-status")).to_contain_text(f"Moment 2 of {last}. ")
    expect(slide).to_have_value("2")
    page.keyboard.press("End")
    expect(title).to_have_text(f"Moment {last} of {last}")
    expect(page.locator("[data-step=next]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(title).to_have_text(f"Moment 0 of {last}")

    slide.focus()  # now the keys move the slider, which announces its own position
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text(f"Moment 1 of {last}")
    expect(slide).to_have_attribute("aria-valuetext", re.compile(f"^Moment 1 of {last}\\. .+"))
    expect(slide).to_be_focused()

    following = page.get_by_role("button", name="Next")
    expect(following).to_be_in_viewport()
    following.click()
    expect(title).to_have_text(f"Moment 2 of {last}")
    expect(following).to_be_focused()
    page.locator("#reel select").select_option("0")
    expect(page.locator("#moment .moment-card")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?at=2&as=0$"))
    page.locator("#course-1 a").click()
    expect(title).to_have_text(f"Moment 1 of {last}")
    expect(page.locator(".moment-asked")).to_contain_text(re.compile("Approve|Reject"))
    assert_no_faults(tab)
    page.locator("#reel select").select_option("open")
    expect(page.locator(".moment-asked li")).to_have_count(5)
    expect(page.locator("#seat-0 .side")).to_be_visible()
    assert_no_faults(tab)

    page.reload()  # the address contains the moment
    expect(title).to_have_text(f"Moment 1 of {last}")
    close(page)


@pytest.mark.sweep
@pytest.mark.parametrize("language", [language.code for language in languages()])
def test_all_replay_buttons_fit_a_phone(browser: Browser, ola: Person, language: str) -> None:
    tab = tab_of(browser, ola, PHONE, locale=language)
    tab.page.goto(f"{ola.path}/games/1?language={language}")
    expect(tab.page.locator("#play")).to_be_visible()
    for width in (PHONE["width"], 430, 320):
        tab.page.set_viewport_size({"width": width, "height": 844})
        for button in tab.page.locator(".reel-steps .button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= width - 15
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth"), button.inner_text()
    close(tab.page)


@pytest.mark.sweep
def test_a_replay_plays_by_itself_with_all_cards_until_it_is_moved_by_hand(browser: Browser, ola: Person) -> None:
    tab = tab_of(browser, ola)
    page = tab.page
    page.clock.install()
    page.goto(f"{ola.path}/games/1?as=open&play=1")
    title, play = page.locator("#moment-title"), page.locator("#play")
    expect(page.locator("select[name=as]")).to_have_value("open")
    expect(play).to_have_text("Pause")

    def moment() -> int:
        return int(re.findall(r"\d+", title.inner_text())[0])

    assert moment() == 0
    for _ in range(60):
        page.clock.run_for(5_000)
        if moment() >= 3:
            break
    assert moment() >= 3
    play.click()
    expect(play).to_have_text("Play")
    stood = moment()
    page.clock.run_for(60_000)
    assert moment() == stood
    play.click()
    expect(play).to_have_text("Pause")
    page.keyboard.press("End")  # whoever goes somewhere by hand stays there
    expect(play).to_have_text("Play")
    assert_no_faults(tab)


@pytest.mark.sweep
def test_a_share_link_contains_no_spoilers(browser: Browser, ola: Person) -> None:
    tab, friend = tab_of(browser, ola), Tab(browser, ola.server.url, PHONE)
    tab.page.goto(ola.path)
    tab.page.get_by_role("link", name="Games at this table").first.click()
    tab.page.get_by_role("button", name="Make a link for others").click()
    link = tab.page.locator(".share-link").get_attribute("href") or ""
    assert_no_faults(tab)

    friend.page.goto(link)
    expect(friend.page.locator("main")).to_contain_text("No spoilers here.")
    assert not re.search(r"wins?\b|Moment", friend.page.locator("main").inner_text())
    assert_no_faults(friend)
    friend.page.get_by_role("link", name="Start at the beginning").click()
    expect(friend.page.locator("#moment-title")).to_contain_text("Moment 0 of")
    expect(friend.page.locator("#seat-0 .side")).to_have_count(0)
    expect(friend.page.locator("html")).to_have_class(re.compile("with-scripts"))  # from here on the keys work
    friend.page.keyboard.press("End")
    expect(friend.page.locator("#seat-0 .side")).to_be_visible()

    tab.page.get_by_role("button", name="Withdraw the link").click()
    expect(tab.page.locator(".share-link")).to_have_count(0)
    friend.page.goto(link)
    expect(friend.page.locator("main")).to_contain_text("This link shows nothing")
    tab.close()
    friend.close()


@pytest.mark.sweep
def test_a_record_can_be_watched_with_and_without_scripts(
    browser: Browser, ola: Person, record: str, sweep: bool
) -> None:
    for scripts in (True, False) if sweep else (True,):
        tab = Tab(browser, ola.server.url, PHONE, java_script_enabled=scripts)
        tab.page.goto("/replay")
        tab.page.get_by_label("Or its text").fill("--- choices")
        tab.page.get_by_role("button", name="Watch the game").click()
        expect(tab.page.get_by_role("alert")).to_contain_text("That can't be played")
        tab.page.get_by_label("Or its text").fill(record)
        tab.page.get_by_role("button", name="Watch the game").click()
        if scripts:  # otherwise the viewpoint could change before a script listens to it
            expect(tab.page.locator("#reel")).to_be_visible()
            expect(tab.page.locator("html")).to_have_class(re.compile("with-scripts"))
        tab.page.get_by_role("button", name="Next").click()
        expect(tab.page.locator("#moment-title")).to_contain_text("Moment 1 of")
        tab.page.locator("#reel select").select_option("open")
        if not scripts:
            tab.page.get_by_role("button", name="Show").click()
        expect(tab.page.locator("#seat-0 .side")).to_be_visible()
        tab.page.get_by_role("button", name="To the end").click()
        expect(tab.page.locator("#moment-title")).to_contain_text(re.compile(r"Moment (\d+) of \1$"))
        if scripts:
            assert_no_faults(tab)
        tab.close()


@pytest.mark.sweep
def test_deleting_a_table_reaches_everybodys_page(browser: Browser, server: Server) -> None:
    ola = has_played(server)
    jan = Tab(browser, ola.server.url, DESK)
    jan.sit(ola.post(ola.path, do="reopen").url.path.rpartition("/")[2], "Jan")
    jan.is_live()
    tab = tab_of(browser, ola, PHONE)
    tab.page.goto(ola.path)
    tab.is_live()
    tab.menu("after")
    tab.page.locator("#menu-delete > summary").click()
    tab.page.locator("#delete-sure").check()
    tab.page.get_by_role("button", name="Delete this table now").click()
    for one in (tab, jan):
        expect(one.page.locator("h1")).to_have_text("The table has been deleted")
        one.close()
