"""Draw the app icons from the favicon, and the link preview from the games' covers.

Run `python -m tools.icons` when a drawing changes.
"""

import re
import sys
from typing import Final

from playwright.sync_api import sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from turncoat.web.http.static_files import STATIC

ICONS: Final = {"any-192": (192, 1.0), "any-512": (512, 1.0), "maskable-512": (512, 0.74), "apple-180": (180, 0.8)}
"""Size in pixels, and the drawing's share of it. Systems crop icons to circles, so the background fills the square."""
GROUND: Final = "#10191b"


def drawing(size: int, part: float) -> str:
    """Return the favicon at a size. If scaled down, its background has square corners and fills the icon."""
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (STATIC / "favicon.svg").read_text("utf-8"))
    if part < 1:
        inner = inner.replace('rx="6" ', "")
        at = 16 * (1 - part)
        ground = f'<rect width="32" height="32" fill="{GROUND}"/>'
        inner = f'{ground}<g transform="translate({at} {at}) scale({part})">{inner}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}" height="{size}">{inner}</svg>'


PREVIEW: Final = (1200, 630)
"""Size in which messengers show link previews."""
COVERS: Final = ("winter-soldier", "resistance", "hail-hydra")
"""Covers on the preview. The middle one is on top."""


def preview() -> str:
    """Return the picture for link previews: three posters, and no text from any table."""
    width, height = PREVIEW
    cards = []
    for name, at, turn, size in zip(COVERS, (110, 400, 690), (-8, 0, 8), (400, 470, 400), strict=True):
        inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (STATIC / f"games/{name}/cover.svg").read_text("utf-8").strip())
        wide = size * 0.8
        left, top = at + 200 - wide / 2, (height - size) / 2
        cards.append(
            f'<g transform="rotate({turn} {at + 200} {height})"><clipPath id="c-{name}">'
            f'<rect x="{left}" y="{top}" width="{wide}" height="{size}" rx="22"/></clipPath>'
            f'<rect x="{left - 7}" y="{top - 7}" width="{wide + 14}" height="{size + 14}" rx="28" fill="#f2e8d0"/>'
            f'<g clip-path="url(#c-{name})"><svg x="{left}" y="{top}" width="{wide}" height="{size}" '
            f'viewBox="0 0 240 300">{inner}</svg></g></g>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<path d="M0 0h{width}v{height}H0z" fill="#0e1517"/>'
        f'<ellipse cx="600" cy="640" rx="760" ry="360" fill="#1c3733"/>{cards[0]}{cards[2]}{cards[1]}</svg>'
    )


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
        width, height = PREVIEW
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{preview()}")
        page.screenshot(path=STATIC / "preview.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
