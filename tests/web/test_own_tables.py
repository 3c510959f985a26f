"""The visitor's own tables: which of them wait, as pages ask for it, and the game that is dealt at once."""

import re

import pytest

from tests.support.serving import AskForm, Person, Server
from turncoat.table.runtime.glances import Glance
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.settings import TableSettings
from turncoat.web.site.own_tables import ASK_AGAIN, ASK_LATER
from turncoat.web.site.play_now import deal_now

TABLE = re.compile(
    r'data-table="(\w+)"><b>[^<]*</b> <span class="muted">([^<]*)</span> <span class="waits-mark"( hidden)?>'
)


def listed(person: Person) -> list[tuple[str, str, bool]]:
    """Return code, words and mark of each table on the person's start page."""
    page = person.client.get("/").text
    return [(code, about, not hidden) for code, about, hidden in TABLE.findall(page)]


def waiting(person: Person, at: str = "") -> dict[str, object]:
    answer = person.client.get(f"/waiting?at={at}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, object] = answer.json()
    return found


def another(person: Person) -> Person:
    """Return the same browser at a new table."""
    other = Person(person.server, f"{person.name} again")  # a form like the last would be a double click
    other.client = person.client
    return other.open()


def wait_until_asked(person: Person) -> None:
    """Play with the bots until the table waits for the person."""
    person.start()
    with person.line() as line:
        while not AskForm(person.look()).is_open:
            line.recv(timeout=20)


def test_tables_that_wait_for_the_visitor_come_first_and_say_so(server: Server) -> None:
    ola = Person(server, "Ola").open()
    assert [waits for _, _, waits in listed(ola)] == [False]
    assert waiting(ola) == {"waiting": [], "again": ASK_LATER}
    wait_until_asked(ola)
    new = another(ola)  # used later
    assert [(code, waits) for code, _, waits in listed(ola)] == [(ola.code, True), (new.code, False)]
    assert "<title>(1) Turncoat</title>" in ola.client.get("/").text
    assert waiting(ola) == {"waiting": [ola.code], "again": ASK_AGAIN}


def test_the_page_of_a_table_asks_about_the_others_only(server: Server) -> None:
    ola = Person(server, "Ola").open()
    assert " data-others" not in ola.look()
    assert waiting(ola, ola.code) == {"waiting": [], "again": 0}
    wait_until_asked(ola)
    new = another(ola)
    assert " data-others" in new.look()
    assert waiting(ola, ola.code) == {"waiting": [], "again": ASK_LATER}
    assert waiting(ola, new.code) == {"waiting": [ola.code], "again": ASK_AGAIN}


def test_nobody_learns_of_the_tables_of_others(server: Server) -> None:
    ola = Person(server, "Ola").open()
    wait_until_asked(ola)
    stranger = Person(server, "Eve", ola.code)
    stranger.look()
    assert waiting(stranger) == {"waiting": [], "again": 0}
    answer = Person(server, "Nobody").client.get("/waiting")
    assert answer.json() == {"waiting": [], "again": 0}
    assert "set-cookie" not in answer.headers


def test_a_paused_game_waits_for_nobody(server: Server) -> None:
    ola = Person(server, "Ola").open()
    wait_until_asked(ola)
    ola.post(ola.path, do="pause")
    assert waiting(ola)["waiting"] == []


def test_asking_is_limited(server: Server) -> None:
    ola = Person(server, "Ola").open()
    statuses = {ola.client.get("/waiting").status_code for _ in range(260)}
    assert statuses == {200, 429}


def test_a_newcomer_plays_at_once_against_bots(server: Server) -> None:
    eve = Person(server, "Eve")
    assert "The Resistance, 5 players · bots: Normal" in eve.look()
    answer = eve.post("/play")
    assert answer.url.path.startswith("/t/")
    assert 'id="own-seat"' in answer.text


def test_play_now_deals_what_was_played_alone_last(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="hail-hydra", players=6, bots="hard")
    ola.post(ola.path, do="change-settings", scene_pace="quick", decision_time=60)
    assert "As last time" not in ola.client.get("/").text  # nothing was dealt yet
    ola.start()
    page = ola.client.get("/").text
    assert "As last time: Hail Hydra, 6 players" in page
    jan = another(ola)  # newer, but with somebody else
    Person(server, "Jan", jan.code).sit()
    jan.start()
    assert "As last time: Hail Hydra, 6 players" in ola.client.get("/").text
    answer = ola.post("/play")
    assert answer.url.path not in (ola.path, jan.path)
    assert 'id="own-seat"' in answer.text
    assert "Hail Hydra" in answer.text
    assert ola.post("/play").url.path == answer.url.path  # a double click


def test_play_now_lists_no_table_and_tells_nobody_a_hosts_masked_words() -> None:
    settings = TableSettings(decision_time=60, listed=True, masked_words="plum")
    setup, ola = GameSetup("hail-hydra", 6), frozenset({"ola"})
    last = Glance("BCDF", setup, "hard", settings, 1.0, people=ola, waited_for=ola, is_running=True, is_over=False)
    deal = deal_now([last])
    assert (deal.game_setup, deal.bot, deal.settings) == (setup, "hard", TableSettings(decision_time=60))


@pytest.mark.parametrize("path", ["/play", "/learn"])
def test_a_game_is_dealt_only_by_a_form_of_this_site(server: Server, path: str) -> None:
    eve = Person(server, "Eve")
    eve.look()
    assert eve.client.post(path, data={"csrf": "0" * 32}).status_code == 403
    assert eve.client.get(path).status_code == 200
    assert listed(eve) == []
