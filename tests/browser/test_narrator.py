"""The narrator in a Chromium: with the device's voice, with the server's, as text alone, and by keyboard alone."""

import os
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import turncoat.games  # noqa: F401 - registers the games whose scripts are read
from tests.support.accessible import axe_faults
from tests.support.playing import DESK, PHONE, Tab, close
from tests.support.serving import Server, serving
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.rulesets import Ruleset
from turncoat.web.http.languages import translator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

DEVICE = """
window.spoken = [];
const english = { lang: "en-GB", name: "English", localService: true };
const polish = { lang: "pl_PL", name: "Polski", localService: true };
class SpeechSynthesisUtterance { constructor(text) { this.text = text; } }
const speechSynthesis = {
    now: null,
    getVoices: () => [english, polish],
    speak(said) { spoken.push([said.text, said.voice.name, said.rate, said.volume]); this.now = said; },
    cancel() { const said = this.now; this.now = null; said?.onerror?.(new Event("error")); },
    finish() { const said = this.now; this.now = null; said?.onend?.(new Event("end")); },
};
Object.defineProperty(window, "SpeechSynthesisUtterance", { value: SpeechSynthesisUtterance });
Object.defineProperty(window, "speechSynthesis", { value: speechSynthesis });
"""
"""A device with a voice, which records each line and ends it when the test says so."""
SPEAKER = """#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = -w ] && file=$2; shift; done
cat > /dev/null; cp "$(dirname "$0")/short.wav" "$file"
"""
"""A stand-in for espeak-ng, with a short sound for every text."""


