"""Replays are computed one at a time, off the event loop, and within a limit per address and minute."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.clients import ATTACKER, OTHER, client_of
from tests.support.random_records import record
from turncoat.table.past.replay import Replay
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http import rendering, slow_work
from turncoat.web.http.limits import Limiter, RateLimits
from turncoat.web.http.slow_work import SlowWork
from turncoat.web.replays import page as replay_page

pytestmark = pytest.mark.anyio


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(ServerSettings(tmp_path))
    yield app
    await app.state.context.registry.close()


async def watch(client: httpx.AsyncClient, text: str, **fields: str) -> httpx.Response:
    page = await client.get("/replay")
    csrf = page.text.partition('name="csrf" value="')[2][:32]
    return await client.post("/replay", data={"csrf": csrf, "record": text, **fields})


@pytest.mark.parametrize("fields", [{"at": "end", "as": "open"}, {"show": "beliefs", "as": "1"}, {}])
async def test_replays_are_computed_off_the_event_loop(
    app: Any, monkeypatch: pytest.MonkeyPatch, fields: dict[str, str]
) -> None:
    where: list[tuple[str, bool]] = []
    loop_thread = threading.get_ident()

    def noting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **named: Any) -> Any:
            where.append((name, threading.get_ident() == loop_thread))
            return work(*args, **named)

        return noted

    draw = rendering.Renderer.draw
    async with client_of(app, ATTACKER) as client:
        await client.get("/replay")
        for name in ("replay_part", "belief_part", "timeline"):
            monkeypatch.setattr(replay_page, name, noting(name, getattr(replay_page, name)))
        monkeypatch.setattr(Replay, "__init__", noting("replay", Replay.__init__))
        monkeypatch.setattr(rendering.Renderer, "draw", noting("draw", draw))
        page = await client.get("/replay")
        where.clear()
        csrf = page.text.partition('name="csrf" value="')[2][:32]
        answer = await client.post("/replay", data={"csrf": csrf, "record": record(1), **fields})
    assert answer.status_code == 200
    assert {"replay", "draw"} <= {name for name, _ in where}
    assert {"belief_part" if "show" in fields else "replay_part"} <= {name for name, _ in where}
    assert not [name for name, is_loop in where if is_loop]


async def test_replays_run_one_at_a_time_with_addresses_in_turn(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    working, most, order = 0, 0, []
    held = threading.Event()
    played = Replay.__init__

    def slow(self: Replay, text: str) -> None:
        nonlocal working, most
        working += 1
        most = max(most, working)
        assert held.wait(30)
        played(self, text)
        working -= 1

    monkeypatch.setattr(Replay, "__init__", slow)
    async with client_of(app, ATTACKER) as attacker, client_of(app, OTHER) as other:
        for client in (attacker, other):
            await client.get("/replay")  # they have their cookies

        async def ask(client: httpx.AsyncClient, name: str, number: int) -> None:
            assert (await watch(client, record(number))).status_code == 200
            order.append(name)

        asked = [asyncio.create_task(ask(attacker, "attacker", number)) for number in range(12)]
        for _ in range(2000):  # one is under way by now, and the others are queued
            await asyncio.sleep(0)
        assert working == 1
        asked.append(asyncio.create_task(ask(other, "other", 20)))
        for _ in range(200):
            await asyncio.sleep(0)
        held.set()
        await asyncio.gather(*asked)
    assert most == 1
    assert order.index("other") <= 3


async def test_computation_is_limited_per_address(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    app.state.context.slow_work = SlowWork(Limiter(RateLimits(replays="20/minute"), lambda: 0.0))
    seconds = iter(range(0, 1000, 5))
    monkeypatch.setattr(slow_work, "thread_time", lambda: next(seconds))  # each takes five seconds
    async with client_of(app, ATTACKER) as attacker, client_of(app, OTHER) as other:
        statuses = [(await watch(attacker, record(number % 2), at=str(number))).status_code for number in range(6)]
        assert statuses == [200, 200, 200, 200, 429, 429]
        attacker.cookies.clear()  # another cookie is no other visitor
        assert (await watch(attacker, record(5))).status_code == 429
        assert (await watch(other, record(0))).status_code == 200
