"""Who looks on late: what he sees is the table of a while ago, and nothing newer, also after a restart."""

import asyncio
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from tests.table.test_hall import FAST, play_default, until_over
from turncoat.table import commands as c
from turncoat.table.runtime.room_registry import Hall, Seated, Settings
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio
HOUR = 3600


def seen(seated: Seated, person: str = "zoe") -> tuple[int, int]:
    """How much the person can know: the number of the game, and how many of its events."""
    table = seated.seen_by(person).table
    return table.games, len(table.play.view().events) if table.play is not None else 0


async def table_of(hall: Hall, behind: int) -> Seated:
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "jan", c.Sit("Jan"))
    await hall.do(seated, "ola", c.Arrange(TableSettings(spectators_behind=behind)))
    return seated


async def test_a_game_that_is_too_new_is_not_seen_at_all(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await table_of(hall, HOUR)
    assert seated.seen_by("zoe") is seated  # before a game there is nothing to be late for
    await hall.do(seated, "ola", c.Start())
    await asyncio.gather(play_default(hall, seated, "ola"), play_default(hall, seated, "jan"), until_over(seated))
    assert seen(seated) == (0, 0)
    assert seen(seated, "jan")[0] == 1
    assert seated.seen_by("zoe").table.names[:2] == ("Ola", "Jan")
    await hall.do(seated, "ola", c.Arrange(TableSettings()))
    assert seen(seated) == seen(seated, "jan")
    await hall.close()


async def test_each_thing_is_seen_when_its_time_has_come_and_no_sooner(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await table_of(hall, 1)
    clock, told = asyncio.get_running_loop().time, asyncio.Event()
    live: list[tuple[float, tuple[int, int]]] = [(clock(), seen(seated, "ola"))]
    late: list[tuple[float, tuple[int, int]]] = []

    def note() -> None:
        live.append((clock(), seen(seated, "ola")))
        late.append((clock(), seen(seated)))
        told.set()

    seated.watchers.add(note)
    await hall.do(seated, "ola", c.Start())
    await asyncio.gather(play_default(hall, seated, "ola"), play_default(hall, seated, "jan"), until_over(seated))
    over = live[-1][1]
    while late[-1][1] != over:
        told.clear()
        await asyncio.wait_for(told.wait(), 20)
    assert seated.seen_by("zoe") is seated  # both are past the game
    assert len({state for _, state in late}) > 10
    for at, state in late:
        known = [then for since, then in live if since <= at - 0.9]
        assert state == live[0][1] or state in known
    await hall.close()


async def test_after_a_restart_nothing_comes_too_early(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await table_of(hall, HOUR)
    await hall.do(seated, "ola", c.Start())
    code = seated.table.code
    await hall.close()

    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.find(code)
    assert seen(seated, "ola")[0] == 1
    assert seen(seated) == (0, 0)
    assert seated.seen_by("zoe").table.names[:2] == ("Ola", "Jan")
    await hall.do(seated, "ola", c.Arrange(TableSettings(spectators_behind=1)))
    told = asyncio.Event()
    seated.watchers.add(told.set)
    while seen(seated)[0] == 0:
        told.clear()
        await asyncio.wait_for(told.wait(), 20)
    await hall.close()


async def test_what_those_say_who_look_on_is_not_kept_from_them(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Arrange(TableSettings(spectators_behind=HOUR, spectators_talk=True)))
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "zoe", c.Say("Who is it?", "gallery", name="Zoe"))
    await hall.do(seated, "ola", c.Say("It is Aspen!"))
    talks = seated.seen_by("zoe").table.talks
    assert [line.text for line in talks.gallery.lines] == ["Who is it?"]
    assert [line.text for line in talks.table.lines] == []
    await hall.close()


async def test_a_voice_is_the_same_one_late_and_live_and_is_muted_at_once(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("ola", "Ola")
    await hall.do(seated, "ola", c.Arrange(TableSettings(spectators_behind=HOUR, spectators_talk=True)))
    await hall.do(seated, "ola", c.Start())
    await hall.do(seated, "ola", c.Say("Welcome"))  # not to be read there for an hour
    await hall.do(seated, "zoe", c.Say("Boo", "gallery", name="Zoe"))
    late = seated.seen_by("eve").table
    (voice,) = late.talks.heard
    assert seated.table.talks.voices[voice] == late.talks.voices[voice] == "Zoe"
    await hall.do(seated, "eve", c.Mute(voice))
    assert late.own("eve").unheard == seated.table.own("eve").unheard == {voice}
    code = seated.table.code
    await hall.close()
    again = Hall(Settings(tmp_path, FAST))
    loaded = await again.find(code)
    assert loaded.table.talks.voices == {1: "Ola", voice: "Zoe"}
    assert loaded.table.own("eve").unheard == {voice}
    await again.close()
