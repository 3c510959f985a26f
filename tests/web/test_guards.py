"""Guards of every route that changes something or opens a socket, enumerated from the application's routes."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.support.serving import VISITORS, Server, serving
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http.requests import READS
from turncoat.web.programs.socket import API

LIMITED = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
from turncoat.web.http.limits import RateLimits
run(ServerSettings(Path(sys.argv[1]), port=int(sys.argv[3])), rates=RateLimits(**{rates}))
"""
OTHER_SITES = ("http://elsewhere.example", "{home}.elsewhere.example", "null")


def all_routes() -> list[BaseRoute]:
    with TemporaryDirectory() as data:
        return list(create_app(ServerSettings(Path(data))).routes)


ROUTES = all_routes()
CHANGING = [
    (method, route.path)
    for route in ROUTES
    if isinstance(route, Route) and route.methods
    for method in sorted(route.methods - set(READS))
]
FORMS = [(method, path) for method, path in CHANGING if not path.startswith(API)]
SOCKETS = [route.path for route in ROUTES if isinstance(route, WebSocketRoute)]
PAGES_OF_TABLES = [
    ("GET", route.path)
    for route in ROUTES
    if isinstance(route, Route) and "{code}" in route.path and "GET" in (route.methods or ())
]
FORMS_OF_TABLES = [(method, path) for method, path in FORMS if "{code}" in path]


class Browser:
    """A browser that the server knows, with a table that its visitor has opened."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = httpx.Client(base_url=server.url, follow_redirects=True, timeout=60)
        found = re.search(r'name="csrf" value="([^"]+)"', self.client.get("/").text)
        assert found is not None
        self.csrf = found[1]
        self.code = "BCDF"

    def open(self) -> "Browser":
        """Open a table."""
        answer = self.form("POST", "/new", name="Ola")
        assert answer.status_code == 200
        self.code = answer.url.path.rpartition("/")[2]
        return self

    def path(self, route: str) -> str:
        """Return an address of the route at the table."""
        return re.sub(r"{(\w+)(:\w+)?}", lambda part: self.code if part[1] == "code" else "1", route)

    def form(self, method: str, route: str, **fields: str) -> httpx.Response:
        """Send one of this browser's forms. A GET request has none."""
        data = {"csrf": self.csrf, **fields} if method != "GET" else None
        return self.client.request(method, self.path(route), data=data)

    def socket(self, route: str) -> str:
        """Return the address of the socket of a route."""
        return self.server.url.replace("http", "ws", 1) + self.path(route)


Limits = Callable[..., Server]


@pytest.fixture(scope="module")
def limits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Limits]:
    """Starts servers with these rates, each once."""
    running: dict[str, Server] = {}
    opened = []

    def limited(**rates: str | int) -> Server:
        key = repr(rates)
        if key not in running:
            context = serving(tmp_path_factory.mktemp("data"), code=LIMITED.replace("{rates}", key))
            running[key] = context.__enter__()
            opened.append(context)
        return running[key]

    yield limited
    for context in opened:
        context.__exit__(None, None, None)


@pytest.fixture(scope="module")
def ola(server: Server) -> Iterator[Browser]:
    browser = Browser(server)
    with closing(browser.client):
        yield browser.open()


def visitor(server: Server) -> Browser:
    """Return a browser that is closed after the test."""
    browser = Browser(server)
    VISITORS.append(browser.client)
    return browser


@pytest.mark.parametrize("origin", OTHER_SITES)
@pytest.mark.parametrize(("method", "route"), CHANGING)
def test_a_page_of_another_site_changes_nothing(ola: Browser, method: str, route: str, origin: str) -> None:
    headers = {"Origin": origin.format(home=ola.server.url)}
    fields = {"csrf": ola.csrf, "name": "Eve"}
    answer = ola.client.request(method, ola.path(route), data=fields, headers=headers)
    assert answer.status_code == 403
    assert "foreign-page" in answer.text or "That form has expired" in answer.text


@pytest.mark.parametrize("origin", OTHER_SITES)
@pytest.mark.parametrize("route", SOCKETS)
def test_a_page_of_another_site_opens_no_socket(ola: Browser, route: str, origin: str) -> None:
    headers = {"Origin": origin.format(home=ola.server.url)}
    with pytest.raises(InvalidStatus, match="403"), connect(ola.socket(route), additional_headers=headers):
        pass


@pytest.mark.parametrize("route", SOCKETS)
def test_this_sites_pages_and_programs_may_open_a_socket(ola: Browser, route: str) -> None:
    for headers in ({"Origin": ola.server.url}, {}):
        with connect(ola.socket(route), additional_headers=headers):
            pass


@pytest.mark.parametrize("token", ["", "0" * 32, "of another visitor"])
@pytest.mark.parametrize(("method", "route"), FORMS)
def test_a_form_without_the_visitors_own_token_changes_nothing(
    ola: Browser, method: str, route: str, token: str
) -> None:
    fields = {"csrf": visitor(ola.server).csrf if token.startswith("of") else token}
    answer = ola.client.request(method, ola.path(route), data=fields)
    assert answer.status_code == 403
    assert "That form has expired" in answer.text


@pytest.mark.parametrize(("method", "route"), FORMS)
def test_an_unknown_visitor_changes_nothing(ola: Browser, method: str, route: str) -> None:
    answer = httpx.request(method, ola.server.url + ola.path(route), data={"csrf": ola.csrf}, timeout=60)
    assert answer.status_code == 403


@pytest.mark.parametrize(("method", "route"), [form for form in FORMS if not form[1].endswith("/draft")])
def test_forms_are_rate_limited(limits: Limits, method: str, route: str) -> None:
    """Team drafts, which a page sends with every tap, have a limit of their own."""
    answer = visitor(limits(commands="1/hour")).open().form(method, route)
    assert answer.status_code == 429
    assert "Slow down" in answer.text


@pytest.mark.parametrize("route", ["/new", "/tables", "/learn", f"{API}v1/tables"])
def test_new_tables_are_rate_limited(limits: Limits, route: str) -> None:
    ola = visitor(limits(tables="0/hour"))
    answer = ola.client.post(route, json={"name": "Ola"}) if route.startswith(API) else ola.form("POST", route)
    assert answer.status_code == 429
    assert "That was a lot at once" in answer.text


@pytest.mark.parametrize(("method", "route"), PAGES_OF_TABLES + FORMS_OF_TABLES)
def test_no_route_confirms_a_valid_code_to_a_guesser(limits: Limits, method: str, route: str) -> None:
    server = limits(misses="1/hour", tables="1000/minute")
    ola, eve = visitor(server).open(), visitor(server)
    eve.client.get("/t/BCDF")
    wrong = eve.form(method, route)
    eve.code = ola.code
    right = eve.form(method, route)
    assert right.status_code == wrong.status_code >= 400
    assert ola.form(method, route).status_code != right.status_code


@pytest.mark.parametrize("route", SOCKETS)
def test_sockets_are_rate_limited(limits: Limits, route: str) -> None:
    with connect(visitor(limits(connections=0)).open().socket(route)) as socket:
        if route.startswith(API):
            socket.send(json.dumps({"type": "hello", "protocol": 1}))
            assert json.loads(socket.recv(timeout=20))["code"] == "too-many-lines"
            return
        with suppress(ConnectionClosed):
            socket.recv(timeout=20)  # a page has to wait
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=20)
