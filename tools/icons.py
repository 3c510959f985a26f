"""Draw the icons of the installed page from the favicon: `python -m tools.icons`, when the drawing changes."""

import re
import sys
from typing import Final

from playwright.sync_api import sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from turncoat.web.http.static_files import STATIC

ICONS: Final = {"any-192": (192, 1.0), "any-512": (512, 1.0), "maskable-512": (512, 0.74), "apple-180": (180, 0.8)}
"""Size in pixels, and the share of the drawing: systems cut icons to circles, so the ground reaches the edge."""
GROUND: Final = "#10191b"


def drawing(size: int, part: float) -> str:
    """The favicon at a size. When it is smaller than the whole picture, its ground has no round corners."""
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (STATIC / "favicon.svg").read_text("utf-8"))
    if part < 1:
        inner = inner.replace('rx="6" ', "")
        at = 16 * (1 - part)
        ground = f'<rect width="32" height="32" fill="{GROUND}"/>'
        inner = f'{ground}<g transform="translate({at} {at}) scale({part})">{inner}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}" height="{size}">{inner}</svg>'


def main() -> int:
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        for name, (size, part) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing(size, part)}")
            page.screenshot(path=STATIC / f"icons/{name}.png", omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
