"""Health and metrics of a server for its operator, which reveal nothing of a game."""

import asyncio
import gc
import re
import sqlite3
from pathlib import Path

import httpx
import pytest
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette

from tests.support.rows import rows
from tests.support.running import HYDRA, RESISTANCE, SOLDIER, FakeTime, RunningRoom, settled
from tests.support.serving import Person, serving
from turncoat.kernel.refusals import REFUSALS, Refused
from turncoat.table import commands as c
from turncoat.table.runtime.metrics import OTHER, OWNERSHIP, SECONDS, CollectorPauses, Histogram
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.sqlite import SqliteStore
from turncoat.web.app import create_app
from turncoat.web.site.metrics import ServerCollector

pytestmark = pytest.mark.anyio
Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]
SIZES = re.compile(r"(cpu|pause|process|python)_|_sum$|_bucket$|_created$")
"""Metrics that depend on how long things take."""


def figures(running: RunningRoom) -> Figures:
    """Return all metrics of the server, parsed as by Prometheus."""
    pauses = CollectorPauses()
    collected = CollectorRegistry()
    collected.register(ServerCollector(running.registry, pauses))
    pauses.close()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(generate_latest(collected).decode())
        for sample in family.samples
    }


def counts(running: RunningRoom) -> Figures:
    return {key: value for key, value in figures(running).items() if not SIZES.search(key[0])}


def refusals(running: RunningRoom) -> dict[str, float]:
    return {
        labels[0][1]: value for (name, labels), value in counts(running).items() if name == "turncoat_refusals_total"
    }


async def refuse(running: RunningRoom, by: str, command: c.Command) -> str:
    with pytest.raises(Refused) as refused:
        await running.do(by, command)
    return refused.value.refusal.code


async def to_the_end(running: RunningRoom) -> None:
    while running.session.result is None:
        for seat in range(len(running.room.table.seats)):
            if running.session.waiting >> seat & 1:
                await running.default(seat)
        await running.wait(10)


async def test_no_metric_depends_on_secret_actions(tmp_path: Path) -> None:
    """Two identical sessions, except that in one somebody changes a ballot and tries illegal commands."""
    seen: list[list[Figures]] = []
    for secretly in (False, True):
        running = await RunningRoom(tmp_path / str(secretly)).begin(RESISTANCE)
        await running.ballots()
        moments = [counts(running)]
        await running.default(2)
        if secretly:
            number = running.session.question
            for ballot in ("reject", "approve", "reject", "approve"):
                await running.do("ewa", c.Choose(1, 2, number, ballot))
            assert await refuse(running, "ewa", c.Choose(1, 2, number, "burn it")) == "not-allowed"
            await refuse(running, "ola", c.Choose(1, 2, number, "approve"))
            await running.wait(0)
        moments.append(counts(running))
        for seat in (0, 1, 3, 4):
            await running.default(seat)
        await running.wait(10)
        moments.append(counts(running))
        seen.append(moments)
        assert refusals(running) == {OTHER: 0}
        await running.do("ola", c.GiveUp())
        assert refusals(running) == {OTHER: 2 if secretly else 0}
        await running.registry.close()
    assert seen[0] == seen[1]


