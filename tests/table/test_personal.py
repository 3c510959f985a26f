"""Private state of a person at a table: it survives a restart, and others cannot detect it."""

from pathlib import Path

import pytest

from tests.support.scripted_tables import PEOPLE, open_table
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.notes import LONGEST_GENERAL_NOTE, LONGEST_NOTE

pytestmark = pytest.mark.anyio


async def refused(room: Room, by: str, command: c.WriteNotes) -> str:
    entries = room.entries
    with pytest.raises(Refused) as caught:
        await room.submit(by, command)
    assert room.entries == entries
    return caught.value.refusal.code


async def test_notes_survive_a_restart_and_notify_nobody(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    version = room.table.version
    await room.submit(PEOPLE[1], c.WriteNotes({3: c.Note("doubt", "  voted\u202e no "), 4: c.Note("trust")}))
    await room.submit(PEOPLE[1], c.WriteNotes({4: c.Note("", "?")}, "One\n\u200b two \n"))
    assert room.table.version == version
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    loaded = await again.find(room.table.code)
    own = loaded.table.personal(PEOPLE[1])
    assert own.notes == {3: c.Note("doubt", "voted no"), 4: c.Note("", "?")}
    assert own.text == "One\ntwo"
    assert not loaded.table.personal(PEOPLE[2]).notes
    # Notes about seats belong to this deal. The general note stays.
    await loaded.submit(c.SERVER, c.AbortGame("rules-changed"))
    await loaded.submit(PEOPLE[0], c.Start())
    assert (loaded.table.personal(PEOPLE[1]).notes, loaded.table.personal(PEOPLE[1]).text) == ({}, "One\ntwo")
    await again.close()


async def test_notes_are_refused_with_a_reason(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    assert await refused(room, "somebody", c.WriteNotes(text="x")) == "not-seated"
    assert await refused(room, PEOPLE[0], c.WriteNotes({7: c.Note("trust")})) == "no-such-chair"
    assert await refused(room, PEOPLE[0], c.WriteNotes({1: c.Note("love")})) == "note-mark"
    assert await refused(room, PEOPLE[0], c.WriteNotes({1: c.Note("", "x" * (LONGEST_NOTE + 1))})) == "note-too-long"
    assert await refused(room, PEOPLE[0], c.WriteNotes(text="x" * (LONGEST_GENERAL_NOTE + 1))) == "note-too-long"
    await registry.close()
