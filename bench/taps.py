"""Latency from one player's tap to the change on another's screen: `python -m bench.taps [--updates N]`.

A server and two Chromiums at a table of ten. `--watching 8` opens the pages of the others too (bare sockets). One
player taps the button that sends the choice. The measured time ends when the other's browser has painted the change.
"""

import argparse
import sys
import tempfile
from contextlib import ExitStack
from os import getloadavg
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.plugins.chromium import QUIET_FLAGS, find_chromium
from tests.support.playing import DESK, PHONE, choose
from tests.support.serving import AskForm, Person, Server, serving

SEATS: Final = 10
GOAL: Final = 60.0
"""Milliseconds that 95 of 100 updates may take."""
MARKS: Final = """() => {
    const now = () => performance.timeOrigin + performance.now();
    window.marks = {};
    window.arm = () => { marks = { armed: true }; marks.done = new Promise((done) => { marks.paint = done; }); };
    addEventListener("click", (event) => { marks.tap = performance.timeOrigin + event.timeStamp; }, true);
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", () => { marks.message ??= now(); });
        }
    };
    addEventListener("DOMContentLoaded", () => {
        const watch = new MutationObserver(() => {
            if (!marks.armed || marks.changed) return;
            marks.changed = now();
            requestAnimationFrame(() => {
                marks.frame = now();
                const after = new MessageChannel();
                after.port1.onmessage = () => { marks.painted = now(); marks.paint(); };
                after.port2.postMessage(0);
            });
        });
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        watch.observe(document.querySelector("main"), all);
    });
}"""
"""Records the times of the tap, of a message, of the change of the page and of its painting."""

AFTER: Final = ("message", "changed", "frame", "painted")
IS_ASKED: Final = """sign => {
    const form = document.getElementById("answer-form");
    return form && !form.closest("details") && `${form.elements.prompt.value} ${form.elements.command.value}` === sign;
}"""
ANSWERED: Final = """() => {
    const last = performance.getEntriesByType("resource").filter((one) => one.name.endsWith("/choose")).at(-1);
    if (!last) return null;
    performance.clearResourceTimings();
    return [performance.timeOrigin + last.requestStart, performance.timeOrigin + last.responseEnd];
}"""


class Table:
    """A table of ten: two people with a browser, the others with forms."""

    def __init__(self, server: Server, stack: ExitStack, playwright: Any, chromium: str, watching: int) -> None:
        self.watching = watching
        self.people = [Person(server, "Person 0").open()]
        host = self.people[0]
        host.post(host.path, do="set-up", game="resistance", players=SEATS)
        for number in range(1, SEATS):
            self.people.append(Person(server, f"Person {number}", host.code).sit())
        host.start()
        self.lines: list[ClientConnection] = []
        self.game = 1
        self.tapping = self._page(stack, playwright, chromium, 0, PHONE)
        self.looking = self._page(stack, playwright, chromium, 1, DESK)
        self._watch()

    def _page(self, stack: ExitStack, playwright: Any, chromium: str, seat: int, size: Any) -> Page:
        browser: Browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET_FLAGS))
        stack.callback(browser.close)
        person = self.people[seat]
        context = browser.new_context(viewport=size, base_url=person.server.url)
        jar = person.client.cookies.jar
        context.add_cookies([{"name": one.name, "value": one.value or "", "url": person.server.url} for one in jar])
        context.add_init_script(f"({MARKS})()")
        page = context.new_page()
        page.goto(person.path)
        page.wait_for_selector("body[data-link=live]")
        return page

    def _watch(self) -> None:
        """Open the pages of the others."""
        for person in self.people[2 : 2 + self.watching]:
            line = person.line(page=f"game-{self.game}")
            self.lines.append(line)
            Thread(target=_drain, args=(line,), daemon=True).start()

    def next_tap(self) -> AskForm:
        """Let the others choose until the person with the browser is asked."""
        while True:
            for person in (self.people[0], *self.people[1:]):
                html = person.look()
                if 'id="end"' in html:
                    self._again()
                    break
                form = AskForm(html)
                if form.is_open and person is self.people[0]:
                    return form
                if form.is_open:
                    person.choose(form)

    def _again(self) -> None:
        self.people[0].post(self.people[0].path, do="again")
        self.game += 1
        for line in self.lines:
            line.close()
        self.lines.clear()
        self._watch()
        for page in (self.tapping, self.looking):
            page.wait_for_selector(f"body[data-socket*='game-{self.game}'][data-link=live]")


def _drain(line: ClientConnection) -> None:
    try:
        for _ in line:
            pass
    except ConnectionClosed:
        pass


def one_update(table: Table) -> dict[str, float]:
    """Make one tap, and return the times of its effects, in milliseconds after it."""
    form, page, other = table.next_tap(), table.tapping, table.looking
    sign = f"{form.hidden['prompt']} {form.hidden['command']}"
    page.wait_for_function(IS_ASKED, arg=sign)
    other.wait_for_function("version => document.body.dataset.version === version", arg=version_of(page))
    for part in page.locator("form#answer-form [data-part]").all():
        choose(part)
    other.wait_for_timeout(60)  # until then all earlier effects are over
    other.evaluate("() => arm()")
    page.locator("form#answer-form [data-confirm]").click()
    # The page must not be queried in the meantime, which would take time as well.
    seen = other.evaluate("() => marks.done.then(() => ({ ...marks, done: 0, paint: 0 }))")
    tap = page.evaluate("() => marks.tap")
    sent, answered = page.wait_for_function(ANSWERED).json_value()
    times = {"sent": sent, "answered": answered, **{name: seen[name] for name in AFTER}}
    return {name: at - tap for name, at in times.items()}


def version_of(page: Page) -> str:
    return str(page.evaluate("() => document.body.dataset.version"))


def percentile(values: list[float], part: float) -> float:
    """Return the value that this share of all values does not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--watching", type=int, default=0, help="number of others with an open page")
    given = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, ExitStack() as stack:
        table = Table(server, stack, stack.enter_context(sync_playwright()), chromium, given.watching)
        for _ in range(5):
            one_update(table)
        before = round(getloadavg()[0], 1)
        updates = [one_update(table) for _ in range(given.updates)]
    after = round(getloadavg()[0], 1)
    print(f"{len(updates)} updates, {SEATS} seats, load {before} to {after}; milliseconds after the tap, p50 and p95")
    for name in updates[0]:
        values = [update[name] for update in updates]
        print(f"  {name:10}{median(values):7.1f}{percentile(values, 0.95):7.1f}")
    slowest = percentile([update["painted"] for update in updates], 0.95)
    print(f"goal: p95 of painted at most {GOAL:.0f}; {'reached' if slowest <= GOAL else 'NOT reached'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
