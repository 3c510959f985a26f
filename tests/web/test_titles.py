"""Every page has a unique title, which screen readers announce first and which names tabs and bookmarks."""

import re
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route

from tests.support.serving import Person, Server
from turncoat.kernel.rulebooks import BOOKS
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app

SAME = {"/new", "/learn", "/play", "/rules", "/spy/practice", "/spy/{day}"}
"""Other addresses of the start page, of the first game's rules, of a practice puzzle, and of the puzzle of a day."""
NO_PAGES = {
    "/static/{path:path}",
    "/manifest.webmanifest",
    "/sw.js",
    "/queries",
    "/healthz",
    "/waiting",
    "/c/{circle}/circle.json",
    "/kit.pdf",
    "/narrator/line.wav",
    "/t/{code}/circle",
    "/t/{code}/record",
    "/t/{code}/deal",
    "/t/{code}/invitation.ics",
    "/t/{code}/choose",
    "/t/{code}/pass",
    "/t/{code}/updates",
    "/t/{code}/screen.svg",
    "/t/{code}/screen/updates",
    "/t/{code}/games/{number}/record",
    "/t/{code}/games/{number}/picture/{file}",
    "/r/{token}/picture/{file}",
}
"""Addresses that are not pages, or redirect to one."""
ELSEWHERE = {
    "/c/join/{invitation}",
    "/t/{code}/device/{token}",
    "/t/{code}/pass/{seat}",
    "/r/{token}",
    "/r/{token}/watch",
    "/gone",
}
"""Pages for visitors without any other page of the table, and the one shown after a table is deleted."""


def addresses(code: str, circle: str = "") -> dict[str, list[str]]:
    """Return the addresses of each page, for every game where it has one per game."""
    table = f"/t/{code}"
    found = {
        "/c/{circle}": [f"/c/{circle}"],
        "/rules/{game}": [f"/rules/{game}" for game in BOOKS],
        "/kit": [f"/kit?game={game}" for game in BOOKS],
        "/narrator": [f"/narrator?game={game}" for game in BOOKS],
        "/spy/practice/{seed}": ["/spy/practice/abcdefg", "/spy/practice/bcdfghj"],
        "/t/{code}/games/{number}": [
            f"{table}/games/{number}{more}" for number in (1, 2) for more in ("", "?show=beliefs")
        ],
    }
    without_table = (
        "/",
        "/about",
        "/my-games",
        "/circles",
        "/notices",
        "/open",
        "/blocked",
        "/sample",
        "/spy",
        "/replay",
    )
    for path in (*without_table, "/sample", "/spy", "/replay", "/offline"):
        found[path] = [path]
    for more in ("", "/games", "/kit", "/narrator", "/screen", "/device", "/proof", "/who"):
        found[f"/t/{{code}}{more}"] = [f"{table}{more}"]
    return found


def title_of(page: httpx.Response) -> str:
    """Return the title of a page, after checking that its skip links have targets."""
    assert page.status_code == 200, (page.url, page.text[:200])
    for target in re.findall(r'class="skip"[^>]* href="#([^"]*)"', page.text):
        assert f'id="{target}"' in page.text, (page.url, target)
    found = re.search(r"<title>(.*?)</title>", page.text)
    assert found, page.url
    return found[1]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_two_pages_share_a_title(server: Server, language: str) -> None:
    ola = Person(server, "Ola").open()
    ola.client.headers["Accept-Language"] = language
    for game in (1, 2):
        ola.post(ola.path, do="start" if game == 1 else "again")
        ola.play(f"game-{game}")
    circle = ola.post("/circles", circle="Thursdays", name="Ola").url.path.rpartition("/")[2]
    urls: dict[str, list[str]] = {}
    for url in (url for some in addresses(ola.code, circle).values() for url in some):
        urls.setdefault(title_of(ola.client.get(url)), []).append(url)
    assert not [some for some in urls.values() if len(some) > 1]
    assert all("Turncoat" in title for title in urls)


def test_titles_are_tested_for_every_page(tmp_path: Path) -> None:
    routes = create_app(ServerSettings(tmp_path)).routes
    paths = {route.path for route in routes if isinstance(route, Route) and "GET" in (route.methods or ())}
    assert paths == {*addresses("X"), *SAME, *NO_PAGES, *ELSEWHERE}
