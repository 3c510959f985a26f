"""Whole games on many servers behind a real Caddy with the project's Caddyfile, played by programs and on pages."""

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import asyncpg
import httpx
import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.plugins.caddy import POLICY, Caddy
from tests.plugins.postgres import Postgres, running_postgres
from tests.support.programs import Message
from tests.support.serving import SERVE, Address, AskForm, Person, Server, ownership_changes, serving
from tests.support.spellings import filled, is_repaired, routes_of_tables, spellings
from tests.torture.behind_caddy import LONG_LEASES, PATIENT, SERVE_BEHIND, BehindCaddy
from tests.torture.robots import GAMES, address

pytestmark = pytest.mark.timeout(400)
TWO_GAMES: Final = (({"game": "resistance", "players": 5}, 3), GAMES[2])
"""Programs at two games. Somebody with a page sits at each table, too."""
AT_RANDOM: Final = {POLICY: "lb_policy random"}
TWICE: Final = 3
"""Number of times that a command is sent through two servers simultaneously."""


def played(
    folder: Path,
    postgres: Postgres,
    caddy: str,
    seconds: float,
    faults: Sequence[str] = (),
    *,
    changes: Mapping[str, str] = {},
    servers: int = 2,
    code: str = SERVE_BEHIND,
) -> BehindCaddy:
    """Play for that many seconds and until the current games end, and compare all announcements with the logs."""
    torture = BehindCaddy(
        folder, postgres, 7, caddy=caddy, changes=changes, servers=servers, code=code, games=TWO_GAMES
    )
    if changes == AT_RANDOM:
        torture.ends_within = (
            300.0  # a table changes hands at most once in ten seconds, and has to for nearly every choice
        )
    asyncio.run(torture.run(seconds, faults))
    assert torture.at_tables == {robot.table for robot in torture.robots if robot.results}, "each has finished a game"
    assert all(page.taken for page in torture.pages)
    return torture


@pytest.mark.sweep
def test_behind_caddy_games_stay_on_the_server_of_their_code(postgres: Postgres, caddy: str, tmp_path: Path) -> None:
    torture = played(tmp_path, postgres, caddy, 0.5, changes=PATIENT, code=LONG_LEASES + SERVE_BEHIND)
    assert not torture.counts, "no table has moved"
    assert not torture.waits, "nobody had to wait"


@pytest.mark.sweep
@pytest.mark.timeout(700)
@pytest.mark.parametrize("servers", [2, 3])
def test_behind_caddy_games_end_on_any_server(postgres: Postgres, caddy: str, tmp_path: Path, servers: int) -> None:
    torture = played(tmp_path, postgres, caddy, 30.0, ["drop"], changes=AT_RANDOM, servers=servers)
    assert torture.counts["handed-over"] >= 2
    assert torture.counts["asked-again"]


@pytest.mark.sweep
@pytest.mark.parametrize("servers", [2, 3])
def test_servers_can_be_replaced_one_by_one_during_games(
    postgres: Postgres, caddy: str, tmp_path: Path, servers: int
) -> None:
    torture = played(tmp_path, postgres, caddy, 1.0, ["roll"], servers=servers)
    assert torture.counts["handed-over"], "tables went to the others and came back"
    assert torture.waits
    assert torture.waits_of_pages


@pytest.mark.sweep
@pytest.mark.parametrize("fault", ["kill", "cut", "restart"])
def test_no_fault_behind_caddy_loses_anything(caddy: str, tmp_path: Path, fault: str) -> None:
    with running_postgres() as postgres:
        torture = played(tmp_path, postgres, caddy, 15.0, [fault])
    assert torture.faults[fault]


# The same command through two servers

RESTLESS: Final = """
from turncoat.table.runtime import room_registry
room_registry.HANDOVER_REST, room_registry.HANDOVER_WAIT = 0.0, 60.0
"""


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def two(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    data, code = tmp_path_factory.mktemp("data"), RESTLESS + LONG_LEASES + SERVE
    with serving(data, code=code, store=url) as one, serving(data, code=code, store=url) as other:
        yield one, other


def log_of(url: str, table: str) -> list[Message]:
    """Return the entries of the table."""

    async def entries() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetch("SELECT entry FROM log WHERE code = $1 ORDER BY number", table)
        finally:
            await connection.close()

    return [json.loads(row[0]) for row in asyncio.run(entries())]


def until_taken(server: Server, table: str, token: str, message: Message) -> None:
    """Send a message of a program repeatedly until the server acknowledges it."""
    while True:
        try:
            with connect(address(server.url, table), max_size=None) as line:
                line.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
                line.send(json.dumps(message))
                while True:
                    answer = json.loads(line.recv(timeout=20))
                    if answer["type"] == "accepted":
                        assert answer["id"] == message["id"]
                        return
                    assert answer["type"] != "refused" or answer["code"] == "table-moves", answer
        except ConnectionClosed:
            continue


def test_a_programs_request_through_two_servers_is_applied_once(url: str, two: tuple[Server, Server]) -> None:
    one, other = two
    ola = Person(one, "Ola").open()
    ola.post(ola.path, do="choose-avatar", avatar="bear")  # neither of those that the program takes
    with connect(address(one.url, ola.code), max_size=None) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, "name": "Robot"}))
        token = json.loads(line.recv(timeout=20))["token"]
    moves = ownership_changes(other)["handed-over"]
    for number in range(TWICE):
        message = {"type": "choose-avatar", "avatar": "fox" if number % 2 else "owl", "id": f"sent-{number}"}
        for server in two:  # one after another
            until_taken(server, ola.code, token, message | {"id": f"again-{number}"})
        senders = [threading.Thread(target=until_taken, args=(server, ola.code, token, message)) for server in two]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join(60)
            assert not sender.is_alive()
    there = Counter(entry["id"] for entry in log_of(url, ola.code))
    sent = [f"{how}-{number}" for how in ("again", "sent") for number in range(TWICE)]
    assert {id: there[id] for id in sent} == dict.fromkeys(sent, 1)
    assert ownership_changes(other)["handed-over"] > moves + TWICE / 2, "the table was on both servers"


