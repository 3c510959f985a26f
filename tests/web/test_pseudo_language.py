"""Every page in the pseudo-language: a plain letter reveals an untranslatable text."""

import json
import re
from collections.abc import Iterator

import pytest

from tests.support.serving import Person, Server
from tests.web.visible import Visible
from turncoat.locales import SHOW_PSEUDO
from turncoat.locales.pseudo import PSEUDO
from turncoat.table.state.table import BOT_NAMES

pytestmark = pytest.mark.timeout(600)

PLAIN = re.compile(r"[A-Za-z]{2,}")
KNOWN = re.compile(
    rf"\b({'|'.join((*BOT_NAMES, *(name[:2] for name in BOT_NAMES)))}|Turncoat|turncoat [a-z]+|Apache|License)\b"
    r"|\{\w+\}"  # filled in by scripts
    r"|https?://\S+|\b127\.0\.0\.1\S*"  # addresses
    r"|\b[A-Z]{2,4}(-[A-Z]+)*-\d+\b"  # clauses of the rules
)
GAMES = [
    ("resistance", 7, ["hunter", "plot-thickens", "inquisitor", "reverser"]),
    pytest.param(
        "winter-soldier",
        10,
        ["black-widow", "alexander-pierce", "maria-hill", "scarlet-witch"],
        marks=pytest.mark.sweep,
    ),
    pytest.param("hail-hydra", 5, [], marks=pytest.mark.sweep),
    pytest.param("round-table", 10, ["percival", "morgana", "mordred", "oberon"], marks=pytest.mark.sweep),
]


def unmarked(html: str, code: str = "") -> set[tuple[str, str]]:
    """Return the texts with plain letters, and their places."""
    found = set()
    for text, where in Visible(html).texts:
        rest = KNOWN.sub("", text)
        if PLAIN.search(rest.replace(code, "") if code else rest):
            found.add((text, where))
    return found


class Reader(Person):
    """A person who reads pages in the pseudo-language, and fails on plain letters."""

    def __init__(self, server: Server, name: str, code: str = "") -> None:
        super().__init__(server, name, code)
        self.client.cookies.set("language", PSEUDO, domain="127.0.0.1")
        self.found: set[tuple[str, str]] = set()

    def host_a_table(self) -> "Reader":
        self.open()
        return self

    def look(self) -> str:
        html = super().look()
        self.found |= unmarked(html, self.code)
        return html


@pytest.fixture(scope="module")
def odd_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SHOW_PSEUDO, "1")
        server = Server(tmp_path_factory.mktemp("pseudo"))
    yield server
    server.stop()


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/learn", "/about", "/rules", "/rules/winter-soldier", "/rules/hail-hydra"),
        *(
            "/nowhere",
            "/t/QZZX",
            "/replay",
            "/gone",
            "/spy",
            "/spy/practice/QZZX",
            "/narrator",
            "/narrator?game=winter-soldier&players=8",
            "/kit?game=hail-hydra&players=6",
            f"/offline?language={PSEUDO}",
        ),
    ],
)
def test_pages_without_a_table_are_translatable(odd_server: Server, path: str) -> None:
    html = Reader(odd_server, "Ółą").client.get(path).text
    assert "⟦" in html
    assert f'<html lang="{PSEUDO}"' in html
    assert unmarked(html, "QZZX") == set()


@pytest.mark.parametrize(("game", "players", "modules"), GAMES)
def test_a_tables_pages_are_translatable_from_setup_to_the_end(
    odd_server: Server, game: str, players: int, modules: list[str]
) -> None:
    host = Reader(odd_server, "Ółą").host_a_table()
    host.post(host.path, do="set-up", game=game, players="5")
    host.post(host.path, do="set-up", game=game, players=str(players), module=modules)
    assert "⟦" in host.look()
    guest = Reader(odd_server, "Żółć", host.code)
    guest.look()
    guest.post(guest.path, do="sit", name="Żółć")
    guest.look()
    watcher = Reader(odd_server, "Ęń", host.code)
    watcher.look()
    host.start()
    watcher.look()
    with host.line() as line:
        update = json.loads(line.recv(timeout=20))
    said = {(one["text"], "live") for one in update["announcements"] if PLAIN.search(KNOWN.sub("", one["text"]))}
    for page in ("screen", "device", "narrator"):
        html = host.client.get(f"{host.path}/{page}").text
        assert "⟦" in html, page
        host.found |= unmarked(html, host.code)
    guest.post(guest.path, do="leave")  # a bot plays on
    html = host.play(moves=10_000 if game == "resistance" else 40)
    watcher.look()
    if 'id="end"' in html:
        for page in ("evening", "games/1", "games/1?at=20", "games/1?as=0&at=40"):
            html = host.client.get(f"{host.path}/{page}").text
            assert "⟦" in html, page
            host.found |= unmarked(html, host.code)
    assert host.found | guest.found | watcher.found | said == set()


def test_the_pseudo_language_is_not_offered(server: Server) -> None:
    page = Person(server, "Ola")
    page.client.cookies.set("language", PSEUDO, domain="127.0.0.1")
    html = page.client.get("/").text
    assert "⟦" not in html
    assert f'value="{PSEUDO}"' not in html
    assert 'value="pl"' in html
