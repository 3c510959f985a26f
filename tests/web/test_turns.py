"""Fair turns: only a few requests per address run at once, so a client that sends a thousand waits behind itself."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from starlette.types import ASGIApp, Message

from tests.support.clients import ATTACKER, OTHER, client_of
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http.limits import RateLimits
from turncoat.web.http.turns import LineFull, RequestTurns, Turns

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("path", "others"),
    # Both wait for the store's thread, or neither does, since a thread's speed is irrelevant to turns.
    [("/", "/healthz"), ("/rules", "/about"), ("/static/css/base.css", "/about"), ("/t/ZZZZZZZZ", "/healthz")],
)
async def test_a_single_request_does_not_wait_for_another_addresss_hundreds(
    tmp_path: Path, path: str, others: str
) -> None:
    app = create_app(ServerSettings(tmp_path), rates=RateLimits(misses="2000/minute"))
    order: list[str] = []
    async with client_of(app, ATTACKER) as attacker, client_of(app, OTHER) as other:

        async def ask(client: httpx.AsyncClient, path: str, name: str) -> None:
            await client.get(path)
            order.append(name)

        await asyncio.gather(*(ask(attacker, path, "attacker") for _ in range(300)), ask(other, others, "other"))
    await app.state.context.registry.close()
    assert len(order) == 301
    assert order.index("other") < 60


async def test_few_requests_per_address_run_at_once_and_in_order() -> None:
    turns, working, most, order = Turns(3, 100), Counter[str](), Counter[str](), []

    async def work(address: str, number: int) -> None:
        await turns.take(address)
        working[address] += 1
        most[address] = max(most[address], working[address])
        order.append((address, number))
        await asyncio.sleep(0)
        working[address] -= 1
        turns.give_back(address)

    await asyncio.gather(*(work(address, number) for number in range(50) for address in (ATTACKER, OTHER)))
    assert most == {ATTACKER: 3, OTHER: 3}
    for address in (ATTACKER, OTHER):
        assert [number for at, number in order if at == address] == list(range(50))
    await asyncio.sleep(0)
    assert not turns._working
    assert not turns._lines


async def test_a_queue_is_limited_and_canceled_requests_leave_it() -> None:
    turns = Turns(1, 2)
    await turns.take(ATTACKER)
    waiting = [asyncio.create_task(turns.take(ATTACKER)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(LineFull):
        await turns.take(ATTACKER)
    await turns.take(OTHER)
    waiting[0].cancel()
    await asyncio.sleep(0)
    turns.give_back(ATTACKER)
    await waiting[1]
    called = asyncio.create_task(turns.take(ATTACKER))
    await asyncio.sleep(0)
    turns.give_back(ATTACKER)
    called.cancel()  # just as its turn has come
    await asyncio.wait([called])
    turns.give_back(OTHER)
    for address in (ATTACKER, OTHER):
        async with asyncio.timeout(5):
            await turns.take(address)


class Asking:
    """A request as a server passes it to an application, whose body arrives when the test sends it."""

    def __init__(self, method: str = "GET", kind: str = "http") -> None:
        sized = [(b"content-length", b"4")] if method == "POST" else []
        self.scope = {"type": kind, "method": method, "path": "/", "headers": sized, "client": (ATTACKER, 1)}
        self.came: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    def task(self, app: ASGIApp) -> "asyncio.Task[None]":
        return asyncio.ensure_future(app(self.scope, self.came.get, self.send))


def app_of(handle: Callable[..., Awaitable[None]]) -> RequestTurns:
    return RequestTurns(handle, Turns(1, 2))


async def answer(send: Callable[[Message], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


async def test_a_missing_body_does_not_block_its_address() -> None:
    async def handle(scope: object, receive: Callable[[], Awaitable[Message]], send: object) -> None:
        while (await receive()).get("more_body"):
            pass
        await answer(send)  # type: ignore[arg-type]

    app, slow, quick = app_of(handle), Asking("POST"), Asking()
    sending = slow.task(app)
    quick.came.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    async with asyncio.timeout(5):
        await quick.task(app)
    assert quick.sent[0]["status"] == 200
    assert not slow.sent
    slow.came.put_nowait({"type": "http.request", "body": b"body", "more_body": False})
    async with asyncio.timeout(5):
        await sending
    assert slow.sent[0]["status"] == 200


async def test_an_unread_response_does_not_block_its_address() -> None:
    async def handle(scope: object, receive: object, send: object) -> None:
        await answer(send)  # type: ignore[arg-type]

    app, deaf, quick = app_of(handle), Asking(), Asking()
    for one in (deaf, quick):
        one.came.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    is_read = asyncio.Event()

    async def unread(message: Message) -> None:
        await is_read.wait()

    deaf.send = unread  # type: ignore[method-assign]
    sending = deaf.task(app)
    async with asyncio.timeout(5):
        await quick.task(app)
    assert quick.sent[0]["status"] == 200
    is_read.set()
    await sending


async def test_a_closed_connection_cancels_its_work_and_floods_are_refused() -> None:
    worked = []

    async def handle(scope: object, receive: object, send: object) -> None:
        worked.append(scope)
        await blocked.wait()
        await answer(send)  # type: ignore[arg-type]

    blocked, app = asyncio.Event(), app_of(handle)
    first, gone, third, fourth = (Asking() for _ in range(4))
    tasks = [one.task(app) for one in (first, gone, third)]
    for one in (first, third):
        one.came.put_nowait({"type": "http.request", "body": b"", "more_body": False})
    gone.came.put_nowait({"type": "http.disconnect"})
    await asyncio.sleep(0)
    await fourth.task(app)
    assert fourth.sent[0]["status"] == 429
    socket = Asking(kind="websocket")
    await socket.task(app)
    assert socket.sent == [{"type": "websocket.close", "code": 1013}]
    blocked.set()
    async with asyncio.timeout(5):
        await asyncio.gather(*tasks)
    assert worked == [first.scope, third.scope]
    assert not gone.sent
