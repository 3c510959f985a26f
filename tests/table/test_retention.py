"""What is kept of games that are over, for how long, and that nothing is left of what is kept no longer."""

from pathlib import Path
from typing import Any

import pytest

import turncoat.games  # noqa: F401
from tests.table.test_hall import FAST, play_default
from turncoat.kernel.records import check
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.retention import due, expired, kept_for
from turncoat.table.runtime.room_registry import Hall, Seated, Settings
from turncoat.table.state.game_session import Play
from turncoat.table.state.history import DAY
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio


class Clock:
    """A time that a test moves on."""

    def __init__(self) -> None:
        self.at = 1_700_000_000

    def __call__(self) -> float:
        return self.at


def everything(data: Path) -> bytes:
    """Every byte of the store: its file, its write-ahead log, whatever else lies there."""
    return b"".join(path.read_bytes() for path in sorted(data.iterdir()) if path.is_file())


async def play_one(hall: Hall, seated: Seated, person: str = "person-ola") -> None:
    await hall.do(seated, person, c.Start())
    await play_default(hall, seated, person)


@pytest.mark.parametrize(("days", "most", "kept"), [(0, 0, 0), (30, 0, 30), (0, 365, 365), (30, 7, 7), (1, 365, 1)])
def test_nothing_is_kept_longer_than_the_server_allows(days: int, most: int, kept: int) -> None:
    assert kept_for(days, most) == kept


async def test_every_game_that_is_over_is_kept_also_by_another_server(tmp_path: Path) -> None:
    clock = Clock()
    hall = Hall(Settings(tmp_path, FAST, now=clock))
    seated = await hall.open("person-ola", "Ola", c.Wish("resistance", 5))
    for _ in range(3):
        await play_one(hall, seated)
        clock.at += 600
    await hall.do(seated, "person-ola", c.Rename("Aleksandra"))
    finished = seated.table.archive.finished
    assert list(finished) == [1, 2, 3]
    assert [one.ended for one in finished.values()] == [1_700_000_000 + 600 * number for number in range(3)]
    assert all(one.names[0] == "Ola" for one in finished.values())
    for one in finished.values():
        game = check(one.record)
        assert game.result is not None
        assert (game.result.winner, game.result.reason) == (one.winner, one.reason)
        assert sum(one.votes.ballots) == 5 * one.votes.teams
    version = seated.table.version
    await hall.close()

    again = Hall(Settings(tmp_path, FAST, now=clock))
    loaded = await again.find(seated.table.code)
    assert loaded.table.archive.finished == finished
    assert loaded.table.version == version
    await again.close()


