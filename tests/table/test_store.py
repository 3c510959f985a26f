"""The store keeps what it acknowledged, in order, and says so when it cannot."""

import asyncio
import itertools
import sqlite3
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from turncoat.table.store import CodeTaken, SqliteStore, StoreError

pytestmark = pytest.mark.anyio


async def test_entries_come_back_in_order(tmp_path: Path) -> None:
    clock = itertools.count(1_000_000)
    store = SqliteStore(tmp_path / "new" / "tables.sqlite3", lambda: next(clock))
    await store.append("BCDF", 0, [b"one", b"two"], "ola")
    await store.append("BCDF", 2, [b"three"], "jan")
    await store.append("GHJK", 0, [b"other"], "ola")
    await store.close()
    again = SqliteStore(tmp_path / "new" / "tables.sqlite3")
    assert await again.load("BCDF") == [b"one", b"two", b"three"]
    assert await again.load("NONE") == []
    assert await again.tables_of("ola") == ["GHJK", "BCDF"]  # where something happened last comes first
    assert await again.tables_of("eve") == []
    await again.close()


async def test_among_tables_touched_at_the_same_moment_the_one_opened_last_comes_first(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3", lambda: 1_000_000)
    for code in ("LMNP", "BCDF", "GHJK"):
        await store.append(code, 0, [b"one"], "ola")
    await store.append("LMNP", 1, [b"two"], "ola")
    assert await store.tables_of("ola") == ["GHJK", "BCDF", "LMNP"]
    await store.close()


async def test_many_at_once_are_all_kept_and_a_taken_number_spoils_no_other(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"first"])
    jobs = [store.append(f"T{number}", 0, [b"x"]) for number in range(300)]
    outcomes = await asyncio.gather(store.append("BCDF", 0, [b"again"]), *jobs, return_exceptions=True)
    assert isinstance(outcomes[0], CodeTaken)
    assert outcomes[1:] == [None] * 300
    assert await store.load("BCDF") == [b"first"]
    assert await store.load("T299") == [b"x"]
    await store.close()


async def test_a_second_server_is_told_that_the_directory_is_in_use(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    with pytest.raises(StoreError, match="another server"):
        SqliteStore(tmp_path / "tables.sqlite3")
    await store.close()


async def test_a_file_of_another_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError, match="a newer version of Turncoat"):
        SqliteStore(path)


async def test_a_full_disk_fails_what_it_hits_and_the_store_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.append("BCDF", 0, [b"first"])
    await store._do(lambda connection: connection.execute("PRAGMA max_page_count=20").fetchone())
    jobs = [store.append("GHJK", 0, [b"small"]), store.append("BCDF", 1, [b"x" * 400_000])]
    outcomes = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 10)
    assert isinstance(outcomes[1], sqlite3.OperationalError)
    await asyncio.wait_for(store.append("BCDF", 1, [b"second"]), 10)
    assert await store.load("BCDF") == [b"first", b"second"]
    # What was acknowledged is there, and what was not is not.
    assert await store.load("GHJK") == ([b"small"] if outcomes[0] is None else [])
    await store.close()


async def test_what_is_written_together_wakes_the_event_loop_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    loop, woken = asyncio.get_running_loop(), 0
    wake = loop.call_soon_threadsafe

    def counted(*arguments: Any) -> Any:
        nonlocal woken
        woken += 1
        return wake(*arguments)

    gate = Event()
    waiting = asyncio.ensure_future(store._do(lambda connection: gate.wait(20)))
    await asyncio.sleep(0)
    rest = [asyncio.ensure_future(store.append("BCDF", number, [b"x"])) for number in range(20)]
    await asyncio.sleep(0)
    monkeypatch.setattr(loop, "call_soon_threadsafe", counted, raising=False)
    gate.set()
    await asyncio.gather(waiting, *rest)
    monkeypatch.undo()
    assert 1 <= woken <= 2
    assert len(await store.load("BCDF")) == 20
    await store.close()


async def test_what_nobody_waits_for_any_more_is_not_begun(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    gate = Event()
    waiting = asyncio.ensure_future(store._do(lambda connection: gate.wait(20)))
    await asyncio.sleep(0)
    given_up = asyncio.ensure_future(store.append("BCDF", 0, [b"x"]))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    gate.set()
    await waiting
    assert await store.load("BCDF") == []
    await store.close()
