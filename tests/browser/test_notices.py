"""The page "When it is your turn", and what the browser does with a message."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.support.playing import PHONE, Tab, assert_accessible
from tests.support.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PUSH: Final = """permission => {
  let now = permission === "denied" ? "denied" : "default";
  let on = null;
  Object.defineProperty(Notification, "permission", { get: () => now });
  Notification.requestPermission = async () => (now = permission);
  const made = () => ({
    endpoint: "https://push.example.org/1",
    toJSON: () => ({ endpoint: "https://push.example.org/1", keys: { p256dh: "key", auth: "auth" } }),
    unsubscribe: async () => { on = null; return true; },
  });
  PushManager.prototype.subscribe = async options => {
    sessionStorage.made = JSON.stringify(options);
    return (on = made());
  };
  PushManager.prototype.getSubscription = async () => on;
}"""
WORKER: Final = """
const heard = {};
const shown = [], opened = [], focused = [];
let pages = [];
const self = {
  KEEP: { mark: "x", page: "/offline", files: [], icon: "/icon.png" },
  addEventListener: (name, hear) => { heard[name] = hear; },
  registration: { showNotification: async (title, options) => { shown.push({ title, ...options }); } },
  clients: { matchAll: async () => pages, openWindow: async url => { opened.push(url); } },
};
window.play = async (name, event, open) => {
  pages = open.map(page => ({ ...page, focus: () => { focused.push(page.url); } }));
  const waits = [];
  heard[name]({ ...event, waitUntil: promise => waits.push(promise) });
  await Promise.all(waits);
  return { shown: shown.splice(0), opened: opened.splice(0), focused: focused.splice(0) };
};
"""
MESSAGE: Final = {"title": "It is your turn", "body": "The Resistance · BCDF", "url": "/t/BCDF", "tag": "turn-BCDF"}


def visit(browser: Browser, server: Server, permission: str, **options: Any) -> Tab:
    """Return a tab with the page, in a browser whose user answers the question for permission in this way."""
    tab = Tab(browser, server.url, PHONE, service_workers="allow", **options)
    tab.page.add_init_script(f"({PUSH})('{permission}')")
    tab.page.goto("/notices")
    return tab


def shown_states(page: Page) -> list[str]:
    parts = page.locator("[data-push-state]").all()
    return [part.get_attribute("data-push-state") or "" for part in parts if part.is_visible()]


def test_the_page_is_accessible_and_works_with_a_keyboard(browser: Browser, server: Server) -> None:
    tab = visit(browser, server, "granted", locale="en")
    page = tab.page
    expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("While the same question waits").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_label("While the same question waits")).to_have_value("1")
    assert_accessible(page)
    page.get_by_role("button", name="Delete all of this now").click()
    expect(page.get_by_text("Nothing of yours is stored.")).to_be_visible()
    tab.close()


def test_turning_it_on_asks_for_permission_and_sends_what_the_browser_made(browser: Browser, server: Server) -> None:
    tab = visit(browser, server, "granted", locale="en")
    page = tab.page
    key = page.get_attribute("[data-push]", "data-push")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Tell me in this browser").click()
    assert "do=subscribe" in (sent.value.post_data or "")
    assert "endpoint=https%3A%2F%2Fpush.example.org%2F1&p256dh=key&auth=auth" in (sent.value.post_data or "")
    expect(page.get_by_role("alert")).to_contain_text("turn it on again")  # these keys are none
    assert json.loads(page.evaluate("sessionStorage.made")) == {"userVisibleOnly": True, "applicationServerKey": key}
    tab.close()


def test_a_browser_that_refuses_is_told_what_to_do(browser: Browser, server: Server) -> None:
    tab = visit(browser, server, "denied", locale="en")
    expect(tab.page.get_by_text("Your browser does not let this site show messages.")).to_be_visible()
    assert shown_states(tab.page) == ["denied"]
    assert_accessible(tab.page)
    tab.close()


def test_a_subscription_that_fails_leaves_the_button_and_the_reason(browser: Browser, server: Server) -> None:
    tab = visit(browser, server, "granted", locale="en")
    tab.page.evaluate(
        "() => { PushManager.prototype.subscribe = async () => { throw new DOMException('', 'AbortError'); }; }"
    )
    tab.page.get_by_role("button", name="Tell me in this browser").click()
    expect(tab.page.get_by_role("alert")).to_contain_text("could not be registered")
    assert shown_states(tab.page) == ["failed", "off"]
    tab.close()


def test_without_scripts_the_page_says_what_works(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, PHONE, java_script_enabled=False, locale="en")
    tab.page.goto("/notices")
    expect(tab.page.get_by_text("Without scripts a browser can't show messages.")).to_be_visible()
    expect(tab.page.get_by_role("button", name="Tell me in this browser")).to_be_hidden()
    tab.page.get_by_label("While the same question waits").select_option("24")
    tab.page.get_by_role("button", name="Save", exact=True).click()
    expect(tab.page.get_by_label("While the same question waits")).to_have_value("24")
    tab.close()


def test_an_address_that_does_not_work_is_explained_where_it_was_typed(browser: Browser, server: Server) -> None:
    tab = visit(browser, server, "granted", locale="en")
    page = tab.page
    page.get_by_role("textbox", name="Address").fill("https://127.0.0.1/hook")
    page.get_by_role("button", name="Save the address").click()
    alert = page.locator("section", has=page.get_by_role("heading", name="At an address")).get_by_role("alert")
    expect(alert).to_contain_text("https://ntfy.sh/our-table")
    expect(page.get_by_role("textbox", name="Address")).to_have_value("https://127.0.0.1/hook")
    tab.close()


def test_the_worker_shows_a_message_unless_the_table_is_in_sight_and_leads_there(
    browser: Browser, server: Server
) -> None:
    tab = Tab(browser, server.url, PHONE)
    page = tab.page
    text = page.request.get(f"{server.url}/sw.js").text()
    text = text.replace("self.KEEP = ", "const kept = ", 1)
    page.goto("about:blank")
    page.evaluate(f"() => {{ {WORKER} {text} }}")
    play = "([name, event, open]) => play(name, event.data ? { data: { json: () => event.data } } : event, open)"
    here, other = f"{server.url}/t/BCDF", f"{server.url}/t/OTHER"
    for open_pages, is_shown in (
        ([], True),
        ([{"url": here, "visibilityState": "hidden"}, {"url": other, "visibilityState": "visible"}], True),
        ([{"url": f"{here}#log", "visibilityState": "visible"}], False),
    ):
        found = page.evaluate(play, ["push", {"data": MESSAGE}, open_pages])
        assert [one["title"] for one in found["shown"]] == (["It is your turn"] if is_shown else [])
        for one in found["shown"]:
            assert (one["body"], one["tag"], one["data"]) == (MESSAGE["body"], MESSAGE["tag"], {"url": "/t/BCDF"})
    click = (
        """([open]) => play("notificationclick", { notification: { data: { url: "/t/BCDF" }, close() {} } }, open)"""
    )
    assert page.evaluate(click, [[]])["opened"] == ["/t/BCDF"]
    found = page.evaluate(click, [[{"url": other}, {"url": here}]])
    assert (found["focused"], found["opened"]) == ([here], [])
    tab.close()


def test_a_page_tells_the_server_that_it_goes_into_the_background_and_comes_back(
    browser: Browser, server: Server
) -> None:
    tab = Tab(browser, server.url, PHONE)
    said: list[str] = []
    urls: list[str] = []

    def follow(socket: WebSocket) -> None:
        urls.append(socket.url)
        socket.on("framesent", lambda text: said.append(str(text)))

    tab.page.on("websocket", follow)
    tab.open_table("Ola")
    tab.page.wait_for_function("() => document.body.dataset.link === 'live'")
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    for hidden in (True, True, False):
        tab.page.evaluate(hide, hidden)
    assert [one for one in said if one] == ["hidden", "visible"]
    assert "hidden" not in urls[-1]
    tab.close()
