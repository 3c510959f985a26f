"""The page of open tables, and the settings that list a table on it."""

import re
import time
from pathlib import Path

import httpx

from tests.support.serving import SERVE, Person, Server, serving

FAST = "from turncoat.table.runtime import open_tables\nopen_tables.INTERVAL = open_tables.READ_AFTER = 0.05\n" + SERVE
"""A server that looks at its tables more often."""
WITHOUT = SERVE.replace("hold=0.05", "hold=0.05, open_tables=False")


def list_of(person: Person) -> list[str]:
    """Return the addresses of the tables on the list."""
    return re.findall(r'<a class="panel open-table[^"]*" href="([^"]*)"', person.client.get("/open").text)


def listed_by_now(person: Person, *paths: str) -> str:
    """Wait until exactly these tables are on the list, and return the page."""
    ends = time.monotonic() + 20
    while (found := list_of(person)) != list(paths):
        assert time.monotonic() < ends, found
        time.sleep(0.1)
    return person.client.get("/open").text


def test_a_host_opens_a_table_to_anybody_and_strangers_sit_down(tmp_path: Path) -> None:
    with serving(tmp_path, code=FAST) as server:
        ola, max_ = Person(server, "Ola").open(), Person(server, "Max")
        assert 'href="/open"' in max_.look()
        assert "No table is open right now" in max_.client.get("/open").text
        assert "Open to anybody: this table" not in ola.look()
        with ola.line(page="setup-0"):
            ola.post(ola.path, do="change-settings", listed="true", language="pl")
            page = listed_by_now(max_, ola.path)
            assert "Ola" in page
            assert "Polski" in page
            assert "4 free seats" in page
            max_.code = ola.code
            max_.sit()
            assert "Open to anybody: this table is on the list" in max_.look()
            ola.start()
            while "Game in progress: watch" not in listed_by_now(max_, ola.path):
                time.sleep(0.1)
            ola.post(ola.path, do="change-settings", listed="false")
            listed_by_now(max_)


def test_a_table_can_be_opened_from_the_list(tmp_path: Path) -> None:
    with serving(tmp_path, code=FAST) as server:
        ola = Person(server, "Ola")
        ola.client.headers["Accept-Language"] = "pl"
        ola.look()
        answer = ola.post("/new", name="Ola", listed="yes")
        ola.code = answer.url.path.rpartition("/")[2]
        with ola.line(page="setup-0"):
            assert "Polski</span>" in listed_by_now(Person(server, "Max"), ola.path)


def test_a_removed_person_sees_from_the_list_what_they_see_anyway(tmp_path: Path) -> None:
    with serving(tmp_path, code=FAST) as server:
        ola = Person(server, "Ola").open()
        max_ = Person(server, "Max", ola.code).sit()
        with ola.line(page="setup-0"):
            ola.post(ola.path, do="change-settings", listed="true", language="en")
            ola.post(ola.path, do="remove", seat="1", sure="yes", everywhere="yes")
            listed_by_now(max_, ola.path)
            assert "The host has removed you" in max_.look()


def test_a_wrong_language_is_refused_and_an_unknown_one_not_shown(server: Server) -> None:
    ola = Person(server, "Ola").open()
    for wrong in ("<b>", "x" * 17, "pl en"):
        refused = ola.post(ola.path, do="change-settings", listed="true", language=wrong)
        assert refused.headers["Turncoat-Refusal"] == "setting"


def test_a_server_may_have_no_list(tmp_path: Path) -> None:
    with serving(tmp_path, code=WITHOUT) as server:
        ola = Person(server, "Ola")
        assert 'href="/open"' not in ola.look()
        assert httpx.get(f"{server.url}/open").status_code == 404
        assert 'name="listed"' not in ola.open().look()