async def test_a_log_without_the_ends_of_its_games_is_read_too(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("person-ola", "Ola")
    await play_one(hall, seated)
    await play_one(hall, seated)
    entries = await hall.store.load(seated.table.code)
    await hall.store.replace(seated.table.code, [data for data in entries if b'"do":"Over"' not in data])
    await hall.close()
    again = Hall(Settings(tmp_path, FAST))
    loaded = await again.find(seated.table.code)
    assert [one.record for one in loaded.table.archive.finished.values()] == [
        one.record for one in seated.table.archive.finished.values()
    ]
    await again.close()


async def test_a_game_is_forgotten_when_its_time_is_over_and_the_table_goes_on(tmp_path: Path) -> None:
    clock = Clock()
    hall = Hall(Settings(tmp_path, FAST, now=clock))
    seated = await hall.open("person-ola", "Ola")
    code = seated.table.code
    await hall.do(seated, "person-ola", c.Say("Kwiaty są w ogrodzie"))
    await hall.do(seated, "person-ola", c.AddLuck("konwalia"))
    await hall.do(seated, "person-ola", c.Start())
    await hall.do(seated, "person-ola", c.AddLuck("tulipan"))
    await hall.do(seated, "person-zuzia", c.Ask("Zuzanna", 3))
    await hall.do(seated, "person-ola", c.Reply(1, True))
    await hall.do(seated, "person-zuzia", c.Leave())
    await hall.do(seated, c.HOUSE, c.StandIn(0))
    await play_default(hall, seated, "person-ola")
    await hall.do(seated, "person-ola", c.Share(1, "a-token-of-a-link"))
    clock.at += 20 * DAY
    await play_one(hall, seated)
    await hall.do(seated, "person-ola", c.Start())
    assert seated.table.running
    before = seated.table.version, seated.table.seats, seated.table.commitment

    await hall.sweeper.sweep()
    assert list(seated.table.archive.finished) == [1, 2]  # not yet
    clock.at += 11 * DAY
    assert expired(seated.table, 0, clock.at) == 1
    await hall.sweeper.sweep()
    assert list(seated.table.archive.finished) == [2]
    with pytest.raises(Refused):
        seated.table.archive.game(1)
    assert await hall.store.code_of_link("a-token-of-a-link") == ""
    assert due(seated.table, 0) == seated.table.archive.game(2).ended + 30 * DAY
    assert seated.table.running

    left = everything(tmp_path)
    assert b"Kwiaty" not in left
    assert b"a-token-of-a-link" not in left
    assert b"konwalia" not in left
    assert b"tulipan" in left  # that went into the second deal
    assert b'"game":1,"seat"' not in left  # no choice of the first game
    assert b'"game":2,"seat"' in left
    assert b'"finished":{"number":1,' not in left  # nor what was kept of it
    assert b'"finished":{"number":2,' in left
    assert seated.table.version > before[0]
    before = seated.table.version, *before[1:]
    await hall.close()

    again = Hall(Settings(tmp_path, FAST, now=clock))
    loaded = await again.find(code)
    assert list(loaded.table.archive.finished) == [2]
    assert (loaded.table.seats, loaded.table.commitment) == before[1:]
    assert loaded.table.running
    assert loaded.table.version >= before[0]  # or pages that are open would take what comes for old
    assert loaded.table.archive.game(2).record == seated.table.archive.game(2).record
    await play_default(again, loaded, "person-ola")
    assert list(loaded.table.archive.finished) == [2, 3]
    await again.close()


async def test_a_forgotten_game_takes_along_what_the_running_server_still_shows(tmp_path: Path) -> None:
    clock = Clock()
    hall = Hall(Settings(tmp_path, FAST, now=clock))
    seated = await hall.open("person-ola", "Ola")
    await hall.do(seated, "person-ola", c.Say("First"))
    await hall.do(seated, "person-ola", c.Say("", phrase="suspect", about=0))
    await play_one(hall, seated)
    await hall.do(seated, "person-ola", c.Jot({1: c.Note("doubt", "a liar")}, "in general"))
    await hall.do(seated, "person-ola", c.Say("Between"))
    clock.at += 20 * DAY
    await play_one(hall, seated)
    await hall.do(seated, "person-ola", c.Say("After"))
    talks = seated.table.talks
    clock.at += 11 * DAY
    await hall.sweeper.sweep()
    assert [(line.text, line.phrase, line.about) for line in talks.table.lines] == [
        ("…", "", ""),
        ("…", "", ""),
        ("Between", "", ""),
        ("After", "", ""),
    ]
    clock.at += 20 * DAY
    await hall.do(seated, "person-ola", c.Jot({1: c.Note("trust", "not a liar")}))
    await hall.sweeper.sweep()
    assert seated.table.play is None
    assert [line.text for line in talks.table.lines] == ["…", "…", "…", "After"]
    assert (seated.table.own("person-ola").notes, seated.table.own("person-ola").text) == ({}, "in general")
    await hall.close()


async def test_what_the_host_says_counts_from_the_next_sweep_on(tmp_path: Path) -> None:
    clock = Clock()
    hall = Hall(Settings(tmp_path, FAST, keep=0, now=clock))
    seated = await hall.open("person-ola", "Ola")
    await play_one(hall, seated)
    await hall.do(seated, "person-ola", c.Arrange(TableSettings(keep_games=0)))
    clock.at += 4000 * DAY
    await hall.sweeper.sweep()
    assert seated.table.archive.finished
    await hall.do(seated, "person-ola", c.Arrange(TableSettings(keep_games=1)))
    await hall.sweeper.sweep()
    assert not seated.table.archive.finished
    assert seated.table.play is None  # who was who is gone from the page too
    await hall.close()


async def test_a_deleted_table_leaves_no_byte(tmp_path: Path) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    other = await hall.open("person-jan", "Wojciech")
    seated = await hall.open("person-ola", "Aleksandra")
    code = seated.table.code
    await play_one(hall, seated)
    await play_one(hall, other, "person-jan")
    assert b"Aleksandra" in everything(tmp_path)
    with pytest.raises(Refused):
        await hall.sweeper.delete(seated, "person-jan")
    await hall.sweeper.delete(seated, "person-ola")
    await hall.store.clean()
    left = everything(tmp_path)
    assert b"Aleksandra" not in left
    assert b"person-ola" not in left
    assert code.encode() not in left
    assert b"Wojciech" in left
    with pytest.raises(Refused):
        await hall.find(code)
    with pytest.raises(Refused):
        await hall.do(seated, "person-ola", c.Start())
    assert await hall.store.tables_of("person-ola") == []
    await hall.close()


async def test_a_table_where_nothing_happens_is_deleted_in_the_end(tmp_path: Path) -> None:
    clock = Clock()
    hall = Hall(Settings(tmp_path, FAST, keep=365, now=clock))
    old = await hall.open("person-ola", "Aleksandra")
    clock.at += 300 * DAY
    young = await hall.open("person-jan", "Wojciech")
    clock.at += 66 * DAY
    await hall.sweeper.sweep()
    with pytest.raises(Refused):
        await hall.find(old.table.code)
    assert (await hall.find(young.table.code)) is young
    assert b"Aleksandra" not in everything(tmp_path)
    await hall.close()


async def test_a_long_evening_is_loaded_without_playing_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(Settings(tmp_path, FAST))
    seated = await hall.open("person-ola", "Ola")
    for _ in range(4):
        await hall.do(seated, "person-ola", c.Start())
        await hall.do(seated, c.HOUSE, c.StandIn(0))
        await play_default(hall, seated, "person-ola")
    entries = await hall.store.load(seated.table.code)
    await hall.close()
    began: list[int] = []
    real = Play.__init__

    def begin(self: Play, number: int, *rest: Any, **more: Any) -> None:
        began.append(number)
        real(self, number, *rest, **more)

    monkeypatch.setattr(Play, "__init__", begin)
    table, lost = rebuild(entries)
    assert not lost
    assert began == [4]
    assert table.archive.finished == seated.table.archive.finished
    assert (table.seats, table.host, table.version) == (seated.table.seats, seated.table.host, seated.table.version)
    assert table.commitment == seated.table.commitment
    assert table.play is not None
    assert seated.table.play is not None
    assert table.play.record() == seated.table.play.record()
