"""Photograph the shared screen in every state, as on a TV, a laptop and a tablet.

`python -m tools.shared_screens [STATE...]`

Exits with 1 when something of it does not fit on the screen, a script fails or the content security policy is broken.
"""

import argparse
import sys
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Final, cast

from playwright.sync_api import Page as Tab
from playwright.sync_api import ViewportSize, sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from tests.web.screen_fixtures import screen_states
from tools.screens import SETTLED, Gallery, listen
from turncoat.web.pages import Page

SIZES: Final[dict[str, ViewportSize]] = {
    "tv": {"width": 1920, "height": 1080},
    "laptop": {"width": 1280, "height": 720},
    "tablet": {"width": 1024, "height": 768},
}
HIDDEN: Final = """() => {
    const wrong = [];
    const extra = document.documentElement.scrollHeight - innerHeight;
    if (extra > 0) wrong.push(`${extra} px too high`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("too wide");
    const found = [...document.querySelectorAll("li.chair, .marks, .middle > :not(.hear), .strip, .news")];
    const boxes = found.map((one) => one.getBoundingClientRect());
    for (const [k, a] of boxes.entries()) for (const [j, b] of boxes.slice(0, k).entries()) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (Math.min(across, down) <= 8 || found[j].contains(found[k])) continue; // touching is no harm
        wrong.push(`${found[k].className} on ${found[j].className} by ${Math.round(across)} x ${Math.round(down)}`);
    }
    return wrong;
}"""
"""What does not fit, or lies on something else."""


class ScreenGallery(Gallery):
    """Serves every state of the shared screen."""

    states = cast(dict[str, Page], screen_states())


def complaints(tab: Tab, name: str) -> list[str]:
    """What is wrong with the screen that is open."""
    return [f"{name}: {wrong}" for wrong in tab.evaluate(HIDDEN)]


def photograph(names: list[str], out: Path, themes: tuple[str, ...], sizes: list[str]) -> list[str]:
    """Write `STATE-SIZE-THEME.png` for each; returns what was wrong."""
    chromium = find_chromium()
    if chromium is None:
        return ["no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM"]
    server = ThreadingHTTPServer(("127.0.0.1", 0), ScreenGallery)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        for size in sizes:
            for theme in themes:
                context = browser.new_context(
                    viewport=SIZES[size], color_scheme="light" if theme == "light" else "dark", device_scale_factor=1
                )
                tab = context.new_page()
                listen(tab, wrong)
                tab.route_web_socket("**/live**", lambda socket: None)
                for name in names:
                    tab.goto(f"http://127.0.0.1:{server.server_port}/{name}")
                    tab.evaluate("document.body.dataset.idle = 'true'")
                    tab.wait_for_timeout(SETTLED if "mission-" in name or "end" in name or "9999" in name else 350)
                    tab.screenshot(path=out / f"{name}-{size}-{theme}.png")
                    wrong += complaints(tab, f"{name}, {size}, {theme}")
                context.close()
        browser.close()
    server.shutdown()
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", nargs="*", help="names of states; all when none is given")
    parser.add_argument("--out", type=Path, default=Path("build/shared-screens"))
    parser.add_argument("--only-dark", action="store_true")
    parser.add_argument("--size", action="append", choices=list(SIZES))
    given = parser.parse_args()
    unknown = sorted(set(given.states) - set(ScreenGallery.states))
    if unknown:
        parser.error(f"no such state: {', '.join(unknown)}; there are {', '.join(ScreenGallery.states)}")
    names = given.states or list(ScreenGallery.states)
    themes = ("dark",) if given.only_dark else ("dark", "light")
    wrong = photograph(names, given.out, themes, given.size or list(SIZES))
    for line in wrong:
        print(f"shared screens: {line}", file=sys.stderr)
    print(f"shared screens: {len(list(given.out.glob('*.png')))} pictures in {given.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