def test_a_pages_request_through_two_servers_is_applied_once(url: str, two: tuple[Server, Server]) -> None:
    one, other = two
    host = Person(one, "Ola").open()
    people = [host, *(Person(one, name, host.code).sit() for name in ("Jan", "Ewa", "Max", "Zoe"))]
    host.start()
    (leader,) = [person for person in people if AskForm(person.look()).is_open]
    leader.choose(AskForm(leader.look()))
    form = AskForm(host.look())
    ballot = {**form.hidden, "answer": "approve"}
    elsewhere = Person(other, "Ola", host.code)
    elsewhere.client.cookies.update(host.client.cookies)
    for person in (host, elsewhere, host, elsewhere):
        assert person.client.post(form.action, data=ballot).status_code == 200
    log = log_of(url, host.code)
    ids = [entry["id"] for entry in log if entry["by"] == log[0]["by"]]
    assert ids.count(ballot["command"]) == 1
    assert AskForm(elsewhere.look()).answered


# People without a seat

HASTY: Final = """
from turncoat.table.runtime import room_registry
room_registry.HANDOVER_WAIT = 0.2
"""


@pytest.fixture(scope="module")
def three(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[Server]]:
    url, data, code = postgres.database(), tmp_path_factory.mktemp("data"), HASTY + LONG_LEASES + SERVE_BEHIND
    with ExitStack() as stack:
        yield [stack.enter_context(serving(data, code=code, store=url)) for _ in range(3)]


@pytest.fixture(scope="module")
def balancer(three: Sequence[Server], caddy: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caddy]:
    upstreams = [server.url.removeprefix("http://") for server in three]
    with Caddy(caddy, tmp_path_factory.mktemp("caddy"), upstreams, PATIENT) as running:
        yield running


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Route | WebSocketRoute]:
    return list(routes_of_tables(tmp_path_factory.mktemp("routes")))


def ask(client: httpx.Client, url: str, route: Route | WebSocketRoute, written: str) -> list[str]:
    """Return a server's answers to a visitor without a seat, by every way to request the table."""
    path = filled(route.path, written)
    if isinstance(route, Route):
        return [f"{client.request(method, url + path).status_code}" for method in sorted(route.methods or ())]
    try:
        with connect(f"ws{url.removeprefix('http')}{path}", max_size=None) as line:
            with suppress(ConnectionClosed):
                line.send(json.dumps({"type": "hello", "protocol": 1}))
            answer = json.loads(line.recv(timeout=20))
            return [answer.get("code", answer.get("type", "page"))]
    except InvalidStatus as refused:
        return [f"{refused.response.status_code}"]


def moves(servers: Sequence[Server]) -> Counter[str]:
    return sum((Counter(ownership_changes(server)) for server in servers), Counter())


def test_every_spelling_of_a_code_reaches_the_tables_server(
    three: Sequence[Server], balancer: Caddy, routes: Sequence[Route | WebSocketRoute]
) -> None:
    ola = Person(Address(balancer.url), "Ola").open()
    ola.start()
    with ola.line() as line, httpx.Client(timeout=60) as client:
        before = moves(three)
        for odd, written in spellings(ola.code).items():
            for route in routes:
                answers = ask(client, balancer.url, route, written)
                if isinstance(route, WebSocketRoute):
                    assert answers == ["403" if route.path.startswith("/t/") else "no-such-table"], (odd, route.path)
                else:
                    assert set(answers) <= ({"308", "404"} if is_repaired(odd) else {"404"}), (odd, route.path)
        assert moves(three) == before
        line.ping().wait(10)
        assert 'id="own-seat"' in ola.look()


def test_no_address_lets_outsiders_move_a_table(
    three: Sequence[Server], balancer: Caddy, routes: Sequence[Route | WebSocketRoute]
) -> None:
    """Not even if every server is asked, since the balancer may send a table to two of them."""
    ola = Person(Address(balancer.url), "Ola").open()
    ola.start()
    with ola.line() as line, httpx.Client(timeout=60) as client:
        before = moves(three)["handed-over"]
        refused = Counter[str]()
        for route in routes:
            for server in three:
                refused.update(ask(client, server.url, route, ola.code))
        assert moves(three)["handed-over"] == before
        assert refused["503"] > len(routes) / 2, "most requests reached a server without the table"
        line.ping().wait(10)


def test_seated_people_move_a_table_by_page_program_or_second_device(two: tuple[Server, Server]) -> None:
    one, other = two
    ola = Person(one, "Ola").open()
    made = ola.client.get(f"{ola.path}/device").text
    (link,) = set(re.findall(rf"{ola.path}/device/[\w.-]+", made))
    phone = Person(one, "Ola", ola.code)
    phone.look()
    phone.post(link)
    with connect(address(one.url, ola.code), max_size=None) as program:
        program.send(json.dumps({"type": "hello", "protocol": 1, "name": "Robot"}))
        token = json.loads(program.recv(timeout=20))["token"]
    with connect(address(other.url, ola.code), max_size=None) as program:
        program.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
        assert json.loads(program.recv(timeout=60))["type"] == "welcome"
    for person, server in ((phone, one), (ola, other)):
        before = moves(two)["handed-over"]
        elsewhere = Person(server, person.name, ola.code)
        elsewhere.client.timeout = 60
        elsewhere.client.cookies.update(person.client.cookies)
        elsewhere.look()
        assert moves(two)["handed-over"] == before + 1
