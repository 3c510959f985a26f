"""What a table keeps for one person alone: it survives a restart, and others cannot tell that it is there."""

from pathlib import Path

import pytest

from tests.table.test_talk import PEOPLE, open_hall
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.bots import Pace
from turncoat.table.runtime.room_registry import Hall, Seated, Settings
from turncoat.table.state.personal import LONGEST_NOTE, LONGEST_TEXT

pytestmark = pytest.mark.anyio


async def refused(hall: Hall, seated: Seated, by: str, command: c.Jot) -> str:
    entries = seated.entries
    with pytest.raises(Refused) as caught:
        await hall.do(seated, by, command)
    assert seated.entries == entries
    return caught.value.refusal.code


async def test_notes_are_kept_over_a_restart_and_count_as_no_change(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    version = seated.table.version
    await hall.do(seated, PEOPLE[1], c.Jot({3: c.Note("doubt", "  voted\u202e no "), 4: c.Note("trust")}))
    await hall.do(seated, PEOPLE[1], c.Jot({4: c.Note("", "?")}, "One\n\u200b two \n"))
    assert seated.table.version == version
    await hall.close()

    again = Hall(Settings(tmp_path, Pace(60, 60)))
    loaded = await again.find(seated.table.code)
    own = loaded.table.own(PEOPLE[1])
    assert own.notes == {3: c.Note("doubt", "voted no"), 4: c.Note("", "?")}
    assert own.text == "One\ntwo"
    assert not loaded.table.own(PEOPLE[2]).notes
    # Notes on seats are about this deal; the other note stays.
    await again.do(loaded, c.HOUSE, c.Drop("rules-changed"))
    await again.do(loaded, PEOPLE[0], c.Start())
    assert (loaded.table.own(PEOPLE[1]).notes, loaded.table.own(PEOPLE[1]).text) == ({}, "One\ntwo")
    await again.close()


async def test_notes_are_refused_kindly(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    assert await refused(hall, seated, "somebody", c.Jot(text="x")) == "not-seated"
    assert await refused(hall, seated, PEOPLE[0], c.Jot({7: c.Note("trust")})) == "no-such-chair"
    assert await refused(hall, seated, PEOPLE[0], c.Jot({1: c.Note("love")})) == "note-mark"
    assert await refused(hall, seated, PEOPLE[0], c.Jot({1: c.Note("", "x" * (LONGEST_NOTE + 1))})) == "note-too-long"
    assert await refused(hall, seated, PEOPLE[0], c.Jot(text="x" * (LONGEST_TEXT + 1))) == "note-too-long"
    await hall.close()
