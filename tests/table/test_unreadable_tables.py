"""A log with an entry that cannot be applied is left alone, and the operator is notified."""

from pathlib import Path

import msgspec
import pytest

from tests.support.refusing import refusing, state_of
from tests.support.rows import rows
from tests.support.running import SLOW
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.handlers import dispatch
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio

IMPOSSIBLE = (
    b'{"id":"","by":"jan","command":{"do":"Sit","name":"Jan"},"at":1.0}',  # without a seat
    b'{"id":"","by":"ola","command":{"do":"Guide","on":true,"slowly":"a secret"}}',  # of a later version
    b'{"id":"","by":"ola","command":{"do":"SetUp","game_setup":{"game":"resistance","players":5,"length":"a secret"}}}',
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Errors in the server's log."""
    lines: list[str] = []
    monkeypatch.setattr(server_log, "error", lambda event, **facts: lines.append(f"{event} {facts}"))
    return lines


def registry_at(data: Path) -> RoomRegistry:
    return RoomRegistry(ServerSettings(data, bot_pause=SLOW))


@pytest.mark.parametrize("entry", IMPOSSIBLE)
async def test_an_unreadable_table_affects_no_other(tmp_path: Path, said: list[str], entry: bytes) -> None:
    registry = registry_at(tmp_path)
    rooms = [await registry.open("ola", "Ola") for _ in range(2)]
    good, bad = (room.table.code for room in rooms)
    whole = await registry.store.load(bad)
    await registry.store.append(rooms[1].log.lease, rooms[1].entries, rows(entry))
    log = await registry.store.load(bad)
    await registry.close()
    registry = registry_at(tmp_path)
    for _ in range(3):
        with pytest.raises(Refused, match="unreadable-table"):
            await registry.find(bad)
    assert (await registry.find(good)).table.names[0] == "Ola"
    await registry.retention.sweep()
    assert registry.faulty == {bad}
    (line,) = said
    assert bad in line
    assert "secret" not in line
    assert await registry.store.load(bad) == log
    store = registry.store
    assert isinstance(store, SqliteStore)
    where = "code = ? AND number >= ?"
    await store._do(lambda connection: connection.execute(f"DELETE FROM log WHERE {where}", (bad, len(whole))))
    assert (await registry.find(bad)).table.names[0] == "Ola"
    assert registry.faulty == set()
    await registry.close()


async def test_a_room_is_reloaded_if_a_stored_entry_cannot_be_applied(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state in memory may be incomplete, so it is reloaded from the log."""

    def fails(*given: object) -> None:
        raise KeyError("a secret")

    registry = registry_at(tmp_path)
    room = await registry.open("ola", "Ola")
    code = room.table.code
    with monkeypatch.context() as broken:
        handler = msgspec.structs.replace(dispatch.HANDLERS[c.Rename], effect=fails)
        broken.setattr(dispatch, "HANDLERS", dict(dispatch.HANDLERS) | {c.Rename: handler})
        with pytest.raises(KeyError):
            await room.submit("ola", c.Rename("Olga"))
        assert registry.loaded_room(code) is None
        with pytest.raises(Refused, match="unreadable-table"):
            await room.submit("ola", c.Say("Hello"))
    assert registry.faulty == {code}
    assert ["secret" in line for line in said] == [False]
    assert (await registry.find(code)).table.names[0] == "Olga", "the entry was stored before it was applied"
    assert registry.faulty == set()
    await registry.close()


async def test_a_server_with_other_checks_continues_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = registry_at(tmp_path)
    room = await registry.open("ola", "Ola")
    await room.submit("zoe", c.Sit("x" * 22 + "\U0001fa77y"))  # characters unknown to Python 3.11
    await room.submit("jan", c.Sit("Jan"))
    await room.submit("ola", c.Say("\U0001fa77"))
    await room.submit("ola", c.Start())
    await registry.close()
    other = registry_at(tmp_path)
    with refusing():
        again = await other.find(room.table.code)
    assert again.table.names[:3] == ("Ola", "x" * 22 + "\U0001fa77y", "Jan")
    assert state_of(again.table) == state_of(room.table)
    await other.close()
