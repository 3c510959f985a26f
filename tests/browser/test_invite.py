"""Inviting friends: first on the setup page, intact after every update, even where a page may not copy."""

from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, PHONE, Tab, assert_accessible
from tests.support.serving import Address, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

COPY: Final = ".share button[data-copy]"
NO_PERMISSION: Final = "navigator.clipboard.writeText = async () => { throw new DOMException('', 'NotAllowedError'); };"
NOTHING_COPIES: Final = f"{NO_PERMISSION} document.execCommand = () => false;"
OLD_WAY: Final = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => { window.copied = document.activeElement.value; return true; };
"""
"""A plain http address: without a clipboard, the browser copies the selection."""
SHARES: Final = "navigator.share = async (what) => { window.shared = what; };"
IN_ORDER: Final = """selectors => {
    const parts = selectors.map((one) => document.querySelector(one));
    const tops = parts.map((one) => one.getBoundingClientRect().top);
    return parts.every((one, at) => at === 0 || (tops[at - 1] < tops[at]
        && Boolean(parts[at - 1].compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)));
}"""
"""Returns whether these parts follow one another, on screen as well as for screen readers and keys."""


def updated(host: Tab, name: str, friend: Tab | None = None) -> Person:
    """Seat a person, if need be in their own browser, and wait until they are on the host's page."""
    code = host.page.url.rpartition("/")[2]
    person = Person(Address(host.address), name, code)
    if friend is None:
        person.sit()
    else:
        friend.sit(code, name)
    expect(host.page.locator(".chairs")).to_contain_text(name)
    return person


def test_the_link_can_be_copied_after_any_update(browser: Browser, server: Server) -> None:
    host = Tab(browser, server.url, PHONE)
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.open_table("Ola")
    friend = updated(host, "Jan")
    button = host.page.locator(COPY)
    expect(button).to_be_in_viewport(ratio=1)
    host.page.clock.install()
    button.click()
    expect(button).to_have_text("Copied")
    expect(host.page.locator("#say-status")).to_have_text("Copied")
    assert host.page.evaluate("navigator.clipboard.readText()") == host.page.url
    friend.post(friend.path, do="leave")
    expect(host.page.locator(".chair.person")).to_have_count(1)
    expect(button).to_have_text("Copied")  # the update has left it alone
    host.page.clock.run_for(3000)
    expect(button).to_have_text("Copy the link")
    assert host.complaints == []
    host.close()


@pytest.mark.sweep
def test_without_a_clipboard_the_link_is_selected_and_can_be_dismissed(browser: Browser, server: Server) -> None:
    host = Tab(browser, server.url, PHONE)
    host.page.add_init_script(NOTHING_COPIES)
    host.open_table("Ola")
    button, dialog = host.page.locator(COPY), host.page.locator("dialog[open]")
    button.click()
    field = dialog.locator("input")
    expect(field).to_have_value(host.page.url)
    expect(field).to_be_focused()
    assert field.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == host.page.url
    assert_accessible(host.page)
    updated(host, "Jan")
    expect(field).to_be_focused()
    host.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    button.click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    assert host.complaints == []
    host.close()


@pytest.mark.sweep
def test_a_plain_http_address_copies_too(browser: Browser, server: Server) -> None:
    host = Tab(browser, server.url, PHONE)
    host.page.add_init_script(OLD_WAY)
    host.open_table("Ola")
    host.page.locator(COPY).click()
    expect(host.page.locator(COPY)).to_have_text("Copied")
    assert host.page.evaluate("window.copied") == host.page.url
    expect(host.page.locator(COPY)).to_be_focused()
    assert host.complaints == []
    host.close()


@pytest.mark.sweep
def test_a_device_that_can_share_offers_sharing_first(browser: Browser, server: Server) -> None:
    host, friend = Tab(browser, server.url, PHONE), Tab(browser, server.url, PHONE)
    host.page.add_init_script(SHARES)
    host.open_table("Ola")
    updated(host, "Jan", friend)
    button = host.page.get_by_role("button", name="Share the link")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    assert host.page.evaluate("window.shared.url") == host.page.url
    expect(friend.page.get_by_role("button", name="Share the link")).to_have_count(0)
    host.start()
    host.page.locator("#table-menu > summary").click()
    host.page.evaluate("document.querySelectorAll('#menu details').forEach((one) => { one.open = true; })")
    expect(host.page.locator("#menu").get_by_role("button", name="Share the link")).to_be_visible()
    for tab in (host, friend):
        assert tab.complaints == []
        tab.close()


@pytest.mark.sweep
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESK, id="desk"),
        pytest.param({"width": 320, "height": 640}, id="small"),
        pytest.param(PHONE, id="phone"),
    ],
)
def test_with_ten_players_inviting_comes_first_and_the_chat_last(
    browser: Browser, server: Server, size: ViewportSize
) -> None:
    host, friend = Tab(browser, server.url, size), Tab(browser, server.url, size)
    host.open_table("Ola")
    host.page.locator("#players-10").click()
    expect(host.page.locator(".chair")).to_have_count(10)
    updated(host, "Jan", friend)
    page = host.page
    assert page.evaluate(IN_ORDER, ["h1", ".share", ".chairs", "#talk"])
    if size["width"] < 860:
        assert page.evaluate(IN_ORDER, [".share", ".tiles", "#players-10", ".chairs", "#talk", "#extras"])
    assert friend.page.evaluate(IN_ORDER, ["h1", ".share", ".chairs", "#talk"])
    for tab in (host, friend):
        tab.page.evaluate("scrollTo(0, 0)")
        for part in (".share .big-code", ".share .qr", COPY):
            expect(tab.page.locator(part)).to_be_in_viewport(ratio=1)
    box = page.locator(".chairs").bounding_box()
    assert box is not None
    assert box["height"] < 320  # ten rows took 580
    # Another seat is one tap away, and its label says so.
    friend.page.get_by_role("button", name="Seat 7, empty: sit here").click()
    expect(page.locator("#chair-6")).to_contain_text("Jan")
    for tab in (host, friend):
        assert_accessible(tab.page)
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert tab.complaints == []
        tab.close()


def test_without_scripts_the_invitation_has_a_link_and_code_but_no_button(browser: Browser, server: Server) -> None:
    host = Tab(browser, server.url, PHONE, java_script_enabled=False)
    host.page.goto("/")
    door = host.page.locator("form[action='/new']")
    door.locator("input[name=name]").fill("Ola")
    door.get_by_role("button").click()
    expect(host.page.locator(".share .share-link")).to_be_visible()
    expect(host.page.locator(".share .qr")).to_be_visible()
    expect(host.page.locator(".share button:visible")).to_have_count(0)
    host.page.locator("#chair-3 button").click()
    expect(host.page.locator("#chair-3.mine")).to_contain_text("Ola")
    host.close()
