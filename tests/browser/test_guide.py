"""A first game that explains itself, in a real browser: from the start page to the first mission."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.announcements import announcements, listen, of_region
from tests.support.playing import BOTS_WAIT, DESK, PHONE, Tab, assert_accessible
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


NEXT = f"""() => document.querySelector("#guide .tip") ? "tip"
    : document.querySelector("#own-seat.my-turn form#answer-form") ? "asked"
    : document.querySelector("main.ended") ? "over" : ({BOTS_WAIT})() ? "talk" : null"""
"""Returns the next thing to do: read a tip, which the bots wait for, choose, end the talk, or nothing at the end."""
READ = ":is(#go-on[value=guide], #guide-read)"
"""Button of the tip: with the question while the bots wait for it, otherwise in the guide."""
HEARD = "begins => heard.some(([region, text]) => region === 'status' && text.startsWith(begins))"


@pytest.mark.sweep
@pytest.mark.timeout(400)
def test_a_first_game_explains_itself(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, PHONE), Person(server, "Jan")
    listen(ola.page)
    ola.page.goto("/")
    door = ola.page.locator("form[action='/learn']")
    door.get_by_role("button", name="The Resistance").click()
    ola.page.wait_for_url("**/t/*")
    ola.is_live()
    guide = ola.page.locator("#guide")
    shown = guide.locator(".tip").first
    expect(shown).to_be_visible()
    seen: set[str] = set()
    expect(shown).to_contain_text("Hold your card to see who you are")
    jan.code = ola.page.url.rpartition("/")[2]
    page = jan.look()  # a spectator sees nothing of it
    assert 'id="public"' in page
    assert "Hold your card to see who you are" not in page
    ola.page.locator(READ).click()
    expect(guide.locator(".tip", has_text="Welcome!")).to_have_count(0)
    ola.page.set_viewport_size(DESK)  # a phone has no space for what was explained earlier
    guide.get_by_text("Explained so far").click()
    expect(guide.locator("li", has_text="Welcome!")).to_be_visible()
    ola.page.set_viewport_size(PHONE)
    ola.page.reload()
    ola.is_live()
    expect(guide.locator(".tip", has_text="Welcome!")).to_have_count(0)
    choices, explained = 0, {"A team is proposed", "The ballots are fa"}
    while choices < 12:
        following = ola.page.wait_for_function(NEXT).json_value()
        if following == "tip":
            tip = guide.locator(".tip").inner_text()
            if tip.startswith("A team is proposed"):  # it explains the question, and is tied to it
                expect(ola.page.locator("#asked")).to_have_attribute("aria-describedby", "tip")
            elif tip.startswith("The ballots are fa"):  # whoever reads on before the announcement does not hear it
                ola.page.wait_for_function(HEARD, arg=f"Guide: {tip[:18]}")
            seen.add(tip[:18])
            ola.page.locator(READ).click()
            expect(guide.locator(".tip", has_text=tip)).to_have_count(0)
        elif following == "talk":
            ola.page.evaluate("document.querySelector('[value=end-talk]')?.click()")
            ola.page.wait_for_function(f"() => !({BOTS_WAIT})()")
        elif following == "over" or explained <= seen or not ola.insist():
            break
        else:
            choices += 1
    assert explained <= seen
    # Everything that was explained while the page was open was announced once.
    said = [text for text in of_region(announcements(ola.page), "status") if text.startswith("Guide: ")]
    assert len(said) == len(set(said))
    assert_accessible(ola.page)
    ola.menu("guide")
    ola.page.locator("#menu").get_by_role("button", name="Hide the guide").click()
    expect(guide).to_be_hidden()
    expect(guide.locator("p")).to_have_count(0)
    expect(ola.page.get_by_role("button", name="Explain the game to me")).to_be_visible()
    assert ola.complaints == []
    ola.close()


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "pl"])
def test_on_a_desktop_the_guides_buttons_do_not_overlap(browser: Browser, server: Server, language: str) -> None:
    ola = Tab(browser, server.url, DESK)
    ola.page.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    ola.page.goto("/")
    door = ola.page.locator("form[action='/learn']")
    door.locator("button[value=hail-hydra]").click()
    ola.page.wait_for_url("**/t/*")
    ola.is_live()
    guide = ola.page.locator("#guide")
    while not guide.locator("summary").count():
        tip = guide.locator(".tip").inner_text()
        ola.page.locator(READ).click()
        expect(guide.locator(".tip", has_text=tip)).to_have_count(0)
    ola.page.wait_for_function(f"() => ({NEXT})() === 'tip'")
    hide, earlier = guide.locator("button[value=off]").bounding_box(), guide.locator("summary").bounding_box()
    assert hide
    assert earlier
    is_beside = earlier["x"] + earlier["width"] <= hide["x"] or hide["x"] + hide["width"] <= earlier["x"]
    assert is_beside or earlier["y"] >= hide["y"] + hide["height"]
    assert ola.complaints == []
    ola.close()
