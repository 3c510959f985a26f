"""Every address of a table has one spelling. Others redirect to it, or are refused before any table is loaded."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.serving import Person, Server, serving
from tests.support.spellings import CODE, filled, is_repaired, routes_of_tables, spellings
from turncoat.web.http.codes import typed_code


def tables_in_memory(server: Server) -> int:
    found = re.search(r"^turncoat_tables ([0-9.]+)$", httpx.get(f"{server.url}/metrics", timeout=60).text, re.M)
    assert found
    return int(float(found[1]))


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Route | WebSocketRoute]:
    return list(routes_of_tables(tmp_path_factory.mktemp("routes")))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A data directory, and the code of the table that is stored there."""
    data = tmp_path_factory.mktemp("data")
    with serving(data) as server:
        ola = Person(server, "Ola").open()
        ola.client.close()
    return data, ola.code


def test_every_route_redirects_or_refuses_other_spellings_without_loading_a_table(
    kept: tuple[Path, str], routes: Sequence[Route | WebSocketRoute]
) -> None:
    data, code = kept
    assert len(routes) > 20
    with serving(data) as server, httpx.Client(base_url=server.url, timeout=60) as client:
        for odd, written in spellings(code).items():
            for route in routes:
                path, right = filled(route.path, written), filled(route.path, code)
                if isinstance(route, WebSocketRoute):
                    refused_socket(server, path)
                    continue
                for method in route.methods or ():
                    answer = client.request(method, f"{path}?a=b%20c")
                    if method == "POST" or not is_repaired(odd):
                        assert answer.status_code == 404, (odd, method, path)
                        continue
                    assert answer.status_code == 308, (odd, method, path)
                    rest = route.path.partition(CODE)[2]
                    end = f"/{filled(rest, '')}" if odd == "encoded slash" else ""
                    assert answer.headers["location"] == (f"/t/{code}{end}?a=b%20c" if end else f"{right}?a=b%20c")
        assert tables_in_memory(server) == 0
        assert client.get(f"/t/{code}").status_code == 200
        assert tables_in_memory(server) == 1


def refused_socket(server: Server, path: str) -> None:
    url = f"ws{server.url.removeprefix('http')}{path}"
    if path.startswith("/t/"):
        with pytest.raises(InvalidStatus), connect(url):
            pass
        return
    with connect(url) as line:
        told = json.loads(line.recv(timeout=20))
    assert told["code"] == "no-such-table"
    assert "capital letters" in told["sentence"], told


def test_a_link_in_another_spelling_opens_the_table(server: Server) -> None:
    ola = Person(server, "Ola").open()
    for odd, written in spellings(ola.code).items():
        page = ola.client.get(f"/t/{written}")
        assert (page.status_code, str(page.url.path)) == (
            (200, ola.path) if is_repaired(odd) else (404, page.url.path)
        ), odd


def test_whatever_is_pasted_into_the_code_field_leads_to_the_table(server: Server) -> None:
    ola = Person(server, "Ola").open()
    url = f"{server.url}{ola.path}"
    pasted = (
        ola.code.lower(),
        f"„{ola.code}”.",
        url,
        f"{url}/",
        f"{url}/screen?key=1",
        url.removeprefix("http://").lower(),
        f"Come and play: {url}. See you!",
        f"{ola.path}#main",
    )
    for text in pasted:
        answer = ola.post("/join", code=text)
        assert (answer.status_code, answer.url.path) == (200, ola.path), text
    for page in ("/", "/t/NONE"):  # nothing on the page cuts a link off
        field = re.search(r'<input[^>]*name="code"[^>]*>', ola.client.get(page).text)
        assert field
        assert "maxlength" not in field[0]


def test_a_code_is_recognized_in_typed_text_without_inventing_letters() -> None:
    assert typed_code("https://turncoat.example.org/rules") not in ("", "BCDF")
    assert typed_code("bcd fgh") == typed_code("/t/BCDFGH/deal") == "BCDFGH"
    assert typed_code("") == ""
