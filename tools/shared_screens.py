"""Capture the shared screen in every state, as on a TV, a laptop and a tablet.

`python -m tools.shared_screens [STATE...]`

Exits with 1 if something does not fit on the screen, a script fails or the content security policy is violated.
"""

import argparse
import re
import sys
import threading
from collections.abc import Sequence
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Final, cast

from playwright.sync_api import Page as Tab
from playwright.sync_api import ViewportSize, sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from tests.support.fixtures.screens import screen_states
from tools.screens import STILL, THEMES, Gallery, in_each_theme, listen
from turncoat.web.http.page import Page

SIZES: Final[dict[str, ViewportSize]] = {
    "tv": {"width": 1920, "height": 1080},
    "laptop": {"width": 1280, "height": 720},
    "tablet": {"width": 1024, "height": 768},
}
HIDDEN: Final = """() => {
    const wrong = [];
    // Rounding, and what is turned a little, is no harm.
    const slack = parseFloat(getComputedStyle(document.documentElement).fontSize) / 5;
    const extra = document.documentElement.scrollHeight - innerHeight;
    if (extra > 0) wrong.push(`${extra} px too high`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("too wide");
    const name = (one) => one.id || one.getAttribute("class") || one.tagName;
    const seen = ":not(.visually-hidden)";
    const places = `.strip, .chair, .middle > ${seen}, .ending > ${seen}, .news`;
    const found = [...document.querySelectorAll(places)];
    const boxes = found.map((one) => one.getBoundingClientRect());
    for (const [k, a] of boxes.entries()) for (const [j, b] of boxes.slice(0, k).entries()) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const by = `${Math.round(across)} x ${Math.round(down)}`;
        if (Math.min(across, down) > slack) wrong.push(`${name(found[k])} on ${name(found[j])} by ${by}`);
    }
    // What lies on a place stays on it, and what lies in the middle stays there; so at the end.
    const inside = `.chair > *, .plate > *, .marks > *, :is(.middle, .ending) > ${seen}, .stage > *, .hydra > ${seen}`;
    for (const one of document.querySelectorAll(inside)) {
        const home = one.parentElement.closest(".chair, .middle, .ending");
        const a = one.getBoundingClientRect(), b = home.getBoundingClientRect();
        const over = a.width && Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
        if (over > slack) wrong.push(`${name(one)} beyond ${name(home)} by ${Math.round(over)}`);
    }
    // Names and roles may end in an ellipsis; numbers, cards and tracks may not be cut.
    const whole = ".stage-cards, .attack, .foe-numbers, .city-strip p, .marks, .vote-track, .ticket, .role-words";
    for (const one of document.querySelectorAll(whole)) {
        const high = one.matches(".ticket") ? 0 : one.scrollHeight - one.clientHeight;
        const over = Math.max(one.scrollWidth - one.clientWidth, high);
        if (over > slack && getComputedStyle(one).display !== "inline") wrong.push(`${name(one)} is cut by ${over}`);
    }
    return wrong;
}"""
"""Finds elements that do not fit or that overlap."""
WIDER: Final[dict[str, str]] = {
    "wider letters": "* { letter-spacing: .06em !important }",
    "another font": "* { font-family: sans-serif !important }",
    "": "",
}
"""Text as other machines render it: about 15% wider, then in a font without narrow letters, and last unchanged.
Switching makes Chromium lay out the page again before each check. Until then it may keep the size that an animation
gave an element."""
DRAW: Final = "css => { const s = new CSSStyleSheet(); s.replaceSync(css); document.adoptedStyleSheets = [s]; }"


class ScreenGallery(Gallery):
    """Serves every state of the shared screen."""

    @classmethod
    def states(cls) -> dict[str, Page]:
        return cast(dict[str, Page], screen_states())


def complaints(tab: Tab, name: str) -> list[str]:
    """Return the faults of the open screen, in any of the fonts."""
    wrong: list[str] = []
    tab.evaluate(STILL)
    for letters, css in WIDER.items():
        tab.evaluate(DRAW, css)
        wrong += [f"{name}{', ' if letters else ''}{letters}: {one}" for one in tab.evaluate(HIDDEN)]
    return wrong


def photograph(names: list[str], out: Path, themes: Sequence[str], sizes: list[str]) -> list[str]:
    """Write `STATE-SIZE-THEME.png` for each state, and return the faults."""
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
            context = browser.new_context(viewport=SIZES[size], device_scale_factor=1, reduced_motion="reduce")
            tab = context.new_page()
            listen(tab, wrong)
            tab.route_web_socket(re.compile("/(live|updates)"), lambda socket: None)
            for name in names:
                tab.goto(f"http://127.0.0.1:{server.server_port}/{name}")
                tab.evaluate("document.body.dataset.idle = 'true'")
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
    parser.add_argument("--out", type=Path, default=Path("build/shared-screens"))
    parser.add_argument("--only-dark", action="store_true")
    parser.add_argument("--size", action="append", choices=list(SIZES))
    given = parser.parse_args()
    unknown = sorted(set(given.states) - set(ScreenGallery.states()))
    if unknown:
        parser.error(f"no such state: {', '.join(unknown)}; there are {', '.join(ScreenGallery.states())}")
    names = given.states or list(ScreenGallery.states())
    themes = THEMES[:1] if given.only_dark else THEMES
    wrong = photograph(names, given.out, themes, given.size or list(SIZES))
    for line in wrong:
        print(f"shared screens: {line}", file=sys.stderr)
    print(f"shared screens: {len(list(given.out.glob('*.png')))} pictures in {given.out}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
