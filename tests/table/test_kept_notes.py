"""The log only stores the latest notes, however often somebody rewrites them."""

from pathlib import Path

import pytest

from tests.support.running import PEOPLE, SLOW
from turncoat.table import commands as c
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings

pytestmark = pytest.mark.anyio


async def test_overwritten_notes_are_removed_from_the_log(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW))
    room = await registry.open(PEOPLE[0], "Ola")
    code = room.table.code
    for person in PEOPLE[1:4]:
        await room.submit(person, c.Sit(person.title()))
    most = 0
    for number in range(120):
        person = PEOPLE[number % 4]
        await room.submit(
            person, c.WriteNotes({1: c.Note("doubt", f"note {number}")}, f"{number} " * 100), f"id-{number}"
        )
        most = max(most, len(b"".join(await registry.store.load(code))))
    assert most < 10_000  # although 50 kB were written
    await room.submit(PEOPLE[0], c.Say("The log goes on"))
    log = await registry.store.load(code)
    noted = [entry for entry in map(c.decode, log) if isinstance(entry.command, c.WriteNotes)]
    assert len(noted) == 2 * 4, "the latest note of each person"
    await registry.close()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW))
    table = (await registry.find(code)).table
    for seat, number in ((0, 116), (1, 117), (2, 118), (3, 119)):
        personal = table.personal(PEOPLE[seat])
        assert personal.notes == {1: c.Note("doubt", f"note {number}")}
        assert personal.text == (f"{number} " * 100).strip()
    assert [line.text for line in table.chat.table.lines][-1] == "The log goes on"
    assert [occupant.name for occupant in table.seats[:4]] == ["Ola", "Jan", "Ewa", "Piotr"]
    await registry.close()
