"""A visitor over the limit at one server is refused at the next one too."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.requests import Request

from tests.plugins.postgres import Postgres
from turncoat.kernel.refusals import Refused
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.postgres import PostgresStore
from turncoat.web.http.limits import Limiter, RateLimits
from turncoat.web.http.shared_counts import SharedCounts

pytestmark = pytest.mark.anyio
RATES = RateLimits(tables="5/hour", joins_from="5/hour", misses="5/hour", records="5/hour")


@pytest.fixture
async def store(postgres: Postgres) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(await asyncio.to_thread(postgres.database))
    await store.prepare(b"key")
    await store.start()
    yield store
    await store.close()


def visitor(address: str) -> Request:
    return Request({"type": "http", "client": (address, 50000), "headers": []})


async def test_limits_are_shared_between_servers(store: PostgresStore) -> None:
    clock = [store.clock() // 3600 * 3600 + 1.0]
    limiters = [Limiter(RATES, clock=lambda: clock[0]) for _ in range(2)]
    servers = [SharedCounts(limiter, store.add_counts, b"key") for limiter in limiters]
    guest, other = visitor("203.0.113.9"), visitor("203.0.113.10")
    for name in ("table", "join", "miss"):
        for limiter in limiters:
            for _ in range(3):
                getattr(limiter, name)(guest)
            getattr(limiter, name)(other)
    for number, limiter in enumerate(limiters):
        for part in range(3):
            limiter.record(guest, f"record {number} {part}")
    for server in (*servers, servers[0]):
        await server.exchange()
        await server.exchange()  # known counts are not added again
    assert set(limiters[0].shared) == {"tables", "joins", "misses", "records"}
    for limiter in limiters:
        for name in ("table", "join", "miss"):
            with pytest.raises(Refused, match="too-fast"):
                getattr(limiter, name)(guest)
        with pytest.raises(Refused, match="too-fast"):
            limiter.record(guest, "another record")
        assert limiter.has_missed(guest)
        limiter.table(other)
    # The hour ends for both at the same moment.
    clock[0] += 3600
    for limiter in limiters:
        limiter.table(guest)
        assert not limiter.has_missed(guest)
    rows = await store._fetch("SELECT key FROM counts")
    assert rows
    assert all("203" not in row["key"] for row in rows)


async def test_an_isolated_server_counts_on_its_own(store: PostgresStore) -> None:
    async def out_of_reach(period: int, counts: object) -> dict[str, int]:
        raise StoreFailure("away")

    limiter = Limiter(RATES, clock=lambda: 1_750_000_001.0)
    limiter.table(visitor("203.0.113.9"))
    with pytest.raises(StoreFailure):
        await SharedCounts(limiter, out_of_reach, b"key").exchange()
    for _ in range(4):
        limiter.table(visitor("203.0.113.9"))
    with pytest.raises(Refused):
        limiter.table(visitor("203.0.113.9"))
