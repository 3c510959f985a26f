"""Games at a circle's tables are added to it when they end: once each, and never one that was given up."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import turncoat.games  # noqa: F401
from tests.support.circles import game
from tests.support.default_play import FAST, play_default
from tests.support.running import settled
from turncoat.circles import changes
from turncoat.circles.circle import MOST_GAMES, Circle
from turncoat.circles.games import missing_games
from turncoat.circles.recording import GameRecorder
from turncoat.circles.store import CIRCLE, Circles
from turncoat.kernel.rulebooks import BOOKS
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.protocols import Document

pytestmark = pytest.mark.anyio

Start = Callable[[], tuple[RoomRegistry, Circles]]


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    """Start a server anew on the same data."""
    running: list[RoomRegistry] = []

    def start() -> tuple[RoomRegistry, Circles]:
        registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
        running.append(registry)
        circles = Circles(registry.store)
        registry.note_games = GameRecorder(circles, registry.begin).note
        return registry, circles

    yield start
    await running[-1].close()


async def opened(registry: RoomRegistry, circles: Circles) -> tuple[Circle, Room]:
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    return circle, await registry.open("ola", "Ola", circle=circle.id)


async def games_of(circles: Circles, circle: Circle) -> list[int]:
    return [one.number for one in (await circles.seen_by("ola", circle.id)).games]


async def played(room: Room, person: str = "ola") -> None:
    await room.submit(room.table.host, c.Reopen() if room.table.session is not None else c.Guide(on=False))
    await room.submit(room.table.host, c.Start())
    await play_default(room, person)


async def test_a_finished_game_is_added_with_roles_and_sides(start: Start) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    await played(room)
    await settled(registry)
    (game,) = (await circles.seen_by("ola", circle.id)).games
    session = room.table.session
    assert session is not None
    assert session.result is not None
    assert (game.table, game.number, game.winner) == (room.table.code, 1, session.result.winner)
    roles = session.view().board.roles
    assert [seat.role for seat in game.seats] == list(roles)
    assert all(seat.side for seat in game.seats)
    assert [seat.member for seat in game.seats] == [1, 0, 0, 0, 0]
    assert [bool(seat.bot) for seat in game.seats] == [False, True, True, True, True]
    assert (await circles.seen_by("ola", circle.id)).tables == (room.table.code,)


async def test_after_a_restart_each_game_is_there_once(start: Start) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    await played(room)
    await settled(registry)
    await registry.close()
    registry, circles = start()
    again = await registry.find(room.table.code)
    await settled(registry)
    assert await games_of(circles, circle) == [1]
    await played(again)
    await settled(registry)
    await circles.record(await circles.seen_by("ola", circle.id), again.table)
    assert await games_of(circles, circle) == [1, 2]


async def test_a_game_that_a_stopped_server_did_not_add_is_added_later(start: Start) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    registry.note_games = lambda room: None
    await played(room)
    await registry.close()
    registry, circles = start()
    assert await games_of(circles, circle) == []
    await registry.find(room.table.code)
    await settled(registry)
    assert await games_of(circles, circle) == [1]


async def test_a_failing_store_delays_a_game_and_loses_none(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    read, fails = registry.store.read_document, True

    async def failing(kind: str, name: str) -> Document | None:
        if fails and kind == CIRCLE:
            raise StoreFailure
        return await read(kind, name)

    monkeypatch.setattr(registry.store, "read_document", failing)
    await played(room)
    await settled(registry)
    fails = False
    assert await games_of(circles, circle) == []
    registry.refresh(room)
    await settled(registry)
    assert await games_of(circles, circle) == [1]


async def test_a_game_that_was_given_up_is_never_added(start: Start) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    await room.submit("ola", c.Start())
    await room.submit(c.SERVER, c.AbortGame("rules-broke"))
    await settled(registry)
    await circles.record(circle, room.table)
    assert await games_of(circles, circle) == []


async def test_games_of_other_tables_and_of_strangers_alone_are_not_added(start: Start) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    elsewhere = await registry.open("ola", "Ola")
    await played(elsewhere)
    await circles.join(circle.id, "jan", lambda one: changes.joined(one, one.secret, "jan", "Jan", 0))
    await circles.change(circle.id, lambda one: changes.left(one, "ola"))
    await played(room)
    await settled(registry)
    assert (await circles.seen_by("jan", circle.id)).games == ()


async def test_a_full_circle_looks_for_no_game_older_than_its_oldest(start: Start) -> None:
    registry, circles = start()
    circle, room = await opened(registry, circles)
    await played(room)
    await settled(registry)
    later = [game(number, ended=2**31 + number) for number in range(MOST_GAMES)]
    full = await circles.change(circle.id, lambda one: changes.with_games(one, later))
    assert len(full.games) == MOST_GAMES
    assert missing_games(full, room.table) == []
    assert missing_games(replace(full, games=full.games[1:]), room.table) != []


@pytest.mark.sweep
async def test_every_game_of_the_shelf_can_be_added(start: Start) -> None:
    registry, circles = start()
    circle = await circles.found("ola", "Thursdays", "Ola", ("once",))
    for name, book in BOOKS.items():
        room = await registry.open("ola", "Ola", c.GameSetup(name, book.players[0]), circle=circle.id)
        await played(room)
        await settled(registry)
        found = (await circles.seen_by("ola", circle.id)).games[-1]
        assert found.game == name
        assert len(found.seats) == book.players[0]
        assert found.seats[0].member == 1
