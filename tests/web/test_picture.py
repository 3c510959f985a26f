"""The picture of a shared game reveals the ending only if its sharer wants, and disappears with the link."""

import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from tests.support.serving import Person, Server, serving
from turncoat.kernel.rulebooks import BOOKS
from turncoat.locales import codes, translator
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.avatars import AVATARS
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary
from turncoat.testing.rulesets import rulesets
from turncoat.web.app import create_app
from turncoat.web.replays import picture as pictures
from turncoat.web.replays.picture import PICTURES, SHAPES, Shape, drawn, has_png, picture_of, svg_of
from turncoat.web.replays.routes import Replays

SVG = "{http://www.w3.org/2000/svg}"


def played(
    game: str, players: int, modules: tuple[str, ...] = (), name: str = "Małgorzata & <b>Jan</b>"
) -> GameSummary:
    """Return a finished game with a name that needs escaping."""
    book = BOOKS[game]
    occupants = tuple(Occupant("person", name, avatar=list(AVATARS)[seat]) for seat in range(players))
    sides = tuple(list(book.victories)[seat % 2] for seat in range(players))
    return GameSummary(1, game, players, modules, sides[0], "", occupants, occupants, sides, "")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize("shape", get_args(Shape))
def test_a_picture_reveals_the_ending_only_on_request(shape: Shape) -> None:
    game = played("resistance", 7)
    other = msgspec.structs.replace(game, winner=game.sides[1], reason="spies", sides=(*game.sides[1:], game.sides[0]))
    assert drawn(game, shape, "svg", "en", tells_result=False) == drawn(other, shape, "svg", "en", tells_result=False)
    assert drawn(game, shape, "svg", "en", tells_result=True) != drawn(other, shape, "svg", "en", tells_result=True)


def boxes(svg: str) -> tuple[list[float], list[float]]:
    """Return the vertical positions of the heading's lines and of the avatars."""
    tree = ElementTree.fromstring(svg)
    heading = [float(text.attrib["y"]) for text in tree.findall(f"{SVG}text")]
    moved = (one.attrib["transform"] for one in tree.findall(f"{SVG}g")[1:])
    return heading, [float(re.findall(r"[\d.]+", one)[1]) for one in moved]


def test_a_pictures_words_and_avatars_never_overlap() -> None:
    for language in codes():
        for ruleset in rulesets():
            game = played(ruleset.game, ruleset.players, ruleset.modules)
            for shape in get_args(Shape):
                picture = picture_of(game, shape, translator(language), tells_result=True)
                heading, avatars = boxes(svg_of(picture, language))
                assert max(heading) + 4 <= min(avatars), (ruleset, shape, language)
                assert max(avatars) + picture.avatar_size + 40 <= picture.height - 20
                assert all(
                    picture.avatar_size / 2 <= one.x <= picture.width - picture.avatar_size / 2 for one in picture.seats
                )
                assert len(picture.seats) == ruleset.players


def test_a_name_in_a_picture_is_escaped() -> None:
    svg = drawn(played("hail-hydra", 6, name="<script>&'\""), "wide", "svg", "pl", tells_result=True).decode()
    tree = ElementTree.fromstring(svg)
    assert [one for one in tree.iter() if one.tag.endswith("script")] == []
    assert "<script>&'\"" in [one.text for one in tree.iter(f"{SVG}text")]


@pytest.mark.parametrize("shape", get_args(Shape))
def test_a_png_has_the_promised_size(shape: Shape) -> None:
    png = drawn(played("winter-soldier", 12), shape, "png", "pl", tells_result=False)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == SHAPES[shape]


def over(server: Server) -> Person:
    """Play a game against bots to its end, and return the person at the table."""
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    return ola


def test_a_picture_exists_as_long_as_its_link(server: Server) -> None:
    ola = over(server)
    stranger = Person(server, "Eva").client
    link = ola.post(f"{ola.path}/games/1/share", tells_result="yes").url.path
    page = stranger.get(link).text
    assert "og:image" in page
    assert re.search(rf'og:image" content="[^"]*{link}/picture/wide-en\.png"', page)
    assert "No spoilers here" not in page
    assert set(re.findall(rf'href="({link}/picture/[^"]+)"', page)) == {
        f"{link}/picture/{name}" for name in PICTURES if "-en." in name
    }
    for name, file in PICTURES.items():
        answer = stranger.get(f"{link}/picture/{name}")
        assert answer.headers["content-type"].startswith(pictures.KINDS[file.kind])
        assert answer.headers["cache-control"] == "no-cache"
    assert stranger.get(f"{link}/picture/wide-xx.png").status_code == 404
    assert stranger.get("/r/nothing/picture/wide-en.svg").status_code == 404
    ola.post(f"{ola.path}/games", do="unshare-game", game="1")
    assert stranger.get(f"{link}/picture/wide-en.svg").status_code == 404


def test_the_preview_names_the_winner_only_if_the_sharer_wants(server: Server) -> None:
    ola = over(server)
    quiet = ola.post(f"{ola.path}/games/1/share").url.path
    assert "Nothing here gives away the ending." in ola.client.get(quiet).text
    assert "Somebody at this table was lying." in ola.client.get(f"{quiet}/picture/wide-en.svg").text
    ola.post(f"{ola.path}/games", do="unshare-game", game="1")
    ola.post(f"{ola.path}/games", do="share-game", game="1", tells_result="yes")
    told = re.findall(r'class="share-link" href="[^"]*(/r/[^"]+)"', ola.client.get(f"{ola.path}/games").text)[0]
    assert re.search(r"(win|wins)\.?\"", ola.client.get(told).text)
    assert re.search("wins?", ola.client.get(f"{told}/picture/square-en.svg").text)


def test_without_its_renderer_there_is_no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has_png()
    monkeypatch.setattr(pictures, "find_spec", lambda package: None)
    assert not has_png()
    links = pictures.picture_links("/r/token", "en")
    assert [link.file for link in links] == ["turncoat-wide.svg", "turncoat-square.svg"]


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/r/token", "/r/token/picture/wide-en.svg"])
async def test_a_picture_of_a_game_with_removed_rules_says_so(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = played("resistance", 5, ("a-chapter-that-was-removed",))

    async def linked(self: Replays, request: object) -> tuple[GameSummary, bool]:
        return gone, False

    monkeypatch.setattr(Replays, "_linked", linked)
    app = create_app(ServerSettings(tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        answer = await client.get(path)
    assert answer.status_code == 409
    assert "That can't be played" in unescape(answer.text)
