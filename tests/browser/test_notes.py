"""Notes and marks in real browsers: saved at once, on no other screen, and intact after a reload and a restart."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import PHONE, assert_accessible, open_game, sit_together, tab_of
from tests.support.serving import serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.mark.sweep
def test_notes_are_saved_and_visible_to_nobody_else(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, 3600) as server:  # no bot moves on
        host, guest = sit_together(server, "Ola", "Jan")
        host.start()
        ola, jan = tab_of(browser, host, PHONE), tab_of(browser, guest)
        sent: list[str] = []
        jan.page.on("websocket", lambda line: line.on("framereceived", lambda frame: sent.append(str(frame))))
        open_game((ola, host), (jan, guest))
        expect(jan.page.locator(".seat.person:not(.away, .gone)")).to_have_count(2)
        # This message follows everything that was on its way to Jan.
        ola.page.get_by_role("tab", name="Talk").click()
        ola.page.locator("#chat-form-table-text").fill("Now.")
        ola.page.keyboard.press("Enter")
        expect(jan.page.locator("#chat-log li")).to_have_text("Ola: Now.")
        expect(ola.page.locator("#chat-log li")).to_have_text("Ola: Now.")
        ola.page.get_by_role("tab", name="Notes").click()
        count = len(sent)
        ola.page.locator("#mark-1-doubt").check()
        expect(ola.page.locator("#seat-1 .own-mark .is-doubt")).to_be_visible()
        # By keyboard, while typing continues during the first note's saving.
        ola.page.locator("#note-1").focus()
        ola.page.keyboard.type("Voted no twice")
        ola.page.keyboard.press("Tab")
        ola.page.keyboard.press("ArrowRight")
        expect(ola.page.locator("#seat-2 .own-mark .is-trust")).to_be_visible()
        with ola.page.expect_response(lambda answer: answer.request.method == "POST"):
            ola.page.locator("#notes-text").fill("Two\nlines")
            ola.page.locator("#notes-text").blur()
        expect(ola.page.locator("form[aria-busy]")).to_have_count(0)
        assert_accessible(ola.page)
        expect(jan.page.locator(".own-mark b:visible")).to_have_count(0)
        assert len(sent) == count
        server.kill()
    with serving(tmp_path, 3600, server.port):
        for tab in (ola, jan):
            tab.page.reload()
            tab.is_live()
        ola.page.get_by_role("tab", name="Notes").click()
        expect(ola.page.locator("#note-1")).to_have_value("Voted no twice")
        expect(ola.page.locator("#notes-text")).to_have_value("Two\nlines")
        expect(ola.page.locator("#seat-1 .own-mark .is-doubt")).to_be_visible()
        expect(ola.page.locator("#seat-2 .own-mark .is-trust")).to_be_visible()
        assert "Voted no" not in jan.page.content()
        assert "Voted no" not in "".join(sent)
        for tab in (ola, jan):
            tab.close()