@pytest.mark.parametrize("game_setup", [RESISTANCE, SOLDIER, HYDRA], ids=lambda game_setup: game_setup.game)
async def test_metrics_of_a_whole_game_have_no_revealing_labels(game_setup: c.GameSetup, tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(game_setup)
    await to_the_end(running)
    await refuse(running, "jan", c.Start())
    found = figures(running)
    public = [OTHER, *(code for code, refusal in REFUSALS.items() if refusal.is_public)]
    labels = {(name, value) for _, pairs in found for name, value in pairs if name not in ("le", "version")}
    kinds = {("kind", kind) for kind in ("person", "bot", "empty")}
    kinds |= {("change", change) for change in OWNERSHIP}
    assert labels <= kinds | {("code", code) for code in public} | {("generation", str(n)) for n in range(3)}
    assert ("code", "not-host") in labels
    moves = found["turncoat_moves_total", ()]
    assert moves > 10
    assert found["turncoat_move_seconds_count", ()] == moves
    assert found["turncoat_store_seconds_count", ()] >= moves
    assert found["turncoat_move_seconds_bucket", (("le", "+Inf"),)] == moves
    assert found["turncoat_tables", ()] == 1
    assert found["turncoat_seats", (("kind", "person"),)] == min(game_setup.players, 7)
    await running.registry.close()


async def test_a_move_is_timed_until_its_watchers_are_updated(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    changed, seen = asyncio.Event(), []

    async def watch() -> None:
        while True:
            await changed.wait()
            changed.clear()
            seen.append(running.registry.metrics.moves)

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    running.room.connect("watcher", changed.set)
    await settled(running.registry)
    await asyncio.sleep(0)
    seen.clear()
    await running.ballots()
    await asyncio.sleep(0)
    assert (seen, running.registry.metrics.moves) == ([0], 1)
    watching.cancel()
    await running.registry.close()


def test_a_histogram_counts_each_time_once() -> None:
    histogram = Histogram()
    for seconds in (0.0, SECONDS[0], 0.3, 100.0):
        histogram.add(seconds)
    assert (sum(histogram.counts), histogram.counts[0], histogram.counts[-1]) == (4, 2, 1)
    assert histogram.total == 100.301


def test_collector_pauses_are_timed_until_the_server_stops() -> None:
    pauses = CollectorPauses()
    gc.collect()
    pauses.close()
    counted = [sum(generation.counts) for generation in pauses.generations]
    assert counted[2] >= 1
    gc.collect()
    assert [sum(generation.counts) for generation in pauses.generations] == counted


def test_prometheus_can_read_the_metrics(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ola = Person(server, "Ola").open()
        ola.start()
        assert httpx.get(f"{server.url}/t/ZZZZZZZZ", timeout=60).status_code == 404
        text = httpx.get(f"{server.url}/metrics", timeout=60).text
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["turncoat_tables",] == found["turncoat_games",] == 1
    assert (found["turncoat_seats", "person"], found["turncoat_seats", "bot"]) == (1, 4)
    assert found["turncoat_refusals_total", "no-such-table"] == 1
    assert found["turncoat_collector_pause_seconds_count", "0"] > 0
    assert found["process_resident_memory_bytes",] > 1 << 20
    assert ola.code not in text


async def health(app: Starlette) -> tuple[int, str]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        answer = await client.get("/healthz")
    return answer.status_code, answer.json()["status"]


async def test_a_failed_write_makes_the_next_health_check_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(ServerSettings(tmp_path))
    registry, running_time, is_full = app.state.context.registry, FakeTime(), False
    monkeypatch.setattr(registry, "time", running_time)
    check = registry.store.check

    async def fails() -> None:
        if is_full:
            raise StoreFailure("SQLITE_FULL")
        await check()

    monkeypatch.setattr(registry.store, "check", fails)
    assert await health(app) == (200, "ok")
    is_full = True
    running_time.seconds += 0.5
    assert await health(app) == (200, "ok"), "nobody has noticed it yet"
    registry.note_failure(StoreFailure("SQLITE_FULL"))  # somebody's choice
    assert await health(app) == (503, "store")
    is_full = False
    running_time.seconds += 0.5
    assert await health(app) == (200, "ok"), "it is healthy as soon as the cause is gone"
    monkeypatch.setattr(registry.store, "has_room", lambda: False)
    is_full = True
    running_time.seconds += 0.5
    assert await health(app) == (503, "store"), "an almost full disk is checked each time"


async def test_unreadable_tables_are_counted_while_others_play_on(tmp_path: Path) -> None:
    app = create_app(ServerSettings(tmp_path, metrics=True))
    registry = app.state.context.registry
    room = await registry.open("ola", "Ola")
    await registry.store.append(
        room.log.lease, room.entries, rows(b'{"id":"","by":"jan","command":{"do":"Sit","name":"Jan"}}')
    )
    registry.unload(room)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        assert (await client.get("/healthz")).json()["faulty_tables"] == 0
        page = await client.get(f"/t/{room.table.code}")
        assert page.status_code == 501
        assert "Nothing is lost: please tell whoever runs the server." in page.text
        health = await client.get("/healthz")
        assert (health.status_code, health.json()["status"], health.json()["faulty_tables"]) == (200, "ok", 1)
        assert "turncoat_faulty_tables 1.0" in (await client.get("/metrics")).text


async def test_a_server_is_healthy_while_its_store_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(ServerSettings(tmp_path))
    registry, asked = app.state.context.registry, 0
    running_time = FakeTime()
    monkeypatch.setattr(registry, "time", running_time)
    assert await health(app) == (200, "ok")
    is_full = True

    async def check() -> None:
        nonlocal asked
        asked += 1
        if is_full:
            raise StoreFailure("SQLITE_FULL")

    monkeypatch.setattr(registry.store, "check", check)
    assert (await health(app), asked) == ((200, "ok"), 0)  # it was checked a moment ago
    running_time.seconds += 5
    for _ in range(3):
        assert (await health(app), asked) == ((503, "store"), 1)
    is_full = False
    running_time.seconds += 5
    assert await health(app) == (200, "ok")
    registry.is_stopping = True
    assert await health(app) == (503, "stopping")
    await registry.close()


async def test_a_health_check_detects_a_store_that_cannot_write(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.check()
    before = (tmp_path / "tables.sqlite3-wal").stat().st_size
    await store.check()
    assert (tmp_path / "tables.sqlite3-wal").stat().st_size > before  # something was really written
    (tmp_path / "tables.sqlite3").rename(tmp_path / "moved.sqlite3")
    with pytest.raises(StoreFailure):
        await store.check()
    await store.close()
    with sqlite3.connect(tmp_path / "moved.sqlite3") as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
