"""Tables with bots of an earlier version play on with those of today, and their people are told once."""

import asyncio
from pathlib import Path

import pytest

from tests.support.running import HYDRA, RESISTANCE, SLOW, SOLDIER
from turncoat import bots
from turncoat.kernel.refusals import Refused
from turncoat.locales import translator
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.protocols import TableLease
from turncoat.table.values.game_setup import GameSetup
from turncoat.web.table.seat_changes import seat_changes

pytestmark = pytest.mark.anyio


GAMES = {"winter": SOLDIER, "hydra": HYDRA}
"""What such bots played, where it was not The Resistance."""


def registry(data: Path) -> RoomRegistry:
    return RoomRegistry(ServerSettings(data, bot_pause=0, hold=0.05, scenes=0))


async def put_back(name: str, data: Path) -> str:
    """Keep the log of a game with such bots, as a server that had them would have; the code of its table."""
    server = RoomRegistry(ServerSettings(data, bot_pause=SLOW))
    game_setup = next((setup for of, setup in GAMES.items() if name.startswith(of)), RESISTANCE)
    room = await server.open("ola", "Ola", game_setup, bot="random")
    await room.submit("ola", c.Start())
    code = room.table.code
    log = [entry.replace(b'"random"', f'"{name}"'.encode()) for entry in await server.store.load(code)]
    await server.store.replace(TableLease(code), log)
    await server.close()
    return code


async def played_on(room: Room, choices: int) -> None:
    """The person chooses what the clock would choose, until so much more was chosen and nobody else is asked, or the
    game is over."""
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    until = room.entries + choices
    async with asyncio.timeout(120):
        while (session := room.table.session) is not None and session.result is None:
            changed.clear()
            if room.entries >= until and session.waiting == 1:
                break
            if session.waiting & 1 and session.view(0).prompt is not None:
                choice = session.default(0)
                await room.submit("ola", c.Choose(session.number, 0, choice.to, choice.answer))
            else:
                await changed.wait()
    room.watchers.discard(changed.set)


def said(room: Room, since: int = 0) -> list[str]:
    """What the person at the table has been told since that version of it."""
    return [text for _, text in seat_changes(room.table, "ola", since, translator("en"))]


@pytest.mark.parametrize("name", bots.FORMER_BOTS)
async def test_a_table_of_a_former_bot_plays_on_and_tells_it_once(tmp_path: Path, name: str) -> None:
    code, now = await put_back(name, tmp_path), bots.FORMER_BOTS[name]
    server = registry(tmp_path)
    room = await server.find(code)
    table, names = room.table, room.table.names[1:]
    assert table.bot == now
    assert {occupant.bot for occupant in table.seats[1:]} == {now}
    (told,) = said(room)
    assert told.startswith(f"The server was upgraded: “{bots.title_of(now)}” plays for the bots ")
    assert all(one in told for one in names)
    entries = room.entries
    await played_on(room, 8)
    assert room.entries > entries or not table.running
    assert {occupant.bot for occupant in table.seats[1:]} == {now}, "no bot has failed"
    assert said(room) == [told]
    assert said(room, table.version) == []
    await server.close()
    again = registry(tmp_path)
    room = await again.find(code)
    assert said(room) == [told], "it stands in the log once"
    assert said(room, room.table.version) == []
    await again.close()


async def test_a_page_that_is_older_than_the_server_learns_which_bot_plays_now(tmp_path: Path) -> None:
    server = registry(tmp_path)
    room = await server.open("ola", "Ola", GameSetup("resistance", 5))
    with pytest.raises(Refused, match="“Hard” plays in its place"):
        await room.submit("ola", c.AddBot(1, "deducer"))
    await server.close()
