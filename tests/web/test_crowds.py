"""Overload: too many open pages of one visitor or of all, and tables that the server cannot read."""

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
from websockets.sync.client import connect

from tests.support.open_page import unpacked
from tests.support.serving import Person, serving

FEW = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
from turncoat.web.http.limits import RateLimits
rates = RateLimits(connections=7, connections_each=3)
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3]), bot_pause=float(sys.argv[2]), scenes=0), rates=rates)
"""

FEW_SPECTATORS = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3]), bot_pause=float(sys.argv[2]), spectators=2, scenes=0))
"""


def test_a_table_full_of_spectators_turns_others_away_politely(tmp_path: Path) -> None:
    with serving(tmp_path, code=FEW_SPECTATORS) as server, ExitStack() as stack:
        ola = Person(server, "Ola").open()
        jan, zoe, eve = (Person(server, name, ola.code) for name in ("Jan", "Zoe", "Eve"))
        for one in (jan, zoe, eve):
            one.look()
        lines = [stack.enter_context(one.line(page="setup-0")) for one in (jan, zoe)]
        assert all("parts" in unpacked(line.recv(timeout=20)) for line in lines)
        with eve.line(page="setup-0") as line:
            told = unpacked(line.recv(timeout=20))
            assert told["code"] == "too-many-spectators"
            assert "no room for more spectators" in told["problem"]
        address = f"{server.url.replace('http', 'ws')}/t/{ola.code}/screen/updates"
        with connect(address) as line:
            assert unpacked(line.recv(timeout=20))["code"] == "too-many-spectators"
        with connect(f"{server.url.replace('http', 'ws')}/api/v1/tables/{ola.code}") as line:
            line.send('{"type": "hello", "protocol": 1}')
            assert unpacked(line.recv(timeout=20))["code"] == "too-many-spectators"
            line.send('{"type": "hello", "protocol": 1, "name": "Robot"}')  # players take no spectator's place
            assert unpacked(line.recv(timeout=20))["type"] == "welcome"
        for _ in range(3):  # neither does anyone with a seat, nor the screen in their room
            assert "parts" in unpacked(stack.enter_context(ola.line(page="setup-0")).recv(timeout=20))
        key = ola.client.get(f"{ola.path}/screen").url.params["key"]
        assert "parts" in unpacked(stack.enter_context(connect(f"{address}?key={key}")).recv(timeout=20))
        for line in lines:
            line.close()
        stack.close()
        while True:  # the server notices soon
            with eve.line(page="setup-0") as line:
                if "parts" in unpacked(line.recv(timeout=20)):
                    break


def test_a_visitor_with_too_many_open_pages_is_told_so(tmp_path: Path) -> None:
    with serving(tmp_path, code=FEW) as server, ExitStack() as stack:
        ola = Person(server, "Ola").open()
        jan = Person(server, "Jan", ola.code)
        jan.look()
        lines = [stack.enter_context(ola.line(page="setup-0")) for _ in range(3)]
        assert all("parts" in unpacked(line.recv(timeout=20)) for line in lines)
        with ola.line(page="setup-0") as line:
            told = unpacked(line.recv(timeout=20))
            assert told["code"] == "too-many-lines"
            assert "please close some" in told["problem"]
        with jan.line(page="setup-0") as line:  # each visitor's pages are counted apart
            assert "parts" in unpacked(line.recv(timeout=20))
        url = f"{server.url.replace('http', 'ws')}/api/v1/tables/{ola.code}"
        for program in [stack.enter_context(connect(url)) for _ in range(2)]:
            program.send('{"type": "hello", "protocol": 1}')
            assert unpacked(program.recv(timeout=20))["type"] == "welcome"
        with connect(url) as line:  # the remaining places are for people with a seat
            line.send('{"type": "hello", "protocol": 1}')
            assert unpacked(line.recv(timeout=20))["code"] == "too-many-lines"
        lines[0].close()
        while True:  # the server notices soon
            with ola.line(page="setup-0") as line:
                if "parts" in unpacked(line.recv(timeout=20)):
                    break


def test_a_table_of_a_newer_version_has_a_page_and_affects_no_other(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ola = Person(server, "Ola").open()
        newer = ola.code
        ola.name = "Ola B"  # the same form at once would lead to the same table
        fine = ola.open().code
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as store, store:
        entry = b'{"id":"","by":"ola","command":{"do":"Juggle","balls":3}}'
        store.execute("INSERT INTO log VALUES (?, 9, 0, ?)", (newer, entry))
    with serving(tmp_path) as server:
        ola.server, ola.client.base_url = server, httpx.URL(server.url)
        answer = ola.client.get(f"/t/{newer}")
        assert answer.status_code == 501
        assert "Nothing is lost: please tell whoever runs the server." in answer.text
        start = ola.client.get("/").text
        assert fine in start
        assert newer not in start
        assert ola.client.get(f"/t/{fine}").status_code == 200


def test_my_tables_are_on_the_start_page_newest_first(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ola = Person(server, "Ola")
        codes = []
        for ola.name in ("Ola", "Ola B", "Ola C"):
            codes.append(ola.open().code)
        page = ola.client.get("/").text
        assert [page.index(code) for code in codes] == sorted((page.index(code) for code in codes), reverse=True)
