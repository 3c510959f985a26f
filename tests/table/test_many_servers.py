"""Several servers on one store: each table is played on one of them, and moves when another is asked for it."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import asyncpg
import pytest

from tests.plugins.postgres import Postgres
from tests.support.cut_line import CutLine
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime import day_clock, notices, room_registry
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.errors import StoreError
from turncoat.table.store.postgres import MOST_ASKING, PostgresStore
from turncoat.table.store.protocols import TableLease
from turncoat.table.values.notice_settings import NoticeSettings, Webhook
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio
KEY = b"k" * 32
Started = Callable[..., Awaitable[RoomRegistry]]


@pytest.fixture
async def url(postgres: Postgres) -> str:
    return await asyncio.to_thread(postgres.database)


@pytest.fixture
async def started(url: str, tmp_path: Path) -> AsyncIterator[Started]:
    """Starts another server."""
    registries: list[RoomRegistry] = []

    async def started(address: str = "", lease: float = 3.0, bot_pause: float = 600.0) -> RoomRegistry:
        settings = ServerSettings(tmp_path, bot_pause=bot_pause, hold=0.05)
        registry = RoomRegistry(settings, PostgresStore(address or url, lease))
        registries.append(registry)
        await registry.store.prepare(KEY)
        await registry.start()
        return registry

    yield started
    for registry in registries:
        await registry.close()


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110 - the condition depends on other tasks
            await asyncio.sleep(0.01)


def stop_beating(registry: RoomRegistry) -> None:
    """Leave the traces of a server that was killed or stopped: its row, and a lease that expires."""
    assert isinstance(registry.store, PostgresStore)
    registry.store._tasks[0].cancel()
    assert registry.store._heart is not None
    registry.store._heart.terminate()


async def test_a_new_table_belongs_to_the_first_server_asked(started: Started) -> None:
    one, two = await started(), await started()
    opened = await one.open("ola", "Ola")
    one.release(opened)
    code = opened.table.code
    room = await two.find(code, "ola")
    await room.submit("ola", c.Rename("Ola B"), "id-1")
    assert two.loaded_room(code) is room
    assert one.loaded_room(code) is None
    # Reading does not take the table over.
    assert (await one.read_table(code)).names[0] == "Ola B"
    await room.submit("ola", c.Rename("Ola C"), "id-2")


async def test_a_server_asked_for_a_table_takes_it_over(started: Started) -> None:
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    woken: list[str] = []
    room.connect("ola", lambda: woken.append(room.closing_reason))
    await room.submit("ola", c.Rename("Ola B"), "id-1")
    moved = await two.find(room.table.code, "ola")
    assert woken[-1] == "table-moves"
    assert (room.closing_reason, moved.closing_reason, moved.table.names[0]) == ("table-moves", "", "Ola B")
    await moved.submit("ola", c.Rename("Ola B"), "id-1")  # sent again, because the answer was lost
    assert moved.entries == 3
    # The first server may still hold the old room. Its commands go to the table's new place, where it stays for a
    # while.
    with pytest.raises(Refused, match="table-moves"):
        await room.submit("ola", c.Rename("Ola C"), "id-2")
    assert await one.store.load(room.table.code) == await two.store.load(room.table.code)
    await moved.submit("ola", c.Rename("Ola C"), "id-2")
    assert (await one.read_table(room.table.code)).names[0] == "Ola C"


async def test_people_without_a_seat_cannot_move_a_table(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, anybody who knows its code and reaches the wrong server could keep it from its players."""
    monkeypatch.setattr(room_registry, "HANDOVER_WAIT", 0.5)
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    code = room.table.code
    await room.submit("jan", c.Sit("Jan"))
    await room.submit("jan", c.Leave())
    for person in ("", "eve", "jan"):
        with pytest.raises(Refused, match="table-moves"):
            await two.find(code, person)
        assert (room.closing_reason, one.loaded_room(code)) == ("", room)
    assert one.metrics.ownership["handed-over"] == two.metrics.ownership["taken-over"] == 0
    await two.find(code, "ola")
    assert one.metrics.ownership["handed-over"] == 1


