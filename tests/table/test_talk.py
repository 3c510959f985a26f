"""Talk at a table: who may say what, what is kept, and that it counts as no change of the table."""

import asyncio
from pathlib import Path

import pytest

from tests.games.winter_soldier.play import SEVEN, table, won
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.hall import Hall, Seated, Settings
from turncoat.table.players import Pace
from turncoat.table.talk import KEPT, LONGEST_TEXT, clean_text, in_channel
from turncoat.testing.walks import play

pytestmark = pytest.mark.anyio
PEOPLE = tuple(f"person-{seat}" for seat in range(7))


async def open_hall(data: Path) -> tuple[Hall, Seated]:
    """Seven people at a table of Winter Soldier, whose game has begun."""
    hall = Hall(Settings(data, Pace(60, 60)))
    seated = await hall.open(PEOPLE[0], "Name 0", c.Wish("winter-soldier", 7))
    for person in PEOPLE[1:]:
        await hall.do(seated, person, c.Sit(f"Name {person[-1]}"))
    await hall.do(seated, PEOPLE[0], c.Start())
    return hall, seated


def script(seated: Seated, *, come_out: bool = False, text: str = "") -> None:
    """The game of the table is this one from now on: HYDRA are the seats 4, 5 and 6."""
    game = table(SEVEN)
    if come_out:
        won(game)
        play(game, "0 last-guess 5")
    play(game, text)
    assert seated.table.play is not None
    seated.table.play._game = game
    seated.table.play._views = {}


async def refused(hall: Hall, seated: Seated, by: str, say: c.Say) -> str:
    before = len(seated.table.talk.lines), len(seated.table.channel.lines), seated.entries
    with pytest.raises(Refused) as caught:
        await hall.do(seated, by, say)
    assert before == (len(seated.table.talk.lines), len(seated.table.channel.lines), seated.entries)
    return caught.value.refusal.code


async def test_what_is_said_is_kept_and_changes_nothing_of_the_game(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    version, woken = seated.table.version, asyncio.Event()
    seated.watchers.add(woken.set)
    await hall.do(seated, PEOPLE[3], c.Say("  I trust\u202e\nnobody. "), "id-1")
    await hall.do(seated, PEOPLE[3], c.Say("  I trust\u202e\nnobody. "), "id-1")
    await hall.do(seated, PEOPLE[0], c.Say("Nor do I."), "id-1")
    assert woken.is_set()
    said = [(line.number, line.name, line.text) for line in seated.table.talk.lines]
    assert said == [(1, "Name 3", "I trust nobody."), (2, "Name 0", "Nor do I.")]
    assert seated.table.version == version
    await hall.close()

    again = Hall(Settings(tmp_path, Pace(60, 60)))
    loaded = await again.find(seated.table.code)
    assert loaded.table.talk.lines == seated.table.talk.lines
    assert loaded.table.running
    await again.close()


async def test_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    for number in range(KEPT + 3):
        await hall.do(seated, PEOPLE[0], c.Say(str(number)))
    assert [line.text for line in seated.table.talk.lines] == [str(number) for number in range(3, KEPT + 3)]
    await hall.close()


async def test_talk_is_refused_kindly(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    assert await refused(hall, seated, "somebody", c.Say("Hello")) == "not-seated"
    assert await refused(hall, seated, PEOPLE[0], c.Say(" \u202e\u200b\n")) == "talk-empty"
    assert await refused(hall, seated, PEOPLE[0], c.Say("x" * (LONGEST_TEXT + 1))) == "talk-too-long"
    assert clean_text("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT
    assert await refused(hall, seated, PEOPLE[5], c.Say("Psst", "channel")) == "talk-no-channel"
    await hall.close()


@pytest.mark.clause("WIN-OUT-1")
async def test_who_is_out_does_not_talk(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    script(seated, text="0 !accuse 5")
    assert [await refused(hall, seated, PEOPLE[seat], c.Say("But I")) for seat in (0, 5)] == ["talk-silent"] * 2
    await hall.do(seated, PEOPLE[1], c.Say("Farewell."))
    assert [line.text for line in seated.table.talk.lines] == ["Farewell."]
    await hall.close()


@pytest.mark.clause("WIN-END-3")
async def test_hydra_talks_among_itself_when_it_has_come_out_and_not_before(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    script(seated)
    assert not any(in_channel(seated.table.play, seat) for seat in range(7))
    assert await refused(hall, seated, PEOPLE[4], c.Say("Psst", "channel")) == "talk-no-channel"
    script(seated, come_out=True)
    assert [seat for seat in range(7) if in_channel(seated.table.play, seat)] == [4, 5, 6]
    await hall.do(seated, PEOPLE[5], c.Say("It is seat 1.", "channel"))
    assert await refused(hall, seated, PEOPLE[1], c.Say("I listen", "channel")) == "talk-no-channel"
    assert [line.text for line in seated.table.channel.lines] == ["It is seat 1."]
    assert not seated.table.talk.lines
    script(seated, come_out=True, text="4 name-fury 1")
    assert await refused(hall, seated, PEOPLE[5], c.Say("Well done", "channel")) == "talk-no-channel"
    await hall.do(seated, PEOPLE[0], c.Start())
    assert not seated.table.channel.lines
    await hall.close()
