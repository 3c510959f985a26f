"""Every route with any input by strangers or players: no fault, a documented status, the right type.

The requests are generated from the application's own list of routes and from `docs/protocol.schema.json`, so a new
route or message is covered automatically.
"""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.routing import Route

from tests.support.damage import damaged, json_values, noise
from tests.support.running import SLOW
from turncoat.kernel.refusals import REFUSALS
from turncoat.table import commands as c
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http.identity import COOKIE
from turncoat.web.http.limits import RateLimits
from turncoat.web.programs import protocol as p
from turncoat.web.table.command_forms import FORMS

OFTEN = "100000000/minute"
MANY = msgspec.structs.replace(
    RateLimits(),
    **{name: OFTEN for name, value in msgspec.structs.asdict(RateLimits()).items() if isinstance(value, str)},
)
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))
DOCUMENTED = {200, 201, 204, 303, 304, 307, 308, 400, 403, 404, 405, 409, 410, 413, 421, 422}
"""Statuses of the routes (307: to an address without a slash too many). 429 and 503 need other circumstances."""
TYPES = {
    "text/html; charset=utf-8",
    "text/plain; charset=utf-8",
    "application/json",
    "application/manifest+json",
    "text/javascript; charset=utf-8",
}
FILES = (
    "image/",
    "font/",
    "audio/",
    "application/pdf",
    "text/calendar",
    "text/css",
    "text/javascript",
    "text/plain; version=",
)
"""Prefixes of the types of files, and that of metrics."""
FEWER = settings(max_examples=settings().max_examples * 3 // 5)
FORM = b"application/x-www-form-urlencoded"


class Site:
    """A server with a table during a game. Requests come from a stranger or from its host."""

    def __init__(self, data: Path) -> None:
        self.runner = asyncio.Runner()
        self.app: Starlette = create_app(ServerSettings(data, bot_pause=SLOW, metrics=True), MANY)
        self.context = self.app.state.context
        self.code = self.runner.run(self._table())
        self.cookie = str(self.context.signer._visitors.dumps(["ola", "Ola"]))
        visitor = self.context.signer.visitor(connection_with(self.cookie))
        self.csrf = self.context.signer.csrf(visitor)

    async def _table(self) -> str:
        room = await self.context.registry.open("ola", "Ola")
        await room.submit("ola", c.Start())
        code: str = room.table.code
        return code

    def routes(self) -> list[tuple[str, str]]:
        """Return each method with its path. A socket's path takes no requests."""
        routes = [route for route in self.app.routes if isinstance(route, Route)]
        return [(method, route.path) for route in routes for method in sorted(route.methods or ())]

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.runner.run(self._ask(method, path, **more))

    async def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        transport = httpx.ASGITransport(app=self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **more)

    def close(self) -> None:
        self.runner.run(self.context.registry.close())
        self.runner.close()


def connection_with(cookie: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"cookie", f"{COOKIE}={cookie}".encode())]})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("data"))
    yield site
    site.close()