@pytest.fixture(scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a voice, whether espeak-ng is installed or not."""
    folder = tmp_path_factory.mktemp("programs")
    with wave.open(str(folder / "short.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", "not compressed"))
        sound.writeframes(b"\0\0" * 1600)
    (folder / "espeak-ng").write_text(SPEAKER)
    (folder / "espeak-ng").chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        with serving(tmp_path_factory.mktemp("data")) as running:
            yield running


def stand_still(page: Page, path: str) -> None:
    """Open a page whose clock stands still until the test moves it."""
    page.clock.install(time=0)
    page.goto(path)
    page.clock.pause_at(3600)


def silence(page: Page, milliseconds: int) -> None:
    """Let time pass, once every pending event has been handled."""
    page.evaluate("() => new Promise((done) => { queueMicrotask(done); })")
    page.clock.run_for(milliseconds)


def spoken(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("spoken")
    return found


def accessible(page: Page) -> None:
    """Check that axe finds no violation. It needs time to pass, so nothing is being read meanwhile."""
    page.clock.resume()
    found = axe_faults(page)
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.sweep), "pl"])
def test_the_device_reads_every_line_with_its_pause(browser: Browser, server: Server, language: str) -> None:
    tab = Tab(browser, server.url, PHONE, locale=language)
    page = tab.page
    page.add_init_script(DEVICE)
    stand_still(page, "/narrator?game=resistance&players=8&module=hunter&module=coordinator")
    script = reveal_script(Ruleset.of("resistance", 8, ("hunter", "coordinator")))
    page.locator("#read").click()
    for number, line in enumerate(script):
        text = translator(language)(line.text)
        expect(page.locator("#reader-line")).to_have_text(text)
        expect(page.locator("#script [aria-current]")).to_contain_text(text)
        page.wait_for_function("count => spoken.length === count", arg=number + 1)
        assert spoken(page)[-1] == [text, "English" if language == "en" else "Polski", 1, 1]
        page.evaluate("speechSynthesis.finish()")
        if line.pause:
            silence(page, int(line.pause * 1000) - 100)
            assert len(spoken(page)) == number + 1, "the silence is kept"
            page.clock.run_for(200)
    expect(page.locator("#reader-play")).to_have_text("Again" if language == "en" else translator("pl")("Again"))
    assert len(spoken(page)) == len(script)
    assert tab.complaints == []
    close(page)


@pytest.mark.sweep
def test_keys_navigate_the_script_and_settings_are_remembered(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, DESK, locale="en")
    page = tab.page
    page.add_init_script(DEVICE)
    stand_still(page, "/narrator")
    accessible(page)
    # Choosing by keyboard alone updates the script at once, and the focus stays.
    page.locator("#players-5").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(server.url + "/narrator?game=resistance&players=6")
    expect(page.locator("#players-6")).to_be_focused()
    page.locator("#module-hunter").focus()
    page.keyboard.press("Space")
    expect(page.locator("#script > li")).to_have_count(5)
    expect(page.locator("#module-hunter")).to_be_focused()
    page.locator("#read").focus()
    page.keyboard.press("Enter")
    line, script = page.locator("#reader-line"), reveal_script(Ruleset.of("resistance", 6, ("hunter",)))
    expect(line).to_have_text(script[0].text)
    expect(page.locator("#reader-play")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#reader-play")).to_have_text("Play")
    accessible(page)
    silence(page, 60_000)
    assert len(spoken(page)) == 1, "it is stopped"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(line).to_have_text(script[1].text)
    expect(page.locator("#reader-say")).to_have_text(script[1].text)
    page.locator(".tuning summary").click()
    page.locator("#tune-speed").fill("1.4")
    page.locator("#tune-volume").fill("0.5")
    page.locator("#tune-pauses").fill("2")
    accessible(page)
    page.locator("#reader-play").click()
    page.wait_for_function("() => spoken.length === 2")
    assert spoken(page)[1] == [script[1].text, "English", 1.4, 0.5]
    page.evaluate("speechSynthesis.finish()")
    silence(page, int(script[1].pause * 2000) - 100)
    assert len(spoken(page)) == 2, "twice the silence"
    page.clock.run_for(200)
    page.wait_for_function("() => spoken.length === 3")
    page.keyboard.press("Escape")
    expect(page.locator("#reader")).to_be_hidden()
    expect(page.locator("#read")).to_be_focused()
    page.reload()
    expect(page.locator("#script > li")).to_have_count(5)  # the address holds the choices
    assert page.locator("#tune-speed").input_value() == "1.4"
    assert tab.complaints == []
    close(page)


@pytest.mark.sweep
def test_a_device_without_a_voice_uses_the_servers(browser: Browser, speaking: Server) -> None:
    tab = Tab(browser, speaking.url, PHONE, locale="en")
    page = tab.page
    page.goto("/narrator?game=hail-hydra&players=5")
    heard: list[str] = []
    page.on("response", lambda answer: heard.append(answer.url) if "line.wav" in answer.url else None)
    page.wait_for_function("() => document.querySelectorAll('#tune-voice option').length === 2")
    page.locator(".script-part #read").click()
    page.locator("#tune-pauses").evaluate("input => { input.value = '0.5'; }")
    lines = reveal_script(Ruleset.of("hail-hydra", 5))
    expect(page.locator("#reader-line")).to_have_text(lines[-1].text, timeout=90_000)
    expect(page.locator("#reader-play")).to_have_text("Again", timeout=90_000)
    assert len(heard) == len(set(heard)) == len(lines)
    assert len(list((speaking.data / "voice").iterdir())) == len(lines)
    assert tab.complaints == []
    close(page)


@pytest.mark.sweep
def test_without_any_voice_the_text_advances_by_itself(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with serving(tmp_path / "data") as mute:
        tab = Tab(browser, mute.url, PHONE, locale="en")
        page = tab.page
        stand_still(page, "/narrator?game=winter-soldier&players=5")
        expect(page.locator("#tune-voice option")).to_have_count(1)
        lines = reveal_script(Ruleset.of("winter-soldier", 5))
        page.locator("#read").click()
        for line in lines:
            expect(page.locator("#reader-line")).to_have_text(line.text)
            expect(page.locator("#reader-say")).to_have_text(line.text)  # for screen readers
            silence(page, len(line.text) * 60 + 20)
            silence(page, int(line.pause * 1000) + 20)
        expect(page.locator("#reader-play")).to_have_text("Again")
        assert tab.complaints == []
        close(page)


@pytest.mark.sweep
def test_without_scripts_the_narration_can_be_read(browser: Browser, server: Server) -> None:
    tab = Tab(browser, server.url, PHONE, locale="en", java_script_enabled=False)
    page = tab.page
    page.goto("/narrator")
    page.get_by_label("Blind Spies").check()
    page.get_by_label("Hunter").check()
    page.locator("#players-8").check()
    page.get_by_role("button", name="Show this script").click()
    expect(page.locator("#script > li")).to_have_count(4)
    expect(page.locator("#read")).to_be_hidden()
    close(page)
