"""Capture a game in progress for the README, as `docs/pictures/table.webp`: `python -m tools.picture`.

Starts a server and plays a scripted game up to a vote: Bo in a browser, everybody else over HTTP.
"""

import base64
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect, sync_playwright

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from tests.support.playing import DESK, Tab
from tests.support.recorded import PREPARED, Recorded
from tests.support.serving import serving
from tools.screens import in_each_theme

TARGET: Final = Path(__file__).parents[1] / "docs" / "pictures" / "table.webp"
QUALITY: Final = 88
BO: Final = 1
GAME: Final = """
format = 1
rules = "1"
game = "resistance"
players = 7

[deal]
first = 0
roles = ["resistance", "resistance", "spy", "resistance", "spy", "resistance", "spy"]

--- choices
0 name-team team=0,1
0,1,2,3,5 cast-ballot approve
4,6 cast-ballot reject
0,1 play-card success
1 name-team team=0,1,3
0,1,3 cast-ballot approve
2,4,5,6 cast-ballot reject
2 name-team team=0,2,3
0,2,3,5,6 cast-ballot approve
1,4 cast-ballot reject
0,3 play-card success
2 play-card fail
3 name-team team=1,3,5
0,1,3,5,6 cast-ballot approve
2,4 cast-ballot reject
1,3,5 play-card success
4 name-team team=1,4,5,6
4,5,6 cast-ballot approve
0,1,2,3 cast-ballot reject
5 name-team team=0,1,4,5
0,2,5,6 cast-ballot approve
"""
SAID: Final = ((0, "It was Cyd or Dan, not me."), (2, "Bo picked Dan first!"), (5, "Ada and Bo were fine."))


def choices_one_by_one(text: str) -> str:
    """Expand lines that several seats share above, since a record has one line per choice."""
    head, mark, choices = text.partition("--- choices\n")
    lines = [line.partition(" ") for line in choices.splitlines()]
    return head + mark + "".join(f"{seat} {what}\n" for seats, _, what in lines for seat in seats.split(","))


def picture(page: Page) -> bytes:
    """Capture the window as WebP, a third of the size of a PNG. Playwright's own API does not support it."""
    devtools = page.context.new_cdp_session(page)
    taken = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


def main() -> int:
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM", file=sys.stderr)
        return 2
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), code=PREPARED) as server,
        ExitStack() as here,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        tab = Tab(browser, server.url, DESK)
        game = Recorded(tab, server, choices_one_by_one(GAME), BO)
        game.go_on()
        game.open()
        for person in game.people:
            here.enter_context(person.line())
        expect(tab.page.get_by_text("Away")).to_have_count(0)
        for seat, words in SAID:
            game.people[seat].post(game.path, do="say", channel="", command=f"say{seat}", text=words)
        expect(tab.page.locator("#chat-log-lines > li").last).to_contain_text(SAID[-1][1])
        for _ in in_each_theme(tab.page, ["dark"]):
            TARGET.write_bytes(picture(tab.page))
        browser.close()
    print(f"picture: {TARGET}, {TARGET.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
