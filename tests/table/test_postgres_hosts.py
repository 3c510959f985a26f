"""Addresses with several hosts: the first writable one is used, whatever the state of the others."""

import asyncio
import socket
import time

import pytest

from tests.plugins.postgres import Postgres
from tests.support.cut_line import CutLine
from tests.support.rows import rows
from turncoat.table.store.postgres import PostgresStore
from turncoat.table.store.postgres_hosts import connect, each_host

pytestmark = pytest.mark.anyio
WRITABLE = {"target_session_attrs": "read-write"}


@pytest.mark.parametrize(
    ("address", "hosts"),
    [
        ("postgresql://u:p@h/d?x=1", ["postgresql://u:p@h/d?x=1"]),
        ("postgresql:///d?host=/run/pg", ["postgresql:///d?host=/run/pg"]),
        (
            "postgresql://u:p@h1:1,[::1]:2,h3/d",
            ["postgresql://u:p@h1:1/d", "postgresql://u:p@[::1]:2/d", "postgresql://u:p@h3/d"],
        ),
        ("postgres://h1,h2/d?sslmode=disable", ["postgres://h1/d?sslmode=disable", "postgres://h2/d?sslmode=disable"]),
        (
            "postgresql://u@/d?host=/a,/b&port=5,6",
            ["postgresql://u@/d?host=/a&port=5", "postgresql://u@/d?host=/b&port=6"],
        ),
        ("postgresql://u@/d?port=5&host=a,b", ["postgresql://u@/d?port=5&host=a", "postgresql://u@/d?port=5&host=b"]),
    ],
)
async def test_a_database_address_may_name_several_hosts(address: str, hosts: list[str]) -> None:
    assert each_host(address) == hosts


async def test_an_address_needs_as_many_ports_as_hosts(anyio_backend: str) -> None:
    with pytest.raises(ValueError, match="as many ports"):
        each_host("postgresql://u@/d?host=a,b,c&port=5,6")


def both(first: int, second: str) -> str:
    return second.replace("@127.0.0.1:", f"@127.0.0.1:{first},127.0.0.1:")


async def test_a_host_that_does_not_answer_is_skipped(postgres: Postgres) -> None:
    url = await asyncio.to_thread(postgres.database)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        async with CutLine(url) as line:
            address = both(silent.getsockname()[1], line.url)
            began = time.monotonic()
            connection = await connect(address, timeout=10.0, **WRITABLE)
            assert time.monotonic() - began < 5
            assert await connection.fetchval("SELECT 1") == 1
            await connection.close()
            store = PostgresStore(address)
            await store.prepare(b"key")
            await store.start()
            await store.open("BCDF", rows(b"one"))
            await store.close()


async def test_the_first_of_two_writable_hosts_is_used(postgres: Postgres) -> None:
    url = await asyncio.to_thread(postgres.database)
    async with CutLine(url) as first, CutLine(url) as second:
        address = second.url.replace("@", f"@{first.url.partition('@')[2].partition('/')[0]},", 1)
        connection = await connect(address, timeout=10.0, **WRITABLE)
        assert connection.get_server_pid()
        second.cut()
        assert await connection.fetchval("SELECT 1") == 1
        await connection.close()


async def test_no_answer_from_any_host_is_reported_in_time(postgres: Postgres) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        hosts = ",".join(f"127.0.0.1:{one.getsockname()[1]}" for one in (nobody, silent))
        with pytest.raises((TimeoutError, OSError)):
            await connect(f"postgresql://postgres@{hosts}/x", timeout=0.5, **WRITABLE)
        with pytest.raises(OSError):  # noqa: PT011 - depends on the system
            await connect(f"postgresql://postgres@{hosts.partition(',')[0]}/x", timeout=5.0, **WRITABLE)
