"""The number of traitors is public, and every client of a running game mentions it beside the number of players."""

import html
import re
from urllib.parse import urlencode

import httpx
import pytest

from tests.support.commands import turncoat
from tests.support.offline_room import Watching, room
from tests.support.program_lines import new_table, program
from tests.support.serving import Server
from turncoat.kernel.opening import hiding_count
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.locales import translator
from turncoat.telling import company
from turncoat.testing.rulesets import rulesets
from turncoat.web.http.languages import renderer
from turncoat.web.screen.address import query_of
from turncoat.web.screen.shared_screen import screen_page

GAMES = [(name, players) for name, book in BOOKS.items() for players in (book.players[0], book.players[-1])]
SAID = {
    ("resistance", 10): {"en": "10 players, 4 spies", "pl": "10 graczy, 4 Agentów"},
    ("winter-soldier", 12): {"en": "12 players, 5 HYDRA agents", "pl": "12 graczy, 5 agentów HYDRY"},
    ("hail-hydra", 8): {"en": "8 players, 3 HYDRA agents", "pl": "8 graczy, 3 agentów HYDRY"},
    ("round-table", 10): {"en": "10 players, 4 evil players", "pl": "10 graczy, 4 Złych"},
}
LANGUAGES = ("en", "pl")


def said(ruleset: Ruleset, language: str) -> str:
    return company(ruleset, translator(language) if language != "en" else str)


def plain(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", page))


@pytest.mark.clause("RES-SETUP-5", "WIN-SETUP-1", "HH-SETUP-1")
def test_the_number_of_traitors_is_worded_as_in_the_game() -> None:
    for (game, players), texts in SAID.items():
        for language, text in texts.items():
            assert said(Ruleset.of(game, players), language) == text
    assert {game for game, _ in SAID} == set(BOOKS)


@pytest.mark.clause("RES-SETUP-5", "WIN-SETUP-1", "HH-SETUP-1")
def test_the_number_of_traitors_holds_for_every_deal() -> None:
    for ruleset in rulesets():
        book = BOOKS[ruleset.game]
        for seed in (b"a", b"b"):
            sides = [book.side_of(role) for role in ruleset.deal(seed).roles]
            assert sides.count(book.hiding_side) == hiding_count(ruleset)


@pytest.mark.clause("RES-SETUP-5", "WIN-SETUP-1", "HH-SETUP-1")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_pages_and_the_shared_screen_state_the_number_of_traitors(game: str, players: int, language: str) -> None:
    ruleset = Ruleset.of(game, players)
    at = room(ruleset, ruleset.deal(b"hiding"))
    wanted = said(ruleset, language)
    for seat in (SPECTATOR, 0, players - 1):
        assert wanted in plain(Watching(at, seat, language=language).page())
    assert wanted in plain(renderer(language).page(screen_page(at, "BCDF", language, "http://table")))


@pytest.mark.clause("RES-SETUP-5", "WIN-SETUP-1", "HH-SETUP-1")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), GAMES[::2])
def test_the_narrator_and_the_kit_state_the_number_of_traitors(
    server: Server, game: str, players: int, language: str
) -> None:
    ruleset = Ruleset.of(game, players)
    for page in ("narrator", "kit"):
        shown = httpx.get(
            f"{server.url}/{page}?{urlencode(query_of(ruleset))}", headers={"Accept-Language": language}, timeout=60
        )
        assert said(ruleset, language) in plain(shown.text), page


@pytest.mark.clause("RES-SETUP-5", "WIN-SETUP-1", "HH-SETUP-1")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), GAMES[::2])
def test_the_terminal_states_the_number_of_traitors(game: str, players: int, language: str) -> None:
    played = turncoat("play", game, "--players", players, "--language", language, stdin="q\n")
    assert said(Ruleset.of(game, players), language) in played.stdout.splitlines()[0]


@pytest.mark.clause("RES-SETUP-5", "WIN-SETUP-1", "HH-SETUP-1")
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_programs_are_sent_the_number_of_traitors(server: Server, game: str, players: int) -> None:
    url, token = new_table(server, game=game, players=players)
    with program(url, token=token) as line:
        line.say(type="start")
        assert line.hear("game-started")["hiding"] == hiding_count(Ruleset.of(game, players))
