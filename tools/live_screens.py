"""Capture a real game in every language, theme and size, in colour and greyscale: `python -m tools.live_screens`.

Starts a server and plays against bots, and captures each state the first time that it occurs. The pictures go to
`build/screens/live/`, with an `index.html` that shows them side by side.
"""

import argparse
import html
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from tests.support.playing import WHAT_NEXT, Tab
from tests.support.recorded import post
from tests.support.serving import Server, serving
from tools.screens import THEMES, in_each_theme
from turncoat.web.http.languages import languages

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "wide": {"width": 1280, "height": 800},
}
SCREEN: Final[ViewportSize] = {"width": 1920, "height": 1080}
GREY: Final = "achromatopsia"
PLAIN_PAGES: Final = {"start": "/", "rules": "/rules/resistance", "nobody": "/t/BCDF", "offline": "/offline"}
REPLAYED: Final = "resistance"
"""The game whose replay is captured."""
GAMES: Final = {"resistance": 7, "winter-soldier": 8, "hail-hydra": 6, "round-table": 7}


class Camera:
    """Captures a page in all sizes and themes, and in greyscale."""

    def __init__(self, out: Path, language: str) -> None:
        self.out, self.language = out, language
        self.wrong: list[str] = []

    def take(self, page: Page, state: str, sizes: dict[str, ViewportSize] | None = None) -> None:
        devtools = page.context.new_cdp_session(page)
        for size, viewport in (sizes or SIZES).items():
            page.set_viewport_size(viewport)
            page.evaluate("scrollTo(0, 0)")
            for theme in in_each_theme(page, THEMES):
                page.screenshot(path=self.out / f"{state}-{size}-{self.language}-{theme}.png")
            devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": GREY})
            page.screenshot(path=self.out / f"{state}-{size}-{self.language}-light-grey.png")
            devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
            extra = int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            if extra > 0:
                self.wrong.append(f"{state}, {size}, {self.language}: {extra} px wider than the window")
        devtools.detach()


def one_language(browser: Browser, server: Server, camera: Camera, games: dict[str, int]) -> None:
    """Capture every state in one language. Bots answer without pauses or thinking time."""
    host = Tab(browser, server.url, SIZES["phone"])
    url = server.url
    host.page.context.add_cookies([{"name": "language", "value": camera.language, "url": url}])
    for state, path in PLAIN_PAGES.items():
        host.page.goto(f"{path}?language={camera.language}" if state == "offline" else path)
        camera.take(host.page, state)
    code = host.open_table("Ola")
    camera.take(host.page, "setup")
    post(
        host, f"/t/{code}", {"do": "change-settings", "talk_time": "0", "ability_time": "0"}
    )  # taking pictures is slow
    host.menu()
    camera.take(host.page, "menu")
    host.menu("people", "me")
    camera.take(host.page, "menu-open")
    host.page.keyboard.press("Escape")
    screen = Tab(browser, server.url, SCREEN)
    screen.page.context.add_cookies([{"name": "language", "value": camera.language, "url": url}])
    screen.page.goto(f"{host.page.url}/screen")
    camera.take(screen.page, "screen-setup", {"screen": SCREEN})
    for game, players in games.items():
        host.page.locator(f"#game-{game}").check()
        host.page.locator(f"#players-{players}").check()
        host.page.wait_for_function(f"() => document.querySelectorAll('.chair').length === {players}")
        host.page.locator("#start button").click()
        host.page.wait_for_selector("#own-seat")
        for state in play(host):
            camera.take(host.page, f"{game}-{state}")
            if state in ("cast-ballot", "play-card", "end"):
                camera.take(screen.page, f"{game}-{state}", {"screen": SCREEN})
        if game == REPLAYED:
            watched_again(host, camera)
        host.page.locator(".end-actions button[value=reopen]").click()
        host.page.wait_for_selector("#choose")
    for tab in (host, screen):
        camera.wrong += [
            complaint for complaint in tab.complaints if "404" not in complaint
        ]  # expected on a page of a missing table
        tab.page.context.close()


def watched_again(host: Tab, camera: Camera) -> None:
    """Capture the statistics, the replay (public, as a seat, and open), and the page of its share link."""
    page = host.page
    table = page.url
    page.goto(f"{table}/games")
    with page.expect_navigation():
        page.locator("button[value=share-game]").first.click()
    camera.take(page, "evening")
    door = str(page.locator(".share-link").first.get_attribute("href"))
    page.goto(door)
    camera.take(page, "replay-door")
    for side, name in (("", "public"), ("0", "seat"), ("open", "open")):
        page.goto(f"{table}/games/1?at=9{f'&as={side}' if side else ''}")
        camera.take(page, f"replay-{name}")
    page.goto("/replay")
    camera.take(page, "replay-record")
    page.goto(table)
    host.is_live()


def play(host: Tab) -> Iterator[str]:
    """Play to the end and yield the name of each new state."""
    seen: set[str] = set()
    host.last = ""
    while True:
        asked = str(host.page.wait_for_function(WHAT_NEXT, arg=host.last, timeout=60_000).json_value())
        if asked == "over":
            yield "end"
            return
        kinds = host.page.locator("form#answer-form [data-part]").all()
        kind = "-".join(str(part.get_attribute("data-part")) for part in kinds) or "go-on"
        look = host.page.locator("form#answer-form :is(.part, [data-confirm])").first.get_attribute("class") or ""
        state = {"is-ballot": "cast-ballot", "cards-part": "play-card", "seats-part": "team"}.get(
            next((one for one in look.split() if one in ("is-ballot", "cards-part", "seats-part")), ""), kind
        )
        if state not in seen:
            seen.add(state)
            yield state
            if state == "team":
                host.page.locator(".keep-label").click()
                yield "card"
                host.page.locator(".keep-label").click()
                host.page.keyboard.press("?")
                yield "keys"
                host.page.keyboard.press("Escape")
        host.page.set_viewport_size(SIZES["phone"])
        if not host.insist():
            yield "end"
            return


def index(out: Path) -> None:
    """Write a page with all pictures, one row per state."""
    names = sorted(path.name for path in out.glob("*.png"))
    rows: dict[str, list[str]] = {}
    for name in names:
        state = name
        for size in (*SIZES, "screen", "tv", "laptop", "tablet"):
            state = state.split(f"-{size}-")[0]
        rows.setdefault(state, []).append(name)
    parts = [
        "<!doctype html><meta charset=utf-8><title>Screens</title><style>body{font:14px sans-serif;background:#888}"
    ]
    parts.append("div{display:flex;flex-wrap:wrap;gap:8px;align-items:start}img{height:420px}</style>")
    for state, pictures in rows.items():
        parts.append(f"<h2>{html.escape(state)}</h2><div>")
        parts += [f'<a href="{one}"><img loading=lazy src="{one}" alt="{one}" title="{one}"></a>' for one in pictures]
        parts.append("</div>")
    (out / "index.html").write_text("\n".join(parts), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help=f"of {', '.join(GAMES)}; defaults to all")
    parser.add_argument("--out", type=Path, default=Path("build/screens/live"))
    given = parser.parse_args()
    games = {name: count for name, count in GAMES.items() if not given.games or name in given.games}
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM", file=sys.stderr)
        return 2
    given.out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        for language in languages():
            camera = Camera(given.out, language.code)
            one_language(browser, server, camera, games)
            wrong += camera.wrong
        browser.close()
    index(given.out)
    index(given.out.parent)
    for line in wrong:
        print(f"live screens: {line}", file=sys.stderr)
    print(f"live screens: {len(list(given.out.glob('*.png')))} pictures; see {given.out / 'index.html'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
