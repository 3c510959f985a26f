"""Pages that are the same for everybody are compressed. Secrets and visitors' own texts never are."""

import re
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from turncoat.kernel.rulebooks import BOOKS
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app

pytestmark = pytest.mark.anyio

PAGES = ["/", "/new", "/learn", "/about", "/rules", *(f"/rules/{name}" for name in BOOKS)]
TOKEN = re.compile(rb'name="csrf" value="([0-9a-f]{32})"')


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(ServerSettings(tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:
        yield client
    await app.state.context.registry.close()


async def raw(client: httpx.AsyncClient, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """Return the response, and its bytes as sent."""
    async with client.stream("GET", path, headers={"Accept-Encoding": "gzip", **headers}) as answer:
        return answer, b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_without_secrets_is_compressed_losslessly(client: httpx.AsyncClient, path: str) -> None:
    packed, sent = await raw(client, path)
    cookies = dict(client.cookies)
    plain = await client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    again, sent_again = await raw(client, path)
    assert dict(client.cookies) == cookies
    assert zlib.decompress(sent_again, zlib.MAX_WBITS | 16) == plain.content
    assert len(sent) == len(sent_again)
    assert len(sent) < len(plain.content) * 0.5
    if path.startswith("/rules"):
        assert len(sent) < len(plain.content) / 3
    assert again.status_code == 200


@pytest.mark.parametrize("path", PAGES)
async def test_compression_does_not_leak_the_token_through_the_host_name(client: httpx.AsyncClient, path: str) -> None:
    sizes = set()
    # One server name that matches the whole token, and one that matches nothing of it.
    await client.get(path)
    [token, *_] = TOKEN.findall((await client.get(path, headers={"Accept-Encoding": "identity"})).content)
    for host in (token.decode(), token[:16].decode() * 2, "z" * 32):
        _, sent = await raw(client, path, Host=host)
        page = zlib.decompress(sent, zlib.MAX_WBITS | 16)
        assert set(TOKEN.findall(page)) == {token}
        assert f"http://{host}/static/preview.png".encode() in page
        assert sent.count(token) == page.count(token)
        sizes.add(len(sent))
    assert len(sizes) == 1


async def test_a_personal_start_page_is_not_compressed(client: httpx.AsyncClient) -> None:
    await client.get("/")
    [token, *_] = TOKEN.findall((await client.get("/")).content)
    opened = await client.post("/new", data={"csrf": token.decode(), "name": "Ola"})
    assert opened.status_code == 303
    for path in ("/", "/new", opened.headers["location"], "/replay", "/t/ZZZZZZZZ", "/nothing"):
        answer, _ = await raw(client, path)
        assert "content-encoding" not in answer.headers, path
    assert b'value="Ola"' in (await client.get("/")).content
    answer, _ = await raw(client, "/rules")
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("wish", "is_packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("GZIP ; q=1", True),
        ("gzip;q=0", False),
        ("x-gzip", False),
        ("", False),
    ],
)
async def test_a_browser_gets_an_encoding_that_it_accepts(
    client: httpx.AsyncClient, wish: str, is_packed: bool
) -> None:
    answer, _ = await raw(client, "/about", **{"Accept-Encoding": wish})
    assert ("content-encoding" in answer.headers) == is_packed


async def test_each_language_and_theme_has_its_own_compressed_page(client: httpx.AsyncClient) -> None:
    pages = {}
    for language in ("en", "pl"):
        for theme in ("dark", "light"):
            cookies = f"language={language}; theme={theme}"
            for path in PAGES:
                page = (await client.get(path, headers={"Cookie": cookies})).text
                assert f'lang="{language}" data-theme="{theme}"' in page
                assert f'name="back" value="{path}"' in page
                pages[language, theme, path] = page
    assert len(set(pages.values())) == 4 * len(PAGES)
