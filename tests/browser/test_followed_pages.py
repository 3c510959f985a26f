"""A page that has applied every message equals a fresh one, in a real browser, after its own morphing.

`tests/web/test_page_parts.py` compares the texts of parts for many viewers. Here the page's scripts assemble them, in
every game and language, with connections that break at any message. All parts declared for the page are compared,
including future ones.
"""

import contextlib
import re
from itertools import cycle
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, TimeoutError, WebSocketRoute

from tests.support.page_events import GAMES, Offline, some_room, things_that_happen
from tests.support.playing import DESK
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.http.identity import Visitor
from turncoat.web.table.chat import ChatCounts
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page import layout_of
from turncoat.web.updates.viewer import Outcome

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

DIFFERENCE = """([html, ids, left_out, added, marked]) => {
    const textsOf = (page) => ids.map((id) => {
        const part = page.getElementById(id)?.cloneNode(true);
        if (!part) return "";
        part.querySelectorAll(left_out).forEach((one) => one.remove());
        for (const one of [part, ...part.querySelectorAll("*")]) {
            const attributes = [...one.attributes].filter(({ name }) => !added.includes(name));
            for (const name of one.getAttributeNames()) one.removeAttribute(name);
            for (const { name, value } of attributes.sort((a, b) => (a.name < b.name ? -1 : 1))) {
                const words = value.split(/\\s+/).filter((word) => word && !marked.includes(word));
                if (name !== "class") one.setAttribute(name, value);
                else if (words.length) one.setAttribute(name, words.sort().join(" "));
            }
        }
        return part.outerHTML.replace(/\\s+/g, " ").replace(/> | </g, (end) => end.trim());
    });
    const shown = textsOf(document), fresh = textsOf(new DOMParser().parseFromString(html, "text/html"));
    for (const [k, text] of shown.entries()) {
        if (text === fresh[k]) continue;
        let at = 0;
        while (text[at] === fresh[k][at]) at++;
        return [ids[k], text.slice(at - 150, at + 250), fresh[k].slice(at - 150, at + 250)];
    }
    return null;
}"""
"""Returns the first difference from a fresh page: the part, its text, and the right text.

Changes that the page's scripts make on their own don't count: texts that they write are left out, as are attributes and
classes that they add.
"""
LEFT_OUT = "[data-padding], #turning, [data-chosen], [data-count], [data-next], .digits, .unread, #said, #dock-line"
WATCHES = 30
"""A seat number that no one has, for spectators."""
ADDED = [
    "aria-disabled",
    "aria-haspopup",
    "aria-selected",
    "data-first-new",
    "data-note",
    "hidden",
    "open",
    "required",
    "tabindex",
]
MARKED = ["held", "is-done", "is-later", "is-low", "is-open", "is-own", "names-me"]


class FollowedPage:
    """A visitor's page in a browser, whose connection may break. Room and viewer are in this process."""

    def __init__(self, page: Page, address: str, at: Room, seat: int, language: str) -> None:
        self.page, self.at, self.language = page, at, language
        self.visitor = Visitor(f"person-{seat}", f"Person {seat}")
        self.address = f"{address}t/{at.table.code}"
        self.socket: WebSocketRoute | None = None
        page.route(re.compile("/t/"), self._load)
        page.route_web_socket(re.compile("/updates"), self._connect)
        self.load()

    def fresh(self) -> OpenPage:
        return OpenPage(self.at, self.visitor, self.language, "http://table", "0" * 32, packs=True)

    def load(self) -> None:
        self.page.goto(self.address)
        self.page.wait_for_selector("body[data-link=live]")

    def _load(self, route: Route) -> None:
        if "show=turning" in route.request.url:  # the end page requests more, and gets nothing here
            route.fulfill(status=404)
            return
        route.fulfill(body=self.fresh().load(), content_type="text/html; charset=utf-8")

    def _connect(self, socket: WebSocketRoute) -> None:
        says = {name: values[0] for name, values in parse_qs(urlsplit(socket.url).query).items()}
        self.socket, self.viewer = socket, self.fresh()
        self.stage = self.viewer.page_key()
        self.viewer.claim(says.get("held", ""))
        chat = ChatCounts(*(int(says[name]) for name in ("chat", "channel", "watching")))
        self.viewer.catch_up(int(says["after"]), chat)
        self.update()

    def update(self) -> None:
        assert self.socket is not None
        self.socket.send(self.viewer.answer(Outcome()).decode())

    def reconnect(self) -> None:
        """Break the connection, and let the page reconnect at once."""
        socket, self.socket = self.socket, None
        assert socket is not None
        socket.close()
        self.page.wait_for_selector("body[data-link=lost]")
        self.page.evaluate("dispatchEvent(new Event('online'))")
        self.page.wait_for_selector("body[data-link=live]")

    def difference(self) -> list[str] | None:
        """Return the first difference from a fresh page, once the page had time to apply everything."""
        parts = layout_of(self.at, self.visitor.id).parts
        ids = [part.id for part in reversed(parts)]  # the enclosing one comes last
        asked = [self.fresh().load(), ids, LEFT_OUT, ADDED, MARKED]
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_function(f"(asked) => ({DIFFERENCE})(asked) === null", arg=asked, timeout=3000)
        found: list[str] | None = self.page.evaluate(DIFFERENCE, asked)
        return found


def follow(page: Page, address: str, game: str, seat: int, language: str, *, seed: str, steps: int) -> None:
    at, rng = some_room(game), Random(f"{game} {language} {seed}")
    happens = things_that_happen(at, rng)[:-2]  # during the deal, a page applies nothing else
    one = FollowedPage(page, address, at, seat, language)
    session = at.table.session
    assert session is not None
    for step in range(steps):
        rng.choice(happens)()
        while step > steps * 2 // 3 and session.result is None and at.table.session is session:
            happens[0]()  # to the end of the game
        if one.viewer.page_key() != one.stage:
            one.load()
        elif rng.random() < 0.2:
            one.reconnect()
        elif rng.random() < 0.7:
            one.update()
        else:
            continue  # the page gets it together with the next update
        found = one.difference()
        assert found is None, "\n".join(found)


def follow_all(
    browser: Browser,
    address: str,
    game: str,
    language: str,
    seed: str,
    steps: int,
    seats: tuple[int, ...] = (1, WATCHES),
) -> None:
    for seat in seats:
        page = browser.new_page(viewport=DESK)
        follow(page, address, game, seat, language, seed=seed, steps=steps)
        page.close()


@pytest.fixture(autouse=True)
def _no_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disables scenes, so that nothing is held back."""
    monkeypatch.setattr(Offline, "settings", ServerSettings(Path(), scenes=0))


@pytest.mark.parametrize(
    ("game", "language", "seat"),
    [
        pytest.param(game, language, seat, marks=pytest.mark.sweep if game == "hail-hydra" else ())
        for game, language, seat in zip(GAMES, cycle(["en", "pl"]), cycle([1, WATCHES]), strict=False)
    ],
)
def test_an_updated_page_in_a_browser_equals_a_fresh_one(
    browser: Browser, address: str, game: str, language: str, seat: int
) -> None:
    """Each game in one language, by a seat or a spectator, in turn. The sweep follows each in all, for longer."""
    follow_all(browser, address, game, language, "", steps=16, seats=(seat,))


@pytest.mark.sweep
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", GAMES)
def test_a_page_in_a_browser_equals_a_fresh_one_after_many_updates(
    browser: Browser, address: str, game: str, language: str
) -> None:
    for seed in ("one", "two"):
        follow_all(browser, address, game, language, seed, steps=120)
