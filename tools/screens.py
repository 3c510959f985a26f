"""Capture the pages in every state with a real Chromium: `python -m tools.screens [STATE...]`.

The states are the page fixtures of the tests, served with the content security policy of the real pages. Exits with 1
if a page is wider than its window, a script fails or the policy is violated.
"""

import argparse
import mimetypes
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import msgspec
from playwright.sync_api import Page as Tab
from playwright.sync_api import ViewportSize, sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from tests.support.fixtures import all_states
from tests.support.fixtures.models import draw_page
from tests.support.fixtures.played import played_states
from turncoat.web.http.headers import CONTENT_SECURITY_POLICY
from turncoat.web.http.page import Page
from turncoat.web.http.static_files import IMMUTABLE, STATIC
from turncoat.web.site.queries import queries_html

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "wide": {"width": 1280, "height": 800},
}
THEMES: Final = ("dark", "light")
STILL: Final = """() => document.body.getBoundingClientRect() && Promise.all([
    document.fonts.ready, ...document.getAnimations().map((one) => one.finished.catch(() => null)),
]).then(() => null)"""
"""Waits until web fonts are loaded and all animations have ended."""
HELD: Final = "card-held"
"""The only state that needs a pointer: a card held open."""


class Gallery(BaseHTTPRequestHandler):
    """Serves every state by name, those written by hand and those from whole games."""

    @classmethod
    def states(cls) -> dict[str, Page]:
        """Return the states written by hand."""
        return all_states()

    def do_GET(self) -> None:
        path, _, query = self.path.lstrip("/").partition("?")
        kind = mimetypes.guess_type(path)[0] or "text/html; charset=utf-8"
        body = b""
        state = played_states().get(path) if path.startswith("played-") else self.states().get(path)
        if state is not None:
            body = self.drawn(state, query.removeprefix("language=") or state.site.language).encode()
        elif path == "queries":
            body = queries_html(query.removeprefix("language=")).encode()
        elif path.startswith("static/") and (STATIC / path.removeprefix("static/")).is_file():
            body = (STATIC / path.removeprefix("static/")).read_bytes()
        self.send_response(200 if body else 404)
        self.send_header("content-type", "font/woff2" if path.endswith(".woff2") else kind)
        self.send_header("content-security-policy", CONTENT_SECURITY_POLICY)
        if path.startswith("static/"):
            self.send_header(
                "cache-control", IMMUTABLE
            )  # as the real server does, so the browser caches a page's forty files
        self.end_headers()
        self.wfile.write(body)

    def drawn(self, page: Page, language: str) -> str:
        """Render a state in a language."""
        site = msgspec.structs.replace(page.site, language=language)
        return draw_page(msgspec.structs.replace(page, site=site))

    def log_message(self, format: str, *args: object) -> None:
        """Suppress request logging."""


def listen(tab: Tab, wrong: list[str]) -> None:
    """Record script errors and policy violations."""
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)


def complaints(tab: Tab, name: str) -> list[str]:
    """Return the faults of the open page, if it is wider than the window."""
    extra = int(tab.evaluate("document.documentElement.scrollWidth - innerWidth"))
    return [f"{name}: {extra} px wider than the window"] if extra > 0 else []


def in_each_theme(tab: Tab, themes: Sequence[str]) -> Iterator[str]:
    """Yield each theme after switching the page to it and waiting for it to settle. Reduced motion speeds this up."""
    for theme in themes:
        tab.emulate_media(color_scheme="light" if theme == "light" else "dark", reduced_motion="reduce")
        tab.evaluate(STILL)
        yield theme


def photograph(names: list[str], out: Path, themes: Sequence[str]) -> list[str]:
    """Write `STATE-SIZE-THEME.png` for each state, and return the faults."""
    chromium = find_chromium()
    if chromium is None:
        return ["no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM"]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Gallery)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        for size, viewport in SIZES.items():
            context = browser.new_context(viewport=viewport, device_scale_factor=1, reduced_motion="reduce")
            tab = context.new_page()
            listen(tab, wrong)
            tab.route_web_socket(re.compile("/(live|updates)"), lambda socket: None)
            for name in names:
                tab.goto(f"http://127.0.0.1:{server.server_port}/{'ballot' if name == HELD else name}")
                if name == HELD:
                    tab.locator(".hold").dispatch_event("pointerdown")
                for theme in in_each_theme(tab, themes):
                    tab.screenshot(path=out / f"{name}-{size}-{theme}.png")
                wrong += complaints(tab, f"{name}, {size}")
            context.close()
        browser.close()
    server.shutdown()
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", nargs="*", help="names of states; defaults to all")
    parser.add_argument("--out", type=Path, default=Path("build/screens"))
    parser.add_argument("--only-dark", action="store_true")
    given = parser.parse_args()
    known = [*Gallery.states(), *played_states(), HELD]
    unknown = sorted(set(given.states) - set(known))
    if unknown:
        parser.error(f"no such state: {', '.join(unknown)}; there are {', '.join(known)}")
    wrong = photograph(given.states or known, given.out, THEMES[:1] if given.only_dark else THEMES)
    for line in wrong:
        print(f"screens: {line}", file=sys.stderr)
    print(f"screens: {len(list(given.out.glob('*.png')))} pictures in {given.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
