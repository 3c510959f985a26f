"""A table in the window of a chat: a page of another site frames it, and a game is played there."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, choose, come_to, confirm
from tests.support.serving import SERVE, free_port, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@contextmanager
def chat(address: str) -> Iterator[str]:
    """Run a site whose page frames the address, and give the address of the page."""

    class Chat(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = f"<!doctype html><title>Chat</title><iframe src='{address}' width=1000 height=700></iframe>"
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None: ...

    site = ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{site.server_port}/"  # another site than 127.0.0.1
    finally:
        site.shutdown()
        site.server_close()


def test_a_table_is_opened_and_played_in_a_frame_of_another_site(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with chat(f"http://127.0.0.1:{port}/") as address:
        code = SERVE.replace("hold=0.05", f"hold=0.05, frames=('{address.rstrip('/')}',)")
        with serving(tmp_path, port=port, code=code) as server:
            page = browser.new_context(viewport=DESK, service_workers="block", reduced_motion="reduce").new_page()
            page.goto(address)
            frame = page.frame_locator("iframe")
            frame.get_by_label("Your name").fill("Ola")
            frame.get_by_role("button", name="Open a table").click()
            expect(frame.locator(".chair.mine")).to_contain_text("Ola")
            frame.locator("#deal").click()
            expect(frame.locator("#own-seat .my-card")).to_be_visible()
            expect(frame.locator("body")).to_have_attribute("data-link", "live")  # the socket has the cookies, too
            form = frame.locator(".my-turn form#answer-form")
            asked = form.locator("input[name=prompt]").get_attribute("value")
            for part in form.locator("[data-part]").all():
                come_to(form, part)
                choose(part)
            confirm(form)
            expect(frame.locator(f".my-turn #answer-form input[name=prompt][value='{asked}']")).to_have_count(0)
            # Who loads the frame again still has the seat, and it is theirs in this window alone.
            page.reload()
            expect(page.frame_locator("iframe").get_by_role("heading", name="Your tables")).to_be_visible()
            inside = page.frames[1]
            inside.locator(".back-to a").click()
            expect(inside.locator("#own-seat .my-card")).to_be_visible()
            page.goto(address)
            frame.get_by_label("Your name").fill("Bo")
            frame.get_by_role("button", name="Open a table").click()  # another one
            expect(frame.locator(".chair.mine")).to_contain_text("Bo")
            page.goto(server.url)
            expect(page.get_by_role("heading", name="Your tables")).to_have_count(0)
            page.context.close()


def test_a_site_that_is_not_named_cannot_frame_it(browser: Browser, tmp_path: Path) -> None:
    code = SERVE.replace("hold=0.05", "hold=0.05, frames=('https://chat.example',)")
    with serving(tmp_path, code=code) as server, chat(server.url) as address:
        page = browser.new_context(viewport=DESK).new_page()
        with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
            page.goto(address)
        page.context.close()
