"""Visitors whose browsers run no scripts."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.support.scripted_tables import script
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app


class Guest:
    """A visitor whose browser runs no scripts."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client, self.csrf, self.path = client, "", "/"

    async def look(self) -> str:
        """Load the page, without the token that ties its socket to this load, which differs each time."""
        page = re.sub(r"loaded=[\w-]+", "", (await self.client.get(self.path)).text)
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', page)
        assert found
        self.csrf = found[1]
        return page

    async def post(self, path: str = "", script: bool = False, **fields: str) -> httpx.Response:
        return await self.send(fields, path, script=script)

    async def send(self, fields: dict[str, str], path: str = "", *, script: bool = False) -> httpx.Response:
        await self.look()
        headers = {"Accept": "application/json"} if script else {}
        return await self.client.post(path or self.path, data={"csrf": self.csrf, **fields}, headers=headers)


@asynccontextmanager
async def a_table(data: Path) -> AsyncIterator[tuple[Room, list[Guest]]]:
    """Open a table of Winter Soldier with seven players, a game under way and a spectator."""
    app = create_app(ServerSettings(data, bot_pause=60))
    transport = httpx.ASGITransport(app)
    clients = [httpx.AsyncClient(transport=transport, base_url="http://table", follow_redirects=True) for _ in range(8)]
    guests = [Guest(client) for client in clients]
    host = guests[0]
    unpacked = await host.post("/new", name="Name 0")
    code = unpacked.url.path.rpartition("/")[2]
    for guest in guests:
        guest.path = f"/t/{code}"
    registry = app.state.context.registry
    at = await registry.find(code)
    await at.submit(at.table.host, c.SetUp(c.GameSetup("winter-soldier", 7)))
    for number, guest in enumerate(guests[1:7], 1):
        assert (await guest.post(do="sit", name=f"Name {number}")).status_code == 200
    assert (await host.post(do="start")).status_code == 200
    script(at)
    yield at, guests
    for client in clients:
        await client.aclose()
    await registry.close()
