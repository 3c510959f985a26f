"""Many servers behind a real Caddy with the project's Caddyfile, and games of programs and of people with pages."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.plugins.caddy import POLICY, Caddy
from tests.plugins.postgres import Postgres
from tests.support.programs import Message
from tests.support.serving import SERVE, free_port
from tests.torture.many import HEALTH_TIMEOUT, ManyServers, TorturedServer
from tests.torture.pages import Page
from tests.torture.robots import Broken, Log, Robot, Told, address

PATIENT: Final = {"health_timeout 2s": "health_timeout 60s"}

LONG_LEASES: Final = (
    "from turncoat.table.store.postgres import PostgresStore\nPostgresStore.__init__.__defaults__ = (60.0,)\n"
)
"""Settings that keep a busy machine from declaring servers dead."""

SERVE_BEHIND: Final = SERVE.replace("metrics=True", "metrics=True, proxies=('127.0.0.1',)")


class BehindCaddy(ManyServers):
    """Servers behind a Caddy to which everybody connects."""

    def __init__(
        self,
        folder: Path,
        postgres: Postgres,
        seed: int,
        *,
        caddy: str,
        changes: Mapping[str, str] = {},
        pages: int = 1,
        servers: int = 3,
        code: str = SERVE_BEHIND,
        games: Sequence[tuple[Message, int]],
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """`changes` apply to the Caddyfile. `pages` is the number of people with pages at each table.

        All other players are programs and bots.
        """
        by_code = POLICY not in changes
        super().__init__(folder, postgres, seed, servers=servers, by_code=by_code, code=code, games=games, tell=tell)
        self.pages: list[Page] = []
        self._pages_each = pages
        self._program, self._changes = caddy, changes
        self._caddy: Caddy
        self._ports = [free_port() for _ in range(servers)]

    def port_for(self, number: int) -> int:
        return self._ports[number]

    @contextlib.asynccontextmanager
    async def balancing(self) -> AsyncIterator[None]:
        upstreams = [f"127.0.0.1:{port}" for port in self._ports]
        self._caddy = caddy = Caddy(self._program, self._folder, upstreams, self._changes)
        try:
            await asyncio.to_thread(caddy.wait)  # needs this loop, which connects the servers to their database
            yield
        finally:
            await asyncio.to_thread(caddy.stop)

    async def url_for(self, code: str = "") -> str:
        return self._caddy.url

    async def connect(self, robot: Robot) -> ClientConnection:
        url = address(self._caddy.url, robot.table)
        return await connect(url, max_size=None, compression=None, open_timeout=self.limit, ping_interval=None)

    async def busy_server(self) -> TorturedServer:
        async def connections(server: TorturedServer) -> float:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(timeout=HEALTH_TIMEOUT) as client:
                    text = (await client.get(f"{server.url}/metrics")).text
                if found := re.search(r"^turncoat_connections ([0-9.]+)$", text, re.M):
                    return float(found[1])
            return 0.0

        return max([(await connections(one), one.number, one) for one in self._servers if one.url])[2]

    @property
    def at_tables(self) -> set[str]:
        """Tables where games are played."""
        return {page.table for page in self.pages}

    # People with pages

    async def sit_down(self, games: Sequence[tuple[Message, int]] = ()) -> None:
        await super().sit_down(games)
        for host in [robot for robot in self.robots if robot.is_host][: len(self._games)]:
            for number in range(self._pages_each):
                page = Page(self._caddy.url, host.table, f"Person {number}", f"{self.random.random()}")
                await page.sit()
                self.pages.append(page)

    def others(self) -> Sequence[Coroutine[Any, Any, None]]:
        return [page.run() for page in self.pages]

    @property
    def waits_of_pages(self) -> list[float]:
        """Durations for which pages were not live, in seconds."""
        return [wait for page in self.pages for wait in page.waits]

    def told(self) -> Told:
        self._told_pages = {page: list(page.taken) for page in self.pages}
        return super().told()

    def look(self, log: Log, told: Told) -> None:
        super().look(log, told)
        for page, ids in self._told_pages.items():
            there = {entry["id"] for entry in log[page.table]}
            if lost := [id for id in ids if id not in there]:
                raise Broken(f"{page.table}: {page.name} was told that {lost} was taken, and it is not there")
