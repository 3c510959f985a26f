"""Twelve friends, and a club of sixty, play from one address without hitting any limit."""

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from tests.support.clients import client_of
from tests.support.guests import Guest
from tests.support.random_records import record
from tests.support.serving import AskForm
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http.limits import ConnectionLimiter, Limiter, RateLimits

pytestmark = pytest.mark.anyio

HOME = "192.0.2.1"
CONNECTION = HTTPConnection({"type": "http", "client": (HOME, 1), "headers": [], "query_string": b""})
ROUNDS = 2
"""Number of times that each person looks, takes notes, chats and answers."""


class Player(Guest):
    """A club member, with every refusal that the server sent them."""

    def __init__(self, app: Any) -> None:
        super().__init__(client_of(app, HOME))
        self.refused: list[tuple[str, int, str]] = []
        self.client.follow_redirects = True
        self.client.event_hooks = {"response": [self._note]}

    async def _note(self, answer: httpx.Response) -> None:
        code = answer.headers.get("Turncoat-Refusal", "")
        if answer.status_code == 429 or code in ("too-fast", "too-many-lines"):
            self.refused.append((answer.request.url.path, answer.status_code, code))

    async def play(self, number: int) -> int:
        """Act as a person does in a few minutes of a game, and return the number of accepted choices."""
        chosen = 0
        for turn in range(ROUNDS):
            page = await self.look()
            words = f"What I think in turn {turn}: " + "it is hard to say. " * 10
            notes = {f"note-{seat}": f"seat {seat}, turn {turn}" for seat in range(5)}
            await self.send({"do": "write-notes", "notes": words, **notes})
            await self.post(do="say", channel="table", text=f"{number} says something for the {turn}. time")
            form = AskForm(page)
            for first in range(12):
                if not form.is_open:
                    break
                answer = await self.client.post(form.action, data=form.first_choice(first))
                if answer.status_code == 200:
                    chosen += 1
                    break
        return chosen


async def table_of(app: Any, size: int, game: str) -> list[Player]:
    players = [Player(app) for _ in range(size)]
    host = players[0]
    for player in players:
        await player.look()  # the start page comes first, as for everybody
    await host.client.get("/rules")
    opened = await host.post("/new", name="Name 0")
    for player in players:
        player.path = opened.url.path
    await host.post(do="set-up", game=game, players=str(size))
    for number, player in enumerate(players[1:], 1):
        await player.post(do="sit", name=f"Name {number}")
    await host.post(do="start")
    return players


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("tables", "size", "game"),
    [
        pytest.param(1, 12, "winter-soldier", marks=pytest.mark.sweep),
        (3, 10, "resistance"),
        pytest.param(6, 10, "resistance", marks=pytest.mark.sweep),
    ],
)
async def test_clubs_play_undisturbed_from_one_address(tmp_path: Path, tables: int, size: int, game: str) -> None:
    app = create_app(ServerSettings(tmp_path, bot_pause=60, hold=0.0, scenes=0.0))
    context = app.state.context
    context.limiter = Limiter(RateLimits(), lambda: 0.0)  # everything happens within one minute
    clubs = await asyncio.gather(*(table_of(app, size, game) for _ in range(tables)))
    players = [player for club in clubs for player in club]
    chosen = await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))
    watched = record(1)  # finally, everybody watches a replay
    for at in range(3):
        await asyncio.gather(*(player.post("/replay", record=watched, at=str(at)) for player in players))
    connections = ConnectionLimiter(RateLimits())
    with ExitStack() as stack:
        for _ in range(3 * len(players)):  # each has three pages open
            stack.enter_context(connections.hold(CONNECTION))
    assert [player.refused for player in players] == [[] for _ in players]
    assert sum(chosen) >= tables
    for player in players:
        await player.client.aclose()
    await context.registry.close()
