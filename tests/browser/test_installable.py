"""The page can be installed, and reports an unreachable server. It stores nothing of a table."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import PHONE, Tab
from tests.support.serving import Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    }
    return found;
}"""
ACTIVE = "() => navigator.serviceWorker.ready.then(() => true)"


@pytest.mark.sweep
def test_a_page_reports_an_unreachable_server_and_recovers_by_itself(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, 0.0)
    tab = Tab(browser, server.url, PHONE, service_workers="allow")
    code = tab.open_table("Ola")
    tab.start()
    tab.page.evaluate(ACTIVE)
    kept = tab.page.evaluate(KEPT)
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept), kept
    server.kill()
    tab.page.goto(f"/t/{code}")
    expect(tab.page.get_by_role("heading", name="The table server can't be reached")).to_be_visible()
    assert tab.page.evaluate("() => getComputedStyle(document.body).fontFamily").startswith("Archivo")
    expect(tab.page.locator("form")).to_have_count(0)
    with serving(tmp_path, 0.0, server.port):
        expect(tab.page.locator("#own-seat")).to_be_visible(timeout=90_000)  # the requested table
    tab.close()


@pytest.mark.sweep
def test_a_table_of_a_newer_version_is_not_an_unreachable_server(browser: Browser, tmp_path: Path) -> None:
    """The worker recognizes an unreachable server by the status that a proxy answers with."""
    server = Server(tmp_path, 0.0)
    tab = Tab(browser, server.url, PHONE, service_workers="allow")
    code = tab.open_table("Ola")
    tab.page.evaluate(ACTIVE)
    server.stop()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store, store:
        entry = b'{"id":"","by":"ola","command":{"do":"Juggle","balls":3}}'
        store.execute("INSERT INTO log SELECT code, max(number) + 1, ? FROM log WHERE code = ?", (entry, code))
    with serving(tmp_path, 0.0, server.port):
        tab.page.goto(f"/t/{code}")
        expect(tab.page.get_by_role("heading", name="This server can't read the table")).to_be_visible()
    tab.close()


def test_a_new_service_worker_removes_the_old_ones_cache(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, PHONE, service_workers="allow")
    tabs.append(tab)
    tab.page.goto("/")
    tab.page.evaluate("() => caches.open('turncoat-old').then((shelf) => shelf.put('/t/KWFX', new Response('old')))")
    tab.page.evaluate(ACTIVE)
    tab.page.wait_for_function("() => caches.keys().then((names) => !names.includes('turncoat-old'))")


def test_the_manifest_is_installable(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    tab = Tab(browser, server.url, PHONE, service_workers="allow")
    tabs.append(tab)
    tab.page.goto("/")
    tab.page.evaluate(ACTIVE)
    devtools = tab.page.context.new_cdp_session(tab.page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        answer = httpx.get(server.url + icon["src"], timeout=60)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
    wrong = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser without a profile installs nothing, whatever the page is like.
    assert [one["errorId"] for one in wrong if one["errorId"] != "in-incognito"] == []
