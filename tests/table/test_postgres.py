"""Promises of a store for many servers: a single owner per table, and certainty about what was stored."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import asyncpg
import pytest

from tests.plugins.postgres import Postgres
from tests.support.cut_line import CutLine
from tests.support.rows import rows
from turncoat.table.store.errors import NotOwner, OwnedElsewhere, StoreError, StoreFailure, Uncertain
from turncoat.table.store.postgres import MOST_ASKING, PostgresStore
from turncoat.table.store.protocols import TableLease

pytestmark = pytest.mark.anyio
Opened = Callable[..., Awaitable[PostgresStore]]


@pytest.fixture
async def url(postgres: Postgres) -> str:
    return await asyncio.to_thread(postgres.database)


@pytest.fixture
async def opened(url: str) -> AsyncIterator[Opened]:
    """Opens a store for another server."""
    stores = []

    async def opened(address: str = "", lease: float = 3.0) -> PostgresStore:
        store = PostgresStore(address or url, lease)
        await store.prepare(b"key")
        await store.start()
        stores.append(store)
        return store

    yield opened
    for store in stores:
        await store.close()


async def taken(store: PostgresStore, code: str) -> TableLease:
    lease = await store.take(code)
    assert lease is not None
    return lease


async def stop_beating(store: PostgresStore) -> None:
    """Leave the traces of a server that was killed or stopped: its row, and a lease that expires."""
    store._tasks[0].cancel()
    await asyncio.gather(store._tasks[0], return_exceptions=True)


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110 - the condition depends on the database or another task
            await asyncio.sleep(0.01)


# One owner


async def test_a_table_has_one_owner_until_it_is_released(opened: Opened) -> None:
    one, two = await opened(), await opened()
    lease = await one.open("BCDF", rows(b"one"))
    with pytest.raises(OwnedElsewhere):
        await two.take("BCDF")
    assert await two.take("NONE") is None
    assert await two.load("BCDF") == [b"one"]  # reading needs no ownership
    await one.release([lease])
    await two.append(await taken(two, "BCDF"), 1, rows(b"two"))
    with pytest.raises(OwnedElsewhere):
        await one.take("BCDF")


async def test_writes_of_a_former_owner_are_refused(opened: Opened) -> None:
    one, two = await opened(), await opened()
    former = await one.open("BCDF", rows(b"one", b"two"))
    await one.release([former])
    lease = await taken(two, "BCDF")
    added = rows(b"x")
    for write in (
        one.append(former, 2, added, person="eve"),
        one.append(former, 2, added, forget=1),
        one.delete(former),
    ):
        with pytest.raises(NotOwner):
            await write
    await one.plan(former, 17)
    await one.release([former])  # no effect: it is no longer the owner
    await two.append(lease, 2, rows(b"three"))
    assert await two.load("BCDF") == [b"one", b"two", b"three"]
    assert (await two.due(1000), await two.tables_of("eve")) == (([], []), [])


async def test_taking_a_table_again_ends_the_former_lease(opened: Opened) -> None:
    store = await opened()
    former = await store.open("BCDF", rows(b"one"))
    await store.append(await taken(store, "BCDF"), 1, rows(b"two"))
    with pytest.raises(NotOwner):
        await store.append(former, 2, rows(b"three"))


async def test_tables_of_a_dead_server_are_free_after_its_lease(opened: Opened) -> None:
    one, two = await opened(lease=2.0), await opened()
    await one.open("BCDF", rows(b"one"))
    await stop_beating(one)
    with pytest.raises(OwnedElsewhere):
        await two.take("BCDF")
    await until(lambda: not one.has_lease())
    await asyncio.sleep(0.1)  # the two clocks may differ slightly
    await two.append(await taken(two, "BCDF"), 1, rows(b"two"))


async def test_a_server_suspended_for_long_owns_nothing(opened: Opened) -> None:
    one, two = await opened(lease=0.6), await opened()
    lost: list[bool] = []
    one.listen(lambda: lost.append(True), lambda code, age, people: None, lambda is_promoted: None)
    former, other = await one.open("BCDF", rows(b"one")), await one.open("GHJK", rows(b"one"))
    id = one.id
    await stop_beating(one)
    await asyncio.sleep(0.8)
    assert not one.has_lease()
    await taken(two, "BCDF")
    await one._beat()
    assert (lost, one.id != id, one.has_lease()) == ([True], True, True)
    for lease in (former, other):
        with pytest.raises(NotOwner):
            await one.append(lease, 1, rows(b"x"))
    await one.append(await taken(one, "GHJK"), 1, rows(b"two"))


async def test_an_expired_lease_that_nobody_took_can_be_renewed(opened: Opened) -> None:
    one = await opened(lease=0.6)
    lease = await one.open("BCDF", rows(b"one"))
    await stop_beating(one)
    await asyncio.sleep(0.8)
    await one._beat()
    await one.append(lease, 1, rows(b"two"))


async def test_a_heartbeat_keeps_the_lease(opened: Opened) -> None:
    one, two = await opened(lease=2.0), await opened()
    await one.open("BCDF", rows(b"one"))
    for _ in range(15):
        await asyncio.sleep(0.2)
        assert one.has_lease()
        with pytest.raises(OwnedElsewhere):
            await two.take("BCDF")


async def test_a_server_releases_its_tables_when_it_ends(opened: Opened) -> None:
    one, two = await opened(), await opened()
    await one.open("BCDF", rows(b"one"))
    await one.close()
    await taken(two, "BCDF")


async def test_requests_for_a_table_reach_its_owner(opened: Opened) -> None:
    one, two = await opened(), await opened()
    asked: list[tuple[str, Sequence[str]]] = []
    one.listen(lambda: None, lambda code, age, people: asked.append((code, people)), lambda is_promoted: None)
    await one.open("BCDF", rows(b"one"))
    await two.ask_for("BCDF")
    await until(lambda: asked == [("BCDF", [])])
    crowd = [f"person-{number:017}" for number in range(1000)]  # as long as real ids
    await two.ask_for("BCDF", [*crowd, "player"])
    await until(lambda: len(asked) == 1 + 11)
    assert [len(people) for _, people in asked[1:]] == [MOST_ASKING] * 10 + [1]
    assert [person for _, people in asked for person in people] == [*crowd, "player"], "nobody is left out"


async def test_servers_share_their_counters(opened: Opened) -> None:
    one, two = await opened(), await opened()
    period = int(one.clock()) + 60
    assert await one.add_counts(period, {"a": 2, "b": 5}) == {"a": 2, "b": 5}
    assert await two.add_counts(period, {"a": 3, "c": 1}) == {"a": 5, "c": 1}
    assert await one.add_counts(int(one.clock()) - 60, {"a": 1}) == {"a": 1}
    await two.add_counts(period, {"a": 1})
    assert [row["period"] for row in await one._fetch("SELECT DISTINCT period FROM counts")] == [period]


async def test_a_server_suspended_in_a_transaction_blocks_nobody(opened: Opened) -> None:
    one, two = await opened(lease=0.6), await opened()
    await one.open("BCDF", rows(b"one"))
    connection = await one._pool.acquire()
    await connection.transaction().start()
    await connection.execute("SELECT FROM tables FOR UPDATE")
    await stop_beating(one)
    await until(lambda: not one.has_lease())
    await asyncio.sleep(0.2)
    async with asyncio.timeout(5):
        await taken(two, "BCDF")


async def test_a_released_table_can_be_taken_without_its_owner(opened: Opened) -> None:
    one, two = await opened(), await opened()
    await one.release([await one.open("BCDF", rows(b"one"))])
    await two.ask_for("BCDF")
    await two.ask_for("NONE")
    await taken(two, "BCDF")


# Outcomes of writes


async def test_a_connection_lost_in_a_commit_leaves_the_outcome_uncertain(url: str, opened: Opened) -> None:
    async with CutLine(url) as line:
        store = await opened(line.url, lease=60.0)  # no heartbeat in between
        leases = [await store.open(code, rows(b"one")) for code in ("BCDF", "GHJK")]
        await store.append(leases[0], 1, rows(b"two"))
        line.loses_next_answer = True
        with pytest.raises(Uncertain):
            await store.append(leases[0], 2, rows(b"three"))
        assert line.cuts == 1
        # Taking the table again shows the end of its log, and nothing is added to it afterwards.
        lease = await taken(store, "BCDF")
        assert (await store.load("BCDF"))[2:] == [b"three"]
        await store.append(lease, 3, rows(b"four"))
        await store.append(leases[1], 1, rows(b"other tables go on"))
        await store.close()


async def test_the_store_recovers_after_the_database_was_away(url: str, opened: Opened) -> None:
    async with CutLine(url) as line:
        store = await opened(line.url, lease=0.9)
        lost: list[bool] = []
        store.listen(lambda: lost.append(True), lambda code, age, people: None, lambda is_promoted: None)
        lease = await store.open("BCDF", rows(b"one"))
        line.is_down = True
        line.cut()
        with pytest.raises(StoreFailure):
            await store.append(lease, 1, rows(b"two"))
        with pytest.raises(StoreFailure):
            await store.load("BCDF")
        await until(lambda: bool(lost))
        assert not store.has_lease()
        line.is_down = False
        await until(store.has_lease)
        await store.append(await taken(store, "BCDF"), 1, rows(b"two"))
        asked: list[str] = []
        store.listen(lambda: None, lambda code, age, people: asked.append(code), lambda is_promoted: None)
        await (await opened()).ask_for("BCDF")
        await until(lambda: asked == ["BCDF"])
        await store.close()


async def test_the_store_recovers_after_only_a_standby_was_up(postgres: Postgres, url: str, opened: Opened) -> None:
    store = await opened()
    lease = await store.open("BCDF", rows(b"one"))
    name = url.partition("?")[0].rpartition("/")[2]
    ends = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    read_only = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
    await asyncio.to_thread(postgres.run, read_only, ends)
    async with asyncio.timeout(20):
        for _ in range(3):
            with pytest.raises(StoreFailure):
                await store.append(lease, 1, rows(b"two"))
        await until(lambda: not store.has_lease())
        await asyncio.to_thread(postgres.run, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await until(store.has_lease)
        await store.append(await taken(store, "BCDF"), 1, rows(b"two"))


async def test_a_write_refused_by_the_database_is_not_kept(opened: Opened) -> None:
    store = await opened()
    lease = await store.open("BCDF", rows(b"one"))
    with pytest.raises(StoreFailure) as refused:
        await store.append(lease, 1, rows(b"two"), person="a zero byte: \x00")
    assert not isinstance(refused.value, Uncertain)
    await store.append(lease, 1, rows(b"two"))


# The database


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
async def test_a_database_that_may_lose_confirmed_writes_is_refused(postgres: Postgres, url: str, setting: str) -> None:
    def switch(value: str) -> None:
        postgres.run(f"ALTER SYSTEM SET {setting} = {value}", "SELECT pg_reload_conf()")

    await asyncio.to_thread(switch, "off")
    try:
        with pytest.raises(StoreError, match=setting):
            await _refused_while(url, setting)
    finally:
        await asyncio.to_thread(switch, "on")


async def _refused_while(url: str, setting: str) -> None:
    connection = await asyncpg.connect(url)
    async with asyncio.timeout(10):
        while await connection.fetchval(f"SHOW {setting}") != "off":  # noqa: ASYNC110 - takes effect in a moment
            await asyncio.sleep(0.01)
    await connection.close()
    await PostgresStore(url).prepare(b"key")


async def test_writes_do_not_wait_for_partitions_being_rewritten(url: str, opened: Opened) -> None:
    """Erasure rewrites one partition of the log after another under a lock."""
    store = await opened()
    leases = [await store.open(code, rows(b"one")) for code in ("BCDF", "GHJK")]
    connection = await asyncpg.connect(url)
    parts = [
        await connection.fetchval("SELECT tableoid::regclass::text FROM log WHERE code = $1", one.code)
        for one in leases
    ]
    assert parts[0] != parts[1]
    async with connection.transaction():
        await connection.execute(f"LOCK TABLE {parts[1]} IN ACCESS EXCLUSIVE MODE")
        async with asyncio.timeout(5):
            for number in range(1, 8):  # a cached plan is made at the first execution, or after the fifth
                await store.append(leases[0], number, rows(b"more"))
                assert len(await store.load("BCDF")) == number + 1
    await connection.close()


async def test_a_missing_database_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot use the database"):
        await PostgresStore(f"postgresql://x@/x?host={tmp_path}").prepare(b"key")
    with pytest.raises(StoreError, match="cannot use the database"):
        await PostgresStore("postgresql://x@[").prepare(b"key")


async def test_servers_that_start_together_create_the_schema_once(opened: Opened) -> None:
    stores = await asyncio.gather(*(opened() for _ in range(5)))
    await stores[0].open("BCDF", rows(b"one"))
    assert [await store.count() for store in stores] == [1] * 5


async def test_the_key_cannot_be_reset_while_servers_run(url: str, opened: Opened) -> None:
    await opened()
    with pytest.raises(StoreError, match="servers are using"):
        await PostgresStore(url).prepare(b"another key", resets_key=True)
    await PostgresStore(url).prepare(b"key")


async def test_a_database_of_another_version_is_not_touched(url: str, opened: Opened) -> None:
    await (await opened()).close()
    connection = await asyncpg.connect(url)
    await connection.execute("UPDATE format SET number = 99")
    await connection.close()
    with pytest.raises(StoreError, match="another version of Turncoat"):
        await PostgresStore(url).prepare(b"key")


async def test_a_dump_of_a_running_server_is_a_backup(postgres: Postgres, url: str, opened: Opened) -> None:
    store = await opened()
    lease = await store.open("BCDF", rows(b"one", bytes(range(256))), person="ola")
    playing = asyncio.create_task(_add_until_cancelled(store, lease))
    dump = postgres.data.parent / f"{lease.code}.sql"
    dump.write_text(await asyncio.to_thread(postgres.dump, url), "utf-8")
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    other = await asyncio.to_thread(postgres.database)
    await asyncio.to_thread(postgres.load, other, dump)
    restored = await opened(other, lease=0.5)
    entries = await restored.load("BCDF")
    assert entries == (await store.load("BCDF"))[: len(entries)]
    assert entries[:2] == [b"one", bytes(range(256))]
    assert await restored.tables_of("ola") == ["BCDF"]
    await until_taken(restored, "BCDF")  # its former owner is gone
    await store.check()


async def _add_until_cancelled(store: PostgresStore, lease: TableLease) -> None:
    number = 2
    while True:
        await store.append(lease, number, rows(f"entry {number}".encode()))
        number += 1


async def until_taken(store: PostgresStore, code: str) -> None:
    async with asyncio.timeout(20):
        while True:
            try:
                lease = await taken(store, code)
            except OwnedElsewhere:
                await asyncio.sleep(0.1)
            else:
                await store.append(lease, len(await store.load(code)), rows(b"played on"))
                return


async def test_erased_bytes_are_gone_from_the_database_files(postgres: Postgres, url: str, opened: Opened) -> None:
    store = await opened()
    words = b"what nobody is to read again"
    lease = await store.open("BCDF", rows(*(words * (number % 5 + 1) for number in range(50))), person="Secret-Person")
    await store.append(lease, 50, rows(b"shared"), link="Secret-Token")
    kept = await store.open("GHJK", rows(*[b"what everybody may read"] * 20))
    await store.append(kept, 20, rows(b"what was noted first", game=1, slot="notes"))
    await store.append(kept, 21, rows(b"what was noted later", game=2, slot="notes"))
    await store.append(kept, 22, rows(b"what was said in a game", game=1))
    await store.write_document("person", "ola", b"Secret-Address first")
    await store.write_document("person", "ola", b"Secret-Address later", after=1)
    secrets = (
        *(words, b"Secret-Person", b"Secret-Token", b"what was noted first", b"what was said in a game"),
        *(b"Secret-Address first", b"Secret-Address later"),
    )

    async def found() -> set[bytes]:
        connection = await asyncpg.connect(url)
        await connection.execute("CHECKPOINT")
        number = await connection.fetchval("SELECT oid FROM pg_database WHERE datname = current_database()")
        await connection.close()
        files = await asyncio.to_thread(
            lambda: [file.read_bytes() for file in (postgres.data / f"base/{number}").iterdir()]
        )
        return {one for one in (*secrets, b"what everybody may read") if any(one in data for data in files)}

    assert await found() == {*secrets, b"what everybody may read"}
    await store.delete(lease)
    await store.delete_document("person", "ola", after=2)
    await store.append(kept, 23, rows(b"forgotten"), forget=1)
    # While somebody reads, e.g. a dump, nothing is erased, the need stays recorded, and nobody has to wait.
    reader = await asyncpg.connect(url)
    async with reader.transaction(isolation="repeatable_read"):
        await reader.fetch("SELECT count(*) FROM log")
        cleaning = asyncio.create_task(store.clean())
        await asyncio.wait_for(store.append(kept, 24, rows(b"more")), 5)
        await cleaning
        assert secrets[0] in await found()
    await reader.close()
    async with asyncio.timeout(20):  # others of the database may hold a lock for a moment
        while await found() != {b"what everybody may read"}:
            await store.clean()
    await store.append(kept, 25, rows(b"and more"))


async def test_a_store_can_close_while_a_connection_is_being_returned(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool resets a connection in a task of its own, which outlives its user."""
    left_behind: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: left_behind.append(context))
    resetting, reset = asyncio.Event(), asyncpg.Connection.reset

    async def slow_once(connection: asyncpg.Connection, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        if not resetting.is_set():
            resetting.set()
            await asyncio.sleep(0.3)
        await reset(connection, timeout=timeout)

    store = await opened()
    monkeypatch.setattr(asyncpg.Connection, "reset", slow_once)
    asked = asyncio.create_task(store.load("BCDF"))
    await resetting.wait()
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    await store.close()
    await asyncio.sleep(0.4)
    gc.collect()  # an unretrieved exception is reported on deletion
    await asyncio.sleep(0)
    assert left_behind == []
