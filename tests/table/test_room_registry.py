"""Tables on a running server, with a real store, real bots and no pauses."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterable
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401
from tests.support.default_play import FAST, SLOW, play_default, until_over
from turncoat.bots import BOTS, find
from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.game_session import GameSession
from turncoat.table.store.protocols import TableLease

pytestmark = pytest.mark.anyio


async def test_a_person_can_play_a_whole_game_with_bots(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    assert room.table.running
    await play_default(room, "ola")
    assert room.table.session is not None
    assert room.table.session.result is not None
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    loaded = await again.find(room.table.code)
    assert loaded.table.session is not None
    assert loaded.table.session.result == room.table.session.result
    assert loaded.table.session.view(0).events == room.table.session.view(0).events
    assert loaded.table.version == room.table.version
    assert loaded.table.names == room.table.names
    await again.close()


async def test_bots_alone_finish_a_game(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola", c.GameSetup("resistance", 10, ("targeting",)))
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Leave())
    await until_over(room)
    await registry.close()


@pytest.mark.parametrize(
    ("kept", "letters"), [(0, 4), (12, 4), (13, 5), (246, 5), (247, 6), (4_703, 6), (4_704, 7), (89_387, 8)]
)
async def test_new_codes_are_too_long_to_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int, letters: int
) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))

    async def count(self: object) -> int:
        return kept

    monkeypatch.setattr(type(registry.store), "count", count)
    code = (await registry.open("ola", "Ola")).table.code
    assert len(code) == letters
    assert 19**letters >= 10_000 * (kept + 1) > (19 ** (letters - 1) if letters > 4 else 0)
    await registry.close()


async def test_old_short_codes_stay_valid(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    codes = [(await registry.open(f"person {number}", "Ola")).table.code for number in range(15)]
    assert [len(code) for code in codes] == [4] * 13 + [5] * 2
    assert await registry.store.count() == 15
    await registry.store.delete(TableLease(codes[14]))
    assert await registry.store.count() == 14
    await registry.close()
    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    assert [(await again.find(code)).table.code for code in codes[:14]] == codes[:14]
    await again.close()


async def test_a_command_sent_twice_is_applied_once(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola")
    await room.submit("jan", c.Sit("Jan"), "id-1")
    version = room.table.version
    await room.submit("jan", c.Sit("Jan"), "id-1")
    assert room.table.version == version
    with pytest.raises(Refused, match="seated-already"):
        await room.submit("jan", c.Sit("Jan"), "id-2")
    await registry.close()


async def test_after_an_upgrade_a_game_ends_with_a_notice_and_another_can_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    await registry.close()

    monkeypatch.setattr(type(BOOKS["resistance"]), "version", "999")
    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    loaded = await again.find(room.table.code)
    assert (loaded.table.running, loaded.table.notice) == (False, "rules-changed")
    await loaded.submit("ola", c.Start())
    assert (loaded.table.running, loaded.table.notice) == (True, "")
    await again.close()


async def test_a_visitor_who_hangs_up_does_not_interrupt_a_command(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola")
    asking = asyncio.ensure_future(room.submit("jan", c.Sit("Jan")))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await room.submit("eve", c.Sit("Eve"))  # taken after the previous one
    assert room.table.names[:3] == ("Ola", "Jan", "Eve")
    await registry.close()
    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    assert (await again.find(room.table.code)).table.names == room.table.names
    await again.close()


async def test_a_slow_bot_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = threading.Event()

    def ponder(bot: RandomBot, prompt: Prompt) -> Answer:
        thinking.wait(20)
        return None

    monkeypatch.setattr(RandomBot, "choose", ponder)
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=0, bot_limit=0.02))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.SetUp(room.table.game_setup, "random"))
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Leave())
    await until_over(room)  # five rejections: the clock's choice reveals nothing
    thinking.set()
    await registry.close()


async def until_waiting_for(room: Room, mask: int) -> None:
    """Wait until the table waits for exactly these seats."""
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    while room.table.session is not None and room.table.session.waiting != mask:
        changed.clear()
        await asyncio.wait_for(changed.wait(), 10)


async def test_a_bot_whose_answer_became_illegal_is_asked_again(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    session = room.table.session
    assert session is not None
    if session.waiting == 1:
        team = session.default(0)
        await room.submit("ola", c.Choose(1, 0, team.to, team.answer))
    await until_waiting_for(room, 1)  # every bot has cast its ballot
    frame = session._game.frame
    assert frame is not None
    del frame.answers[3]  # e.g. when an accusation invalidates an answer
    registry.bot_runner.refresh(room)
    assert session.waiting == 0b1001
    await until_waiting_for(room, 1)
    await registry.close()


async def test_an_unavailable_bot_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(bot: Bot, *args: object) -> None:
        raise KeyError("a chapter that it does not know")

    for name in ("normal", "sensible"):
        monkeypatch.setattr(find(name), "__init__", broken)
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=FAST))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Leave())
    await until_over(room)
    await registry.close()


@pytest.mark.parametrize(
    ("choose", "why"), [("raises", "LookupError"), ("hangs", "too slow"), ("cheats", "illegal answer")]
)
async def test_a_misbehaving_bot_is_replaced_by_sensible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choose: str, why: str
) -> None:
    busy, said = threading.Event(), []

    class Wrong(Bot):
        name = "wrong"

        def decide(self, prompt: Prompt) -> Answer:
            if choose == "raises":
                raise LookupError(f"a secret: {prompt}")
            if choose == "hangs":
                busy.wait(20)
            return "whatever"

    monkeypatch.setitem(BOTS, "wrong", Wrong)
    monkeypatch.setattr(server_log, "warning", lambda event, **facts: said.append((event, facts)))
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=0, bot_limit=0.3))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.SetUp(room.table.game_setup, "wrong"))
    await room.submit("ola", c.AddBot(3, "random"))
    await room.submit("ola", c.Start())
    assert [occupant.bot for occupant in room.table.seats] == ["", "wrong", "wrong", "random", "wrong"]
    playing = asyncio.ensure_future(play_default(room, "ola"))
    await until_over(room)
    await playing
    busy.set()
    assert [occupant.bot for occupant in room.table.seats] == ["", "sensible", "sensible", "random", "sensible"]
    replaced = [facts for event, facts in said if event == "a bot was replaced"]
    assert [(facts["bot"], facts["kind"]) for facts in replaced] == [("wrong", why)] * 3
    assert "secret" not in str(said)
    told = {one.name for one in room.table.membership.replaced_bots}
    assert told == {room.table.seats[seat].name for seat in (1, 2, 4)}
    await registry.close()


async def test_a_bot_without_a_turn_still_gets_all_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[Seat, list[Event]] = {}

    def see(bot: RandomBot, events: Iterable[Event]) -> None:
        seen.setdefault(bot.seat, []).extend(events)

    monkeypatch.setattr(RandomBot, "see", see)
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=0, bot_limit=0.5))
    busy = threading.Event()
    await asyncio.wrap_future(registry.bot_runner.process.begin())
    registry.bot_runner.process._thread.submit(busy.wait, 20)
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.SetUp(room.table.game_setup, "random"))
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Leave())
    session = room.table.session
    assert session is not None
    told, changed = len(session.view().events), asyncio.Event()
    room.watchers.add(changed.set)
    while len(session.view().events) == told:  # the rules' default of the first leader, who had no time to think
        changed.clear()
        await asyncio.wait_for(changed.wait(), 10)
    busy.set()
    await until_over(room)
    assert len(seen) == 5
    for seat, events in seen.items():
        assert events == session.view(seat).events[: len(events)]
    await registry.close()


def broken_rules(session: GameSession, seat: Seat, choice: Choice) -> bool:
    raise KeyError("a secret")


async def test_an_error_in_the_rules_ends_only_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(server_log, "error", lambda event, **facts: said.append(f"{event} {facts}"))
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    session = room.table.session
    assert session is not None
    seat = session.waiting.bit_length() - 1
    choice = session.default(seat)
    by = "ola" if seat == 0 else c.SERVER
    with monkeypatch.context() as broken:
        broken.setattr(GameSession, "take", broken_rules)
        await room.submit(by, c.Choose(1, seat, choice.to, choice.answer))
    assert (room.table.session, room.table.notice) == (None, "rules-broke")
    await registry.close()
    with monkeypatch.context() as broken:
        broken.setattr(GameSession, "take", broken_rules)
        again = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW))
        loaded = await again.find(room.table.code)
        assert (loaded.table.session, loaded.table.notice) == (None, "rules-broke")
    await loaded.submit("ola", c.Start())
    assert loaded.table.running
    await again.close()
    assert said
    assert not any("secret" in line for line in said)


async def test_a_refusal_keeps_nothing_in_memory(tmp_path: Path) -> None:
    """No garbage collection is needed, since a refusal would hold the game that it was raised in."""
    registry = RoomRegistry(ServerSettings(tmp_path))
    room = await registry.open("ola", "Ola")
    gc.collect()
    gc.disable()
    try:
        kept = await _refused(room)
        for _ in range(3):  # the event loop drops its last callbacks
            await asyncio.sleep(0)
        assert kept() is None
    finally:
        gc.enable()
    await registry.close()


async def _refused(room: Room) -> "weakref.ref[Refused]":
    try:
        await room.submit("jan", c.Start())
    except Refused as refused:
        return weakref.ref(refused)
    raise AssertionError("nobody but the host may deal")
