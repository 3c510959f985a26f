"""Hostile requests cost next to nothing, get a helpful answer, and break nothing."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http.requests import AllowedHosts

pytestmark = pytest.mark.anyio
FEW = 0.05
"""CPU seconds: far more than any of these requests takes, and far less than a dangerous one would."""
FORM = "application/x-www-form-urlencoded"
FILES = "multipart/form-data; boundary=x"
HEAD = b"--x\r\nContent-Disposition: form-data; name=a; "


@asynccontextmanager
async def browser(data: Path, **setup: object) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(ServerSettings(data, **setup))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as client:
        yield client
    await app.state.context.registry.close()


@pytest.mark.parametrize(
    ("path", "headers", "body"),
    [
        ("/new", {"Content-Type": FILES + "; name=a; " + "a=; " * 50_000}, b"x"),
        ("/replay", {"Content-Type": FILES + "; name=a; " + "a=; " * 50_000}, b"x"),
        ("/replay", {"Content-Type": FILES}, HEAD + b"a=; " * 50_000 + b"\r\n\r\nhi\r\n--x--\r\n"),
        ("/replay", {"Content-Type": FILES}, b"--x\r\n" + b"A: b\r\n" * 50_000),
        ("/new", {"Content-Type": FORM}, b"&" * 65_000),
        ("/new", {"Content-Type": FORM}, b"a=b&" * 16_000),
        ("/new", {"Content-Type": FORM}, b"name=" + b"%41" * 21_000),
        ("/api/v1/tables", {}, b"[" * 16_000),
        ("/api/v1/tables", {}, b'{"name": "' + b"a" * 16_000 + b'"}'),
        ("/api/v1/tables", {}, '{{"name": "a{}"}}'.format("\u0301" * 8_000).encode()),
        ("/", {"Cookie": 'turncoat="' + "\\" * 30_000 + '"'}, b""),
        ("/", {"Cookie": 'turncoat="' + "\\1" * 15_000 + '"'}, b""),
        ("/", {"Cookie": "a=b;" * 7_000}, b""),
        ("/", {"Cookie": "turncoat=.eJ" + "a" * 30_000}, b""),
        ("/", {"Accept-Language": "en;q=," * 5_000}, b""),
        ("/?" + "a=b&" * 2_000, {}, b""),
        ("/t/" + "%41" * 2_600, {}, b""),
        ("/static/" + "a/" * 4_000, {}, b""),
        ("/t/BCDF/deal", {"Authorization": "Bearer " + "a." * 15_000}, b""),
    ],
)
async def test_a_hostile_request_delays_nobody(tmp_path: Path, path: str, headers: dict[str, str], body: bytes) -> None:
    async with browser(tmp_path) as stranger:
        method = "POST" if body else "GET"
        taken = []
        for _ in range(3):  # the first may pay for imports and caches
            began = time.process_time()
            answer = await stranger.request(method, path, headers=headers, content=body)
            taken.append(time.process_time() - began)
            assert answer.status_code < 500
        assert min(taken) < FEW


@pytest.mark.parametrize("body", [b'{"name": "\xff"}', b"\xff\xfe", b'{"name": "\\ud800"}'])
async def test_a_body_that_is_not_text_is_malformed(tmp_path: Path, body: bytes) -> None:
    async with browser(tmp_path) as program:
        answer = await program.post("/api/v1/tables", content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_other_sites_cookies_are_harmless(tmp_path: Path) -> None:
    async with browser(tmp_path) as ola:
        cookie = (await ola.get("/")).headers["set-cookie"].partition(";")[0]
        ola.cookies.clear()
        for others in (f'other="a\\"b"; {cookie}', f"{cookie}; other=\\", f'x="\\073"; {cookie}; y="\\"'):
            assert "set-cookie" not in (await ola.get("/", headers={"Cookie": others})).headers


@pytest.mark.parametrize(
    "host",
    [
        "evil.example.com",
        "127.0.0.1.example.com",
        "evil.example.com:8000",
        "192.168.1.7.nip.io",
        "a b",
        "",
        "[::1",
        "x" * 300,
    ],
)
async def test_a_foreign_host_name_that_resolves_here_gets_nothing(tmp_path: Path, host: str) -> None:
    async with browser(tmp_path) as ola:
        answer = await ola.get("/", headers={"Host": host})
        assert answer.status_code == 421
        assert "allow-host" in answer.text
        assert (await ola.post("/api/v1/tables", headers={"Host": host}, json={"name": "Ola"})).status_code == 421


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8000",
        "localhost:8000",
        "[::1]:8000",
        "192.168.1.7:8000",
        "raspberrypi",
        "pc.local",
        "Pc.LAN:80",
    ],
)
async def test_local_addresses_and_names_are_allowed_by_default(tmp_path: Path, host: str) -> None:
    async with browser(tmp_path) as ola:
        assert (await ola.get("/", headers={"Host": host})).status_code == 200


async def test_the_operator_may_allow_a_host_name(tmp_path: Path) -> None:
    async with browser(tmp_path, allow_hosts=("Turncoat.example.org",)) as ola:
        assert (await ola.get("/", headers={"Host": "turncoat.example.org"})).status_code == 200
        assert (await ola.get("/", headers={"Host": "turncoat.example.org:8443"})).status_code == 200
        assert (await ola.get("/", headers={"Host": "www.turncoat.example.org"})).status_code == 421


def test_host_names_that_anybody_could_register_are_not_allowed() -> None:
    hosts = AllowedHosts()
    assert not hosts.allows("local.example")
    assert not hosts.allows("fritz.box")
    assert hosts.allows("turncoat.home.arpa")
