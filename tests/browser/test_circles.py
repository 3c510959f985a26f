"""A circle of friends: made on a desk, joined on a phone, played at, exported, come back to by passkey, and deleted."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


def make_circle(page: Page, name: str = "Thursdays") -> None:
    """Make a circle as Ola, from the start page, by keyboard."""
    page.goto("/")
    page.get_by_role("link", name="Circles").press("Enter")
    page.get_by_label("Name of the circle").fill(name)
    page.get_by_label("Your name").fill("Ola")
    page.get_by_label("Your name").press("Enter")
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def join(tab: Tab, link: str, name: str) -> None:
    tab.page.goto(link)
    assert_accessible(tab.page)
    tab.page.get_by_label("Your name").fill(name)
    tab.page.get_by_role("button", name="Join the circle").click()
    expect(tab.page.locator(".circle-members")).to_contain_text(name)


def fits(page: Page) -> bool:
    """Return whether nothing is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    assert page.viewport_size is not None
    return width <= page.viewport_size["width"]


def test_friends_play_at_their_circles_table_and_see_what_came_of_it(
    browser: Browser, server: Server, tabs: list[Tab], tmp_path: Path
) -> None:
    ola, jan = Tab(browser, server.url, DESK, locale="en"), Tab(browser, server.url, PHONE, locale="en")
    tabs += [ola, jan]
    make_circle(ola.page)
    assert_accessible(ola.page)
    link = ola.page.locator(".circle-invite .share-link").get_attribute("href")
    assert link is not None
    join(jan, link, "Jan")
    assert_accessible(jan.page)

    ola.page.get_by_role("button", name="Open a table for the circle").click()
    ola.is_live()
    jan.page.reload()
    table = jan.page.locator(".circle-tables a")
    expect(table).to_contain_text("Ola")
    circle = jan.page.url
    ola.start()
    ola.play()

    jan.page.goto(circle)
    evening = jan.page.locator(".evening")
    expect(evening.locator("h3")).to_contain_text("1 game")
    evening.locator("summary").click()
    expect(evening.locator("li").filter(has_text="Ola").locator(".side")).to_be_visible()
    expect(jan.page.get_by_role("region", name="Wins by side")).to_contain_text("too few games to tell")
    by_person = jan.page.get_by_role("region", name="Wins by person")
    by_person.get_by_text("Ola").click()
    expect(by_person.locator("[open] .side")).to_be_visible()
    assert_accessible(jan.page)
    assert fits(jan.page)

    with jan.page.expect_download() as started:
        jan.page.get_by_role("link", name="Export everything").click()
    started.value.save_as(tmp_path / "circle.json")
    whole = json.loads((tmp_path / "circle.json").read_text("utf-8"))
    assert [one["name"] for one in whole["members"]] == ["Ola", "Jan"]
    assert [one["winner"] for one in whole["games"]] != [""]

    ola.page.get_by_role("link", name="The circle of this table").click()
    expect(ola.page).to_have_url(circle)
    ola.page.get_by_text("The circle", exact=True).click()
    assert_accessible(ola.page)
    ola.page.get_by_label("Yes, delete this circle for everybody").check()
    ola.page.get_by_role("button", name="Delete the circle").click()
    expect(ola.page.get_by_role("heading", name="My circles")).to_be_visible()
    assert jan.page.request.get(circle).status == 404


def authenticator(tab: Tab) -> Any:
    """Plug in a device that holds passkeys, and return its controls."""
    tools = tab.page.context.new_cdp_session(tab.page)
    tools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def test_a_passkey_brings_a_member_back_on_a_new_device(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    pytest.importorskip("webauthn")
    address = server.url.replace("127.0.0.1", "localhost")
    old, new = Tab(browser, address, DESK, locale="en"), Tab(browser, address, PHONE, locale="en")
    tabs += [old, new]
    make_circle(old.page)
    circle = old.page.url
    tools, key = authenticator(old)
    old.page.get_by_text("Me in this circle").click()
    old.page.get_by_role("button", name="Make a passkey").click()
    expect(old.page.locator(".passkey-says")).to_contain_text("brings you back")
    (passkey,) = tools.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"]

    tools, key = authenticator(new)
    new.page.goto("/circles")
    assert_accessible(new.page)
    new.page.get_by_role("button", name="Come back with a passkey").click()
    expect(new.page.locator(".passkey-says")).to_contain_text("No passkey was used")
    tools.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": passkey})
    new.page.get_by_role("button", name="Come back with a passkey").click()
    expect(new.page.get_by_role("heading", name="Thursdays")).to_be_visible()
    expect(new.page.locator(".circle-members li")).to_contain_text("Ola")
    assert new.page.url == circle
    assert old.page.request.get(circle).status == 404

    new.page.get_by_text("Me in this circle").click()
    new.page.get_by_role("button", name="Forget my passkeys").click()
    third = Tab(browser, address, PHONE, locale="en")
    tabs.append(third)
    tools, key = authenticator(third)
    tools.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": passkey})
    third.page.goto("/circles")
    third.page.get_by_role("button", name="Come back with a passkey").click()
    expect(third.page.locator(".passkey-says")).to_contain_text("opens no circle here")
    third.complaints.clear()  # the browser reports the refusal


def test_without_scripts_no_passkey_is_offered_and_everything_else_works(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, PHONE, java_script_enabled=False, locale="en")
    make_circle(tab.page)
    tab.page.get_by_text("Me in this circle").click()
    expect(tab.page.get_by_role("button", name="Make a passkey")).to_be_hidden()
    tab.page.get_by_label("Yes, I leave this circle").check()
    tab.page.get_by_role("button", name="Leave the circle").click()
    expect(tab.page.get_by_role("heading", name="My circles")).to_be_visible()
    tab.close()
