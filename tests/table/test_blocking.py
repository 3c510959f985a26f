"""People whom a host keeps out of all of their tables: those that are open, those in the store, and later ones."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime import blocking
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.history import DAY

pytestmark = pytest.mark.anyio
Started = Callable[[], Awaitable[RoomRegistry]]


@pytest.fixture
async def started(tmp_path: Path) -> AsyncIterator[Started]:
    """Starts a server, after the previous one has stopped."""
    registries: list[RoomRegistry] = []

    async def started() -> RoomRegistry:
        for registry in registries:
            await registry.close()
        registries[:] = [RoomRegistry(ServerSettings(tmp_path, bot_pause=600))]
        return registries[0]

    yield started
    for registry in registries:
        await registry.close()


async def table_of(registry: RoomRegistry, host: str, *guests: str) -> Room:
    """Return a new table of this host, where these people sit."""
    room = await registry.open(host, host.title())
    for guest in guests:
        await room.submit(guest, c.Sit(guest.title()))
    return room


async def refusal(room: Room, person: str) -> str:
    with pytest.raises(Refused) as refused:
        await room.submit(person, c.Sit(person.title()))
    return refused.value.refusal.code


async def test_a_blocked_person_loses_all_seats_at_their_hosts_tables(started: Started) -> None:
    registry = await started()
    one, two = await table_of(registry, "ola", "max", "jan"), await table_of(registry, "ola", "max")
    foreign = await table_of(registry, "eve", "ola", "max")
    await two.submit("ola", c.Start())
    await one.submit("ola", c.Remove(1))
    await registry.blocking.block("ola", "max", "Max")
    assert await refusal(one, "max") == "removed"
    assert two.table.seats[1].kind == "bot"
    assert two.is_closed_to("max")
    assert one.table.seat_of("jan") == 2
    assert foreign.table.seat_of("max") == 2
    later = await registry.open("ola", "Ola")
    assert await refusal(later, "max") == "removed"
    await registry.blocking.let_back("ola", "max")
    await one.submit("max", c.Sit("Max"))
    await later.submit("max", c.Sit("Max"))
    assert not two.is_closed_to("max")


async def test_tables_in_the_store_keep_blocked_people_out_when_they_are_loaded(started: Started) -> None:
    registry = await started()
    one, two = await table_of(registry, "ola", "max"), await table_of(registry, "ola")
    registry.unload(one)
    await registry.blocking.block("ola", "max", "Max")
    one = await registry.find(one.table.code)
    assert one.table.seat_of("max") is None
    assert one.is_closed_to("max")
    registry = await started()
    assert [one.name for one in await registry.blocking.people("ola")] == ["Max"]
    entries = (await registry.find(two.table.code)).entries
    assert (await registry.find(one.table.code)).is_closed_to("max")
    registry = await started()
    assert (await registry.find(two.table.code)).entries == entries  # nothing is written twice


async def test_the_list_follows_its_host(started: Started) -> None:
    registry = await started()
    await registry.blocking.block("ola", "max", "Max")
    await registry.blocking.block("jan", "kim", "Kim")
    room = await table_of(registry, "ola", "jan", "kim")
    await room.submit("ola", c.HandOver(1))
    while room.table.membership.kept_out != {"kim"}:
        await started_tasks(registry)
    assert room.table.seat_of("kim") == 2  # nobody loses a seat because the host changes
    await room.submit("max", c.Sit("Max"))


async def started_tasks(registry: RoomRegistry) -> None:
    """Wait for the registry's background work."""
    for task in tuple(registry._tasks):
        await task


async def test_somebody_blocked_during_a_deal_is_removed_after_it(started: Started) -> None:
    registry = await started()
    room = await table_of(registry, "ola", "max")
    await room.submit("max", c.CommitEntropy("ab" * 32, room.table.commitment))
    await room.submit("ola", c.Start())
    assert room.table.pending_deal is not None
    await registry.blocking.block("ola", "max", "Max")
    assert room.table.seat_of("max") == 1
    await room.submit(c.SERVER, c.Start())
    await registry.blocking.catch_up()
    assert room.table.seat_of("max") is None


async def test_nobody_blocks_themselves_or_without_end(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = await started()
    monkeypatch.setattr(blocking, "MOST_BLOCKED", 2)
    for name in ("ola", "max", "max", "kim"):
        await registry.blocking.block("ola", name, name.title())
    assert [one.name for one in await registry.blocking.people("ola")] == ["Max", "Kim"]
    with pytest.raises(Refused) as refused:
        await registry.blocking.block("ola", "eve", "Eve")
    assert refused.value.refusal.code == "too-many-blocked"


async def test_a_list_lasts_as_long_as_its_host_opens_tables(tmp_path: Path) -> None:
    now = 1e9

    def clock() -> float:
        return now

    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=600, keep=100, now=clock))
    await registry.blocking.block("ola", "max", "Max")
    for _ in range(4):
        for _ in range(30):
            now += DAY
            await registry.store.believes(int(now))
        await registry.open("ola", "Ola")
        await registry.store.drop_documents(int(now))
    assert await registry.blocking.people("ola")
    now += 101 * DAY
    await registry.store.drop_documents(int(now))
    assert not await registry.blocking.people("ola")
    await registry.close()
