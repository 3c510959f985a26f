"""Two servers that share a database, as visitors see them: each table is on one of them, and may move."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.plugins.postgres import Postgres
from tests.support.circles import Friend
from tests.support.cut_line import CutLine
from tests.support.double_clicks import FORMS, click
from tests.support.serving import SERVE, Person, Server, ownership_changes, serving
from turncoat.web.site.own_tables import ASK_LATER

Two = tuple[Server, Server]


RESTING = (
    """
from turncoat.table.runtime import room_registry
from turncoat.table.store.postgres import PostgresStore
from turncoat.web import context
context.DOUBLE = 3600.0
room_registry.HANDOVER_REST, room_registry.HANDOVER_WAIT = 600.0, 10.0
PostgresStore.__init__.__defaults__ = (60.0,)
"""
    + SERVE
)
"""Makes tables stay where they are.

On a busy machine this gives a table time to move, no server loses its lease, and a repeated form still counts as a
duplicate a while later.
"""


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def two(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    data = tmp_path_factory.mktemp("data")  # both have the same key
    with serving(data, code=RESTING, store=url) as one, serving(data, code=RESTING, store=url) as other:
        yield one, other


def at(server: Server, person: Person) -> Person:
    """Return the same person at another server, with their cookies."""
    other = Person(server, person.name, person.code)
    other.client.cookies.update(person.client.cookies)
    return other


def test_a_table_moves_to_the_server_that_is_asked(two: Two) -> None:
    one, other = two
    ola = Person(one, "Ola").open()
    before = ownership_changes(one)["handed-over"]
    # The balancer has switched: the other server is asked, and the table moves, with its whole history.
    elsewhere = at(other, ola)
    elsewhere.look()
    assert ownership_changes(one)["handed-over"] == before + 1
    jan = Person(other, "Jan", ola.code).sit()
    assert "Jan" in elsewhere.look()
    elsewhere.start()
    assert 'id="own-seat"' in jan.look()
    # The first server is asked again at once: the table stays for a while, and the visitor is told to retry.
    refused = ola.client.get(ola.path)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert refused.headers["refresh"] == f"2; url={ola.path}"
    assert f'href="{ola.path}"' in refused.text
    assert "The table is moving to another server" in refused.text
    assert ownership_changes(other)["asked-again"] >= 1


def test_a_circle_has_the_games_of_both_servers_each_once(two: Two) -> None:
    one, other = two
    ola, jan = Friend(one, "Ola").found(), Friend(other, "Jan")
    jan.join(ola.invitation)
    for friend in (ola, jan):
        friend.code = friend.act("open-table").url.path.rpartition("/")[2]
        friend.start()
        friend.play()
    for friend in (ola, jan, ola):
        assert friend.page().text.count('class="evening-game"') == 2
    assert ola.act("delete", sure="yes").url.path == "/circles"
    assert jan.page().status_code == 404


FEW_MISSES = "from turncoat.table.runtime import room_registry\nroom_registry.HANDOVER_WAIT = 0.1\n" + SERVE.replace(
    "misses=often", 'misses="3/minute"'
)


def test_another_servers_table_is_a_valid_code_but_hidden_from_code_guessers(url: str, two: Two) -> None:
    one, _ = two
    with serving(one.data, code=FEW_MISSES, store=url) as third, httpx.Client(base_url=third.url, timeout=60) as eve:
        ola = Person(one, "Ola").open()
        ola.look()
        assert [eve.get(ola.path).status_code for _ in range(5)] == [503] * 5
        assert [eve.get("/t/ZZZZZZ").status_code for _ in range(4)] == [404, 404, 404, 429]
        assert eve.get(ola.path).status_code == 429


def test_the_start_page_lists_tables_of_every_server_without_moving_them(two: Two) -> None:
    one, other = two
    ola = Person(one, "Ola").open()
    assert ola.code in ola.look()
    before = ownership_changes(one), ownership_changes(other)
    for server in two:
        assert f"/t/{ola.code}" in at(server, ola).client.get("/").text
        assert at(server, ola).client.get("/waiting").json() == {"waiting": [], "again": ASK_LATER}
    assert (ownership_changes(one), ownership_changes(other)) == before


@pytest.mark.parametrize("form", FORMS, ids=["new", "learn"])
def test_a_double_click_on_two_servers_opens_one_table(two: Two, form: tuple[str, dict[str, str]]) -> None:
    ola = Person(two[0], "Ola")
    ola.look()
    (table,) = click(ola, two, form)
    assert click(ola, two, form) == {table}


def test_a_share_link_works_at_every_server_without_moving_the_table(two: Two) -> None:
    one, other = two
    ola = Person(one, "Ola").open()
    ola.start()
    ola.play()
    shared = ola.post(f"{ola.path}/games/1/share")
    token = shared.url.path.removeprefix("/r/")
    before = ownership_changes(one), ownership_changes(other)
    for server in two:
        assert httpx.get(f"{server.url}/r/{token}").status_code == 200
    assert (ownership_changes(one), ownership_changes(other)) == before


def test_reading_other_servers_tables_is_limited_per_address(url: str, two: Two) -> None:
    """Reading another server's table replays its log, for which each address has a few seconds per minute."""
    one, _ = two
    ola = Person(one, "Ola").open()
    ola.start()
    ola.play()
    link = ola.post(f"{ola.path}/games/1/share").url.path
    with serving(
        one.data, code=SERVE.replace("stored_bytes=", 'replays="0/minute", stored_bytes='), store=url
    ) as third:
        assert httpx.get(f"{third.url}{link}").status_code == 429
        start = at(third, ola).client.get("/")
        assert (start.status_code, f"/t/{ola.code}" in start.text) == (200, False)


def test_a_stopping_server_releases_its_tables_at_once(url: str, two: Two, tmp_path: Path) -> None:
    one, _ = two
    (tmp_path / "secret.key").write_bytes((one.data / "secret.key").read_bytes())
    with serving(tmp_path, store=url) as third:
        ola = Person(third, "Ola").open()
        assert "Ola" in ola.look()
        third.stop()
    assert "Ola" in at(one, ola).look()
    assert ownership_changes(one)["taken-over"] == 0  # it was released


def test_a_server_reports_a_lost_database_and_recovers(url: str, two: Two) -> None:
    async def run() -> None:
        one, _ = two
        async with CutLine(url) as line, httpx.AsyncClient() as client:
            server = await asyncio.to_thread(Server, one.data, store=line.url)

            async def health(wanted: int) -> None:
                async with asyncio.timeout(30):
                    while (await client.get(f"{server.url}/healthz")).status_code != wanted:  # noqa: ASYNC110
                        await asyncio.sleep(0.05)

            await health(200)
            line.is_down = True
            line.cut()
            await health(503)
            odd = await client.get(f"{server.url}/t/BCDF/games/%0D%0A%C5%81X")
            assert (odd.status_code, odd.headers["refresh"]) == (503, "2; url=/t/BCDF/games/%C5%81X")
            line.is_down = False
            await health(200)
            await asyncio.to_thread(server.stop)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("store", "reason"),
    [
        ("mysql://somewhere", "a shared store must be given as postgresql://USER:PASSWORD@HOST/DATABASE"),
        ("postgresql://x:hidden@127.0.0.1:9/x", "cannot use the database"),
    ],
)
def test_an_unusable_store_is_reported_in_one_line(tmp_path: Path, store: str, reason: str) -> None:
    program = "from turncoat.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--data", str(tmp_path), "--port", "0", "--store", store]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.startswith("turncoat serve: ")
    assert reason in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "hidden" not in ended.stderr
