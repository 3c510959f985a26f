"""Bytes that a full table costs a Chromium with an empty cache."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import PHONE, Tab
from tests.support.serving import Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

KILO = 1000
TEXT = 197
"""KB for the page, its styles and scripts: a table has sounds, avatars, a conversation, a stage and a finale.

The page is sent uncompressed, with the padding of its secrets, so that its length reveals nothing. It varies by 6 KB
with the deal and the bots' progress: the largest of 6 loads had 193.
"""
EVERYTHING = 279
"""KB including fonts, drawings and the socket's first message.

That message repeats every part of the page: 25 to 33 KB, depending on the changes since the page.
"""
MODULES = ("plot-thickens", "hunter", "inquisitor", "reverser")
"""All modules of The Resistance that can be combined."""


def test_the_first_load_of_a_full_table_is_light(browser: Browser, server: Server) -> None:
    host = Person(server, "Ola").open()
    answer = host.post(host.path, do="set-up", game="resistance", players=10, module=MODULES)
    assert answer.status_code == 200
    host.start()

    tab = Tab(browser, server.url, PHONE)
    for cookie in host.client.cookies.jar:
        tab.page.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": server.url}])
    wire, frames = count(tab)
    tab.page.goto(host.path)
    tab.is_live()
    expect(tab.page.locator("#public .seat")).to_have_count(10)
    expect(tab.page.locator("#own-seat .my-card")).to_be_visible()
    tab.page.wait_for_load_state("networkidle")
    text = sum(size for kind, size in wire if kind in ("Document", "Stylesheet", "Script"))
    everything = sum(size for _, size in wire) + frames[0]
    tab.close()
    assert 0 < text <= TEXT * KILO, wire
    assert everything <= EVERYTHING * KILO, (wire, frames)


def count(tab: Tab) -> tuple[list[tuple[str, int]], list[int]]:
    """Record the tab's future responses, by kind and bytes over the wire, and the sizes of its socket messages."""
    kinds: dict[str, str] = {}
    wire: list[tuple[str, int]] = []
    frames: list[int] = []
    devtools = tab.page.context.new_cdp_session(tab.page)

    def ended(event: dict[str, Any]) -> None:
        wire.append((kinds.get(event["requestId"], ""), int(event["encodedDataLength"])))

    devtools.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    devtools.on("Network.loadingFinished", ended)
    devtools.on("Network.webSocketFrameReceived", lambda event: frames.append(len(event["response"]["payloadData"])))
    devtools.send("Network.enable")
    return wire, frames