async def test_a_seated_person_does_not_wait_behind_an_outsider(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_registry, "HANDOVER_WAIT", 20.0)
    monkeypatch.setattr(room_registry, "ASK_AGAIN_AFTER", 60.0)
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    waiting = asyncio.create_task(two.find(room.table.code, "eve"))
    await until(lambda: one.metrics.ownership["asked-again"] == 1)
    async with asyncio.timeout(10):
        moved = await two.find(room.table.code, "ola")
        assert await waiting is moved, "both are on the table's server"


@pytest.mark.parametrize("first", ["eve", "jan"])
async def test_a_player_behind_a_crowd_moves_the_table(started: Started, first: str) -> None:
    """Players announced in another batch count: one batch with a player is enough, and two move the table once."""
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    await room.submit("jan", c.Sit("Jan"))
    people = [first, *(f"watcher-{number}" for number in range(MOST_ASKING)), "ola"]
    found = await asyncio.gather(*(two.find(room.table.code, person) for person in people))
    assert all(moved is two.loaded_room(room.table.code) for moved in found)
    assert one.metrics.ownership["handed-over"] == 1


async def test_a_table_being_released_is_not_reloaded_for_outsiders(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like a friend who follows the link before the host's own page has loaded."""
    one, two = await started(), await started()
    release = one.store.release

    async def slow(leases: Sequence[TableLease]) -> None:
        await asyncio.sleep(0.5)
        await release(leases)

    monkeypatch.setattr(one.store, "release", slow)
    room = await one.open("ola", "Ola")
    one.release(room)
    moved = await two.find(room.table.code)
    assert (two.loaded_room(room.table.code), one.loaded_room(room.table.code)) == (moved, None)


async def test_bots_and_clocks_of_a_moved_table_stop(started: Started) -> None:
    one, two = await started(bot_pause=0.2), await started()
    room = await one.open("ola", "Ola")
    room.connect("ola", watcher := lambda: None)
    await room.submit("ola", c.Start())
    moved = await two.find(room.table.code, "ola")
    room.disconnect("ola", watcher)
    one.bot_runner.refresh(room)  # like a bot whose answer could not be stored
    assert not one.bot_runner._bots, "bots of the former room must not replace those of the next"
    await asyncio.sleep(1.0)
    # Nobody plays there any more, and no attempt to play there asks for the table.
    assert one.loaded_room(room.table.code) is None
    assert (moved.closing_reason, two.metrics.ownership["asked-again"]) == ("", 0)


async def test_a_running_command_finishes_before_a_table_moves(started: Started) -> None:
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    async with room.log.lock:  # a command is running
        finding = asyncio.create_task(two.find(room.table.code, "ola"))
        await asyncio.sleep(0.3)
        assert not finding.done()
        assert one.loaded_room(room.table.code) is room
    moved = await finding
    assert moved.table.names[0] == "Ola"


async def test_a_table_does_not_move_back_and_forth_quickly(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_registry, "HANDOVER_WAIT", 0.2)
    one, two = await started(), await started()
    code = (await one.open("ola", "Ola")).table.code
    moved = await two.find(code, "ola")
    with pytest.raises(Refused, match="table-moves"):
        await one.find(code, "ola")
    assert two.loaded_room(code) is moved
    moved.stays_until = 0.0  # ten seconds later
    await one.find(code, "ola")
    assert moved.closing_reason == "table-moves"


async def test_a_table_moves_at_once_to_a_newer_server(started: Started) -> None:
    """As when a server returns: the balancer sends everybody there, and otherwise nobody could play for ten seconds."""
    one, two = await started(), await started()
    code = (await one.open("ola", "Ola")).table.code
    moved = await two.find(code, "ola")
    three = await started()
    again = await three.find(code)  # the balancer also sends friends without a seat there
    assert (moved.closing_reason, three.loaded_room(code)) == ("table-moves", again)
    # It stays there as usual: the others are older than the room.
    with pytest.raises(Refused, match="table-moves"):
        await two.find(code, "ola")


async def test_a_stopping_server_plays_on_and_gives_up_requested_tables(started: Started) -> None:
    one, two = await started(), await started()
    codes = [(await one.open("ola", "Ola")).table.code for _ in range(2)]
    rooms = [await two.find(code, "ola") for code in codes]
    for room in rooms:
        room.connect("ola", lambda: None)
    draining = asyncio.create_task(two.drain(60.0))
    await asyncio.sleep(0)
    await rooms[0].submit("ola", c.Rename("Ola B"))
    assert (await one.find(codes[0], "ola")).table.names[0] == "Ola B", "although it has only just arrived"
    assert (rooms[1].closing_reason, draining.done()) == ("", False)
    rooms[0].disconnect("ola", lambda: None)
    await one.find(codes[1], "ola")
    await asyncio.wait_for(draining, 10)


async def test_an_unloaded_table_moves_too(started: Started) -> None:
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    one.lose(room.table, is_uncertain=True)  # the server is still its owner
    with pytest.raises(Refused, match="table-moves"):
        await two.find(room.table.code, "eve")
    one.lose(one.loaded()[0].table, is_uncertain=True)
    moved = await two.find(room.table.code, "ola")
    await moved.submit("ola", c.Rename("Ola B"), "id-1")
    with pytest.raises(Refused, match="table-moves"):
        await one.find(room.table.code, "ola")


async def test_a_table_loaded_while_the_lease_is_lost_is_not_shown(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = await started()
    room = await registry.open("ola", "Ola")
    registry.unload(room)
    load = registry.store.load

    async def slow(code: str) -> list[bytes]:
        registry._note_lost_lease()
        return await load(code)

    monkeypatch.setattr(registry.store, "load", slow)
    with pytest.raises(Refused, match="table-moves"):
        await registry.find(room.table.code)
    assert registry.loaded_room(room.table.code) is None
    monkeypatch.undo()
    await registry.find(room.table.code)


@pytest.mark.parametrize("loses_lease", [False, True])
async def test_writes_missing_after_a_failover_are_reloaded_and_logged(
    started: Started, url: str, monkeypatch: pytest.MonkeyPatch, loses_lease: bool
) -> None:
    """As when a promoted standby lacks some confirmed writes."""
    said: list[object] = []
    monkeypatch.setattr(server_log, "error", lambda event, **about: said.append((event, about["table"])))
    registry = await started()
    rooms = [await registry.open("ola", "Ola") for _ in range(3)]
    for room in rooms:
        await room.submit("ola", c.Rename("Ola B"))
    shorter, gone, whole = rooms
    connection = await asyncpg.connect(url)
    await connection.execute("DELETE FROM log WHERE code = $1 AND number = 2", shorter.table.code)
    await connection.execute("UPDATE tables SET length = 2 WHERE code = $1", shorter.table.code)
    await connection.execute("DELETE FROM tables WHERE code = $1", gone.table.code)
    await connection.close()
    if loses_lease:
        registry._note_lost_lease()
    assert isinstance(registry.store, PostgresStore)
    assert registry.store._heart is not None
    registry.store._heart.terminate()
    await until(lambda: len(said) == 2)
    event = "the database has lost confirmed changes"
    assert set(said) == {(event, shorter.table.code), (event, gone.table.code)}
    assert (shorter.log.is_lost, gone.log.is_lost, whole.log.is_lost) == (True, True, loses_lease)
    assert (await registry.find(shorter.table.code)).table.names[0] == "Ola"
    with pytest.raises(Refused, match="no-such-table"):
        await registry.find(gone.table.code)
    assert (await registry.find(whole.table.code)).table.names[0] == "Ola B"


async def test_a_sweep_takes_no_table_from_another_server(started: Started) -> None:
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    with pytest.raises(Refused, match="table-moves"):
        await two.find(room.table.code, asks=False)
    await one.store.plan(room.log.lease, 1)  # its deletion is long overdue
    assert (await two.store.due(int(two.store.clock())))[0] == [room.table.code]
    await two.retention.sweep()
    assert room.closing_reason == ""


async def test_one_server_wakes_a_table_by_day_that_none_has_in_memory(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def soon(opened: float, hours: int, **how: object) -> int:
        asked.append(opened)
        return math.ceil(opened) + (1 if opened == asked[0] else 10**6)

    monkeypatch.setattr(day_clock, "deadline", soon)
    one, two = await started(), await started()
    room = await one.open("p0", "Person 0")
    for number in range(1, 5):
        await room.submit(f"p{number}", c.Sit(f"Person {number}"))
    await room.submit("p0", c.ChangeSettings(TableSettings(day_hours=8)))
    await room.submit("p0", c.Start())
    await asyncio.gather(one.waker.sweep(), two.waker.sweep())
    assert two.loaded() == [], "the other server has it"
    one.unload(room)
    await until(lambda: not one._releasing)
    await until(lambda: one.store.time() >= asked[0] + 2)
    code = room.table.code
    while not (loaded := one.loaded() + two.loaded()):
        await asyncio.gather(one.waker.sweep(), two.waker.sweep())
    await until(lambda: any(room.table.control.times_up for room in one.loaded() + two.loaded()))
    assert [room.table.code for room in loaded] == [code]
    await asyncio.gather(one.waker.sweep(), two.waker.sweep())
    entries = [c.decode(entry).command for entry in await one.store.load(code)]
    assert sum(isinstance(command, c.TimeUp) for command in entries) == 1


async def test_a_notice_is_sent_once_whichever_server_plays_the_table(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "DELAY", 0.0)
    sent: list[str] = []

    async def deliver(notice: notices.TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        sent.append(notice.recipient)
        return ()

    async def settings_of(recipient: str) -> NoticeSettings:
        return NoticeSettings(webhook=Webhook("https://hooks.example.org/1"))

    one, two = await started(), await started()
    for server in (one, two):
        server.notice_runner.deliver, server.notice_runner.settings_of = deliver, settings_of
    room = await one.open("p0", "Person 0")
    for number in range(1, 5):
        await room.submit(f"p{number}", c.Sit(f"Person {number}"))
    await room.submit("p0", c.Start())
    await until(lambda: bool(sent))
    moved = await two.find(room.table.code, person="p0")
    assert one.loaded() == []
    _, recipients = notices.recipients_at(moved.table)
    await until(lambda: two.notice_runner._rooms[room.table.code].is_planned)
    assert sent == list(recipients)
    (leader,) = (seat for seat, one in enumerate(moved.table.seats) if one.person == sent[0])
    choice = moved.table.session.default(leader)  # type: ignore[union-attr]
    await moved.submit(sent[0], c.Choose(1, leader, choice.to, choice.answer))
    await until(lambda: len(sent) == 6)  # all five are asked for a ballot


async def test_tables_of_a_dead_server_continue_on_another(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_registry, "HANDOVER_WAIT", 20.0)
    one, two = await started(lease=1.0), await started()
    room = await one.open("ola", "Ola")
    stop_beating(one)
    moved = await two.find(room.table.code, "ola")  # waits for the lease to expire
    await moved.submit("ola", c.Rename("Ola B"), "id-1")
    # A table that was taken over has not moved back and forth: its first server may have it back at once.
    assert (moved.stays_until, two.metrics.ownership["taken-over"]) == (0.0, 1)
    # A server that was only stopped and then continues neither notifies anybody nor accepts commands.
    assert room.closing_reason == "table-moves"
    with pytest.raises(Refused, match="table-moves"):
        await one.find(room.table.code, "ola")
    with pytest.raises(Refused, match="table-moves"):
        await room.submit("ola", c.Rename("Eve"), "id-2")
    assert (await two.read_table(room.table.code)).names[0] == "Ola B"


async def test_a_stopping_server_releases_its_tables_early(started: Started) -> None:
    one, two = await started(), await started()
    rooms = [await one.open("ola", "Ola") for _ in range(3)]
    await one.notify_stopping(0.1)
    for room in rooms:
        found = await two.find(room.table.code, "ola")
        assert (found.table.names[0], found.stays_until) == ("Ola", 0.0), "nobody had to be asked for it"
        with pytest.raises(Refused, match="table-moves"):
            await one.find(room.table.code, "ola")
    assert two.metrics.ownership["taken-over"] == 0


async def test_a_wrong_clock_shows_delayed_spectators_nothing_early(url: str, started: Started, tmp_path: Path) -> None:
    """All servers use the database's time, whatever their own machines say."""
    one = await started()
    ahead = ServerSettings(tmp_path, bot_pause=600, now=lambda: time.time() + 60)
    two = RoomRegistry(ahead, PostgresStore(url))
    await two.start()
    room = await one.open("ola", "Ola")
    await room.submit("ola", c.ChangeSettings(TableSettings(spectators_behind=30)), "id-1")
    await room.submit("ola", c.Say("what nobody knows yet"), "id-2")
    moved = await two.find(room.table.code, "ola")
    assert len(moved.table.chat.table.lines) == 1
    assert moved.delayed is not None
    assert len(moved.delayed.table.chat.table.lines) == 0
    assert abs(two.store.time() - one.store.time()) < 1
    await two.close()


async def test_a_choice_interrupted_in_the_commit_counts_once(url: str, started: Started) -> None:
    async with CutLine(url) as line:
        registry = await started(line.url, lease=60.0)  # no heartbeat in between
        room = await registry.open("ola", "Ola")
        await room.submit("ola", c.Rename("Ola A"), "id-0")
        line.loses_next_answer = True
        with pytest.raises(Refused, match="table-moves"):
            await room.submit("ola", c.Rename("Ola B"), "id-1")
        assert (line.cuts, room.closing_reason, registry.metrics.refusals["table-moves"]) == (1, "table-moves", 1)
        # The command was stored without an answer, and repeating it has no further effect.
        await room.submit("ola", c.Rename("Ola B"), "id-1")
        again = await registry.find(room.table.code)
        assert (again.table.names[0], again.entries) == ("Ola B", 4)
        await registry.close()


async def test_tables_refuse_commands_until_the_database_returns(url: str, started: Started) -> None:
    async with CutLine(url) as line:
        registry = await started(line.url, lease=2.0)
        room = await registry.open("ola", "Ola")
        assert await registry.is_well()
        line.is_down = True
        line.cut()
        with pytest.raises(Refused, match=r"not-kept|table-moves"):
            await room.submit("ola", c.Rename("Ola B"), "id-1")
        await until(lambda: not registry.store.has_lease())
        assert room.closing_reason == "table-moves"
        assert not await registry.is_well()
        with pytest.raises(Refused, match="table-moves"):
            await registry.find(room.table.code)
        line.is_down = False
        await until(registry.store.has_lease)
        await (await registry.find(room.table.code)).submit("ola", c.Rename("Ola C"), "id-2")
        await registry.close()


async def test_a_server_with_another_key_does_not_start(url: str, started: Started) -> None:
    await started()
    with pytest.raises(StoreError, match=r"copy the file secret\.key"):
        await PostgresStore(url).prepare(b"another key")


async def test_somebody_blocked_on_one_server_is_kept_out_on_the_others(started: Started) -> None:
    one, two = await started(), await started()
    here, there = await one.open("ola", "Ola"), await two.open("ola", "Ola")
    for room in (here, there):
        await room.submit("max", c.Sit("Max"))
    await one.blocking.block("ola", "max", "Max")
    assert here.is_closed_to("max")
    await two.blocking.catch_up()
    assert there.table.seat_of("max") is None
    assert there.is_closed_to("max")
    await two.blocking.let_back("ola", "max")
    await one.blocking.catch_up()
    assert not here.is_closed_to("max")


async def test_open_tables_are_listed_on_all_servers(started: Started) -> None:
    one, two = await started(), await started()
    room = await one.open("ola", "Ola")
    await room.submit("ola", c.ChangeSettings(TableSettings(listed=True)))
    room.connect("ola", lambda: None, with_page=True)
    await one.open_tables.update()
    assert [table.code for table in await two.open_tables.tables()] == [room.table.code]
    # The table moves, and the first server lists it no more.
    one.release(room)
    moved = await two.find(room.table.code, "ola")
    moved.connect("ola", lambda: None, with_page=True)
    await moved.submit("jan", c.Sit("Jan"))
    await two.open_tables.update()
    await one.open_tables.update()
    one.open_tables._read_at = float("-inf")
    (table,) = await one.open_tables.tables()
    assert table.people == 2
