"""The socket of a page goes on from what the page was loaded with: nothing of it comes twice, and nothing is missed."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest

from tests.web.test_edits import edited
from tests.web.test_secrets import Watching, choose, room
from tests.web.worlds import Client, World, person
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice
from turncoat.web.table.page import TablePage, own_chat_parts, page_of, public_parts
from turncoat.web.updates.loaded import LONGEST_WAIT, MOST, LoadedPages

DEAL = Ruleset.deal
"""How cards are dealt; in worlds they are dealt as a test wants it."""
GAMES = ["resistance", "winter-soldier", "hail-hydra"]


def some_room(game: str, name: str) -> Room:
    ruleset = Ruleset.of(game, 8)
    return room(ruleset, ruleset.deal(name.encode()), tuple(f"\U0001f9d9 Person {seat}" for seat in range(8)))


def parts_now(watching: Watching) -> dict[str, str]:
    """The parts as a page that is loaded now shows them, but the viewer's own."""
    page = page_of(watching.at, watching.visitor, "en", "http://table", "csrf")
    assert isinstance(page, TablePage)
    return public_parts(watching.at, page) | own_chat_parts(page)


def load(watching: Watching) -> str:
    html = watching.viewer.load("auto", "token")
    watching.viewer.catch_up(watching.at.table.version)
    return html


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("meanwhile", [0, 1, 7])
def test_a_page_has_what_it_was_loaded_with_and_gets_what_is_new(game: str, meanwhile: int) -> None:
    at, rng = some_room(game, "loaded"), Random(game)
    session = at.table.session
    assert session is not None
    watching = Watching(at, 3, packs=True)
    html, texts = load(watching), parts_now(watching)
    assert all(text in html for text in texts.values())
    loaded = set(texts)
    for _ in range(meanwhile):
        choose(at, *next_choice(session._game, rng))
    first = not meanwhile
    for _ in range(40):
        if session.result is not None:
            break
        message = json.loads(watching.viewer.update())
        if first:
            assert message.get("parts", {}) == {}
        first = False
        for id, part in message.get("parts", {}).items():
            if id in loaded:
                assert isinstance(part, str), "the page does not have the text that an edit would change"
                loaded.remove(id)
            texts[id] = part if isinstance(part, str) else edited(texts[id], part)
        assert texts.items() >= parts_now(watching).items()
        own = json.loads(zlib.decompress(b64decode(message["own"]), wbits=-15))
        assert set(own["parts"]) == {"mine", "channel", "guide"}, "the own parts come each time"
        choose(at, *next_choice(session._game, rng))


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_after_a_page_has_one_size_for_all_seats(game: str) -> None:
    at, rng = some_room(game, "sizes"), Random(game)
    session = at.table.session
    assert session is not None
    for _ in range(10):
        watching = [Watching(at, seat, packs=True) for seat in range(8)]
        for one in watching:
            load(one)
        assert len({len(one.viewer.update()) for one in watching}) == 1
        choose(at, *next_choice(session._game, rng))


# Over the wire


@pytest.fixture
def world(worlds: Callable[..., World]) -> World:
    ruleset = Ruleset.of("resistance", 5)
    made = worlds(ruleset, DEAL(ruleset, b"loaded pages"), hold=0.0)
    made.open(5, TableSettings())
    made.submit(person(0), c.Start())
    return made


def page(world: World, viewer: Seat) -> str:
    """The page, as it is loaded."""
    return b"".join(message.get("body", b"") for message in world.get("/t/CODE", viewer)).decode()


def socket(world: World, viewer: Seat, html: str, more: str = "") -> Client:
    """The socket of a page."""
    path, _, query = unescape(re.findall(r'data-socket="([^"]+)"', html)[0]).partition("?")
    version = re.findall(r'data-version="(\d+)"', html)[0]
    with world:
        client = Client(world, viewer, path, f"{query}&after={version}&packed{more}", world.cookie(viewer))
    world.pass_by(0.1)
    return client


def messages(client: Client) -> list[Any]:
    return [json.loads(message["text"]) for _, message in client.heard if message.get("text")]


ALL = {"public", "past", "said", "menu", "notes", "say", "deal", "clock"}


def test_a_socket_goes_on_from_its_page_once(world: World) -> None:
    here = [socket(world, seat, page(world, seat)) for seat in range(5)]
    assert "public" in messages(here[0])[-1]["parts"], "others have come since"
    html = page(world, 2)
    (first,) = messages(socket(world, 2, html))
    assert set(first) == {"version", "own", "pad"}
    # A connection that is lost, and a page that the browser brings back from its memory, ask with the same address.
    (again,) = messages(socket(world, 2, html))
    assert again["parts"].keys() == ALL
    (unknown,) = messages(socket(world, 2, html.replace("loaded=", "loaded=x")))
    assert unknown["parts"].keys() == ALL


def test_the_page_of_somebody_else_is_nothing_to_go_on_from(world: World) -> None:
    for seat in range(5):
        socket(world, seat, page(world, seat))
    for theirs, mine in ((2, 3), (2, SPECTATOR), (SPECTATOR, 2)):
        (first,) = messages(socket(world, mine, page(world, theirs)))[-1:]
        assert first["parts"].keys() >= ALL - {"notes"}


def test_what_happens_before_the_socket_comes_is_not_missed(world: World) -> None:
    for seat in range(5):
        socket(world, seat, page(world, seat))
    html = page(world, 2)
    session = world.session
    leader = session.waiting.bit_length() - 1
    choice = session.default(leader)
    world.submit(person(leader), c.Choose(1, leader, choice.to, choice.answer))
    world.submit(person(1), c.Say("Hello"))
    (first,) = messages(socket(world, 2, html, "&said=0&channel=0&watching=0"))
    assert {"public", "said"} <= first["parts"].keys() <= {"public", "past", "said", "clock", "say", "menu"}
    kinds = {saying["id"][0] for saying in first["say"]}
    assert {"e", "s"} <= kinds


def test_a_page_before_and_after_a_game_is_not_sent_again(worlds: Callable[..., World]) -> None:
    ruleset = Ruleset.of("resistance", 5)
    world = worlds(ruleset, DEAL(ruleset, b"before and after"), hold=0.0)
    world.open(5, TableSettings())
    for seat in range(5):
        socket(world, seat, page(world, seat))
    (first,) = messages(socket(world, 2, page(world, 2)))
    assert set(first) == {"version"}
    world.submit(person(0), c.Start())
    for seat in range(5):
        socket(world, seat, page(world, seat))
    session, rng = world.session, Random(1)
    while session.result is None:
        seat, choice = next_choice(session._game, rng)
        world.submit(person(seat), c.Choose(1, seat, choice.to, choice.answer))
    world.pass_by(1.0)
    html = page(world, 2)
    assert 'id="end"' in html
    (first,) = messages(socket(world, 2, html))
    assert "parts" not in first


def test_a_page_is_remembered_for_a_moment_only() -> None:
    now = 100.0
    pages = LoadedPages[str](lambda: now)
    pages.keep("a", "page a")
    pages.keep("b", "page b")
    assert [pages.take(token) for token in ("a", "a", "", "c")] == ["page a", None, None, None]
    now += LONGEST_WAIT + 0.1
    assert pages.take("b") is None
    for number in range(MOST + 1):
        pages.keep(str(number), "page")
    assert pages.take("0") is None
    assert len(pages._pages) == MOST
    now += LONGEST_WAIT + 0.1
    pages.keep("last", "page")
    assert len(pages._pages) == 1