def from_schema(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for values that a JSON schema allows."""
    if "$ref" in schema:
        return from_schema(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of(*map(from_schema, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            known = {name: from_schema(field) for name, field in schema.get("properties", {}).items()}
            needed = {name: known.pop(name) for name in schema.get("required", ()) if name in known}
            if not known and not needed:
                return st.dictionaries(noise, from_schema(schema.get("additionalProperties", {})), max_size=3)
            return st.fixed_dictionaries(needed, optional=known)
        case "array":
            return st.lists(from_schema(schema["items"]), max_size=4)
        case "string":
            return noise | st.sampled_from(["Ola", "resistance", "hail-hydra", "targeting", "cards"])
        case "integer":
            return st.integers(5, 8) | st.integers()
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case _:
            return json_values


def assert_answered(answer: httpx.Response) -> None:
    assert answer.status_code in DOCUMENTED, answer.text[:300]
    kind = answer.headers.get("content-type", "")
    if answer.content and answer.status_code != 405:
        assert kind in TYPES or kind.startswith(FILES), kind
    if kind == "application/json" and answer.content:
        assert isinstance(answer.json(), dict)
    assert "Traceback" not in answer.text


def answered_in_json(answer: httpx.Response) -> Any:
    """Return the message of the protocol in the answer."""
    assert_answered(answer)
    assert answer.headers["content-type"] == "application/json"
    message = msgspec.json.decode(answer.content, type=p.AnyToProgram)
    if isinstance(message, p.ErrorMessage | p.RefusedMessage):
        assert message.code in REFUSALS or message.code in ("malformed", "too-large", "foreign-page")
        assert message.sentence
    return message


@FEWER
@given(body=from_schema(SCHEMA["$defs"]["NewTable"]))
def test_a_body_that_fits_the_schema_opens_a_table_or_is_refused(site: Site, body: Any) -> None:
    text = json.dumps(body)
    assume(len(text) < 16_000)
    answer = site.ask("POST", "/api/v1/tables", content=text)
    assert (answer.status_code, type(answered_in_json(answer))) in ((201, p.WelcomeMessage), (422, p.RefusedMessage))


GOOD = ['{"name": "Robot", "game": "resistance", "players": 5, "modules": ["targeting"], "options": {"a": true}}']


@FEWER
@given(body=st.one_of(damaged(GOOD).map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=50)))
def test_any_body_opens_a_table_or_is_refused(site: Site, body: bytes) -> None:
    answer = site.ask("POST", "/api/v1/tables", content=body)
    message = answered_in_json(answer)
    expected = {201: p.WelcomeMessage, 400: p.ErrorMessage, 413: p.ErrorMessage, 422: p.RefusedMessage}
    assert isinstance(message, expected[answer.status_code])


@given(message=from_schema(SCHEMA["$defs"]["FromProgram"]))
def test_a_message_that_fits_the_schema_can_be_decoded(message: Any) -> None:
    text = json.dumps(message)
    assert msgspec.json.decode(text, type=p.AnyFromProgram)


long = st.sampled_from(["9" * 5000, "%00", "%ff", "..", "%2e%2e%2f", "a" * 3000, "0", "1", "end", "all", "-1", " "])
FIELDS = """
do name seat sit code as at slide record game players module line language key lang prompt answer team mission command
sure back theme said all text other channel phrase about option.x spectators file bots entropy mix-in hash commitment
nonce reveals unrevealed
"""
fields = st.sampled_from(FIELDS.split())
accepted = st.sampled_from([b"text/html", b"application/json", b"*/*", b"", b"\xff;q=x"])
given_fields = st.lists(st.tuples(fields, noise | long | st.sampled_from(sorted(FORMS))), max_size=6)


@given(data=st.data())
def test_every_route_answers_any_request(site: Site, data: st.DataObject) -> None:
    method, path = data.draw(st.sampled_from(site.routes()))
    for part in ("code", "number", "token", "game", "path:path"):
        if f"{{{part}}}" in path:
            right = st.just(site.code) if part == "code" else st.sampled_from(["1", "resistance", "sw.js"])
            any_text = long | noise.map(lambda text: quote(text, safe="", errors="replace"))
            path = path.replace(f"{{{part}}}", data.draw(right | right | any_text))
    query = urlencode(data.draw(given_fields), errors="replace")
    headers = {b"Accept": data.draw(accepted)}
    if data.draw(st.booleans()):
        language = data.draw(st.sampled_from(["pl", "x", ""]))
        headers[b"Cookie"] = f"{COOKIE}={site.cookie}; theme=dark; language={language}".encode()
    body = b""
    if method == "POST":
        sent = [("csrf", site.csrf), *data.draw(given_fields)]
        headers[b"Content-Type"] = FORM
        body = data.draw(st.just(urlencode(sent, errors="replace").encode()) | st.binary(max_size=30))
        # A deleted table answers every request in the same way.
        assume(b"delete" not in body)
    answer = site.ask(method, f"{path}?{query}" if query else path, headers=headers, content=body)
    assert_answered(answer)


@pytest.mark.parametrize("number", ["9" * 5000, "0", "-1", "1_0", "٣", "1.0", "%00"])
@pytest.mark.parametrize("page", ["", "/record"])
def test_a_game_with_an_impossible_number_is_not_found(site: Site, number: str, page: str) -> None:
    assert site.ask("GET", f"/t/{site.code}/games/{number}{page}").status_code == 404
