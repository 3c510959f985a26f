"""Public moments of Hail Hydra: HAIL HYDRA covers every screen, and all votes appear at once."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.support.announcements import announcements, listen, of_region
from tests.support.open_page import unpacked
from tests.support.playing import DESK, PHONE, Tab
from tests.support.recorded import Recorded
from tests.support.serving import Server
from turncoat.games.hail_hydra.events import CityDamaged, VillainDamaged
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.records import choice_of, parse_record

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
RECORDS = Path(__file__).parents[1] / "games" / "hail_hydra" / "records"

BEGUN: Final = """
window.hails = [];
addEventListener("animationstart", ({ animationName, target }) => {
    if (animationName === "hail-stay") hails.push(target.id);
});
"""
"""Records each time that HAIL HYDRA begins to fill the screen."""
AT: Final = """part => {
    const hail = document.querySelector(".hail"), moving = hail.querySelector(".icon").getAnimations().length > 0;
    const staying = hail.getAnimations().find((one) => one.animationName === "hail-stay");
    const { duration, iterations } = staying.effect.getComputedTiming();
    staying.pause();
    staying.currentTime = duration * part;
    const style = getComputedStyle(hail), seen = style.visibility === "visible" && style.opacity === "1";
    const parts = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98], points = parts.flatMap((x) => parts.map((y) => [x, y]));
    const at = ([x, y]) => document.elementFromPoint(x * innerWidth, y * innerHeight);
    const in_the_way = points.some((point) => hail.contains(at(point)));
    hail.style.pointerEvents = "auto"; // as if it were in the way: what is not it lies over it
    const over = points.map(at).filter((one) => !hail.contains(one)).map((one) => one.outerHTML.slice(0, 80));
    hail.style.pointerEvents = "";
    return { seen, over, duration, iterations, moving, in_the_way, text: hail.innerText };
}"""
"""Returns its visible state after this share of its duration."""
CALLED: Final = """times => {
    return heard.filter(([region, text]) => region === "turn" && text.includes("HAIL HYDRA")).length >= times;
}"""


def take_down(tab: Tab, came: list[str]) -> None:
    """Record every message that the tab receives from now on."""
    tab.page.on("websocket", lambda line: line.on("framereceived", lambda data: came.append(in_full(data))))


def in_full(message: str | bytes) -> str:
    """Return a message with its pieces unpacked. Anything else on the socket is returned unchanged."""
    return json.dumps(unpacked(message)) if message[:1] in ("{", b"{") else str(message)


def text_of(name: str) -> str:
    return (RECORDS / f"{name}.txt").read_text("utf-8")


def numbers_of(text: str, to: str) -> Sequence[int]:
    """Return the numbers of the choices in a record that answer this."""
    return [number for number, move in enumerate(parse_record(text).moves) if move.to == to]


@pytest.fixture
def looking(browser: Browser, prepared: Server, tabs: list[Tab]) -> Sequence[Tab]:
    """A player at a desktop, a spectator with a phone, and the shared screen with reduced motion."""
    seat, phone = (Tab(browser, prepared.url, size, reduced_motion="no-preference") for size in (DESK, PHONE))
    screen = Tab(browser, prepared.url, {"width": 1920, "height": 1080})
    for tab in (seat, phone, screen):
        listen(tab.page)
        tab.page.add_init_script(BEGUN)
    tabs += [seat, phone, screen]
    return seat, phone, screen


def open_table(game: Recorded, looking: Sequence[Tab]) -> None:
    """Open the table of the record for the others."""
    _, phone, screen = looking
    game.open()
    phone.page.goto(game.path)
    screen.page.goto(f"{game.path}/screen")
    for tab in looking:
        tab.is_live()


def test_hail_hydra_covers_every_screen_for_a_moment_and_is_announced(
    prepared: Server, looking: Sequence[Tab], sweep: bool
) -> None:
    """In the sweep, until New York falls."""
    seat, phone, screen = looking
    text = text_of("city-destroyed")
    first, second = numbers_of(text, "!hail-hydra")
    game = Recorded(seat, prepared, text, parse_record(text).moves[first].seat)
    game.go_on(first)
    open_table(game, looking)
    for tab in looking:
        expect(tab.page.locator(".hail")).to_have_count(0)
    game.by_hand()
    for tab in looking:
        tab.page.wait_for_function("() => hails.length === 1")
        shown: dict[str, Any] = tab.page.evaluate(AT, 0.5)
        assert shown["seen"], "whoever it is that looks"
        assert shown["over"] == [], "nothing lies over it, and it fills the screen"
        assert not shown["in_the_way"], "whoever is choosing goes on"
        assert shown["text"].split("\n")[0] == "HAIL HYDRA"
        assert "Bo is a HYDRA agent." in shown["text"]
        assert shown["moving"] == (tab is not screen), "less motion is what was wished for there"
        assert shown["iterations"] == 1
        assert 2000 <= shown["duration"] <= 4000
        assert not tab.page.evaluate(AT, 1)["seen"], "it lets go by itself"
        expect(tab.page.locator(".hail")).to_be_hidden()
    # The overlay takes no room on the board.
    expect(phone.page.locator("body")).to_have_attribute("data-tight", "")
    for tab in (seat, phone):
        tab.page.wait_for_function(CALLED, arg=1)
        expect(tab.page.locator("#headline")).to_contain_text("HAIL HYDRA! Bo is a HYDRA agent.")

    # Later events don't bring it back, but another announcement does.
    game.go_on(second + 1)
    for tab in looking:
        tab.page.wait_for_function("() => hails.length === 2")
    for tab in (seat, phone):
        tab.page.wait_for_function(CALLED, arg=2)
    if not sweep:
        return
    game.go_on(len(game.record.moves) - 8)  # another offensive
    for tab in looking:
        expect(tab.page.locator(".hail")).to_have_count(0)
        assert len(set(tab.page.evaluate("hails"))) == len(tab.page.evaluate("hails")) == 2
    for tab in (seat, phone):
        assert sum("HAIL HYDRA" in said for said in of_region(announcements(tab.page), "turn")) == 2

    game.go_on()
    expect(seat.page.locator("#end h1")).to_have_text("You won")  # Bo, who called
    expect(seat.page.locator(".verdict p")).to_have_text("HYDRA wins. New York City is destroyed.")
    expect(seat.page.locator(".scene li").last).to_have_text(
        "The villain attacks: the city loses 3 health and has 0 left."
    )
    expect(seat.page.locator(".end-mission")).to_have_count(5)
    expect(seat.page.locator(".end-facts li")).to_have_text(["Revealed HYDRA agents: Bo and Eve"])
    expect(seat.page.locator(".unmasked .role.won")).to_have_count(2)


@pytest.mark.sweep
def test_all_fingers_point_at_once_after_the_last_vote(prepared: Server, looking: Sequence[Tab]) -> None:
    seat, phone, screen = looking
    text = text_of("red-skull-defeated")
    last = numbers_of(text, "vote-knock-out")[4]
    frames: dict[Tab, list[str]] = {tab: [] for tab in looking}
    for tab, came in frames.items():
        take_down(tab, came)
    game = Recorded(seat, prepared, text, parse_record(text).moves[last].seat)
    game.go_on(last - 1)
    open_table(game, looking)
    game.go_on(last)
    for tab in (seat, phone):
        expect(tab.page.locator("#headline")).to_have_text("Who do you trust? Voting round 1 of 1")
        expect(tab.page.locator(".seat .sealed")).to_have_count(4)
        expect(tab.page.locator(".is-pointed")).to_have_count(0)
    expect(screen.page.locator(".chair .sealed")).to_have_count(4)
    assert not any("finger" in frame for came in frames.values() for frame in came), "nobody learns of a vote"

    game.by_hand()
    for tab in (seat, phone):
        pointed = tab.page.locator("details.is-pointed")
        expect(pointed.locator("summary b")).to_have_text(["3", "2"])
        expect(tab.page.locator("#seat-3 .is-pointed summary")).to_have_attribute(
            "title", "Votes: 3, from Ada, Cyd and Eve"
        )
        expect(tab.page.locator("#seat-4 .is-pointed summary")).to_have_attribute("title", "Votes: 2, from Bo and Dan")
    expect(screen.page.locator("#place-3 .is-pointed b")).to_have_text("3")
    expect(screen.page.locator("#place-4 .is-pointed b")).to_have_text("2")
    for came in frames.values():
        assert next(frame for frame in came if "finger" in frame).count("#finger") == 2, "both in one message"


MOVED: Final = """
window.moved = [];
addEventListener("animationstart", ({ animationName }) => moved.push(animationName));
"""
"""Records the animations that begin."""


def number_of_first(text: str, kind: type[Event]) -> int:
    """Return the number of the choice in a record that causes the first event of a kind."""
    record = parse_record(text)
    game: Game[Any] = Game(record.ruleset, record.deal)
    for number, move in enumerate(record.moves):
        seen = len(game.events)
        game.play(move.seat, choice_of(game, move))
        if any(isinstance(event, kind) for event in game.events[seen:]):
            return number
    raise AssertionError("it does not happen")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("kind", "where", "moves"),
    [
        pytest.param(VillainDamaged, ".foe-picture .blow", {"blow", "struck", "spent"}, id="villain"),
        pytest.param(CityDamaged, ".city .blow", {"blow", "struck", "gone"}, id="city"),
    ],
)
def test_a_blow_is_animated_once_or_only_written_with_reduced_motion(
    prepared: Server, looking: Sequence[Tab], kind: type[VillainDamaged | CityDamaged], where: str, moves: set[str]
) -> None:
    text = text_of("red-skull-defeated")
    hit = number_of_first(text, kind)
    seat, phone, screen = looking
    game = Recorded(seat, prepared, text, 1)
    game.go_on(hit)
    for tab in looking:
        tab.page.add_init_script(MOVED)
    open_table(game, looking)
    for tab in looking:
        expect(tab.page.locator(where)).to_have_count(0)
    game.go_on(hit + 1)
    (lost,) = [event.amount for event in game.game.events if isinstance(event, kind)]
    for tab in looking:
        expect(tab.page.locator(where)).to_have_text(f"−{lost}")
        # A phone has no room for the discs beside the number.
        wanted = {"blow-still"} if tab is screen else moves - {"spent"} if tab is phone else moves
        tab.page.wait_for_function("names => names.every((name) => moved.includes(name))", arg=sorted(wanted))
    assert not {"struck", "spent", "gone"} & set(screen.page.evaluate("moved"))
    while any(tab.page.locator(where).count() for tab in looking) and game.made < len(game.record.moves):
        game.go_on(game.made + 1)
    for tab in looking:
        expect(tab.page.locator(where)).to_have_count(0)
