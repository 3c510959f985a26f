"""Retention of finished games, and complete deletion when it ends."""

from pathlib import Path
from typing import Any

import pytest

import turncoat.games  # noqa: F401
from tests.support.default_play import FAST, play_default
from turncoat.kernel.records import check
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.history import DAY
from turncoat.table.values.settings import TableSettings, retention_days

pytestmark = pytest.mark.anyio


class Clock:
    """A clock that a test advances."""

    def __init__(self) -> None:
        self.at = 1_700_000_000

    def __call__(self) -> float:
        return self.at


def everything(data: Path) -> bytes:
    """Return every byte of the store: its file, its write-ahead log and any other file."""
    return b"".join(path.read_bytes() for path in sorted(data.iterdir()) if path.is_file())


async def play_one(room: Room, person: str = "person-ola") -> None:
    await room.submit(person, c.Start())
    await play_default(room, person)


@pytest.mark.parametrize(("days", "most", "kept"), [(0, 0, 0), (30, 0, 30), (0, 365, 365), (30, 7, 7), (1, 365, 1)])
def test_the_servers_retention_limits_that_of_tables(days: int, most: int, kept: int) -> None:
    assert retention_days(days, most) == kept


async def test_finished_games_are_available_on_every_server(tmp_path: Path) -> None:
    clock = Clock()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=clock))
    room = await registry.open("person-ola", "Ola", c.GameSetup("resistance", 5))
    for _ in range(3):
        await play_one(room)
        clock.at += 600
    await room.submit("person-ola", c.Rename("Aleksandra"))
    finished = room.table.history.summaries
    assert list(finished) == [1, 2, 3]
    assert [one.ended for one in finished.values()] == [1_700_000_000 + 600 * number for number in range(3)]
    assert all(one.names[0] == "Ola" for one in finished.values())
    for one in finished.values():
        game = check(one.record)
        assert game.result is not None
        assert (game.result.winner, game.result.reason) == (one.winner, one.reason)
        assert sum(one.votes.ballots) == 5 * one.votes.proposals
    version = room.table.version
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=clock))
    loaded = await again.find(room.table.code)
    assert loaded.table.history.summaries == finished
    assert loaded.table.version == version
    await again.close()


async def test_an_expired_game_is_forgotten_but_the_table_stays(tmp_path: Path) -> None:
    clock = Clock()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=clock))
    room = await registry.open("person-ola", "Ola")
    code = room.table.code
    await room.submit("person-ola", c.Say("Kwiaty są w ogrodzie"))
    await room.submit("person-ola", c.React(1, "surprise"))
    await room.submit("person-ola", c.AddEntropy("konwalia"))
    await room.submit("person-ola", c.Start())
    await room.submit("person-ola", c.AddEntropy("tulipan"))
    await room.submit("person-zuzia", c.RequestSeat("Zuzanna", 3))
    await room.submit("person-ola", c.AnswerSeatRequest(1, True))
    await room.submit("person-zuzia", c.Leave())
    await room.submit("person-ola", c.WriteNotes({1: c.Note("doubt", "rumianek")}, "a first thought"))
    await room.submit("person-ola", c.WriteNotes({1: c.Note("doubt", "nagietek")}, "a last thought"))
    await room.submit(c.SERVER, c.StandIn(0))
    await play_default(room, "person-ola")
    await room.submit("person-ola", c.ShareGame(1, "a-token-of-a-link"))
    clock.at += 20 * DAY
    await play_one(room)
    await room.submit("person-ola", c.Start())
    assert room.table.running
    before = room.table.version, room.table.seats, room.table.commitment

    await registry.retention.sweep()
    assert list(room.table.history.summaries) == [1, 2]  # not yet
    clock.at += 11 * DAY
    assert room.table.last_to_forget(0, clock.at) == 1
    await registry.retention.sweep()
    assert list(room.table.history.summaries) == [2]
    with pytest.raises(Refused):
        room.table.history.game(1)
    assert await registry.store.code_of_link("a-token-of-a-link") == ""
    assert room.table.next_to_forget(0) == room.table.history.game(2).ended + 30 * DAY
    assert room.table.running

    left = everything(tmp_path)
    assert b"Kwiaty" not in left
    assert b"surprise" not in left
    assert b"rumianek" not in left
    assert b"nagietek" not in left
    assert b"a first thought" not in left  # replaced by the latest note
    assert b"a last thought" in left
    assert b"a-token-of-a-link" not in left
    assert b"konwalia" not in left
    assert b"tulipan" in left  # it went into the second deal
    assert b'"game":1,"seat"' not in left  # no choice of the first game
    assert b'"game":2,"seat"' in left
    assert b'"summary":{"number":1,' not in left  # nor its summary
    assert b'"summary":{"number":2,' in left
    assert room.table.version > before[0]
    before = room.table.version, *before[1:]
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=clock))
    loaded = await again.find(code)
    assert list(loaded.table.history.summaries) == [2]
    assert (loaded.table.seats, loaded.table.commitment) == before[1:]
    assert loaded.table.running
    assert loaded.table.version >= before[0]  # otherwise open pages would ignore updates as outdated
    assert loaded.table.history.game(2).record == room.table.history.game(2).record
    await play_default(loaded, "person-ola")
    assert list(loaded.table.history.summaries) == [2, 3]
    await again.close()


