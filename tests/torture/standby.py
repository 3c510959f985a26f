"""A PostgreSQL primary with a standby that replaces it, both from the development package, over loopback."""

import asyncio
import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import asyncpg

from tests.plugins.postgres import Postgres
from tests.support.cut_line import CutLine
from tests.support.serving import free_port
from tests.torture.many import ManyServers

FOLLOWS_WITHIN: Final = 30.0
"""Seconds in which a standby has caught up."""
PLAYS_FOR: Final = 3.0
SETTINGS: Final = (
    "-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=50 -c shared_buffers=16MB"
)


class Cluster:
    """A PostgreSQL server run by `pg_ctl`."""

    def __init__(self, tools: Postgres, data: Path) -> None:
        self.data, self._tools = data, tools
        self.port = free_port()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        self.control("start", "-o", f"-p {self.port} {SETTINGS}")

    def control(self, *arguments: str) -> None:
        self._tools.tool("pg_ctl", "-w", "-D", str(self.data), "-l", f"{self.data}.log", *arguments)

    def change(self, **settings: str) -> None:
        """Change and reload settings, even of a standby."""
        with (self.data / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.control("reload")

    async def ask(self, query: str) -> object:
        connection = await asyncpg.connect(f"postgresql://postgres@{self.host}/postgres?sslmode=disable")
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    async def until(self, query: str) -> None:
        """Wait until the query returns true."""
        ends = time.monotonic() + FOLLOWS_WITHIN
        while not await self.ask(query):
            assert time.monotonic() < ends, query


class Pair:
    """A primary, and a standby that follows it."""

    def __init__(self, tools: Postgres, folder: Path) -> None:
        self.primary, self.standby = Cluster(tools, folder / "primary"), Cluster(tools, folder / "standby")
        tools.tool("initdb", "--auth=trust", "--encoding=utf8", "-U", "postgres", "-D", str(self.primary.data))
        self.primary.start()
        try:
            source = f"host=127.0.0.1 port={self.primary.port} user=postgres application_name=standby"
            tools.tool("pg_basebackup", "-d", source, "-D", str(self.standby.data), "-R", "-X", "stream", "-c", "fast")
            self.standby.start()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        """Address that names both."""
        hosts = f"{self.primary.host},{self.standby.host}"
        return f"postgresql://postgres@{hosts}/postgres?sslmode=disable&target_session_attrs=read-write"

    async def follow(self, *, is_synchronous: bool) -> Self:
        """Wait until the standby follows. If it is synchronous, nothing is confirmed from now on before it has it."""
        if is_synchronous:
            self.primary.change(synchronous_standby_names="standby")
        state = "sync" if is_synchronous else "async"
        await self.primary.until(f"SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = '{state}'")
        return self

    def fall_behind(self) -> None:
        """Cut the standby off from everything confirmed from now on."""
        self.standby.change(primary_conninfo="host=127.0.0.1 port=1")

    def promote(self) -> None:
        """Kill the primary, and promote the standby."""
        self.primary.control("stop", "-m", "immediate")
        self.standby.control("promote")

    def stop(self) -> None:
        for cluster in (self.standby, self.primary):
            if (cluster.data / "postmaster.pid").exists():
                cluster.control("stop", "-m", "immediate")


@contextlib.contextmanager
def primary_with_standby(tools: Postgres) -> Iterator[Pair]:
    """Run both for the duration of the context. `tools` is a PostgreSQL whose programs and user they share."""
    folder = Path(tempfile.mkdtemp(prefix="pair-"))
    tools.give(folder)
    pair = Pair(tools, folder)
    try:
        yield pair
    finally:
        pair.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Direct(CutLine):
    """A connection to the database that nobody cuts."""

    def __init__(self, url: str) -> None:
        super().__init__("postgresql:///none?host=/none")
        self._direct = url

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        pass

    @property
    def url(self) -> str:
        return self._direct


class WithStandby(ManyServers):
    """Servers whose database dies during games, and is replaced by its standby."""

    def __init__(self, folder: Path, postgres: Postgres, pair: Pair, seed: int, **more: Any) -> None:
        super().__init__(folder, postgres, seed, **more)
        self._pair = pair
        self.taken_before = 0
        """Number of commands taken when the primary died."""
        self.url = pair.url

    def line(self) -> CutLine:
        return Direct(self.url)

    async def do(self, fault: str) -> None:
        """Kill the primary at the first call, whatever the fault."""
        await asyncio.sleep(PLAYS_FOR)
        if not self.taken_before:
            self.taken_before = self.taken
            await asyncio.to_thread(self._pair.promote)