async def test_a_forgotten_game_disappears_from_a_running_server(tmp_path: Path) -> None:
    clock = Clock()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=clock))
    room = await registry.open("person-ola", "Ola")
    await room.submit("person-ola", c.Say("First"))
    await room.submit("person-ola", c.Say("", phrase="suspect", about=0))
    await play_one(room)
    await room.submit("person-ola", c.WriteNotes({1: c.Note("doubt", "a liar")}, "in general"))
    await room.submit("person-ola", c.Say("Between"))
    first = room.table.chat.table.lines[0].number
    await room.submit("person-ola", c.React(first, "laugh"))
    assert room.table.chat.table.lines[0].reactions
    assert set(room.table.chat.of_games) == {1}
    clock.at += 20 * DAY
    await play_one(room)
    await room.submit("person-ola", c.Say("After"))
    chat = room.table.chat
    clock.at += 11 * DAY
    await registry.retention.sweep()
    assert [line.text for line in chat.table.lines if line.name == "Ola"] == ["Between", "After"]
    assert not [line for line in chat.table.lines if line.game == 1]
    assert set(chat.of_games) == {2}
    clock.at += 20 * DAY
    await room.submit("person-ola", c.WriteNotes({1: c.Note("trust", "not a liar")}))
    await registry.retention.sweep()
    assert room.table.session is None
    assert [line.text for line in chat.table.lines if line.name == "Ola"] == ["After"]
    assert (room.table.personal("person-ola").notes, room.table.personal("person-ola").text) == ({}, "in general")
    await registry.close()


async def test_a_changed_retention_applies_from_the_next_sweep(tmp_path: Path) -> None:
    clock = Clock()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, keep=0, now=clock))
    room = await registry.open("person-ola", "Ola")
    await play_one(room)
    await room.submit("person-ola", c.ChangeSettings(TableSettings(keep_games=0)))
    clock.at += 4000 * DAY
    await registry.retention.sweep()
    assert room.table.history.summaries
    await room.submit("person-ola", c.ChangeSettings(TableSettings(keep_games=1)))
    await registry.retention.sweep()
    assert not room.table.history.summaries
    assert room.table.session is None  # the page does not show the roles any more either
    await registry.close()


async def test_a_deleted_table_leaves_no_byte(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    other = await registry.open("person-jan", "Wojciech")
    room = await registry.open("person-ola", "Aleksandra")
    code = room.table.code
    await play_one(room)
    await play_one(other, "person-jan")
    assert b"Aleksandra" in everything(tmp_path)
    with pytest.raises(Refused):
        await registry.retention.delete(room, "person-jan")
    await registry.retention.delete(room, "person-ola")
    await registry.store.clean()
    left = everything(tmp_path)
    assert b"Aleksandra" not in left
    assert b"person-ola" not in left
    assert code.encode() not in left
    assert b"Wojciech" in left
    with pytest.raises(Refused):
        await registry.find(code)
    with pytest.raises(Refused):
        await room.submit("person-ola", c.Start())
    assert await registry.store.tables_of("person-ola") == []
    await registry.close()


async def test_an_idle_table_is_deleted_eventually(tmp_path: Path) -> None:
    clock = Clock()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, keep=365, now=clock))
    old = await registry.open("person-ola", "Aleksandra")
    clock.at += 300 * DAY
    young = await registry.open("person-jan", "Wojciech")
    clock.at += 66 * DAY
    await registry.retention.sweep()
    with pytest.raises(Refused):
        await registry.find(old.table.code)
    assert (await registry.find(young.table.code)) is young
    assert b"Aleksandra" not in everything(tmp_path)
    await registry.close()


async def test_a_due_document_is_erased_unless_the_clock_has_jumped(tmp_path: Path) -> None:
    clock = Clock()
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST, now=clock))
    store = registry.store
    await store.write_document("told", "BCDF", b"Aleksandra", due=int(clock.at) + 2 * DAY)
    await store.write_document("circle", "one", b"Wojciech")
    await registry.retention.sweep()
    clock.at += 4000 * DAY
    await registry.retention.sweep()
    assert len(await store.documents("told", 9)) == 1
    clock.at -= 3998 * DAY
    await registry.retention.sweep()
    assert (await store.documents("told", 9), b"Aleksandra" in everything(tmp_path)) == ([], False)
    assert len(await store.documents("circle", 9)) == 1
    await registry.close()


async def test_finished_games_are_loaded_without_replaying_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("person-ola", "Ola")
    for _ in range(4):
        await room.submit("person-ola", c.Start())
        await room.submit(c.SERVER, c.StandIn(0))
        await play_default(room, "person-ola")
    entries = await registry.store.load(room.table.code)
    await registry.close()
    began: list[int] = []
    real = GameSession.__init__

    def begin(self: GameSession, number: int, *rest: Any, **more: Any) -> None:
        began.append(number)
        real(self, number, *rest, **more)

    monkeypatch.setattr(GameSession, "__init__", begin)
    table, lost = rebuild(entries)
    assert not lost
    assert began == [4]
    assert table.history.summaries == room.table.history.summaries
    assert (table.seats, table.host, table.version) == (room.table.seats, room.table.host, room.table.version)
    assert table.commitment == room.table.commitment
    assert table.session is not None
    assert room.table.session is not None
    assert table.session.record() == room.table.session.record()
